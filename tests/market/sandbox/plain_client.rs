//! A plain HTTP client of the practice shop, which sends requests unchanged and returns complete responses.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use reqwest::header::{ACCEPT, AUTHORIZATION};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use vitrine_sandbox::{Clock, Faults, Options, Person, Sandbox, start};

use crate::kit::timeout::TIMEOUT;

pub const PRODUCTS: &str = "/api/v1/vendors/501/products";
pub const FILES: &str = "/api/v1/files";

pub struct PlainClient {
    pub sandbox: Sandbox,
    pub http: Client,
    pub token: SecretString,
}

impl PlainClient {
    pub async fn new() -> Self {
        Self::with_options(Options::default()).await
    }

    pub async fn with_faults(faults: Faults) -> Self {
        Self::with_options(Options { faults, ..Options::default() }).await
    }

    pub async fn with_options(options: Options) -> Self {
        let sandbox = start(options).await.expect("a free port and a usable directory");
        Self { token: sandbox.token(), http: http(), sandbox }
    }

    pub fn address(&self, path: &str) -> String {
        format!("http://{}{path}", self.sandbox.address())
    }

    /// A request with only the headers that HTTP requires.
    pub fn bare(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, self.address(path))
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.bare(method, path)
            .header(ACCEPT, "application/json")
            .header(AUTHORIZATION, format!("Bearer {}", self.token.expose_secret()))
    }

    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    pub async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.json().await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> Response {
        self.request(Method::POST, path).json(body).send().await.unwrap()
    }

    /// Uploads a small photo and returns its id as an integer, as payloads require it.
    pub async fn upload(&self) -> u64 {
        let answer = self.send_file(FILES, photo(8, 6), "product.photo").await;
        assert_eq!(answer.status(), StatusCode::OK);
        answer.json::<Value>().await.unwrap()["id"].as_str().unwrap().parse().unwrap()
    }

    pub async fn send_file(&self, path: &str, bytes: Vec<u8>, file_type: &str) -> Response {
        let form = Form::new()
            .part("file", Part::bytes(bytes).file_name("گلیم.png"))
            .text("file_type", file_type.to_owned());
        self.request(Method::POST, path).multipart(form).send().await.unwrap()
    }

    /// Uploads a photo and creates a product of this name with it.
    pub async fn create(&self, name: &str) -> Response {
        let photo = self.upload().await;
        self.post(PRODUCTS, &json!({ "name": name, "photo": photo, "photos": [photo] })).await
    }

    /// The names of all created products, whether or not a response reported them.
    pub fn product_names(&self) -> Vec<String> {
        self.sandbox.products().into_iter().map(|product| product.fields.name).collect()
    }

    /// The same shop for another person or with other scopes.
    pub fn signed_in_as(mut self, person: Person, scopes: &[&str]) -> Self {
        self.token = self.sandbox.issue_token(person, scopes, std::time::Duration::from_secs(3600));
        self
    }
}

fn http() -> Client {
    // Another test of this process may have installed it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().no_proxy().timeout(TIMEOUT).redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// A valid PNG of this size.
pub fn photo(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 90]));
    pixels.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
    bytes
}

/// A clock that advances only when a test advances it.
#[derive(Clone)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    pub fn new() -> Self {
        Self(Arc::new(AtomicI64::new(1_795_000_000_000)))
    }

    pub fn clock(&self) -> Clock {
        let Self(milliseconds) = self.clone();
        Arc::new(move || Timestamp::from_millisecond(milliseconds.load(Ordering::SeqCst)).unwrap())
    }

    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

/// The fields named by a refusal in the default format.
pub async fn refused_fields(answer: Response) -> Vec<String> {
    let body: Value = answer.json().await.unwrap();
    let messages = body["messages"].as_array().unwrap_or_else(|| panic!("{body}"));
    let fields = messages.iter().flat_map(|message| message["fields"].as_array().unwrap());
    fields.map(|field| field.as_str().unwrap().to_owned()).collect()
}
