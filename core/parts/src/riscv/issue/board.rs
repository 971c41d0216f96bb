//! The scoreboard of the scalar registers.

use serde::Serialize;

use crate::trace::Cause;

/// From when on each integer and each float register can be read.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Board {
    x: [Scalar; 32],
    f: [Scalar; 32],
}

/// A register: when it is there, and whether it comes from memory.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Scalar {
    ready: u64,
    load: bool,
}

/// The places of the ones of a word.
fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let number = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(number)
    })
}

impl Board {
    /// When all of some integer and float registers (a bit each) can be read, and what who reads them waits for until then.
    pub fn ready(&self, [x, f]: [u32; 2]) -> (u64, Cause) {
        let all = ones(x).map(|number| self.x[number]).chain(ones(f).map(|number| self.f[number]));
        let last = all.max_by_key(|scalar| scalar.ready).unwrap_or_default();
        (last.ready, if last.load { Cause::MEMORY } else { Cause::ARITHMETIC })
    }

    /// Some registers are written: they can be read from a cycle on, and come from memory or do not.
    pub fn write(&mut self, [x, f]: [u32; 2], ready: u64, load: bool) {
        ones(x).for_each(|number| self.x[number] = Scalar { ready, load });
        ones(f).for_each(|number| self.f[number] = Scalar { ready, load });
    }
}
