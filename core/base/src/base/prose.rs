//! Texts that explain: what a setting, an instruction, a panel, a preset means.
//!
//! Whoever chooses and learns reads them, and finds them in the catalogue, which is shipped once. A program
//! that only answers questions about runs is made without the feature `prose`, and holds none of them: in a worker of the page
//! they were a thirtieth of what is loaded. What an answer may say itself (names, units, messages, what to say if a picture
//! is empty) is no prose.

/// The text, or an empty one in a program without prose.
pub const fn prose(text: &'static str) -> &'static str {
    if cfg!(feature = "prose") { text } else { "" }
}

/// The list, or an empty one in a program without prose.
pub const fn prose_list<T>(list: &'static [T]) -> &'static [T] {
    if cfg!(feature = "prose") { list } else { &[] }
}
