//! One sign-in through the browser: what is made up for it, and opening the page.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use crate::domain::{Code, Problem};

/// The random values of one attempt; the next one has others.
#[derive(Debug)]
pub struct Attempt {
    /// Comes back with the redirect and proves that it belongs to this attempt. 256 bits.
    pub state: SecretString,
    /// Proves at the token endpoint that the code was asked for here (RFC 7636). 256 bits.
    pub verifier: SecretString,
}

impl Attempt {
    /// # Errors
    /// [`Code::Internal`] when the system has no randomness to give.
    pub fn new() -> Result<Self, Problem> {
        Ok(Self { state: random()?, verifier: random()? })
    }

    /// What is shown of the verifier beforehand: its S256 challenge (RFC 7636 section 4.2).
    pub fn challenge(&self) -> String {
        challenge(&self.verifier)
    }
}

fn challenge(verifier: &SecretString) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.expose_secret()))
}

fn random() -> Result<SecretString, Problem> {
    let mut bytes = Zeroizing::new([0; 32]);
    getrandom::fill(bytes.as_mut_slice()).map_err(|error| Problem::new(Code::Internal).saying(error.to_string()))?;
    Ok(SecretString::from(URL_SAFE_NO_PAD.encode(bytes.as_slice())))
}

/// Opens the page in the system's browser, or in `$BROWSER` where that is the custom.
///
/// A browser in a terminal returns only when it is closed.
///
/// # Errors
/// In the system's words, when there is none or it did not start.
pub fn open(address: &str) -> Result<(), String> {
    webbrowser::open(address).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_verifier_have_256_bits_and_are_never_used_again() {
        let [first, second] = [(); 2].map(|()| Attempt::new().unwrap());
        let texts = [&first.state, &first.verifier, &second.state, &second.verifier].map(|text| text.expose_secret().to_owned());
        for text in &texts {
            assert_eq!(URL_SAFE_NO_PAD.decode(text).unwrap().len(), 32);
            assert_eq!(texts.iter().filter(|other| *other == text).count(), 1);
        }
    }

    #[test]
    fn the_challenge_is_the_one_of_rfc_7636_appendix_b() {
        let verifier = SecretString::from("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(challenge(&verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
