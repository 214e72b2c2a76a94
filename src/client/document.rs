//! Reading a JSON document from a server that is no marketplace.

use reqwest::Method;
use url::Url;

use super::transport::{Body, Redirects, Request, Timeouts, Transport};
use vitrine_domain::{Problem, ProblemKind};

/// The maximum size of a document, in bytes.
const MAX_BYTES: usize = 512 * 1024;

/// Reads a document with one request that carries no credentials. Redirects to another server are not
/// followed.
///
/// # Errors
/// Why there is no document; `UnexpectedAnswer` with the status if the server answered with another one than
/// 200.
pub async fn read_document(address: Url, timeouts: Timeouts) -> Result<Vec<u8>, Problem> {
    let request = Request {
        method: Method::GET,
        url: address,
        accept: "application/json",
        prefer: None,
        token: None,
        body: Body::None,
        timeout: timeouts.other,
        limit: MAX_BYTES,
        redirects: Redirects::SameOrigin,
    };
    let answer = Transport::new(timeouts.connect)?.send(&request).await?;
    if answer.status == 200 {
        return Ok(answer.body);
    }
    Err(Problem { status: Some(answer.status), ..Problem::new(ProblemKind::UnexpectedAnswer) })
}
