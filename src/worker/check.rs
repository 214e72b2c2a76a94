//! Whose token it is, and keeping and renewing it: the tasks behind every way to sign in.

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};

use super::KeepToken;
use super::session::Market;
use crate::auth::{Keychain, Secrets, entry_name, token};
use crate::domain::{Account, Code, Problem, Scope, UserId};
use crate::market::Tokens;

pub struct SignedIn {
    pub account: Account,
    pub token: SecretString,
    /// The token rests in the keychain, so this account is to be remembered.
    pub kept: bool,
    /// The keychain holds a refresh token beside it.
    pub renewable: bool,
    /// What the token may do, where that is known.
    pub scopes: Vec<Scope>,
    /// Nobody has said yet whether and where to keep these.
    pub unkept: Option<Secrets>,
}

/// Asks the marketplace who this is.
pub async fn check(market: &Market, token: SecretString) -> Result<SignedIn, Problem> {
    let account = market.client.current_user(&token).await?;
    Ok(SignedIn { account, token, kept: false, renewable: false, scopes: Vec::new(), unkept: None })
}

/// Asks by whoami as well, and keeps what was brought.
pub async fn check_and_keep(market: &Market, secrets: Secrets, keep: KeepToken) -> Result<SignedIn, Problem> {
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
pub async fn check_system_and_keep(market: &Market, client_id: &str, secrets: Secrets, keep: KeepToken) -> Result<SignedIn, Problem> {
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
            SignedIn { account, token: secrets.access.clone(), kept: false, renewable: false, scopes: Vec::new(), unkept: None }
        }
        other => other?,
    };
    kept(market, signed_in, &secrets, keep).await
}

/// Signs in with what the keychain holds for the account used last. A token that has ended is renewed where it can be.
pub async fn check_kept(market: &Market, known: Account, client_secret: Option<&SecretString>) -> Result<SignedIn, Problem> {
    let name = entry_name(&market.name, &known.id);
    let secrets = Keychain::system().load(&name).await?.ok_or_else(|| Problem::new(Code::SignInNeeded))?;
    let (renewable, scopes) = (secrets.refresh.is_some(), secrets.scopes.clone());
    let signed_in = match check(market, secrets.access.clone()).await {
        Err(problem) if problem.code == Code::Unauthorized && renewable => {
            let renewed = renew(market, &name, secrets, client_secret).await?;
            check(market, renewed.access).await?
        }
        // A system's account, which was never looked up.
        Err(problem) if knows_nobody(&problem) && known.vendor.is_none() => {
            SignedIn { account: known, token: secrets.access, kept: false, renewable: false, scopes: Vec::new(), unkept: None }
        }
        other => other?,
    };
    Ok(SignedIn { kept: true, renewable, scopes, ..signed_in })
}

/// New tokens for the refresh token. Kept before they are used, since the old refresh token may be good no more.
async fn renew(market: &Market, name: &str, old: Secrets, client_secret: Option<&SecretString>) -> Result<Secrets, Problem> {
    let Some(refresh) = old.refresh else { return Err(Problem::new(Code::SignInNeeded)) };
    match market.client.refresh(&refresh, client_secret).await {
        Ok(tokens) => {
            let renewed = secrets_of(tokens, Some(refresh), old.scopes);
            Keychain::system().save(name, &renewed).await?;
            Ok(renewed)
        }
        Err(problem) if problem.code == Code::InvalidGrant => match Keychain::system().load(name).await? {
            // Another process, with a data directory of its own, was quicker.
            Some(newer) if !same(&newer.access, &old.access) => Ok(newer),
            _ => Err(Problem { said: problem.said, ..Problem::new(Code::SignInNeeded) }),
        },
        Err(problem) => Err(problem),
    }
}

/// A token answer with its lifetime made absolute. Without a new refresh token the old one stays good.
pub fn secrets_of(tokens: Tokens, old_refresh: Option<SecretString>, scopes: Vec<Scope>) -> Secrets {
    let told = tokens.lifetime.and_then(|lifetime| Timestamp::now().checked_add(lifetime).ok());
    Secrets {
        expires_at: told.or_else(|| token::expiry(&tokens.access)),
        refresh: tokens.refresh.or(old_refresh),
        access: tokens.access,
        scopes,
    }
}

async fn kept(market: &Market, signed_in: SignedIn, secrets: &Secrets, keep: KeepToken) -> Result<SignedIn, Problem> {
    let signed_in = SignedIn { scopes: secrets.scopes.clone(), ..signed_in };
    match keep {
        KeepToken::ThisSession => return Ok(signed_in),
        KeepToken::Ask => return Ok(SignedIn { unkept: Some(secrets.clone()), ..signed_in }),
        KeepToken::Keychain => {}
    }
    Keychain::system().save(&entry_name(&market.name, &signed_in.account.id), secrets).await?;
    Ok(SignedIn { kept: true, renewable: secrets.refresh.is_some(), ..signed_in })
}

/// The token is good, but there is no person behind it.
fn knows_nobody(problem: &Problem) -> bool {
    matches!(problem.code, Code::Forbidden | Code::NotFound | Code::Refused | Code::Unprocessable | Code::UnexpectedAnswer)
}

fn same(one: &SecretString, other: &SecretString) -> bool {
    one.expose_secret() == other.expose_secret()
}
