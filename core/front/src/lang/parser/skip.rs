//! Finding the end of what is not read: groups of brackets, items of host code, items that could not be read.

use alloc::{vec, vec::Vec};

use super::*;

impl Parser<'_> {
    /// Index of the token behind the group that opens at `at`.
    pub(super) fn behind_group(&self, mut at: usize) -> usize {
        let mut depth = 0usize;
        loop {
            let token = self.tokens[at];
            match token.kind {
                Tok::End => return at,
                // A kernel never begins inside of brackets: one of them was not closed.
                Tok::Name(name) if token.line_start && self.begins_kernel(name) => return at,
                Tok::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace | Punct::RBracket) => {
                    depth = depth.saturating_sub(1)
                }
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return at;
            }
        }
    }

    pub(super) fn begins_kernel(&self, name: Symbol) -> bool {
        matches!(Keyword::of(name, self.dialect), Some(Keyword::Kernel | Keyword::CudaGlobal))
    }

    pub(super) fn item_has_device_mark(&mut self) -> bool {
        let start = self.at;
        self.skip_item();
        let end = core::mem::replace(&mut self.at, start);
        self.has_device_mark(start, end)
    }

    /// Does one of these tokens say that something is for the device?
    pub(super) fn has_device_mark(&self, start: usize, end: usize) -> bool {
        self.tokens[start..end].iter().filter_map(Token::name).any(|name| {
            matches!(Keyword::of(name, self.dialect), Some(Keyword::CudaGlobal | Keyword::CudaDevice))
                || self.names.text(name).trim_matches('_') == places::KERNEL
        })
    }

    /// Goes behind the `;` or the block that ends what begins at the cursor.
    pub(super) fn skip_item(&mut self) {
        loop {
            match self.tokens[self.at].kind {
                Tok::End | Tok::Punct(Punct::RBrace) => return,
                Tok::Punct(Punct::Semi) => {
                    self.at += 1;
                    return;
                }
                Tok::Punct(Punct::LBrace) => {
                    self.at = self.behind_group(self.at);
                    if !self.goes_on(self.at) {
                        return;
                    }
                }
                Tok::Punct(Punct::LParen | Punct::LBracket) => self.at = self.behind_group(self.at),
                _ => self.at += 1,
            }
        }
    }

    /// The item that begins at `start` and ends before the cursor, which could not be read.
    pub(super) fn unread_item(&mut self, start: usize, quiet: bool) -> Item {
        let names = self.declared_names(start, self.at);
        Item::Unread { names: names.into_iter().map(|name| self.declare_unread(name)).collect(), quiet }
    }

    /// The names that these tokens declare, as far as their form tells: tags with members, and names in front of `(`, `[`,
    /// `=`, `,` or `;` outside of brackets and initial values.
    pub(super) fn declared_names(&self, start: usize, end: usize) -> Vec<Symbol> {
        let mut names = vec![];
        let (mut at, mut value, mut last) = (start, false, None);
        while at < end {
            let token = self.tokens[at];
            let keyword = token.name().and_then(|name| Keyword::of(name, self.dialect));
            at = match (token.kind, keyword) {
                (Tok::Punct(Punct::Lt), None) if last == Some(Keyword::Template) => {
                    self.behind_angles(at, end)
                }
                (Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace), None) => self.behind_group(at),
                _ => at + 1,
            };
            let next = self.tokens[at];
            let tag = matches!(last, Some(Keyword::Struct | Keyword::Union | Keyword::Class | Keyword::Enum));
            let ends = [Punct::LParen, Punct::LBracket, Punct::Assign, Punct::Comma, Punct::Semi];
            let declares = match tag {
                true => next.is(Punct::LBrace) || next.is(Punct::Colon),
                false => ends.into_iter().any(|punct| next.is(punct)),
            };
            if let (Some(name), None, false) = (token.name(), keyword, value)
                && declares
            {
                names.push(name);
            }
            value = !token.is(Punct::Comma) && (value || token.is(Punct::Assign));
            last = keyword;
        }
        names
    }

    /// Index of the token behind `<…>`, whose `<` is at `at`; that of a `>>` whose second half closes a list around it. What stands in
    /// other brackets closes nothing.
    pub(super) fn behind_angles(&self, mut at: usize, end: usize) -> usize {
        let mut depth = 0usize;
        while at < end {
            depth = match self.tokens[at].kind {
                Tok::Punct(Punct::Lt) => depth + 1,
                Tok::Punct(Punct::Gt) => depth.saturating_sub(1),
                Tok::Punct(Punct::Shr) if depth == 1 => return at,
                Tok::Punct(Punct::Shr) => depth.saturating_sub(2),
                Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    at = self.behind_group(at).min(end);
                    continue;
                }
                _ => depth,
            };
            at += 1;
            if depth == 0 {
                break;
            }
        }
        at
    }

    /// Where what begins at `start` and went wrong at `failed` ends: behind its `;` or its block, or before what looks
    /// like the next item. Braces are counted, since other brackets may be what is wrong.
    pub(super) fn item_end(&self, start: usize, failed: usize) -> usize {
        let (mut at, mut depth) = (start, 0usize);
        loop {
            let token = self.tokens[at];
            let keyword = token.name().and_then(|name| Keyword::of(name, self.dialect));
            match (token.kind, keyword) {
                (Tok::End, _) => return at,
                (_, Some(Keyword::Kernel | Keyword::CudaGlobal)) if token.line_start && depth > 0 => {
                    return at;
                }
                (_, Some(Keyword::Kernel | Keyword::CudaGlobal | Keyword::CudaDevice))
                    if token.line_start && at > start && at >= failed =>
                {
                    return at;
                }
                (Tok::Punct(Punct::Semi), _) if depth == 0 => return at + 1,
                (Tok::Punct(Punct::LBrace), _) => depth += 1,
                (Tok::Punct(Punct::RBrace), _) if depth == 0 => return at,
                (Tok::Punct(Punct::RBrace), _) => {
                    depth -= 1;
                    if depth == 0 && !self.goes_on(at + 1) {
                        return at + 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Does a declaration go on at this token, which stands behind a block? Attributes may come first.
    fn goes_on(&self, mut at: usize) -> bool {
        let keyword = |at: usize| self.tokens[at].name().and_then(|name| Keyword::of(name, self.dialect));
        while matches!(keyword(at), Some(Keyword::Attribute | Keyword::Align)) {
            at = self.behind_group(at + 1);
        }
        let is = |at: usize, list: &[Punct]| list.iter().any(|punct| self.tokens[at].is(*punct));
        let named = self.tokens[at].name().is_some() && keyword(at).is_none();
        let ends = [Punct::Semi, Punct::Comma, Punct::Assign, Punct::LBracket];
        (named && is(at + 1, &ends))
            || is(at, &[Punct::Semi, Punct::Comma, Punct::RParen, Punct::Assign, Punct::Star])
    }
}
