//! What the test files share: the project's own source as data ([`source`]), blessed files ([`bless`]), the runs
//! whose digests are compared between platforms ([`runs`]), texts that would become large ([`bombs`]), the extent of random tests ([`fuzz`]), random kernels
//! ([`random`]), kernels that machines of others ran too ([`outside`]), and short ways to write tests of a machine ([`shorthand`], [`simt`], [`vector`]).

#[cfg(not(target_arch = "wasm32"))]
pub mod bless;
#[cfg(not(target_arch = "wasm32"))]
pub mod bombs;
#[cfg(not(target_arch = "wasm32"))]
pub mod fuzz;
#[cfg(not(target_arch = "wasm32"))]
pub mod outside;
#[cfg(not(target_arch = "wasm32"))]
pub mod random;
pub mod runs;
pub mod shorthand;
#[cfg(not(target_arch = "wasm32"))]
pub mod simt;
#[cfg(not(target_arch = "wasm32"))]
pub mod source;
#[cfg(not(target_arch = "wasm32"))]
pub mod vector;
#[cfg(not(target_arch = "wasm32"))]
pub mod xml;
