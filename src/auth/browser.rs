//! One sign-in through the browser: its random values, and opening the page.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

use vitrine_domain::{Problem, ProblemKind};

/// The random values of one sign-in attempt.
#[derive(Debug)]
pub struct Attempt {
    /// Returned with the redirect; proves that the redirect belongs to this attempt. 256 bits.
    pub state: SecretString,
    /// Proves at the token endpoint that this program requested the code (RFC 7636). 256 bits.
    pub verifier: SecretString,
}

impl Attempt {
    /// Draws new values.
    ///
    /// # Errors
    ///
    /// [`ProblemKind::Internal`] if the system has no random source.
    pub fn new() -> Result<Self, Problem> {
        Ok(Self { state: random()?, verifier: random()? })
    }

    /// The S256 challenge sent in advance (RFC 7636 section 4.2).
    pub fn challenge(&self) -> String {
        challenge(&self.verifier)
    }
}

fn challenge(verifier: &SecretString) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.expose_secret()))
}

/// A random text of 256 bits.
pub(super) fn random() -> Result<SecretString, Problem> {
    let mut bytes = Zeroizing::new([0; 32]);
    getrandom::fill(bytes.as_mut_slice())
        .map_err(|error| Problem::new(ProblemKind::Internal).with_quotation(error.to_string()))?;
    Ok(SecretString::from(URL_SAFE_NO_PAD.encode(bytes.as_slice())))
}

/// Opens the page in the default browser, or in `$BROWSER` where that is customary.
///
/// Blocks with a terminal browser, until that is closed.
///
/// # Errors
///
/// The system's message, if there is no browser or it did not start.
pub fn open(address: &str) -> Result<(), String> {
    webbrowser::open(address).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_and_verifier_have_256_bits_and_are_never_reused() {
        let [first, second] = [(); 2].map(|()| Attempt::new().unwrap());
        let texts = [&first.state, &first.verifier, &second.state, &second.verifier]
            .map(|text| text.expose_secret().to_owned());
        for text in &texts {
            assert_eq!(URL_SAFE_NO_PAD.decode(text).unwrap().len(), 32);
            assert_eq!(texts.iter().filter(|other| *other == text).count(), 1);
        }
    }

    #[test]
    fn the_challenge_matches_rfc_7636_appendix_b() {
        let verifier = SecretString::from("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(challenge(&verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
