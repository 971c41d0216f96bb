//! Every command of the page with its keys: one table, from which the key handler, the palette and the sheet of
//! shortcuts are made.
//!
//! Function keys work everywhere, the editor included, and leave alone those that browsers need (F5, F11, F12). Keys of
//! one character work outside of text fields and can be switched off.

use lanescope_core::session::EventKind;

use crate::state::{Action, Dialog, State, lesson::Step};

/// A command.
pub struct Command {
    /// What it does, as the palette and the sheet say it.
    pub label: &'static str,
    /// Under which heading the sheet lists it.
    pub group: &'static str,
    /// Keys that always work, such as `Shift+F9`.
    pub keys: &'static [&'static str],
    /// Keys of one character (or the space bar and other keys that text fields need).
    pub plain: &'static [&'static str],
    /// What happens.
    pub act: fn(&State) -> Action,
}

/// Declares the commands of a group after another.
macro_rules! commands {
    ($($group:literal { $($label:literal, [$($key:literal),*], [$($plain:literal),*] => $act:expr;)+ })+) => {
        /// Every command, in the order of the sheet.
        pub const COMMANDS: &[Command] = &[$($(
            Command { label: $label, group: $group, keys: &[$($key),*], plain: &[$($plain),*], act: $act },
        )+)+];
    };
}

/// The group of the jumps to what happens next.
pub const FIND: &str = "Find";

commands! {
    "Run" {
        "Compile and run", ["Ctrl+Enter"], [] => |_| Action::Compile;
        "Play or pause", ["F8"], ["Space"] => |_| Action::TogglePlay;
        "One cycle forward", ["F9"], ["."] => |_| Action::Step(1);
        "One cycle back", ["Shift+F9"], [","] => |_| Action::Step(-1);
        "Ten cycles forward", ["F10"], [] => |_| Action::Step(10);
        "Ten cycles back", ["Shift+F10"], [] => |_| Action::Step(-10);
        "To the start of the run", [], ["Home"] => |_| Action::Seek(0);
        "To the end of the run", [], ["End"] => |_| Action::ToEnd;
        "Back to where the cursor was", [], ["Backspace"] => |_| Action::Back;
        "Forward to where the cursor was", [], ["Shift+Backspace"] => |_| Action::Onward;
        "Stop", ["Escape"], [] => |_| Action::Stop;
        "Play faster", [], ["]"] => |_| Action::Faster(1);
        "Play slower", [], ["["] => |_| Action::Faster(-1);
    }
    "Find" {
        "Next stall of any unit", [], ["s"] => |_| Action::Find(EventKind::Stall, true);
        "Next change of the selected unit", [], ["n"] => |_| Action::Find(EventKind::Change, false);
        "Next instruction of the selected unit", [], ["i"] => |_| Action::Find(EventKind::Issue, false);
        "Next change of active lanes", [], ["d"] => |_| Action::Find(EventKind::Divergence, true);
        "Next begin or end of a wait at a barrier", [], ["b"] => |_| Action::Find(EventKind::Barrier, true);
        "Next bank conflict", [], ["x"] => |_| Action::Find(EventKind::BankConflict, true);
        "Next row miss of DRAM", [], ["r"] => |_| Action::Find(EventKind::RowMiss, true);
        "Next answer of memory", [], ["m"] => |_| Action::Find(EventKind::Response, true);
        "Go to a cycle", [], ["g"] => |_| Action::Dialog(Some(Dialog::GoTo));
    }
    "Look" {
        "Next unit", [], ["j"] => |_| Action::NextUnit(1);
        "Previous unit", [], ["k"] => |_| Action::NextUnit(-1);
        "Zoom in", [], ["+", "="] => |state| Action::Zoom(0.5, state.cursor() as f64);
        "Zoom out", [], ["-"] => |state| Action::Zoom(2.0, state.cursor() as f64);
        "Show all that is recorded", [], ["f"] => |_| Action::Window(None);
        "Count time in the next unit", [], ["u"] => |state| Action::Time(state.next_time());
        "Compare the result with the reference", [], ["c"] => |_| Action::Check;
        "Light, dark or as the system has it", [], ["t"] => |state| Action::Theme(state.prefs.theme.next());
    }
    "Document" {
        "Undo", ["Ctrl+Z"], [] => |_| Action::Undo;
        "Redo", ["Ctrl+Shift+Z", "Ctrl+Y"], [] => |_| Action::Redo;
        "Gallery of kernels", [], ["o"] => |_| Action::Dialog(Some(Dialog::Gallery));
        "Answer the lesson's question", [], ["q"] => |_| Action::Lesson(Step::Answer);
        "Lessons", [], [] => |_| Action::Dialog(Some(Dialog::Lessons));
        "Settings of the machine", [], [] => |_| Action::Dialog(Some(Dialog::Settings));
        "Instructions of the machine", [], ["a"] => |_| Action::Dialog(Some(Dialog::Isa));
        "Share a link", [], ["l"] => |_| Action::Dialog(Some(Dialog::Share));
        "Earlier documents", [], [] => |_| Action::Dialog(Some(Dialog::Recent));
    }
    "Help" {
        "All commands", ["F1", "Ctrl+K"], [] => |_| Action::Dialog(Some(Dialog::Palette));
        "Shortcuts", [], ["?"] => |_| Action::Dialog(Some(Dialog::Keys));
        "What is this?", [], ["h"] => |_| Action::Dialog(Some(Dialog::Help));
    }
}

