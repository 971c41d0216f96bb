//! What page and workers say to each other: plain data, packed with postcard into one byte array per message.
//!
//! There is a worker for each machine. A worker has desks, each with a session of its own: one for the page's run, numbered
//! ones beside it. Which worker a question is for follows from the desk ([`crate::post`]); neither the page's state nor a
//! desk knows that there are several workers.
//!
//! The page sends [`Ask`]s and shows what comes back as [`Told`]. There is one question about the picture, [`View`]:
//! it says everything that is on the screen, and its answer, [`Frame`], holds everything that is needed to draw it. The
//! worker answers only the newest view, so a fast hand or a long run never builds up a queue.

use lanescope_core::session::{
    Check, Compiled, EventKind, Figure, Format, Found, Listing, Question, Report, Run, Snapshot, Status,
    Strip,
    studies::{Outcome, Progress},
    vocabulary::{Diagnostic, Document},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Cycle number that stands for the end of the run, wherever it is.
pub const END: u64 = u64::MAX;

/// Cycles that are simulated without being asked for: those of all but the longest runs. A run that never ends would keep a
/// processor busy until limit `cycles`.
pub const EXPLORED: u64 = 20_000_000;

/// The desk that answers the questions of lessons.
pub const TUTOR: u32 = 0;
/// The desk of studies.
pub const STUDIES: u32 = 1;
/// The desk of the first run that the page's own is compared with; the others follow.
pub const BESIDE: u32 = 2;

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// Compile this document and start its run. Drops the run that was there.
    Open {
        /// Comes back with everything that belongs to this document.
        ticket: u32,
        /// The document.
        document: Box<Document>,
    },
    /// Go to the view's cycle, then answer with a frame. A newer view replaces an older one that still waits.
    Look(View),
    /// The same, where nobody has moved anything: more of the run is known, and the view reaches to its end. Exploring goes on.
    Grown(View),
    /// Leave off what is being simulated, at the cycle where it is.
    Stop,
    /// Where is the next event after `from`?
    Find {
        /// The cycle to start from.
        from: u64,
        /// What to look for.
        kind: EventKind,
        /// In this unit, or in any.
        unit: Option<u32>,
    },
    /// Compare the result with the reference interpreter's.
    Check,
    /// The IR after a pass (index of `Compiled::passes`).
    IrAfter(u32),
    /// The cycles of the run from the first up to the second as a file, piece by piece. Takes the place of one that is being
    /// written. The number comes back with each piece. On disk means that the page asks the person for a file first.
    Export {
        /// Its number.
        number: u32,
        /// The format.
        format: Format,
        /// The cycles.
        cycles: (u64, u64),
        /// Is it written to a file on disk as it is made?
        on_disk: bool,
    },
    /// A piece of the file of this number has found its place. Few pieces are sent ahead of this.
    ExportTaken(u32),
    /// Leave off the file that is being written.
    ExportStop,
    /// Do the runs of a study; tell how far it is and what is known so far until it is done or stopped.
    Study {
        /// Comes back with everything that belongs to this study.
        ticket: u32,
        /// Its id.
        id: String,
        /// What it is a study of.
        document: Box<Document>,
        /// What was entered: names and values.
        inputs: Vec<(String, String)>,
        /// The presets that there are, machine by machine.
        presets: Vec<Vec<String>>,
    },
    /// What came of a run that a study of this desk waited for.
    Ran(Errand, Box<Outcome>),
    /// Run this document to its end, for a study at a desk of another worker. One errand of a desk takes the place of another.
    Run(Errand, Box<Document>),
    /// Leave off the errand of this desk of another worker.
    Recall(u32),
    /// Clear this desk: its document goes to another worker.
    Close,
    /// A question for the desk of this number, which has a session of its own beside the page's.
    Aside(u32, Box<Ask>),
    /// Clear the desks from this number on.
    Dismiss(u32),
}

/// A run that a study waits for: who asked, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand {
    /// The desk of the study.
    pub desk: u32,
    /// The ticket of the study.
    pub ticket: u32,
    /// Its place in the study's plan.
    pub run: u32,
}

