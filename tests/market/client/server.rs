//! The client of a marketplace that answers as configured.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use vitrine::client::{Client, Timeouts};
use vitrine_core::market::Profile;

pub use crate::kit::server::{Server, Step, answer, answer_with};

impl Server {
    pub fn client(&self, layout: &str) -> Client {
        client(self.address, layout, Timeouts::default())
    }

    /// A client with timeouts short enough for tests.
    pub fn hasty_client(&self) -> Client {
        let short = Duration::from_millis(150);
        let timeouts = Timeouts {
            upload: short,
            upload_rate: u32::MAX,
            create: short,
            late_answer: short,
            list: short,
            other: short,
            ..Timeouts::default()
        };
        client(self.address, "base", timeouts)
    }
}

/// All hosts are this server, distinguished by a path prefix.
pub fn market_file(address: SocketAddr, layout: &str) -> String {
    format!(
        r#"
name = "Test"
layout = "{layout}"
base_url = "http://{address}/base/"
core_url = "http://{address}/core"
upload_url = "http://{address}/upload/"
auth_url = "http://{address}/auth"
sso_url = "http://{address}/sso?lang=fa"
webhook_url = "http://{address}/hooks"
[oauth]
client_id = "client 1"
redirect_uri = "http://127.0.0.1:8765/callback/"
scopes = ["vendor.product.read", "vendor.product.write"]
[create]
extra = {{ category_id = 12, photo = 666 }}
[categories]
tree = "/v1/categories"
attributes = "/v1/categories/{{id}}/attributes"
multi = {{ exclude_multi_selects = "false" }}
[edit]
product = "/v1/products/{{id}}"
prefer = "return=full"
batch = "/v1/vendors/{{vendor_id}}/products/batch-updates"
batch_query = {{ continue_on_error = "true" }}
[discounts]
path = "/v1/vendors/{{vendor_id}}/discounts"
"#
    )
}

pub fn client(address: SocketAddr, layout: &str, timeouts: Timeouts) -> Client {
    let profile = Profile::parse(&market_file(address, layout), "test").unwrap();
    Client::with_timeouts(Arc::new(profile), timeouts).unwrap()
}

pub fn token() -> SecretString {
    SecretString::from("t0ken-Secret")
}
