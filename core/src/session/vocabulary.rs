//! The words that questions and answers are made of: types of other folders that a user interface meets. It takes them
//! from here and looks no deeper.

pub use crate::{
    base::LaneMask,
    document::{CompileOptions, Define, Document, Language, Limits, MachineChoice},
    image::{Buffer, Digest},
    ir::{Space, Type},
    launch::{Arg, ArgValue, Init, Launch, Number},
    machines::{
        Access, Halt, Place, Registers, Segment, StackRow, Stop, UnitInfo, UnitState, VectorFile, Wait, Work,
        counters::Reading,
        settings::{Info, Kind},
    },
    source::{Diagnostic, Label, LineIndex, Severity, Span},
    trace::{Cause, DramCommand},
};
