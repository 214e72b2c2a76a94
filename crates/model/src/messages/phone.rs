//! Commands and events about receiving photos from a phone.

use std::net::IpAddr;
use std::path::PathBuf;

use secrecy::{ExposeSecret, SecretString};

use vitrine_domain::Problem;
use vitrine_media::QrCode;

/// Commands about receiving photos from a phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhoneCommand {
    /// Starts to receive: in the network with this address of the computer, else in the likeliest one.
    Open { network: Option<IpAddr> },
    /// Lets one more phone in.
    AddPhone,
    /// Ends receiving.
    Close,
}

/// What happens while photos are received.
#[derive(Clone, Debug)]
pub enum PhoneEvent {
    State(Box<PhoneState>),
    /// The folders of products for the review.
    Products(Vec<PathBuf>),
    Ended(PhoneEnd),
}

/// Why receiving ended.
#[derive(Clone, Debug)]
pub enum PhoneEnd {
    Closed,
    /// No phone sent anything for a long time.
    Idle,
    Failed(Problem),
}

/// How far receiving is.
#[derive(Clone, Debug)]
pub struct PhoneState {
    /// The networks of this computer, the likeliest first.
    pub networks: Vec<Network>,
    /// The network in which photos are received.
    pub network: Network,
    /// For the next phone; `None` while nobody else may come.
    pub invitation: Option<Invitation>,
    /// How many phones may send.
    pub phones: usize,
    /// How many photos came since receiving began, and how many the phone has still to send.
    pub photos: usize,
    pub left: usize,
    /// How many products came.
    pub products: usize,
    /// How many photos are in no product yet.
    pub waiting: usize,
}

/// The address by which a phone is let in.
#[derive(Clone, Debug)]
pub struct Invitation {
    address: SecretString,
    pub code: QrCode,
}

impl Invitation {
    /// `None` if the address is too long for a code, which it never is.
    pub fn new(address: SecretString) -> Option<Self> {
        let code = QrCode::of(address.expose_secret())?;
        Some(Self { address, code })
    }

    /// The address, to be typed where no camera reads codes.
    pub fn address(&self) -> &str {
        self.address.expose_secret()
    }
}

/// What kind of network it is, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NetworkKind {
    Wireless,
    Cable,
    Other,
    /// Networks between programs of this computer.
    Virtual,
    /// This computer alone, for trying it out.
    ThisComputer,
}

/// A network of this computer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Network {
    pub kind: NetworkKind,
    /// The address of this computer in it.
    pub ip: IpAddr,
}
