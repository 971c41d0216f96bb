//! The lexer: bytes of the text to [`Token`]s.
//!
//! It never fails: what is no token becomes [`Tok::Bad`] with a diagnostic that is only reported if the token is used
//! (not in a group that `#if` skips, not in host code). A backslash at the end of a line joins it with the next one
//! between tokens and inside strings and comments; a name or a number cannot be split over lines.

use alloc::{format, string::String, vec::Vec};

use super::names::Names;
use super::token::{Punct, Tok, Token};
use crate::source::{Diagnostic, Span};

/// Reads a whole text. Diagnostics of bad tokens are appended to `pending`.
pub fn lex(text: &str, names: &mut Names, pending: &mut Vec<Diagnostic>) -> Vec<Token> {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, line_start: true, space: false, pending };
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    while let Some(token) = lexer.next(names) {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line_start: bool,
    space: bool,
    pending: &'a mut Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn next(&mut self, names: &mut Names) -> Option<Token> {
        self.space = false;
        let unclosed = self.skip_blank();
        let start = self.at;
        let (line_start, space) = (self.line_start, self.space);
        let kind = match unclosed {
            Some(comment) => self.bad(comment, "This comment is never closed.", Some("Close it with `*/`.")),
            None if start >= self.bytes.len() => return None,
            None => self.token(names),
        };
        self.line_start = false;
        let span = Span::new(start as u32, self.at as u32);
        Some(Token { kind, span, line_start, space, painted: false })
    }

    /// Skips white space, comments and joined lines. Returns the place of a comment that is never closed.
    fn skip_blank(&mut self) -> Option<Span> {
        loop {
            match self.peek(0) {
                b'\n' => {
                    self.at += 1;
                    self.line_start = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if self.joined_line() > 0 => self.at += self.joined_line(),
                b'/' if self.peek(1) == b'/' => self.skip_line_comment(),
                b'/' if self.peek(1) == b'*' => {
                    let start = self.at;
                    if !self.skip_block_comment() {
                        return Some(Span::new(start as u32, start as u32 + 2));
                    }
                }
                0xc2 if self.peek(1) == 0xa0 => self.at += 2,
                0xef if self.peek(1) == 0xbb && self.peek(2) == 0xbf => self.at += 3,
                _ => return None,
            }
            self.space = true;
        }
    }

    /// Length of a backslash and line end at the cursor, or 0.
    fn joined_line(&self) -> usize {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    fn skip_line_comment(&mut self) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            self.at += self.joined_line().max(1);
        }
    }

    fn skip_block_comment(&mut self) -> bool {
        match self.bytes[self.at + 2..].windows(2).position(|pair| pair == b"*/") {
            Some(length) => {
                self.at += length + 4;
                true
            }
            None => {
                self.at = self.bytes.len();
                false
            }
        }
    }

    fn token(&mut self, names: &mut Names) -> Tok {
        match self.peek(0) {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => self.name(names),
            b'0'..=b'9' => self.number(names),
            b'.' if self.peek(1).is_ascii_digit() => self.number(names),
            b'"' => self.quoted(b'"', names),
            b'\'' => self.quoted(b'\'', names),
            _ => self.punct(),
        }
    }

    fn name(&mut self, names: &mut Names) -> Tok {
        let start = self.at;
        while matches!(self.peek(0), b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$') {
            self.at += 1;
        }
        Tok::Name(names.intern(&self.text[start..self.at]))
    }

    /// A preprocessing number: digits, letters, points, and signs behind an exponent letter.
    fn number(&mut self, names: &mut Names) -> Tok {
        let start = self.at;
        loop {
            let hex = matches!(self.bytes.get(start + 1), Some(b'x' | b'X'));
            match self.peek(0) {
                b'e' | b'E' if !hex && matches!(self.peek(1), b'+' | b'-') => self.at += 2,
                b'p' | b'P' if matches!(self.peek(1), b'+' | b'-') => self.at += 2,
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => self.at += 1,
                // C++ separates groups of digits so.
                b'\'' if self.peek(1).is_ascii_alphanumeric() => self.at += 2,
                _ => break,
            }
        }
        Tok::Number(names.intern(&self.text[start..self.at]))
    }

    fn quoted(&mut self, quote: u8, names: &mut Names) -> Tok {
        let start = self.at;
        self.at += 1;
        while self.at < self.bytes.len() && !matches!(self.peek(0), b'\n') {
            match self.peek(0) {
                b'\\' => self.at += self.joined_line().max(2),
                byte => {
                    self.at += 1;
                    if byte == quote {
                        let symbol = names.intern(&self.text[start..self.at]);
                        return if quote == b'"' { Tok::Text(symbol) } else { Tok::Char(symbol) };
                    }
                }
            }
        }
        self.at = self.floor(self.at);
        let what = if quote == b'"' { "string" } else { "character constant" };
        let help = format!("Add the closing {} on the same line.", quote as char);
        let span = Span::new(start as u32, self.at as u32);
        self.bad(span, &format!("This {what} is never closed."), Some(&help))
    }

    /// The nearest character boundary at or below a byte offset.
    fn floor(&self, at: usize) -> usize {
        (0..=at.min(self.text.len())).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }

    fn punct(&mut self) -> Tok {
        for length in [3, 2, 1] {
            if let Some(punct) = self.text.get(self.at..self.at + length).and_then(Punct::parse) {
                self.at += length;
                return Tok::Punct(punct);
            }
        }
        let start = self.at;
        let found = self.text[start..].chars().next().unwrap_or(' ');
        self.at += found.len_utf8();
        let span = Span::new(start as u32, self.at as u32);
        let help = match found {
            '“' | '”' | '‘' | '’' | '–' | '—' | '×' => {
                Some("It looks like text from a word processor: write the plain ASCII character.")
            }
            _ => None,
        };
        self.bad(span, &format!("The character {found:?} has no meaning here."), help)
    }

    fn bad(&mut self, span: Span, message: &str, help: Option<&str>) -> Tok {
        let diagnostic = Diagnostic::error("lex::character", span, String::from(message));
        self.pending.push(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
        Tok::Bad(self.pending.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn spelled(text: &str) -> Vec<String> {
        let mut names = Names::new();
        let show = |token: &Token| match token.kind {
            Tok::Name(s) | Tok::Number(s) | Tok::Char(s) | Tok::Text(s) => Err(s),
            Tok::Punct(punct) => Ok(punct.text().to_string()),
            Tok::Unroll(_) | Tok::UnrollBy(_) | Tok::Bad(_) => Ok("bad".to_string()),
            Tok::End => Ok("end".to_string()),
        };
        let tokens = lex(text, &mut names, &mut Vec::new());
        tokens
            .iter()
            .map(|token| show(token).unwrap_or_else(|symbol| names.text(symbol).to_string()))
            .collect()
    }

    #[test]
    fn takes_the_longest_operator() {
        assert_eq!(
            spelled("a<<=b>>c->d...e++ +f"),
            ["a", "<<=", "b", ">>", "c", "->", "d", "...", "e", "++", "+", "f"]
        );
    }

    #[test]
    fn numbers_keep_signs_of_exponents_only() {
        assert_eq!(
            spelled("1e-3f 0x1p+4 0xe+1 1.5.2 .5"),
            ["1e-3f", "0x1p+4", "0xe", "+", "1", "1.5.2", ".5"]
        );
    }

    #[test]
    fn comments_and_joined_lines_are_blank() {
        assert_eq!(spelled("a/*x*/b// c \\\n d\ne\\\nf"), ["a", "b", "e", "f"]);
    }

    #[test]
    fn what_is_no_token_is_kept_as_bad() {
        assert_eq!(spelled("a @ \"x"), ["a", "bad", "bad"]);
        assert_eq!(spelled("x /* y"), ["x", "bad"]);
        assert_eq!(spelled("'\\"), ["bad"]);
    }

    #[test]
    fn knows_the_first_token_of_a_line() {
        let tokens = lex("a b\nc", &mut Names::new(), &mut Vec::new());
        assert_eq!(tokens.iter().map(|token| token.line_start).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(tokens[2].span, Span::new(4, 5));
    }
}
