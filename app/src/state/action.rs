//! Everything that can happen to the page.

use lanescope_core::{
    catalog::Catalog,
    session::{
        EventKind, Format, Region,
        vocabulary::{Define, Document, File, Init, Language, MachineChoice, Number, Type},
    },
};

use super::{Dialog, Mark, Theme, export::Saved};
use crate::protocol::Told;

/// One thing that happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The document changes; the second is the time in milliseconds, to join quick edits into one step of undo.
    Edit(Edit, f64),
    /// Takes back the last change of the document.
    Undo,
    /// Takes back the last undo.
    Redo,
    /// Another document takes the place of this one (which stays in the list of recent ones).
    OpenDocument(Box<Document>),
    /// Compile now, and again even if nothing changed.
    Compile,
    /// What there is to choose from has come.
    Catalog(Box<Catalog>),
    /// Nothing was opened: show the first kernel of the gallery, if the page is as it began.
    Begin,
    /// The worker of a machine is being loaded.
    Loading(String),
    /// It is there, or will not come.
    Loaded(String),
    /// A worker said something.
    Told(Box<Told>),
    /// The worker of a machine is gone for a reason, and a new one has been started.
    WorkerLost(String, String),

    /// Go to a cycle.
    Seek(u64),
    /// Go to a cycle while the hand drags.
    Scrub(u64),
    /// Go to where the cursor was before it jumped.
    Back,
    /// Go to where it was before it went back.
    Onward,
    /// Go some cycles forward or back.
    Step(i64),
    /// Play, or stop playing.
    TogglePlay,
    /// Go to the end of the run.
    ToEnd,
    /// Go to where the run has halted.
    ToHalt,
    /// Stop playing and simulating.
    Stop,
    /// Run to the next event of the selected unit, or of any.
    Find(EventKind, bool),
    /// Faster (positive) or slower.
    Faster(i32),
    /// So many milliseconds have passed.
    Tick(f64),
    /// Remember this cycle, or go to the remembered one.
    Bookmark(u8),
    /// Forget a remembered cycle.
    ForgetBookmark(u8),

    /// Something about the open lesson.
    Lesson(super::lesson::Step),
    /// Something happened to a study.
    Study(super::study::Change),
    /// How the runs that are compared keep step.
    Pace(super::beside::Pace),
    /// The panel with this id shows each of them.
    BesidePanel(String),
    /// Axes count in the unit of time with this id.
    Time(String),
    /// Columns and rows that the picture of a compared run has room for.
    BesideSize(u32, u32),

    /// Open a panel, by its id, in the first or the second place.
    Panel(usize, String),
    /// Show two panels, or one.
    Split(bool),
    /// Change which part of the run the timeline shows: (first cycle, number of cycles).
    Window(Option<(f64, f64)>),
    /// Zoom by a factor around a cycle.
    Zoom(f64, f64),
    /// Move the timeline by cycles.
    Pan(f64),
    /// Give units without work a row too, or not.
    AllUnits(bool),
    /// Select the unit so many rows further down.
    NextUnit(i32),
    /// Scroll the units by so many rows; the second is the greatest first row.
    Scroll(f64, u32),
    /// Size of the timeline on the screen: columns and rows that it has room for.
    TimelineSize(u32, u32),
    /// Columns of the whole-run strip.
    StripSize(u32),
    /// Select a unit.
    Unit(u32),
    /// Select a lane of the unit.
    Lane(u32),
    /// How numbers are written in registers and memory.
    Radix(crate::format::Radix),
    /// Bits of the elements that vector registers are cut into; 0 as the vector type says.
    ElementBits(u32),
    /// Which memory is shown.
    Region(Region),
    /// The line that is moved through the plot of a panel stands here on its axis, or is taken away.
    Marker(String, Option<f64>),
    /// A diagram, by the id of its panel, looks into the box of this permanent name; empty for the whole machine.
    LookInto(String, String),
    /// A panel to the page that begins with this thing.
    Turn(String, u64),
    /// Which listing is open.
    Listing(super::view::ListingKind),
    /// IR after which pass; none for the last.
    Pass(Option<u32>),
    /// Open or fold a section of the left column.
    Section(super::view::Section),

    /// The pointer is on something.
    Hover(Option<Mark>),
    /// Something is selected.
    Pick(Option<Mark>),
    /// The pointer is on a line of the text that is open, or on none.
    HoverLine(Option<u32>),
    /// The caret of the editor has moved to a line of the text that is open.
    Caret(u32),
    /// Open a file in the editor, by name.
    OpenFile(String),
    /// Compare the result with the reference.
    Check,
    /// The cycles of the run from the first up to the second as a file.
    Export(Format, (u64, u64)),
    /// Leave off the file that is being written.
    ExportStop,
    /// Write files to disk as they are made, or keep them until they are whole.
    ExportOnDisk(bool),
    /// What became of the file of this number.
    Saved(u32, Saved),

    /// Open a dialog, or close it.
    Dialog(Option<Dialog>),
    /// Say something, or take it away.
    Notice(Option<(String, bool)>),
    /// Choose a theme.
    Theme(Theme),
    /// How the address wants this visit to be shown: as the reduced page, in a theme.
    Visit(bool, Option<Theme>),
    /// Does the system wish for a dark page?
    SystemDark(bool),
    /// Single-letter keys on or off.
    SingleKeys(bool),
}

