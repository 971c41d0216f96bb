//! The same launch once more with other data and other places of its buffers, to see what that changes.

use super::{Arg, ArgValue, Init, Launch, images::Image};
use crate::{base::rng::Rng, image::BASE};

/// Buffers move by multiples of so many bytes: no element is wider.
const STEP: u64 = 16;
/// So many places there are for each buffer.
const PLACES: u64 = 256;
/// Bytes between two buffers at least.
const GAP: u64 = 256;
/// Bytes of the widest scalar.
const WIDEST: u64 = 8;

impl Launch {
    /// The launch for the `again`th time: random data and permutations have other seeds, and, if `moved` is set and no buffer has a place of
    /// its own, each buffer lies at a random place. The 0th is the launch itself. All else is as it was: data that somebody gave
    /// stay.
    pub fn again(&self, again: u32, moved: bool) -> Launch {
        let mut launch = self.clone();
        if again == 0 {
            return launch;
        }
        let mut rng = Rng::new(again.into());
        for Arg { value, .. } in &mut launch.args {
            let (ArgValue::Buffer { init, .. } | ArgValue::Image(Image { init, .. })) = value else {
                continue;
            };
            if let Init::Random { seed, .. } | Init::Permutation { seed } = init {
                *seed ^= rng.next_u64();
            }
        }
        if moved && launch.args.iter().all(|arg| arg.at.is_none()) {
            let mut end = BASE;
            for Arg { value, at, .. } in &mut launch.args {
                let bytes = match value {
                    ArgValue::Buffer { len, init: Init::Bytes(bytes), .. } => {
                        len.saturating_mul(WIDEST).max(bytes.len() as u64)
                    }
                    ArgValue::Buffer { len, .. } => len.saturating_mul(WIDEST),
                    ArgValue::Image(image) => image.scalars() * u64::from(image.format.element().bytes()),
                    _ => continue,
                };
                let from = end + STEP * rng.below(PLACES);
                *at = Some(from);
                end = from.saturating_add(bytes + GAP).next_multiple_of(GAP);
            }
        }
        launch
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::launch::Number;

    fn buffer(name: &str, len: u64, init: Init) -> Arg {
        Arg::new(name, ArgValue::Buffer { len, element: None, init })
    }

    fn launch() -> Launch {
        let random = Init::Random { seed: 7, low: Number::Int(0), high: Number::Int(9) };
        let args = Vec::from([
            buffer("a", 100, random),
            buffer("b", 50, Init::Fill(Number::Int(3))),
            Arg::new("n", ArgValue::Scalar(Number::Int(4))),
            buffer("c", 10, Init::Permutation { seed: 1 }),
        ]);
        Launch { args, ..Launch::default() }
    }

    #[test]
    fn data_have_other_seeds_and_buffers_other_places() {
        let whole = launch();
        assert_eq!(whole.again(0, true), whole);
        let other = whole.again(1, true);
        assert_eq!(other, whole.again(1, true));
        assert_ne!(other, whole.again(2, true));
        let places: Vec<u64> = other.args.iter().filter_map(|arg| arg.at).collect();
        assert_eq!((places.len(), other.args[2].clone()), (3, whole.args[2].clone()));
        // None lies in another, whatever its elements are.
        assert!(places[0] >= BASE && places[1] >= places[0] + 800 && places[2] >= places[1] + 400);
        assert!(places.iter().all(|place| place % STEP == 0));
        let init = |launch: &Launch, at: usize| match &launch.args[at].value {
            ArgValue::Buffer { init, .. } => init.clone(),
            _ => Init::Zeros,
        };
        assert!(init(&other, 0) != init(&whole, 0) && init(&other, 3) != init(&whole, 3));
        assert_eq!(init(&other, 1), init(&whole, 1));
    }

    #[test]
    fn buffers_stay_where_somebody_put_them() {
        let mut placed = launch();
        placed.args[1].at = Some(BASE);
        let places = |launch: &Launch| launch.args.iter().map(|arg| arg.at).collect::<Vec<_>>();
        assert_eq!(places(&placed.again(3, true)), places(&placed));
        assert_eq!(places(&launch().again(3, false)), places(&launch()));
    }
}
