//! The URLs of the operations, for the two layouts of hosts and versions in contract section 4.

use serde::{Deserialize, Deserializer};
use url::{Host, Url};

use super::finding::invalid;
use vitrine_domain::{Finding, VendorId};

/// The longest address that is taken, in bytes.
const MAX_BYTES: usize = 2_000;

/// The layout of hosts and versions that a marketplace uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    #[default]
    /// Version 1 of all operations on `base_url`.
    Base,
    /// Versions 3 and 4 on `core_url`, uploads on `upload_url`.
    Core,
}

/// The addresses of a market file. Only those in use have to be present.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    /// Every operation of the layout [`Layout::Base`].
    pub base: Option<Address>,
    /// Accounts and products of the layout [`Layout::Core`].
    pub core: Option<Address>,
    /// Photos of the layout [`Layout::Core`].
    pub upload: Option<Address>,
    /// Issuing and checking tokens.
    pub auth: Option<Address>,
    /// The consent page, used unchanged.
    pub sso: Option<Url>,
    /// The webhook service.
    pub webhook: Option<Address>,
}

/// The name of a market file key that an operation needs, but the file lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingKey(pub &'static str);

impl Addresses {
    /// The token endpoint (operations 2 and 3).
    pub fn token(&self) -> Result<Url, MissingKey> {
        Ok(require(&self.auth, "auth_url")?.join(["oauth", "token"]))
    }

    /// The token check (operation 4).
    pub fn whoami(&self) -> Result<Url, MissingKey> {
        Ok(require(&self.auth, "auth_url")?.join(["whoami"]))
    }

    /// The current user (operation 5).
    pub fn current_user(&self, layout: Layout) -> Result<Url, MissingKey> {
        let version = match layout {
            Layout::Base => "v1",
            Layout::Core => "v3",
        };
        Ok(self.api(layout)?.join([version, "users", "me"]))
    }

    /// The file upload (operation 6).
    pub fn files(&self, layout: Layout) -> Result<Url, MissingKey> {
        match layout {
            Layout::Base => Ok(self.api(layout)?.join(["v1", "files"])),
            Layout::Core => Ok(require(&self.upload, "upload_url")?.join(["v3", "files"])),
        }
    }

    /// Product creation (operation 7).
    pub fn create_product(&self, layout: Layout, vendor: &VendorId) -> Result<Url, MissingKey> {
        let version = match layout {
            Layout::Base => "v1",
            Layout::Core => "v4",
        };
        Ok(self.api(layout)?.join([version, "vendors", vendor.as_str(), "products"]))
    }

    /// The product list (operation 8). On the core host creation is v4 and listing v3 (contract section 9).
    pub fn list_products(&self, layout: Layout, vendor: &VendorId) -> Result<Url, MissingKey> {
        let version = match layout {
            Layout::Base => "v1",
            Layout::Core => "v3",
        };
        Ok(self.api(layout)?.join([version, "vendors", vendor.as_str(), "products"]))
    }

    /// Webhooks (operation 9); the same in both layouts.
    pub fn webhooks(&self) -> Result<Url, MissingKey> {
        Ok(require(&self.webhook, "webhook_url")?.join(["v1", "webhooks"]))
    }

    /// A path of the market file below the address of the webhook service, with `id` in the place of `{id}`.
    pub fn below_webhooks(&self, path: &str, id: &str) -> Result<Url, MissingKey> {
        let parts = path.split('/').filter(|part| !part.is_empty());
        Ok(require(&self.webhook, "webhook_url")?
            .join(parts.map(|part| if part == "{id}" { id } else { part })))
    }

    /// A path of the market file, below the address of accounts and products.
    pub fn below_api(&self, layout: Layout, path: &str) -> Result<Url, MissingKey> {
        Ok(self.api(layout)?.join(path.split('/').filter(|part| !part.is_empty())))
    }

