//! The laboratory in a terminal.
fn main() {}
