//! Whose token it is, and keeping it: the tasks behind every way to sign in.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::Timestamp;
use secrecy::SecretString;

use super::messages::KeepToken;
use super::session::Market;
use super::token_store::TokenStore;
use crate::auth::{Secrets, entry_name, token};
use crate::domain::{Account, Code, Problem, Scope, UserId};
use crate::market::Tokens;

pub struct SignedIn {
    pub account: Account,
    pub token: SecretString,
    /// The token rests in the keychain, so this account is to be remembered.
    pub kept: bool,
    /// Where a refresh token rests beside it.
    pub token_store: Option<Arc<TokenStore>>,
    /// When the token ends, where that is known.
    pub expires_at: Option<Timestamp>,
    /// What the token may do, where that is known.
    pub scopes: Vec<Scope>,
    /// Nobody has said yet whether and where to keep these.
    pub unkept: Option<Secrets>,
}

impl SignedIn {
    pub const fn of(account: Account, token: SecretString) -> Self {
        Self { account, token, kept: false, token_store: None, expires_at: None, scopes: Vec::new(), unkept: None }
    }
}

/// Where to keep what a sign-in brings.
#[derive(Clone)]
pub struct Keep {
    pub token: KeepToken,
    /// Where processes that share the keychain take lock_dir.
    pub lock_dir: Option<PathBuf>,
}

/// Asks the marketplace who this is.
pub async fn check(market: &Market, token: SecretString) -> Result<SignedIn, Problem> {
    let account = market.client.current_user(&token).await?;
    let expires_at = token::expiry(&token);
    Ok(SignedIn { expires_at, ..SignedIn::of(account, token) })
}

/// Asks by whoami as well, and keeps what was brought.
pub async fn check_and_keep(market: &Market, secrets: Secrets, keep: &Keep) -> Result<SignedIn, Problem> {
    // Whoami only says that the token is good; a marketplace without it is no reason to refuse a token that works.
    if let Err(problem) = market.client.whoami(&secrets.access).await
        && problem.code == Code::Unauthorized
    {
        return Err(problem);
    }
    let signed_in = check(market, secrets.access.clone()).await?;
    kept(market, signed_in, &secrets, keep).await
}

/// For client credentials: a token may belong to a system rather than a person. Then there is nobody to look up and no
/// shop, and the account is named after what whoami says, else after the client.
pub async fn check_system_and_keep(market: &Market, client_id: &str, secrets: Secrets, keep: &Keep) -> Result<SignedIn, Problem> {
    let identity = match market.client.whoami(&secrets.access).await {
        Ok(identity) => identity,
        Err(problem) if problem.code == Code::Unauthorized => return Err(problem),
        Err(_) => Default::default(),
    };
    let signed_in = match check(market, secrets.access.clone()).await {
        Err(problem) if knows_nobody(&problem) => {
            let id = identity.id.or_else(|| UserId::new(client_id)).ok_or(problem)?;
            let name = identity.name.or_else(|| identity.client.and_then(|client| client.name));
            let account = Account { id, hash_id: identity.hash_id, username: None, name, vendor: None };
            SignedIn::of(account, secrets.access.clone())
        }
        other => other?,
    };
    kept(market, signed_in, &secrets, keep).await
}

/// A token answer with its lifetime made absolute. Without a new refresh token the old one stays good.
pub fn secrets_of(tokens: Tokens, old_refresh: Option<SecretString>, scopes: Vec<Scope>, now: Timestamp) -> Secrets {
    let told = tokens.lifetime.and_then(|lifetime| now.checked_add(lifetime).ok());
    Secrets {
        expires_at: told.or_else(|| token::expiry(&tokens.access)),
        refresh: tokens.refresh.or(old_refresh),
        access: tokens.access,
        scopes,
    }
}

/// Keeps what was brought, if that has been said.
pub async fn kept(market: &Market, signed_in: SignedIn, secrets: &Secrets, keep: &Keep) -> Result<SignedIn, Problem> {
    let signed_in = SignedIn { scopes: secrets.scopes.clone(), ..signed_in };
    if keep.token == KeepToken::Ask {
        return Ok(SignedIn { unkept: Some(secrets.clone()), ..signed_in });
    }
    let kept = keep.token == KeepToken::Keychain;
    let name = entry_name(&market.name, &signed_in.account.id);
    let token_store = if kept {
        let token_store = TokenStore::system(name, keep.lock_dir.clone());
        token_store.save(secrets).await?;
        token_store
    } else {
        TokenStore::this_session(name, secrets).await?
    };
    let token_store = secrets.refresh.is_some().then(|| Arc::new(token_store));
    Ok(SignedIn { kept, token_store, expires_at: secrets.expires_at, ..signed_in })
}

/// The token is good, but there is no person behind it.
pub fn knows_nobody(problem: &Problem) -> bool {
    matches!(problem.code, Code::Forbidden | Code::NotFound | Code::Refused | Code::Unprocessable | Code::UnexpectedAnswer)
}
