//! The counts of a run as the original emulator prints them (facts C10).

use alloc::{format, string::String};

use super::Cube;

impl Cube {
    /// Steps of the core, lane instructions of all warps, then for each warp its instructions, lane instructions, loads and stores: a number
    /// on each line.
    pub fn statistics(&self) -> String {
        let head =
            format!("Total steps: {}\nTotal insts: {}\n", self.steps(), self.counts().lane_instructions);
        let warps = self.warps().iter().enumerate().map(|(number, warp)| {
            let counts = warp.counts;
            format!(
                "=== Warp {number} ===\nSteps: {}\nInsts: {}\nLoads: {}\nStores: {}\n",
                counts.steps, counts.lane_instructions, counts.loads, counts.stores
            )
        });
        warps.fold(head, |text, warp| text + &warp)
    }
}