/// A change of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The text of a file, by the file's name.
    Text(String, String),
    /// Its language.
    Language(Language),
    /// Macros from outside the text.
    Defines(Vec<Define>),
    /// May multiply and add be fused?
    Contract(bool),
    /// Which kernel.
    Kernel(String),
    /// A kernel of the gallery, by name: text and launch.
    Example(String),
    /// Files of the disk take their places by name, or are a new program.
    Files(Vec<File>),
    /// A new file without text.
    AddFile,
    /// Another name for a file.
    RenameFile(String, String),
    /// A file less, by name.
    RemoveFile(String),
    /// A text is linked with the main one, by name.
    LinkFile(String),
    /// A text is linked no more, by name.
    UnlinkFile(String),
    /// A file is the main text, by name.
    ChooseMain(String),
    /// A machine preset; changes of settings are dropped.
    Preset(String),
    /// A setting, by id.
    Setting(String, String),
    /// A setting back to the preset's value.
    ResetSetting(String),
    /// All settings back to the preset's values.
    ResetSettings,
    /// Compare with another machine as well.
    Compare(MachineChoice),
    /// Another preset at a place of the comparison.
    CompareWith(usize, String),
    /// Compare with one machine less.
    Uncompare(usize),
    /// Compare with none.
    CompareNone,
    /// Global size in a dimension.
    Global(usize, u32),
    /// Local size in a dimension.
    Local(usize, u32),
    /// A size that the program names, by its id.
    Size(String, u64),
    /// Bytes of dynamic work-group memory.
    DynamicLocal(u32),
    /// A part of an argument, by the argument's name.
    Arg(String, ArgPart),
    /// The launch that the text itself asks for.
    ResetLaunch,
}

/// A part of an argument. What an edit does not name stays as it is when the edit is applied, not as it was when the form was drawn:
/// a file may be read while another field is changed.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgPart {
    /// The number of a scalar; its type stays.
    Number(Number),
    /// Bytes of work-group memory.
    Local(u64),
    /// Elements of a buffer.
    Length(u64),
    /// The type of a buffer's elements; `None` for the signature's.
    Element(Option<Type>),
    /// Where a buffer lies; `None` for anywhere.
    Place(Option<u64>),
    /// Format and size of an image, as a header says them.
    Shape(String),
    /// What a buffer or an image begins with.
    Contents(Init),
    /// The bytes of a file: contents and length of a buffer. The type is the signature's; another one that was chosen goes before it.
    File(Vec<u8>, Type),
}