    /// The same with values in the place of some parts.
    pub fn below_api_with(
        &self,
        layout: Layout,
        path: &str,
        values: &[(&str, &str)],
    ) -> Result<Url, MissingKey> {
        let value = |part: &str| values.iter().find(|(of, _)| *of == part).map(|(_, value)| *value);
        let parts = path.split('/').filter(|part| !part.is_empty());
        Ok(self.api(layout)?.join(parts.map(|part| value(part).unwrap_or(part))))
    }

    /// Every address, by what it is for.
    pub fn urls(&self) -> impl Iterator<Item = (&'static str, &Url)> {
        let Self { base, core, upload, auth, sso, webhook } = self;
        let joined =
            [("base", base), ("core", core), ("upload", upload), ("auth", auth), ("webhook", webhook)];
        let joined = joined.into_iter().filter_map(|(role, address)| Some((role, &address.as_ref()?.0)));
        joined.chain(sso.as_ref().map(|sso| ("sso", sso)))
    }

    fn api(&self, layout: Layout) -> Result<&Address, MissingKey> {
        match layout {
            Layout::Base => require(&self.base, "base_url"),
            Layout::Core => require(&self.core, "core_url"),
        }
    }

    /// Checks that the hosts that `layout` needs are present.
    pub fn check(&self, layout: Layout) -> Result<(), MissingKey> {
        self.api(layout)?;
        self.files(layout).map(|_| ())
    }
}

fn require<'a>(address: &'a Option<Address>, key: &'static str) -> Result<&'a Address, MissingKey> {
    address.as_ref().ok_or(MissingKey(key))
}

/// An address to which operations append their own path. It may have a path itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(Url);

impl Address {
    /// Appends path segments, each percent-encoded separately. A trailing slash of the address is ignored.
    fn join<'a>(&self, segments: impl IntoIterator<Item = &'a str>) -> Url {
        let mut url = self.0.clone();
        // http and https URLs always have a path, and `parse_address` accepts no other scheme.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let url = Url::from(FullAddress::deserialize(deserializer)?);
        if url.query().is_some() {
            return Err(invalid(AddressError::Query));
        }
        Ok(Self(url))
    }
}

/// An address that is used unchanged; it may have a query.
pub struct FullAddress(Url);

impl From<FullAddress> for Url {
    fn from(address: FullAddress) -> Self {
        address.0
    }
}

impl<'de> Deserialize<'de> for FullAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse_address(&String::deserialize(deserializer)?).map(Self).map_err(invalid)
    }
}

/// Why an address is invalid. The message, for the error in a market file, never repeats the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// It is not a URL.
pub enum AddressError {
    NotAnAddress(url::ParseError),
    /// Plain http to another computer.
    NotHttps,
    /// A scheme other than http and https.
    OtherScheme,
    /// It contains a user name or password.
    UserName,
    /// It contains `#`.
    Fragment,
    /// It contains `?`, although paths are appended to it.
    Query,
}

impl From<AddressError> for Finding {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::NotAnAddress(_) | AddressError::OtherScheme => Self::NotAnAddress,
            AddressError::NotHttps => Self::NotHttps,
            AddressError::UserName => Self::AddressWithUser,
            AddressError::Fragment => Self::AddressWithFragment,
            AddressError::Query => Self::AddressWithQuery,
        }
    }
}

/// Parses an address to which requests, and with them tokens, may be sent: https, or http on this computer.
pub fn parse_address(text: &str) -> Result<Url, AddressError> {
    // No request could be made of a much longer one.
    if text.len() > MAX_BYTES {
        return Err(AddressError::NotAnAddress(url::ParseError::Overflow));
    }
    let url = Url::parse(text).map_err(AddressError::NotAnAddress)?;
    match url.scheme() {
        "https" => {}
        "http" if is_loopback(&url) => {}
        "http" => return Err(AddressError::NotHttps),
        _ => return Err(AddressError::OtherScheme),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::UserName);
    }
    if url.fragment().is_some() {
        return Err(AddressError::Fragment);
    }
    Ok(url)
}

