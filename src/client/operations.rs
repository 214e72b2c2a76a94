//! One typed function per operation of contract section 4. A call is one request: it never waits or retries.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::Method;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value, json};
use url::Url;

use super::transport::{
    Body, JSON_BYTES, PICTURE_BYTES, Redirects, Request, TOKEN_BYTES, Timeouts, Transport, file_form,
};
use vitrine_core::market::PageRequest;
use vitrine_core::market::config::address::MissingKey;
use vitrine_core::market::config::{ListedPrice, Profile};
use vitrine_core::market::errors::{Context, Refusal};
use vitrine_core::market::wire::wrapper;
use vitrine_core::market::wire::{self, Creation, ProductPage, TokenIdentity, Tokens, UploadedFile};
use vitrine_domain::category::{AttributeGroup, CategoryTree};
use vitrine_domain::{
    Account, BatchItem, Discount, Draft, FileId, Problem, ProblemKind, Product, ProductChange, ProductId,
    ProductState, Scope, VariantId, VendorId,
};

/// An answer that is older than this does not tell what a product has now.
const MAX_STATE_AGE: Duration = Duration::from_secs(1);

/// A client of one marketplace. Clones share their connections.
///
/// It is large because it has a method for each operation of the contract.
#[derive(Clone, Debug)]
pub struct Client {
    profile: Arc<Profile>,
    transport: Transport,
    timeouts: Timeouts,
}

/// A prepared photo to be uploaded.
#[derive(Clone)]
pub struct FileToSend {
    pub name: String,
    /// The media type, such as `image/jpeg`.
    pub mime: String,
    pub bytes: Bytes,
}

impl Client {
    /// A client with the default timeouts.
    pub fn new(profile: Arc<Profile>) -> Result<Self, Problem> {
        Self::with_timeouts(profile, Timeouts::default())
    }

    /// A client with other timeouts.
    pub fn with_timeouts(profile: Arc<Profile>, timeouts: Timeouts) -> Result<Self, Problem> {
        Ok(Self { profile, transport: Transport::new(timeouts.connect)?, timeouts })
    }

    /// The market file.
    pub fn profile(&self) -> &Arc<Profile> {
        &self.profile
    }

    /// Operation 1: the address of the consent page. `challenge` is an S256 code challenge (RFC 7636).
    pub fn authorize_url(
        &self,
        state: &str,
        challenge: Option<&str>,
        scopes: &[Scope],
    ) -> Result<Url, Problem> {
        let mut url = self.require_key(self.profile.addresses.sso.clone().ok_or(MissingKey("sso_url")))?;
        url.query_pairs_mut()
            .append_pair("client_id", self.client_id()?)
            .append_pair("scope", &scope_list(scopes))
            .append_pair("redirect_uri", self.redirect_uri()?)
            .append_pair("state", state);
        if let Some(challenge) = challenge {
            url.query_pairs_mut()
                .append_pair("code_challenge", challenge)
                .append_pair("code_challenge_method", "S256");
        }
        // Only form parsers read `+` as a space; `%20` is unambiguous.
        let query = url.query().unwrap_or_default().replace('+', "%20");
        url.set_query(Some(&query));
        Ok(url)
    }

    /// The problem of a consent page that returned an error instead of a code.
    pub fn consent_denied(&self, error: &str, description: Option<&str>, scopes: &[Scope]) -> Problem {
        let body = json!({"error": error, "error_description": description.unwrap_or(error)}).to_string();
        let redirect_uri = self.profile.oauth.redirect_uri.as_deref();
        let context = Context { redirect_uri, scope: Some(scope_list(scopes)), sign_in: true, photo: false };
        let problem = Refusal { status: 400, retry_after: None, is_html: false, body: body.as_bytes() }
            .problem(&context, &[]);
        Problem { status: None, ..problem }
    }

