//! The networks of this computer in which a phone may be.

use std::net::IpAddr;
use vitrine_model::messages::{Network, NetworkKind};

/// The networks, the likeliest first.
pub fn networks() -> Vec<Network> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "the networks of this computer are not known");
        Vec::new()
    });
    // A phone reads an address of version 4 from the picture more easily, and every local network has one.
    let usable = interfaces
        .into_iter()
        .filter(|interface| interface.is_oper_up() || interface.is_loopback())
        .filter(|interface| interface.ip().is_ipv4());
    let mut networks: Vec<Network> =
        usable.map(|found| Network { kind: kind(&found.name, found.ip()), ip: found.ip() }).collect();
    networks.sort();
    networks.dedup();
    networks
}

fn kind(name: &str, ip: IpAddr) -> NetworkKind {
    let name = name.to_lowercase();
    let begins = |names: &[&str]| names.iter().any(|known| name.starts_with(known));
    match () {
        () if ip.is_loopback() => NetworkKind::ThisComputer,
        () if begins(&[
            "docker",
            "br-",
            "veth",
            "virbr",
            "vmnet",
            "vboxnet",
            "tun",
            "tap",
            "utun",
            "wg",
            "zt",
            "vethernet",
            "tailscale",
        ]) =>
        {
            NetworkKind::Virtual
        }
        () if begins(&["wl", "wi-fi", "wifi", "wireless", "ath", "ra"]) => NetworkKind::Wireless,
        // The first network of a Mac is nearly always wireless.
        () if cfg!(target_os = "macos") && name == "en0" => NetworkKind::Wireless,
        () if begins(&["en", "eth", "local area", "usb"]) => NetworkKind::Cable,
        () => NetworkKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_network_comes_first_and_this_computer_last() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut found = [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("enp3s0", "10.0.0.4"),
            ("wlp2s0", "192.168.1.5"),
            ("Wi-Fi", "192.168.1.6"),
        ]
        .map(|(name, address)| Network { kind: kind(name, ip(address)), ip: ip(address) });
        found.sort();
        let kinds = found.map(|network| network.kind);
        assert_eq!(
            kinds,
            [
                NetworkKind::Wireless,
                NetworkKind::Wireless,
                NetworkKind::Cable,
                NetworkKind::Virtual,
                NetworkKind::ThisComputer
            ]
        );
        assert_eq!(networks().last().map(|network| network.kind), Some(NetworkKind::ThisComputer));
    }
}
