//! The project itself as data: layers, coverage pages, deviations, links of every release, outside numbers.
#![cfg(not(target_arch = "wasm32"))]

mod coverage;
mod deviations;
mod layers;
mod links;
mod oracles;
mod palette;