    /// Recognises an error in the address of a consent page that did not redirect back: the return address,
    /// the client or a scope was refused (contract section 7). `None` for any other address.
    pub fn consent_page_error(&self, address: &str, scopes: &[Scope]) -> Option<Problem> {
        let url = Url::parse(address.trim()).ok()?;
        let said: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
        // Errors may also be in the path or the fragment.
        let all: Vec<&str> =
            said.values().map(String::as_str).chain([url.path()]).chain(url.fragment()).collect();
        let body = json!({"error": said.get("error"), "message": all.join(" "), "said": said}).to_string();
        let context = Context {
            redirect_uri: self.profile.oauth.redirect_uri.as_deref(),
            scope: Some(scope_list(scopes)),
            sign_in: true,
            photo: false,
        };
        let problem = Refusal { status: 400, retry_after: None, is_html: false, body: body.as_bytes() }
            .problem(&context, &[]);
        let is_known = matches!(
            problem.kind,
            ProblemKind::RedirectUriMismatch | ProblemKind::InvalidClient | ProblemKind::InvalidScope
        );
        is_known.then_some(Problem { status: None, quotation: None, field: None, ..problem })
    }

    /// Operation 2: exchanges an authorization code. With an `exchange_url` in the market file it is sent
    /// there, and that server adds the client secret.
    pub async fn exchange_code(
        &self,
        code: &str,
        verifier: Option<&str>,
        client_secret: Option<&SecretString>,
    ) -> Result<Tokens, Problem> {
        let redirect_uri = self.redirect_uri()?;
        let mut fields =
            json!({"grant_type": "authorization_code", "redirect_uri": redirect_uri, "code": code});
        if let Some(verifier) = verifier {
            fields["code_verifier"] = verifier.into();
        }
        let secrets: Vec<&str> = [Some(code), verifier].into_iter().flatten().collect();
        let context = Context {
            redirect_uri: Some(redirect_uri),
            scope: Some(scope_list(&self.profile.oauth.scopes)),
            sign_in: true,
            photo: false,
        };
        self.user_grant(fields, client_secret, &secrets, context).await
    }

    /// Exchanges a refresh token for a new access token, as public SDKs do; the contract does not define it.
    pub async fn refresh(
        &self,
        refresh: &SecretString,
        client_secret: Option<&SecretString>,
    ) -> Result<Tokens, Problem> {
        let fields = json!({"grant_type": "refresh_token", "refresh_token": refresh.expose_secret()});
        let context = Context { sign_in: true, ..Context::default() };
        self.user_grant(fields, client_secret, &[refresh.expose_secret()], context).await
    }

