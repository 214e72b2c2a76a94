//! Whose program is at the other end of a connection on this computer.

use std::net::SocketAddr;

use tokio::net::TcpStream;

/// Whether a program of the same person, or of the system, is at the other end. `None` where the system does
/// not tell.
///
/// Only Linux shows the command lines of a person's programs to others, and only there it is needed:
/// `/proc/net/tcp` tells the owner of each connection.
pub fn is_of_same_person(stream: &TcpStream) -> Option<bool> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let (peer, own) = (stream.peer_addr().ok()?, stream.local_addr().ok()?);
    let table = std::fs::read_to_string("/proc/net/tcp").ok()?;
    let me = me()?;
    // A connection that is not listed, or already closed by the other side, belongs to nobody who waits for
    // an answer.
    Some(owner(&table, peer, own).is_some_and(|owner| owner == me || owner == 0))
}

#[cfg(unix)]
fn me() -> Option<u32> {
    std::fs::metadata("/proc/self").ok().map(|meta| std::os::unix::fs::MetadataExt::uid(&meta))
}

#[cfg(not(unix))]
fn me() -> Option<u32> {
    None
}

/// The owner of the open connection from `from` to `to` in the table of the kernel, in which addresses are
/// hexadecimal numbers in the order of the processor's bytes.
fn owner(table: &str, from: SocketAddr, to: SocketAddr) -> Option<u32> {
    const OPEN: &str = "01";
    let written = |address: SocketAddr| match address {
        SocketAddr::V4(address) => {
            Some(format!("{:08X}:{:04X}", u32::from_ne_bytes(address.ip().octets()), address.port()))
        }
        SocketAddr::V6(_) => None,
    };
    let (from, to) = (written(from)?, written(to)?);
    table.lines().find_map(|line| {
        let mut columns = line.split_ascii_whitespace().skip(1);
        let is_it = columns.next()? == from && columns.next()? == to && columns.next()? == OPEN;
        // Queues, timers and retransmissions stand before the owner.
        columns.nth(3)?.parse().ok().filter(|_| is_it)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_connection_of_this_program_is_of_the_same_person_where_the_system_tells() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        let expected = cfg!(target_os = "linux").then_some(true);
        assert_eq!(is_of_same_person(&server), expected);
        drop(client);
        while is_of_same_person(&server) == Some(true) {
            tokio::task::yield_now().await;
        }
        assert_ne!(
            is_of_same_person(&server),
            Some(true),
            "it is closed, and the kernel no longer says whose it was"
        );
    }

    #[cfg(target_endian = "little")]
    #[test]
    fn the_owner_of_a_connection_is_found_in_the_table() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
                     0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1\n   \
                     1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 2 1\n   \
                     2: 0100007F:C351 0100007F:1F90 06 00000000:00000000 00:00000000 00000000     0        0 0 1\n";
        let to = "127.0.0.1:8080".parse().unwrap();
        let owner_of = |from: &str| owner(table, from.parse().unwrap(), to);
        assert_eq!(owner_of("127.0.0.1:50000"), Some(1001));
        assert_eq!(owner_of("127.0.0.1:50001"), None, "it is closed: the kernel names no owner");
        assert_eq!(owner_of("127.0.0.1:50002"), None);
    }
}
