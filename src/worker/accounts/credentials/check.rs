//! Checks whose token it is and saves it: shared by every way to sign in.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use secrecy::SecretString;

use crate::auth::{Secrets, entry_name, token};
use crate::store::StorePath;
use crate::worker::photos::blocking;
use crate::worker::session::{Market, TokenStore, TokenStores};
use vitrine_core::market::{TokenIdentity, Tokens};
use vitrine_domain::{Account, Backoff, Problem, ProblemKind, Scope, UserId, Verdict};
use vitrine_model::messages::KeepToken;

/// The result of a successful sign-in.
pub struct SignedIn {
    pub account: Account,
    pub token: SecretString,
    /// The token is saved in the keychain, so this account is to be remembered.
    pub kept: bool,
    /// Where the refresh token is stored together with the token.
    pub token_store: Option<Arc<TokenStore>>,
    /// When the token expires, if known.
    pub expires_at: Option<Timestamp>,
    /// The scopes of the token, if known.
    pub scopes: Vec<Scope>,
    /// The tokens, if the user has not said yet whether and where to save them.
    pub unsaved: Option<Secrets>,
}

impl SignedIn {
    /// A sign-in with a token that is not saved.
    pub const fn of(account: Account, token: SecretString) -> Self {
        Self {
            account,
            token,
            kept: false,
            token_store: None,
            expires_at: None,
            scopes: Vec::new(),
            unsaved: None,
        }
    }
}

/// Where to save the tokens of a sign-in.
#[derive(Clone)]
pub struct SaveOptions {
    pub token: KeepToken,
    pub stores: TokenStores,
    /// Where accounts with tokens are listed.
    pub list: StorePath,
    pub clock: fn() -> Timestamp,
}

impl SaveOptions {
    /// Saves the tokens in the keychain. The account is listed first: whatever happens meanwhile, who has a
    /// token there can be signed out.
    async fn save_in_keychain(
        &self,
        market: &Market,
        account: &Account,
        secrets: &Secrets,
    ) -> Result<Arc<TokenStore>, Problem> {
        let (list, market, account, now) =
            (self.list.clone(), market.id.clone(), account.clone(), (self.clock)());
        let name = entry_name(&market, &account.id);
        let known = {
            let (list, market, account) = (list.clone(), market.clone(), account.clone());
            blocking(move || list.connect()?.list_account(&market, &account, now)).await?
        };
        let saved = self.stores.replace(&name, secrets).await;
        if saved.is_err() {
            let unlisted =
                blocking(move || list.connect()?.unlist_account(&market, &account.id, known)).await;
            if let Err(problem) = unlisted {
                tracing::warn!(%problem, "an account stays listed whose token was not saved");
            }
        }
        saved
    }
}

/// How often it is asked whose token it is, while the answer says nothing about the token, and the waits in
/// between. A marketplace that asks for a longer wait is not asked again.
const ATTEMPTS: u32 = 4;
const RETRIES: Backoff = Backoff::new(Duration::from_millis(500), Duration::from_secs(4));
const MAX_RETRY_AFTER: Duration = Duration::from_secs(10);

/// Asks the marketplace whose token it is (contract 2.2), several times if the answer is lost.
///
/// # Errors
/// A refused token; otherwise the problem of the request.
pub async fn check(market: &Market, token: SecretString) -> Result<SignedIn, Problem> {
    let mut failures = 0;
    let account = loop {
        let answer = market.gate.pass_beside(market.client.current_user(&token)).await;
        failures += 1;
        match answer {
            Err(problem)
                if failures < ATTEMPTS
                    && problem.is_passing()
                    && problem.retry_after.is_none_or(|wait| wait <= MAX_RETRY_AFTER) =>
            {
                tokio::time::sleep(RETRIES.after(failures).max(problem.retry_after.unwrap_or_default()))
                    .await;
            }
            answer => break answer?,
        }
    };
    let expires_at = token::expiry(&token);
    Ok(SignedIn { expires_at, ..SignedIn::of(account, token) })
}

/// As [`check`], but asks `whoami` as well, and saves the tokens.
pub async fn check_and_keep(
    market: &Market,
    secrets: Secrets,
    keep: &SaveOptions,
) -> Result<SignedIn, Problem> {
    identity(market, &secrets.access).await?;
    let signed_in = check(market, secrets.access.clone()).await?;
    save_tokens(market, signed_in, &secrets, keep).await
}

/// For client credentials: the token may belong to a system rather than a person. Then there is no user and
/// no shop, and the account is named after the answer to `whoami`, else after the client.
pub async fn check_system_and_keep(
    market: &Market,
    client_id: &str,
    secrets: Secrets,
    keep: &SaveOptions,
) -> Result<SignedIn, Problem> {
    let identity = identity(market, &secrets.access).await?;
    let signed_in = match check(market, secrets.access.clone()).await {
        Err(problem) if has_no_user(&problem) => {
            let id = identity.id.or_else(|| UserId::new(client_id)).ok_or(problem)?;
            let name = identity.name.or_else(|| identity.client.and_then(|client| client.name));
            let account = Account { id, hash_id: identity.hash_id, username: None, name, vendor: None };
            SignedIn::of(account, secrets.access.clone())
        }
        other => other?,
    };
    save_tokens(market, signed_in, &secrets, keep).await
}

/// Asks `whoami`, which only tells whether the token is valid: a marketplace without it is no reason to
/// refuse a token that works.
async fn identity(market: &Market, token: &SecretString) -> Result<TokenIdentity, Problem> {
    match market.gate.pass_beside(market.client.whoami(token)).await {
        Err(problem) if problem.verdict() == Verdict::SignIn => Err(problem),
        answer => Ok(answer.unwrap_or_default()),
    }
}

/// The tokens of a response, with the lifetime converted to a time of expiry. Without a new refresh token the
/// old one stays valid.
pub fn secrets_of(
    tokens: Tokens,
    old_refresh: Option<SecretString>,
    scopes: Vec<Scope>,
    now: Timestamp,
) -> Secrets {
    let told = tokens.lifetime.and_then(|lifetime| now.checked_add(lifetime).ok());
    Secrets {
        expires_at: told.or_else(|| token::expiry(&tokens.access)),
        refresh: tokens.refresh.or(old_refresh),
        access: tokens.access,
        scopes,
        of_app: false,
    }
}

/// Saves the tokens, if the user has said where.
pub async fn save_tokens(
    market: &Market,
    signed_in: SignedIn,
    secrets: &Secrets,
    keep: &SaveOptions,
) -> Result<SignedIn, Problem> {
    let signed_in = SignedIn { scopes: secrets.scopes.clone(), ..signed_in };
    if keep.token == KeepToken::Ask {
        return Ok(SignedIn { unsaved: Some(secrets.clone()), ..signed_in });
    }
    let kept = keep.token == KeepToken::Keychain;
    let token_store = if kept {
        keep.save_in_keychain(market, &signed_in.account, secrets).await?
    } else {
        Arc::new(TokenStore::this_session(entry_name(&market.id, &signed_in.account.id), secrets).await?)
    };
    let token_store = secrets.is_renewable().then_some(token_store);
    Ok(SignedIn { kept, token_store, expires_at: secrets.expires_at, ..signed_in })
}

/// Whether the token is valid although no user belongs to it.
pub fn has_no_user(problem: &Problem) -> bool {
    matches!(
        problem.kind,
        ProblemKind::Forbidden
            | ProblemKind::NotFound
            | ProblemKind::Refused
            | ProblemKind::Unprocessable
            | ProblemKind::UnexpectedAnswer
    )
}