/// What was pressed, as the table writes it. Shift is only said for keys that are not characters; the command key of a
/// Mac counts as Ctrl.
pub fn chord(key: &str, ctrl: bool, shift: bool, alt: bool) -> String {
    let key = match key {
        " " => "Space",
        key => key,
    };
    let character = key.chars().count() == 1;
    let mut out = String::new();
    if ctrl {
        out.push_str("Ctrl+");
    }
    if alt {
        out.push_str("Alt+");
    }
    if shift && (!character || ctrl) {
        out.push_str("Shift+");
    }
    if character && ctrl {
        out.extend(key.chars().map(|c| c.to_ascii_uppercase()));
    } else {
        out.push_str(key);
    }
    out
}

/// The command of a chord. `typing`: the focus is in a text field; `single`: keys of one character are on.
pub fn find(chord: &str, typing: bool, single: bool) -> Option<&'static Command> {
    // Text fields have their own undo.
    let own = typing && matches!(chord, "Ctrl+Z" | "Ctrl+Shift+Z" | "Ctrl+Y");
    let character = chord.chars().count() == 1 || chord == "Space";
    COMMANDS.iter().find(|command| {
        let always = command.keys.contains(&chord) && !own;
        always || (command.plain.contains(&chord) && !typing && (single || !character))
    })
}

/// The keys of a command for a tooltip, such as `F8, Space`.
pub fn hint(label: &str) -> String {
    let Some(command) = COMMANDS.iter().find(|command| command.label == label) else { return String::new() };
    command.keys.iter().chain(command.plain).copied().collect::<Vec<_>>().join(", ")
}

/// The digit of a bookmark key, and whether it is to be forgotten.
pub fn bookmark(key: &str, code: &str, shift: bool) -> Option<(u8, bool)> {
    let digit = code.strip_prefix("Digit").unwrap_or(key);
    digit.parse::<u8>().ok().filter(|digit| *digit < 10).map(|digit| (digit, shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jumps_are_a_group() {
        let labels: Vec<_> =
            COMMANDS.iter().filter(|command| command.group == FIND).map(|command| command.label).collect();
        let every = ["stall", "active lanes", "barrier", "bank conflict", "row miss"];
        assert!(every.iter().all(|what| labels.iter().any(|label| label.contains(what))), "{labels:?}");
    }

    #[test]
    fn no_key_means_two_things() {
        let all: Vec<_> =
            COMMANDS.iter().flat_map(|command| command.keys.iter().chain(command.plain)).collect();
        for (at, key) in all.iter().enumerate() {
            assert!(!all[..at].contains(key), "{key}");
        }
    }

    #[test]
    fn chords_are_written_as_in_the_table() {
        assert_eq!(chord("F9", false, true, false), "Shift+F9");
        assert_eq!(chord("z", true, false, false), "Ctrl+Z");
        assert_eq!(chord("Z", true, true, false), "Ctrl+Shift+Z");
        assert_eq!(chord("?", false, true, false), "?");
        assert_eq!(chord(" ", false, false, false), "Space");
    }

    #[test]
    fn typing_and_the_switch_keep_single_keys_away() {
        let label = |chord, typing, single| find(chord, typing, single).map(|command| command.label);
        assert_eq!(label("s", false, true), Some("Next stall of any unit"));
        assert_eq!(label("s", true, true), None);
        assert_eq!(label("s", false, false), None);
        assert_eq!(label("Home", false, false), Some("To the start of the run"));
        assert_eq!(label("F8", true, false), Some("Play or pause"));
        assert_eq!(label("Ctrl+Z", true, true), None);
        assert_eq!(label("Ctrl+Z", false, true), Some("Undo"));
    }

    #[test]
    fn digits_are_bookmarks_on_every_layout() {
        assert_eq!(bookmark("3", "Digit3", false), Some((3, false)));
        assert_eq!(bookmark("#", "Digit3", true), Some((3, true)));
        assert_eq!(bookmark("a", "KeyA", false), None);
    }
}
