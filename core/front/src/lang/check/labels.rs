//! Labels and `goto`: each label has a number in its function, wherever it stands in it.

use alloc::{format, vec::Vec};

use super::*;
use crate::base::suggest::suggest;

/// The labels of a function.
#[derive(Debug, Default)]
pub(super) struct Labels(Vec<Label>);

/// A label that is declared, or that a `goto` names.
#[derive(Debug)]
struct Label {
    name: Symbol,
    /// Where it stands.
    declared: Option<Span>,
    /// The first `goto` that names it.
    named: Option<Span>,
}

impl Labels {
    fn number(&mut self, name: Symbol) -> usize {
        self.0.iter().position(|label| label.name == name).unwrap_or_else(|| {
            self.0.push(Label { name, declared: None, named: None });
            self.0.len() - 1
        })
    }

    /// The number of the label that a `goto` names.
    pub fn go_to(&mut self, name: Symbol, span: Span) -> u32 {
        let at = self.number(name);
        self.0[at].named.get_or_insert(span);
        at as u32
    }
}

impl Checker<'_> {
    /// A label stands here.
    pub(super) fn label_here(&mut self, name: Symbol, span: Span) -> u32 {
        let at = self.here.labels.number(name);
        if let Some(first) = self.here.labels.0[at].declared.replace(span) {
            let message = format!("There are two labels `{}` in this function.", self.text(name));
            let error = Diagnostic::error("name::label", span, message);
            self.report.push(error.label(first, "the other one"));
        }
        at as u32
    }

    /// Says which labels are missing, at the end of a function.
    pub(super) fn all_labels_stand(&mut self) {
        let Labels(labels) = core::mem::take(&mut self.here.labels);
        for label in labels.iter().filter(|label| label.declared.is_none()) {
            let Some(span) = label.named else { continue };
            let text = self.text(label.name);
            let message = format!("There is no label `{text}` in this function.");
            let known = labels.iter().filter(|label| label.declared.is_some());
            let near = suggest(text, known.map(|label| self.text(label.name)));
            let error = Diagnostic::error("name::label", span, message);
            self.report.push(match near {
                Some(near) => error.help(format!("Did you mean `{near}`?")),
                None => error,
            });
        }
    }
}