/// Whether an address is on this computer: 127.0.0.0/8, ::1 or localhost.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name.eq_ignore_ascii_case("localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

/// A host as shown to a person: with its port unless that is the default.
pub fn display_host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Option<Address> {
        Some(Address(parse_address(text).unwrap()))
    }

    fn path(url: Result<Url, MissingKey>) -> String {
        url.unwrap().to_string()
    }

    #[test]
    fn an_address_to_which_no_request_could_be_made_is_none() {
        let long = format!("https://base.example/{}", "a".repeat(500_000));
        assert!(matches!(parse_address(&long), Err(AddressError::NotAnAddress(_))));
    }

    #[test]
    fn each_operation_uses_the_address_of_its_layout() {
        let vendor = VendorId::from(7);
        let addresses = Addresses {
            base: address("https://base.example"),
            core: address("https://core.example"),
            upload: address("https://upload.example"),
            auth: address("https://auth.example"),
            webhook: address("https://hooks.example"),
            sso: None,
        };
        assert_eq!(path(addresses.token()), "https://auth.example/oauth/token");
        assert_eq!(path(addresses.whoami()), "https://auth.example/whoami");
        assert_eq!(path(addresses.current_user(Layout::Base)), "https://base.example/v1/users/me");
        assert_eq!(path(addresses.current_user(Layout::Core)), "https://core.example/v3/users/me");
        assert_eq!(path(addresses.files(Layout::Base)), "https://base.example/v1/files");
        assert_eq!(path(addresses.files(Layout::Core)), "https://upload.example/v3/files");
        assert_eq!(
            path(addresses.create_product(Layout::Base, &vendor)),
            "https://base.example/v1/vendors/7/products"
        );
        assert_eq!(
            path(addresses.create_product(Layout::Core, &vendor)),
            "https://core.example/v4/vendors/7/products"
        );
        assert_eq!(
            path(addresses.list_products(Layout::Base, &vendor)),
            "https://base.example/v1/vendors/7/products"
        );
        assert_eq!(
            path(addresses.list_products(Layout::Core, &vendor)),
            "https://core.example/v3/vendors/7/products"
        );
        assert_eq!(path(addresses.webhooks()), "https://hooks.example/v1/webhooks");
    }

    #[test]
    fn a_path_is_kept_and_a_trailing_slash_is_ignored() {
        for text in ["https://x.example/shop/api", "https://x.example/shop/api/"] {
            let addresses = Addresses { auth: address(text), ..Addresses::default() };
            assert_eq!(path(addresses.whoami()), "https://x.example/shop/api/whoami");
        }
    }

    #[test]
    fn a_vendor_id_is_encoded_as_one_path_segment() {
        let addresses = Addresses { base: address("https://x.example"), ..Addresses::default() };
        let vendor = VendorId::new("a/b?c ../d").unwrap();
        assert_eq!(
            path(addresses.list_products(Layout::Base, &vendor)),
            "https://x.example/v1/vendors/a%2Fb%3Fc%20..%2Fd/products"
        );
    }

    #[test]
    fn plain_http_is_accepted_for_this_computer_only() {
        for text in [
            "http://127.0.0.1:8080",
            "http://127.9.9.9",
            "http://[::1]:1/",
            "http://localhost:80/x",
            "https://x.example",
        ] {
            assert!(parse_address(text).is_ok(), "{text}");
        }
        for text in [
            "http://x.example",
            "http://localhost.example",
            "http://128.0.0.1",
            "http://[::2]",
            "http://127.0.0.1.nip.io",
            "ftp://x.example",
            "x.example",
            "",
            "https://user:pass@x.example",
            "https://x.example/#top",
        ] {
            assert!(parse_address(text).is_err(), "{text}");
        }
    }
}
