//! Namespaces, directives (`using namespace n;`), using-declarations (`using n::f;`) and other names of namespaces (C++17 10.3).

use alloc::vec;

use super::lookup::{Found, Local};
use super::*;
use crate::lang::ast::StmtKind;
use crate::lang::spaces::{Kind, Meaning, What};

impl Parser<'_> {
    /// `using …;` in its three forms.
    pub(super) fn using(&mut self) -> Parse<StmtKind> {
        let behind = self.ahead(1).name().and_then(|name| Keyword::of(name, self.dialect));
        if behind == Some(Keyword::Namespace) {
            self.advance();
            self.advance();
            return Ok(self.using_namespace()?.map_or(StmtKind::Empty, StmtKind::Using));
        }
        if self.ahead(2).is(Punct::Assign) {
            return self.alias().map(StmtKind::Declaration);
        }
        self.advance();
        loop {
            self.take_keyword(Keyword::Typename);
            self.using_name()?;
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.expect_semi("`using`")?;
        Ok(StmtKind::Empty)
    }

    /// `using namespace n;`. What a namespace has that the text does not have is not here.
    /// Returns it if it is the block's.
    fn using_namespace(&mut self) -> Parse<Option<SpaceId>> {
        let Some((name, span)) = self.name() else {
            return Err(self.expected("a namespace", "behind `using namespace`"));
        };
        self.advance();
        self.expect_semi("`using namespace`")?;
        let Some(space) = self.space_named(name) else { return Ok(None) };
        if !self.is_outside() {
            self.directives.push(space);
            return Ok(Some(space));
        }
        if !self.spaces.direct(self.space, space) {
            self.crowded = self.crowded.or(Some(span));
        }
        Ok(None)
    }

    /// Says that there are more directives than are obeyed.
    pub(super) fn report_crowd(&mut self) {
        let Some(span) = self.crowded else { return };
        let most = crate::lang::spaces::MAX_DIRECTIVES;
        let message = format!("The text has more than {most} `using namespace` (limit using-directives).");
        self.report.push(Diagnostic::error("limit::using-directives", span, message));
    }

    /// A name of a using-declaration.
    fn using_name(&mut self) -> Parse<()> {
        let Some((name, _)) = self.name() else {
            return Err(self.expected("a name", "behind `using`"));
        };
        self.advance();
        let last = self.last_part(name);
        let meaning = match self.find(name) {
            Found::Known(meaning) => meaning,
            Found::Plain(plain) if plain == last => {
                let is_type = type_name(self.names.text(plain), self.dialect).is_some();
                Meaning::one(if is_type { What::Type } else { What::Function }, plain)
            }
            // An unknown one is reported where it is used.
            Found::Plain(_) | Found::Foreign(_) => return Ok(()),
        };
        if !self.is_outside() {
            // In the same block they are one set; those of a block around are hidden.
            let targets = match self.local_here(last) {
                Some(local) if local.what == What::Function && meaning.what == What::Function => {
                    [&local.targets[..], &meaning.targets].concat()
                }
                _ => meaning.targets,
            };
            self.declare_local(last, Local { targets, ..Local::own(meaning.what) });
        } else if meaning.targets != [last] || self.space != OUTERMOST {
            self.spaces.add(self.space, last, &meaning);
        }
        Ok(())
    }

    /// `namespace a = b::c;`, at its first word.
    pub(super) fn namespace_alias(&mut self) -> Parse<()> {
        self.advance();
        let name = self.name();
        self.advance();
        self.advance();
        let (Some((name, _)), Some((of, _))) = (name, self.name()) else {
            return Err(self.expected("a namespace", "behind `=`"));
        };
        self.advance();
        self.expect_semi("this namespace")?;
        let Some(space) = self.space_named(of) else { return Ok(()) };
        if self.is_outside() {
            self.spaces.alias(self.space, name, space);
        } else {
            self.declare_local(name, Local { space: Some(space), ..Local::own(What::Other) });
        }
        Ok(())
    }

    /// Does `namespace a = b;` stand at the cursor?
    pub(super) fn at_namespace_alias(&mut self) -> bool {
        self.keyword() == Some(Keyword::Namespace)
            && self.ahead(1).name().is_some()
            && self.ahead(2).is(Punct::Assign)
    }

    /// `namespace n {` and the like, at the cursor: opens the space.
    pub(super) fn opens_namespace(&mut self) -> Option<SpaceId> {
        let inline = usize::from(self.keyword() == Some(Keyword::Inline));
        let word = self.ahead(inline).name().and_then(|name| Keyword::of(name, self.dialect));
        if word != Some(Keyword::Namespace) {
            return None;
        }
        let (name, open) = match (self.ahead(inline + 1).name(), self.ahead(inline + 1).is(Punct::LBrace)) {
            (Some(name), _) if self.ahead(inline + 2).is(Punct::LBrace) => (Some(name), inline + 2),
            (None, true) => (None, inline + 1),
            _ => return None,
        };
        let span = self.ahead(open).span;
        self.at += open + 1;
        let parts = match name {
            Some(name) => match self.paths.get(&name) {
                Some(path) => path.parts.iter().copied().map(Some).collect(),
                None => vec![Some(name)],
            },
            None => vec![None],
        };
        let kind = if inline == 1 { Kind::Inline } else { Kind::Namespace };
        let mut space = self.space;
        for part in parts {
            match self.spaces.open(space, part, kind, self.names) {
                Some(inner) => space = inner,
                None => {
                    let message = format!(
                        "The path of this namespace has more than {} bytes (limit namespace-path).",
                        crate::lang::spaces::MAX_PATH
                    );
                    self.report.about(None);
                    self.report.push(Diagnostic::error("limit::namespace-path", span, message));
                    break;
                }
            }
        }
        Some(space)
    }
}