/// Everything on the screen that the worker must know of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The document that it is a view of.
    pub ticket: u32,
    /// The cycle; [`END`] for the end of the run.
    pub cycle: u64,
    /// The selected unit.
    pub unit: u32,
    /// Columns of the whole-run strip.
    pub strip: u32,
    /// What the open panels ask, by their ids.
    pub figures: Vec<(String, Question)>,
    /// The numbers at the frontier?
    pub totals: bool,
    /// Digests of memory and state? They are worked out of every byte, and the page shows none: who compares runs asks for them.
    pub digests: bool,
    /// The fingerprint of all events? They are made once more for it: tests ask.
    pub log: bool,
}

/// The answer to a view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The question.
    pub view: View,
    /// How far the run is. Its cycle differs from the view's if the run ended or was stopped before it.
    pub status: Status,
    /// Units, registers and access at the cycle.
    pub snapshot: Option<Snapshot>,
    /// The units that have had work so far, if they are not those of the frame before.
    pub busy: Option<Vec<u32>>,
    /// The whole-run strip, if it is not that of the frame before.
    pub strip: Option<Strip>,
    /// Figures, by the ids of their panels, that are not those of the frame before.
    pub figures: Vec<(String, Figure)>,
    /// Counters and stall breakdown up to the cycle. The page knows the machine's causes, so their words are not sent again.
    pub report: Option<Report>,
    /// The report at the frontier, if it was asked for and is not that of the frame before.
    pub totals: Option<Report>,
    /// Digests of memory and of the machine's state at the cycle, if they were asked for.
    pub digests: Option<(u64, u64)>,
    /// The fingerprint of all events up to the frontier, if it was asked for.
    pub log: Option<u64>,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Told {
    /// It is up.
    Ready,
    /// A document was compiled.
    Opened {
        /// The ticket of its `Open`.
        ticket: u32,
        /// What the compiler found.
        compiled: Box<Compiled>,
        /// Its run at cycle 0, or what is wrong with text, launch or settings.
        run: Result<Run, Vec<Diagnostic>>,
    },
    /// A simulation goes on.
    Progress {
        /// The document's ticket.
        ticket: u32,
        /// How far it is.
        status: Status,
        /// The whole run so far.
        strip: Strip,
        /// Seconds that the rest of the run takes, about, once that is known.
        seconds: Option<u32>,
    },
    /// The answer to the newest view.
    Frame(Box<Frame>),
    /// The answer to `Find`.
    Found(Found),
    /// The answer to `Check`.
    Checked(Check),
    /// The answer to `IrAfter`.
    Ir(u32, Listing),
    /// The next piece of the file that `Export` asked for.
    Exported(Exported),
    /// How far a study is and what is known so far, or what is wrong with what was entered.
    Study {
        /// The ticket of its `Ask::Study`.
        ticket: u32,
        /// What is known, or what is wrong.
        said: Result<Box<Known>, String>,
    },
    /// A study needs a run of a machine that another worker has: the ticket of its `Ask::Study`, the place of the run in its
    /// plan, and what is to be run.
    Wanted(u32, u32, Box<Document>),
    /// The answer to `Run`.
    Ran(Errand, Box<Outcome>),
    /// What the desk of this number says.
    Aside(u32, Box<Told>),
    /// Something inside the laboratory broke; the worker must be started again.
    Broken(String),
}

/// A piece of a file, and how much of the file is there with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exported {
    /// The number of its `Ask::Export`.
    pub number: u32,
    /// The format.
    pub format: Format,
    /// What follows in the file; nothing in a message that only says how far it is.
    pub piece: Vec<u8>,
    /// Bytes of the file up to here.
    pub bytes: u64,
    /// How much is done, in thousandths.
    pub thousandths: u32,
    /// Is the file whole with it?
    pub whole: bool,
}

/// What is known of a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// How far it is.
    pub progress: Progress,
    /// Its figure.
    pub figure: Figure,
    /// Its numbers, by their names.
    pub numbers: Vec<(String, f64)>,
}

/// Packs a message.
pub fn pack<T: Serialize>(message: &T) -> Vec<u8> {
    // Plain data without maps or unsized sequences: packing it cannot fail.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// Unpacks a message; `None` if it is none (page and worker of two different builds).
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_way() {
        let ask = Ask::Look(View {
            cycle: END,
            figures: vec![("memory".into(), Question::default())],
            ..View::default()
        });
        assert_eq!(unpack::<Ask>(&pack(&ask)), Some(ask));
        assert_eq!(unpack::<Ask>(&[0xFF; 3]), None);
    }
}
