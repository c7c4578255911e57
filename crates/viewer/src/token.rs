//! The secret in every address.

use relict_toolkit::core::text::hex;
use std::hint::black_box;

const BYTES: usize = 16;

/// Random; who does not know it gets nothing.
#[derive(Clone)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hex(&bytes)))
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether `said` is it. Takes as long for a wrong one as for the right one.
    pub fn is(&self, said: &str) -> bool {
        let differing = self.0.bytes().zip(said.bytes()).fold(0, |all, (a, b)| black_box(all | (a ^ b)));
        said.len() == self.0.len() && differing == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_is_the_token() {
        let token = Token::random().unwrap();
        assert_eq!(token.text().len(), 32);
        assert!(token.is(token.text()));
        let last = if token.text().ends_with('0') { "1" } else { "0" };
        for wrong in [
            "",
            &token.text()[..31],
            &format!("{}0", token.text()),
            &format!("{}{last}", &token.text()[..31]),
        ] {
            assert!(!token.is(wrong), "{wrong}");
        }
        assert_ne!(Token::random().unwrap().text(), token.text());
    }
}