    /// Operation 3, with the scope `*`.
    pub async fn client_credentials(
        &self,
        client_id: &str,
        client_secret: &SecretString,
    ) -> Result<Tokens, Problem> {
        let secret = client_secret.expose_secret();
        let fields = json!({"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret, "scope": "*"});
        let context = Context { sign_in: true, scope: Some("*".to_owned()), ..Context::default() };
        self.tokens(self.require_key(self.profile.addresses.token())?, &fields, &[secret], context).await
    }

    /// Operation 4: checks a token and returns its owner.
    pub async fn whoami(&self, token: &SecretString) -> Result<TokenIdentity, Problem> {
        let request = self.get(self.require_key(self.profile.addresses.whoami())?, token);
        self.call(&request, &Context::default(), &[], |body| wire::token_identity(&wire::json(body)?)).await
    }

    /// Operation 5: the account and its shop.
    pub async fn current_user(&self, token: &SecretString) -> Result<Account, Problem> {
        let request =
            self.get(self.require_key(self.profile.addresses.current_user(self.profile.layout))?, token);
        self.call(&request, &Context::default(), &[], |body| wire::account(&wire::json(body)?)).await
    }

    /// Operation 6, for a product photo. `on_sent` receives the number of bytes written to the connection so
    /// far.
    pub async fn upload(
        &self,
        token: &SecretString,
        file: FileToSend,
        on_sent: impl Fn(u64) + Send + Sync + 'static,
    ) -> Result<UploadedFile, Problem> {
        let request = Request {
            body: file_form(&file.name, &file.mime, &file.bytes, on_sent),
            timeout: self.timeouts.for_upload(file.bytes.len()),
            ..self.post(self.require_key(self.profile.addresses.files(self.profile.layout))?, token)
        };
        let context = Context { photo: true, ..requires_scope(Scope::PRODUCT_WRITE) };
        self.call(&request, &context, &[], |body| wire::uploaded_file(&wire::json(body)?)).await
    }

    /// After this time the answer to a creation is overdue. It may still come.
    pub const fn overdue_after(&self) -> Duration {
        self.timeouts.create
    }

    /// Operation 7: creates a product. The first of `photos` is the cover. `None` fields of the draft are not
    /// sent.
    pub async fn create_product(
        &self,
        token: &SecretString,
        vendor: &VendorId,
        draft: &Draft,
        photos: &[FileId],
    ) -> Result<Creation, Problem> {
        let payload = Value::Object(wire::product_payload(draft, photos, &self.profile));
        let request = Request {
            body: json_body(&payload),
            timeout: self.timeouts.create.max(self.timeouts.late_answer),
            ..self.post(
                self.require_key(self.profile.addresses.create_product(self.profile.layout, vendor))?,
                token,
            )
        };
        self.call_aged(&request, &requires_scope(Scope::PRODUCT_WRITE), &[], wire::creation)
            .await
            .map(|(creation, _)| creation)
    }

    /// Operation 8: one page of products; see [`Listing`](vitrine_core::market::Listing).
    pub async fn list_products(
        &self,
        token: &SecretString,
        vendor: &VendorId,
        page: &PageRequest,
    ) -> Result<ProductPage, Problem> {
        let mut url = self.require_key(self.profile.addresses.list_products(self.profile.layout, vendor))?;
        if !page.query.is_empty() {
            url.query_pairs_mut().extend_pairs(&page.query);
        }
        let request = Request { timeout: self.timeouts.list, ..self.get(url, token) };
        let read = |_: u16, body: &[u8]| wire::product_page(&wire::json(body)?);
        let (page, age) = self.call_aged(&request, &requires_scope(Scope::PRODUCT_READ), &[], read).await?;
        Ok(ProductPage { age, ..page })
    }

    /// The products of a page of the list, with their values that can be changed. None, if a cache has kept
    /// the answer: it does not tell how they are now.
    pub async fn list_states(
        &self,
        token: &SecretString,
        vendor: &VendorId,
        page: &PageRequest,
    ) -> Result<Vec<ProductState>, Problem> {
        let mut url = self.require_key(self.profile.addresses.list_products(self.profile.layout, vendor))?;
        url.query_pairs_mut().extend_pairs(&page.query);
        let is_own = self.profile.edit.as_ref().is_some_and(|edit| edit.listed_price == ListedPrice::Own);
        // Where a list shows the seller's own price only on request.
        let prefer = self.prefer().filter(|_| !is_own);
        let request = Request { timeout: self.timeouts.list, prefer, ..self.get(url, token) };
        let read = |_: u16, body: &[u8]| wire::product_states(&wire::json(body)?);
        let (mut states, kept) =
            self.call_aged(&request, &requires_scope(Scope::PRODUCT_READ), &[], read).await?;
        if kept > MAX_STATE_AGE {
            return Ok(Vec::new());
        }
        for state in states.iter_mut().filter(|_| is_own) {
            state.primary_price = state.primary_price.or(state.product.price);
        }
        Ok(states)
    }

    /// These products with their categories and times, as far as the second list has them; an error if the
    /// market file names none.
    pub async fn list_details(
        &self,
        token: &SecretString,
        products: &[ProductId],
    ) -> Result<Vec<Product>, Problem> {
        let url =
            self.require_key(self.profile.details_url(products).unwrap_or(Err(MissingKey("list.details"))))?;
        let request = Request { timeout: self.timeouts.list, ..self.get(url, token) };
        let read = |body: &[u8]| wire::product_page(&wire::json(body)?).map(|page| page.products);
        self.call(&request, &requires_scope(Scope::PRODUCT_READ), &[], read).await
    }

    /// Reads one product; an error if the market file does not say where it is.
    pub async fn read_product(
        &self,
        token: &SecretString,
        product: &ProductId,
    ) -> Result<ProductState, Problem> {
        let url = self.require_key(self.profile.product_url(product))?;
        let request = Request { prefer: self.prefer(), ..self.get(url, token) };
        self.call(&request, &requires_scope(Scope::PRODUCT_READ), &[], |body| {
            wire::product_state(&wire::json(body)?)
        })
        .await
    }

    /// Changes one product. Only the given fields are sent. The answer is the product, if the marketplace
    /// shows it.
    pub async fn patch_product(
        &self,
        token: &SecretString,
        change: &ProductChange,
    ) -> Result<Option<ProductState>, Problem> {
        let request = Request {
            method: Method::PATCH,
            body: json_body(&Value::Object(wire::change_payload(change))),
            prefer: self.prefer(),
            timeout: self.timeouts.create,
            ..self.get(self.require_key(self.profile.product_url(&change.id))?, token)
        };
        self.call(&request, &requires_scope(Scope::PRODUCT_WRITE), &[], wire::changed_product).await
    }

    /// Changes one variant of a product. The answer may be anything: reading the product tells what became of
    /// it.
    pub async fn patch_variant(
        &self,
        token: &SecretString,
        product: &ProductId,
        (variant, payload): (&VariantId, Map<String, Value>),
    ) -> Result<(), Problem> {
        let request = Request {
            method: Method::PATCH,
            body: json_body(&Value::Object(payload)),
            timeout: self.timeouts.create,
            ..self.get(self.require_key(self.profile.variant_url(product, variant))?, token)
        };
        let answer = |body: &[u8]| wire::changed_product(body).map(drop);
        self.call(&request, &requires_scope(Scope::PRODUCT_WRITE), &[], answer).await
    }

    /// Changes several products with one request. The answer may lack some of them, and have another order.
    pub async fn batch_update(
        &self,
        token: &SecretString,
        vendor: &VendorId,
        changes: &[ProductChange],
    ) -> Result<Vec<BatchItem>, Problem> {
        let request = Request {
            method: Method::PATCH,
            body: json_body(&wire::batch_payload(changes)),
            timeout: self.timeouts.create,
            ..self.get(self.require_key(self.profile.batch_url(vendor))?, token)
        };
        self.call(&request, &requires_scope(Scope::PRODUCT_WRITE), &[], wire::batch_items).await
    }

    /// Begins a discount of these products, or ends the one that runs. An accepted request says nothing about
    /// the products: reading them tells what became of it.
    pub async fn set_discount(
        &self,
        token: &SecretString,
        vendor: &VendorId,
        discount: Discount,
        products: &[ProductChange],
    ) -> Result<Vec<BatchItem>, Problem> {
        let request = Request {
            method: if discount.runs() { Method::POST } else { Method::DELETE },
            body: json_body(&wire::discount_payload(discount, products)),
            timeout: self.timeouts.create,
            ..self.get(self.require_key(self.profile.discounts_url(vendor))?, token)
        };
        let answer = |body: &[u8]| wire::discounted(body, products);
        self.call(&request, &requires_scope(Scope::PRODUCT_WRITE), &[], answer).await
    }

    fn prefer(&self) -> Option<&str> {
        self.profile.edit.as_ref()?.prefer.as_deref()
    }

    /// The tree of categories; an error if the market file names none. The public service answers without a
    /// token.
    pub async fn categories(&self, token: Option<&SecretString>) -> Result<CategoryTree, Problem> {
        let url =
            self.require_key(self.profile.categories_url().unwrap_or(Err(MissingKey("categories.tree"))))?;
        let request = Request { token, timeout: self.timeouts.list, ..self.request(url) };
        self.call(&request, &Context::default(), &[], |body| wire::category_tree(&wire::json(body)?)).await
    }

    /// The attributes of a category as they are for this shop, which may have other options.
    pub async fn attributes_of_shop(
        &self,
        token: &SecretString,
        category: i64,
        shop: &VendorId,
    ) -> Result<Vec<AttributeGroup>, Problem> {
        let mut url = self.require_key(
            self.profile.attributes_url(category).unwrap_or(Err(MissingKey("categories.attributes"))),
        )?;
        url.query_pairs_mut().append_pair("vendor_id", shop.as_str());
        let request = Request { token: Some(token), ..self.request(url) };
        self.call(&request, &Context::default(), &[], |body| wire::attributes(&wire::json(body)?)).await
    }

    /// The attributes of a category; an error if the market file does not say where they are.
    pub async fn attributes(
        &self,
        token: Option<&SecretString>,
        category: i64,
    ) -> Result<Vec<AttributeGroup>, Problem> {
        let url = self.require_key(
            self.profile.attributes_url(category).unwrap_or(Err(MissingKey("categories.attributes"))),
        )?;
        let request = Request { token, ..self.request(url) };
        self.call(&request, &Context::default(), &[], |body| wire::attributes(&wire::json(body)?)).await
    }

    /// Downloads a product photo. It may be on any host, so the request carries no token.
    pub async fn picture(&self, url: &str) -> Result<Bytes, Problem> {
        let url = self.picture_url(url)?;
        let request = Request {
            method: Method::GET,
            url,
            accept: "image/*",
            prefer: None,
            token: None,
            body: Body::None,
            timeout: self.timeouts.other,
            limit: PICTURE_BYTES,
            redirects: Redirects::Anywhere,
        };
        // A refusal by a picture host says nothing about the token, which the request did not carry.
        let no_sign_in = |problem: Problem| match problem.kind {
            ProblemKind::Unauthorized | ProblemKind::Forbidden => {
                Problem { kind: ProblemKind::Refused, ..problem }
            }
            _ => problem,
        };
        self.call(&request, &Context::default(), &[], |body| Ok(Bytes::copy_from_slice(body)))
            .await
            .map_err(no_sign_in)
    }

    /// A relative address is resolved against the marketplace's API. Plain HTTP is for that server alone:
    /// with it, an answer of the marketplace could reach everything in the owner's own network.
    fn picture_url(&self, text: &str) -> Result<Url, Problem> {
        let unusable =
            || Problem::new(ProblemKind::UnexpectedAnswer).with_quotation("a photo's address is not https");
        let api = self.require_key(self.profile.addresses.current_user(self.profile.layout))?;
        let mut url = match Url::parse(text) {
            Err(url::ParseError::RelativeUrlWithoutBase) => api.join(text).map_err(|_| unusable())?,
            other => other.map_err(|_| unusable())?,
        };
        // Old addresses of photos say http where https is served, too.
        if url.scheme() == "http" && url.port().is_none() && url.origin() != api.origin() {
            let _ = url.set_scheme("https");
        }
        if url.scheme() == "https" || url.origin() == api.origin() { Ok(url) } else { Err(unusable()) }
    }

    /// Requests tokens for a person, through the exchange server if there is one.
    async fn user_grant(
        &self,
        mut fields: Value,
        client_secret: Option<&SecretString>,
        secrets: &[&str],
        context: Context<'_>,
    ) -> Result<Tokens, Problem> {
        fields["client_id"] = self.client_id()?.into();
        let mut secrets = secrets.to_vec();
        let url = match &self.profile.oauth.exchange_url {
            Some(url) => url.clone(),
            None => {
                if let Some(secret) = client_secret {
                    fields["client_secret"] = secret.expose_secret().into();
                    secrets.push(secret.expose_secret());
                }
                self.require_key(self.profile.addresses.token())?
            }
        };
        self.tokens(url, &fields, &secrets, context).await
    }

    async fn tokens(
        &self,
        url: Url,
        fields: &Value,
        secrets: &[&str],
        context: Context<'_>,
    ) -> Result<Tokens, Problem> {
        let request = Request {
            method: Method::POST,
            body: json_body(fields),
            limit: TOKEN_BYTES,
            ..self.request(url)
        };
        self.call(&request, &context, secrets, |body| wire::tokens(&wire::json(body)?)).await
    }

    fn request<'a>(&self, url: Url) -> Request<'a> {
        Request {
            method: Method::GET,
            url,
            accept: "application/json",
            prefer: None,
            token: None,
            body: Body::None,
            timeout: self.timeouts.other,
            limit: JSON_BYTES,
            redirects: Redirects::SameOrigin,
        }
    }

    pub(super) fn get<'a>(&self, url: Url, token: &'a SecretString) -> Request<'a> {
        Request { token: Some(token), ..self.request(url) }
    }

