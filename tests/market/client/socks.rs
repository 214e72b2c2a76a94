//! A network that lets nothing out but through a SOCKS proxy, which the environment names.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

use url::Url;
use vitrine::client::{Timeouts, read_document};

use crate::kit::timeout::wait_for_exit;

const DOCUMENT: &str = "{\"through\":\"the proxy\"}";
const ADDRESS: &str = "VITRINE_TEST_ADDRESS";

/// A proxy (RFC 1928) that serves one connection, and answers itself in place of the server that is asked
/// for. Returns where it was asked to connect to.
fn proxy() -> (u16, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let serve = move || {
        let (mut connection, _) = listener.accept().unwrap();
        let [version, methods] = bytes(&mut connection);
        assert_eq!(version, 5);
        connection.read_exact(&mut vec![0; usize::from(methods)]).unwrap();
        connection.write_all(&[5, 0]).unwrap();
        let [_, _, _, kind] = bytes(&mut connection);
        let host = match kind {
            1 => bytes::<4>(&mut connection).map(|part| part.to_string()).join("."),
            3 => {
                let [length] = bytes(&mut connection);
                let mut name = vec![0; usize::from(length)];
                connection.read_exact(&mut name).unwrap();
                String::from_utf8(name).unwrap()
            }
            other => panic!("an address of kind {other}"),
        };
        let target = format!("{host}:{}", u16::from_be_bytes(bytes(&mut connection)));
        connection.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.extend(bytes::<1>(&mut connection));
        }
        let answer = format!(
            "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{DOCUMENT}",
            DOCUMENT.len()
        );
        connection.write_all(answer.as_bytes()).unwrap();
        target
    };
    (port, std::thread::spawn(serve))
}

fn bytes<const N: usize>(connection: &mut TcpStream) -> [u8; N] {
    let mut bytes = [0; N];
    connection.read_exact(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_socks_proxy_of_the_environment_is_used() {
    // No such host exists outside of the proxy's network: `socks5h` leaves names to it.
    for (variable, scheme, address, target) in [
        ("ALL_PROXY", "socks5h", "http://shop.invalid/latest.json", "shop.invalid:80"),
        ("all_proxy", "socks5", "http://192.0.2.7:8080/latest.json", "192.0.2.7:8080"),
        ("http_proxy", "socks5h", "http://shop.invalid/latest.json", "shop.invalid:80"),
    ] {
        let (port, asked) = proxy();
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args([
            "--exact",
            "client::socks::reads_a_document_in_the_environment_of_the_test",
            "--ignored",
        ]);
        for other in ["ALL_PROXY", "all_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"] {
            again.env_remove(other);
        }
        again.env(variable, format!("{scheme}://127.0.0.1:{port}")).env(ADDRESS, address);
        let child = again.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let output = wait_for_exit(child);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("1 passed"), "{variable} {scheme}: {said}");
        assert_eq!(asked.join().unwrap(), target);
    }
}

#[tokio::test]
#[ignore = "run by a_socks_proxy_of_the_environment_is_used"]
async fn reads_a_document_in_the_environment_of_the_test() {
    let Some(address) = std::env::var(ADDRESS).ok() else { return };
    let document = read_document(Url::parse(&address).unwrap(), Timeouts::default()).await.unwrap();
    assert_eq!(String::from_utf8(document).unwrap(), DOCUMENT);
}
