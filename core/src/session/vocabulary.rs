//! The words that questions and answers are made of: types of other folders that a user interface meets. It takes them
//! from here and looks no deeper.

pub use crate::{
    base::{Clock, LaneMask, Lanes, TimeUnit, decimal},
    document::{
        Asked, Choice, CompileOptions, Contents, Define, Document, File, Language, Limit, Limits,
        MachineChoice, asked, checked_name,
    },
    files::{Files, SourceText, folder, joined},
    image::{Buffer, Digest, Permission},
    ir::{ImagePart, Space, Type},
    launch::{Arg, ArgValue, Grid, Init, Launch, Number, Size, images},
    machines::{
        Access, Halt, Pending, Place, RegisterClass, Registers, Role, Segment, SlotKind, StackCell,
        StackColumn, Stop, UnitInfo, UnitState, Wait, WellKnown, Work,
        counters::{CounterInfo, Reading},
        panels::radix,
        settings::{Info, SettingKind},
    },
    source::{Diagnostic, Label, LineIndex, Origin, Origins, Severity, Span, TextPlace},
    trace::{
        Cause, Causes, DramCommand, Swatch,
        cause::CauseRow,
        event::Level,
        swatch::{Colour, Pattern},
    },
};
