//! `webhook listen`: prints the deliveries of the marketplace as JSON lines. Listens on the loopback interface only.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

use super::terminal::{Exit, OutputOptions, print_json};
use crate::args;
use crate::domain::{Code, Problem};
use crate::i18n::Messages;

/// The largest accepted delivery, in bytes; the events of the contract are far smaller.
const MAX_BODY_BYTES: usize = 1 << 20;

/// Serves until Ctrl-C. If `VITRINE_SERVICE_TOKEN` is set, a delivery without it gets 401 (contract 5.9).
///
/// # Errors
/// `PortTaken` when the port cannot be used.
pub fn run(messages: &Messages, output_options: OutputOptions, port: u16) -> Result<Exit, Problem> {
    let failed = |error: io::Error| Problem::new(Code::PortTaken).with_subject(port.to_string()).with_quotation(error.to_string());
    let token =
        std::env::var("VITRINE_SERVICE_TOKEN").ok().filter(|token| !token.is_empty()).map(|token| Arc::new(SecretString::from(token)));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        if !output_options.quiet {
            eprintln!("{}", messages.format("cli-listening", args!["address" => format!("http://{address}")]));
        }
        let app = Router::new().fallback(receive_delivery).layer(DefaultBodyLimit::max(MAX_BODY_BYTES)).with_state(token);
        let stopped = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        axum::serve(listener, app).with_graceful_shutdown(stopped).await.map_err(failed)?;
        Ok(Exit::AllDone)
    })
}

async fn receive_delivery(
    State(token): State<Option<Arc<SecretString>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    if token.is_some_and(|token| !has_token(&headers, &token)) {
        return StatusCode::UNAUTHORIZED;
    }
    let body = serde_json::from_slice(&body).unwrap_or_else(|_| Value::String(String::from_utf8_lossy(&body).into_owned()));
    print_json(&json!({ "event": "delivery", "method": method.as_str(), "path": uri.path(), "body": body }));
    StatusCode::OK
}

/// Whether the `Authorization` header holds the token. The contract shows only a placeholder, so a bare token is accepted
/// as well as `Bearer`.
fn has_token(headers: &HeaderMap, token: &SecretString) -> bool {
    let given = headers.get(header::AUTHORIZATION).map(|value| value.as_bytes()).unwrap_or_default();
    let given = given.strip_prefix(b"Bearer ").unwrap_or(given);
    // Comparing hashes takes the same time however much of the token is right.
    blake3::hash(given) == blake3::hash(token.expose_secret().as_bytes())
}
