//! Of two templates that fit equally well the more special one is meant (C++17 17.5.6.2): the one whose parameters the other can take, but not the
//! other way round.

use alloc::{vec, vec::Vec};

use super::super::ast::{Derivation, ParamDecl, TemplateParamKind};
use super::super::types;
use super::deduce::{Arg, Given, MANY, Match, Slot};
use super::scope::Quals;
use super::*;

/// The value of such a stand-in where it must be a number, such as the length of an array: none that people write.
const LIKE_NO_OTHER: u64 = 60_013;

impl Checker<'_> {
    /// Can the second of two templates take whatever the first can?
    fn takes_all_of(&mut self, first: usize, second: usize) -> bool {
        // A pack takes nothing, or more than any other parameters that people write.
        match self.templates.params(first).iter().any(|param| param.is_pack) {
            true => [0, MANY].into_iter().all(|packed| self.takes_all(first, second, packed)),
            false => self.takes_all(first, second, 0),
        }
    }

    /// The same with so many elements in each pack of the first.
    fn takes_all(&mut self, first: usize, second: usize, packed: usize) -> bool {
        let params = self.templates.params(first);
        let stand_in = |this: &mut Self, number: usize| match params[number].kind {
            TemplateParamKind::Type => {
                Arg::Type(this.program.types.declare_struct(None, false).1, Quals::default())
            }
            TemplateParamKind::Value(_) => {
                let ty = this.value_type(params, number, &[]).unwrap_or(types::INT);
                Arg::Value(LIKE_NO_OTHER + number as u64, ty)
            }
        };
        let slots: Vec<Slot> = (0..params.len())
            .map(|number| match params[number].is_pack {
                true => {
                    let elements = (0..packed).map(|_| stand_in(self, number)).collect();
                    Some((self.pack(elements), true))
                }
                false => Some((stand_in(self, number), true)),
            })
            .collect();
        let function = self.templates.function(first);
        self.report.mute();
        let given: Vec<Given> = self.inside(params, &slots, |this| {
            let given = |this: &mut Self, param: &ParamDecl| {
                let described = this.describe(&param.specifiers, &param.declarator);
                let ty = match described.is_reference {
                    true => described.ty,
                    false => this.decay(described.ty, described.quals()),
                };
                let is_place = described.is_reference && !described.takes_values;
                Given { ty: Some(ty), quals: described.quals(), is_place }
            };
            this.each_param(super::template::parameters(function), given)
        });
        self.report.unmute();
        let mut other: Vec<Slot> = vec![None; self.templates.params(second).len()];
        self.outermost(|this| this.unified(second, &given, Match::Same, &mut other).is_ok())
    }

    /// Is the first of two templates the more special one?
    pub(super) fn is_more_special(&mut self, first: usize, second: usize) -> bool {
        match (self.takes_all_of(first, second), self.takes_all_of(second, first)) {
            (true, true) => self.refers_to_places(first, second),
            (first, second) => first && !second,
        }
    }

    /// Has the first of two equal templates `T &` where the second has `T &&`, and not the other way round (C++17 17.8.2.4,
    /// paragraph 9)?
    fn refers_to_places(&self, first: usize, second: usize) -> bool {
        let kinds = |at: usize| {
            let params = super::template::parameters(self.templates.function(at));
            params.iter().map(|param| match param.declarator.derivation.first() {
                Some(Derivation::Reference(_, double)) => Some(*double),
                _ => None,
            })
        };
        let any = |one: bool| kinds(first).zip(kinds(second)).any(|pair| pair == (Some(one), Some(!one)));
        any(false) && !any(true)
    }
}
