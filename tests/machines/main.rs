//! What every machine of the registry must hold to, one subject a file: a machine gets these tests by its line there.
#![cfg(not(target_arch = "wasm32"))]

mod afar;
mod approximate;
mod arrays;
mod barriers;
mod causes;
mod conformance;
mod deadlock;
mod diagram;
mod digests;
mod figures;
mod guards;
mod halts;
mod harpbench;
mod harpbench_by_hand;
mod hostile;
mod items;
mod jumps;
mod keyframes;
mod policies;
mod recording;
mod requests;
mod slices;
mod turns;
mod verdicts;
