//! What the test files share: the project's own source as data ([`source`]), blessed files ([`bless`]), and the runs
//! whose digests are compared between platforms ([`runs`]).

#[cfg(not(target_arch = "wasm32"))]
pub mod bless;
pub mod runs;
#[cfg(not(target_arch = "wasm32"))]
pub mod source;