    pub(super) fn post<'a>(&self, url: Url, token: &'a SecretString) -> Request<'a> {
        Request { method: Method::POST, ..self.get(url, token) }
    }

    /// Sends a request and parses its success; any other answer is a problem. `secrets` are the secrets of
    /// the body.
    pub(super) async fn call<T>(
        &self,
        request: &Request<'_>,
        context: &Context<'_>,
        secrets: &[&str],
        read: impl FnOnce(&[u8]) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.call_aged(request, context, secrets, |_, body| read(body)).await.map(|(answer, _)| answer)
    }

    /// The same, read with its status, and with the age of the answer.
    async fn call_aged<T>(
        &self,
        request: &Request<'_>,
        context: &Context<'_>,
        secrets: &[&str],
        read: impl FnOnce(u16, &[u8]) -> Result<T, Problem>,
    ) -> Result<(T, Duration), Problem> {
        let result = self.transport.send(request).await;
        let (method, path) = (&request.method, request.url.path());
        match &result {
            Ok(answer) => tracing::debug!(%method, path, status = answer.status, "answered"),
            Err(problem) => tracing::debug!(%method, path, %problem, "not answered"),
        }
        let answer = result?;
        let age = answer.age;
        let body = wrapper::unwrap_body(answer.body);
        let secrets: Vec<&str> = request
            .token
            .map(ExposeSecret::expose_secret)
            .into_iter()
            .chain(secrets.iter().copied())
            .collect();
        let refusal = Refusal {
            status: answer.status,
            retry_after: answer.retry_after,
            is_html: answer.is_html,
            body: &body,
        };
        if !(200..300).contains(&answer.status) {
            return Err(refusal.problem(context, &secrets));
        }
        let read = read(answer.status, &body)
            .map_err(|problem| refusal.for_unusable_success(problem, context, &secrets))?;
        Ok((read, age))
    }

    fn client_id(&self) -> Result<&str, Problem> {
        self.require_key(self.profile.oauth.client_id.as_deref().ok_or(MissingKey("oauth.client_id")))
    }

    fn redirect_uri(&self) -> Result<&str, Problem> {
        self.require_key(self.profile.oauth.redirect_uri.as_deref().ok_or(MissingKey("oauth.redirect_uri")))
    }

    pub(super) fn require_key<T>(&self, value: Result<T, MissingKey>) -> Result<T, Problem> {
        value.map_err(|key| self.profile.missing_key_problem(key))
    }
}

pub(super) fn requires_scope<'a>(scope: &str) -> Context<'a> {
    Context { scope: Some(scope.to_owned()), ..Context::default() }
}

fn scope_list(scopes: &[Scope]) -> String {
    scopes.iter().map(|scope| scope.0.as_str()).collect::<Vec<_>>().join(" ")
}

pub(super) fn json_body(value: &Value) -> Body {
    Body::Json(value.to_string().into_bytes())
}
