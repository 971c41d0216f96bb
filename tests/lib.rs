//! What the test files share: the project's own source as data ([`source`]), blessed files ([`bless`]), the runs
//! whose digests are compared between platforms ([`runs`]), and short ways to write tests of a machine ([`shorthand`]).

#[cfg(not(target_arch = "wasm32"))]
pub mod bless;
pub mod runs;
pub mod shorthand;
#[cfg(not(target_arch = "wasm32"))]
pub mod source;
