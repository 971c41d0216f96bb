//! What a compiler is given: a kernel, the settings of the machine, and what people and earlier runs know of the kernel.
//!
//! Everything that decides about code is in one value, so that it reaches every code generator the same way. What a family has no use for
//! it leaves alone; who offers a decision or a profile asks the family first ([`Family::DECIDES`], [`Family::profile_file`]).
//!
//! [`Family::DECIDES`]: super::family::Family::DECIDES
//! [`Family::profile_file`]: super::family::Family::profile_file

use alloc::format;
use core::fmt;

use super::studies::Decision;
use crate::{
    ir::Kernel,
    source::{Diagnostic, Span},
};

/// See the module. `S` are the settings of a family; without them it is what all families are given.
#[derive(Debug)]
pub struct Given<'a, S = ()> {
    /// Optimised IR.
    pub kernel: &'a Kernel,
    /// The settings.
    pub spec: &'a S,
    /// What a person has decided about lines of the kernel, by ids of the family.
    pub decisions: &'a [Decision],
    /// The text of a profile of its branches, in the family's own form.
    pub profile: Option<&'a str>,
    /// Who may end a compiler that takes long.
    pub patience: Patience<'a>,
}

/// Asked now and then whether to go on.
#[derive(Clone, Copy)]
pub struct Patience<'a>(pub &'a dyn Fn() -> bool);

impl Patience<'_> {
    /// Without end.
    pub const ENDLESS: Patience<'static> = Patience(&|| true);

    /// # Errors
    /// It is over.
    pub fn ask(self, kernel: &Kernel) -> Result<(), Diagnostic> {
        if (self.0)() {
            return Ok(());
        }
        let message = format!("kernel `{}`: the compiler was stopped before its end", kernel.name);
        Err(Diagnostic::error("limit::stopped", Span::NONE, message))
    }
}

impl fmt::Debug for Patience<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Patience")
    }
}

impl<'a, S> Given<'a, S> {
    /// A kernel and settings, and nothing else that is known.
    pub fn new(kernel: &'a Kernel, spec: &'a S) -> Given<'a, S> {
        Given { kernel, spec, decisions: &[], profile: None, patience: Patience::ENDLESS }
    }

    /// The same with another form of the kernel.
    pub fn with_kernel<'b>(&self, kernel: &'b Kernel) -> Given<'b, S>
    where
        'a: 'b,
    {
        let Given { spec, decisions, profile, patience, .. } = *self;
        Given { kernel, spec, decisions, profile, patience }
    }

    /// The same on a machine with these settings.
    pub fn on<'b, T>(&self, spec: &'b T) -> Given<'b, T>
    where
        'a: 'b,
    {
        let Given { kernel, decisions, profile, patience, .. } = *self;
        Given { kernel, spec, decisions, profile, patience }
    }
}
