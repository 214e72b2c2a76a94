//! Where buyers see a product.

use url::Url;

use super::{ProductId, Vendor};

/// The address of a product's page at the marketplace, with places for the shop and the product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicPage(String);

impl PublicPage {
    const PRODUCT: &str = "{id}";
    const SHOP: &str = "{vendor}";

    /// From the text in a market file: an `http` or `https` address with `{id}` for the product, and possibly
    /// `{vendor}` for the handle of the shop. `None` if it is anything else.
    pub fn new(text: &str) -> Option<Self> {
        let page = Self(text.trim().to_owned());
        let address = Url::parse(&page.0.replace(Self::PRODUCT, "1").replace(Self::SHOP, "1")).ok()?;
        let has_product = page.0.contains(Self::PRODUCT) && !address.host_str()?.is_empty();
        // A place in the host would let an answer of the marketplace choose another server.
        let before_path = page.0.splitn(4, '/').take(3).all(|part| !part.contains(['{', '}']));
        (has_product && before_path && matches!(address.scheme(), "http" | "https")).then_some(page)
    }

    /// The address of a product. `None` if the shop's handle is needed and not known.
    pub fn address(&self, shop: Option<&Vendor>, product: &ProductId) -> Option<String> {
        let encoded = |text: &str| {
            url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
        };
        let address = self.0.replace(Self::PRODUCT, &encoded(product.as_str()));
        if !address.contains(Self::SHOP) {
            return Some(address);
        }
        let handle = shop?.identifier.as_deref().filter(|handle| !handle.is_empty())?;
        Some(address.replace(Self::SHOP, &encoded(handle)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VendorId;

    fn shop(identifier: Option<&str>) -> Vendor {
        Vendor { id: VendorId::from(7), identifier: identifier.map(str::to_owned), title: None }
    }

    #[test]
    fn an_address_has_the_handle_of_the_shop_and_the_number_of_the_product() {
        let page = PublicPage::new("https://shop.example/{vendor}/product/{id}").unwrap();
        let product = ProductId::from(12);
        assert_eq!(
            page.address(Some(&shop(Some("golrang"))), &product).as_deref(),
            Some("https://shop.example/golrang/product/12")
        );
        assert_eq!(page.address(Some(&shop(None)), &product), None);
        assert_eq!(page.address(None, &product), None);
    }

    #[test]
    fn nothing_from_the_marketplace_leads_to_another_place() {
        let page = PublicPage::new("https://shop.example/{vendor}/{id}").unwrap();
        let product = ProductId::new("../x?y#z").unwrap();
        let address = page.address(Some(&shop(Some("a b/c"))), &product).unwrap();
        assert_eq!(address, "https://shop.example/a%20b%2Fc/..%2Fx%3Fy%23z");
    }

    #[test]
    fn other_texts_are_no_page() {
        for text in [
            "",
            "shop.example/{id}",
            "https://shop.example/",
            "file:///{id}",
            "javascript:{id}",
            "https://{vendor}.example/{id}",
            "https://{id}",
        ] {
            assert_eq!(PublicPage::new(text), None, "{text}");
        }
    }
}
