//! The components of OpenCL C's vectors by their names: `v.xyz`, `v.s0F`, `v.hi` (OpenCL C 1.2, 6.1.7).

use alloc::{format, string::String, vec::Vec};

use super::types::{LENGTHS, Vector};

/// What is wrong with a name of components, and what to write.
pub type Wrong = (String, &'static str);

const FORM: &str = "Components are named `.xyzw`, `.s0` to `.sf`, `.lo`, `.hi`, `.even` and `.odd`.";

/// The components that a name means, in its order. A vector of 3 counts as one of 4 in halves, whose last component
/// means nothing: it is not less than the length.
pub fn components(name: &str, vector: Vector) -> Result<Vec<u8>, Wrong> {
    let room = vector.len.next_power_of_two();
    let half: Option<fn(u8, u8) -> u8> = match name {
        "lo" => Some(|at, _| at),
        "hi" => Some(|at, half| at + half),
        "even" => Some(|at, _| at * 2),
        "odd" => Some(|at, _| at * 2 + 1),
        _ => None,
    };
    if let Some(place) = half {
        return Ok((0..room / 2).map(|at| place(at, room / 2)).collect());
    }
    let of = vector.of.name();
    if name.chars().all(|c| "rgba".contains(c)) {
        let message =
            format!("`.{name}` is a name of OpenCL C 3.0: components have no colours in OpenCL C 1.2.");
        return Err((message, "Write `x`, `y`, `z`, `w` for `r`, `g`, `b`, `a`."));
    }
    let at: Option<Vec<u8>> = match name.strip_prefix(['s', 'S']) {
        Some(digits) => digits.chars().map(|c| c.to_digit(16).map(|at| at as u8)).collect(),
        None => name.chars().map(|c| "xyzw".find(c).map(|at| at as u8)).collect(),
    };
    let Some(at) = at.filter(|at| !at.is_empty()) else {
        return Err((format!("`{of}{}` has no component `{name}`.", vector.len), FORM));
    };
    if at.iter().any(|at| *at >= vector.len) {
        let message =
            format!("`.{name}` names more components than the {} of `{of}{}`.", vector.len, vector.len);
        return Err((message, FORM));
    }
    if at.len() > 1 && !LENGTHS.iter().any(|len| usize::from(*len) == at.len()) {
        let message = format!("`.{name}` has {} components: there is no such vector.", at.len());
        return Err((message, "Name 1, 2, 3, 4, 8 or 16 components."));
    }
    Ok(at)
}

/// Does a component occur twice? Then nothing can be assigned to them.
pub fn repeats(at: &[u8]) -> bool {
    at.iter().enumerate().any(|(index, one)| at[..index].contains(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::types::Scalar;

    fn named(name: &str, len: u8) -> Option<Vec<u8>> {
        components(name, Vector { of: Scalar::Float, len }).ok()
    }

    #[test]
    fn names_of_components() {
        for (name, len, expected) in [
            ("x", 2, Some(&[0u8][..])),
            ("wzyx", 4, Some(&[3, 2, 1, 0])),
            ("xx", 3, Some(&[0, 0])),
            ("s0Ff", 16, Some(&[0, 15, 15])),
            ("S31", 4, Some(&[3, 1])),
            ("lo", 2, Some(&[0])),
            ("hi", 3, Some(&[2, 3])),
            ("odd", 8, Some(&[1, 3, 5, 7])),
            ("even", 4, Some(&[0, 2])),
            ("z", 2, None),
            ("s", 4, None),
            ("s4", 4, None),
            ("sg", 16, None),
            ("xyzwx", 4, None),
            ("xs0", 4, None),
            ("r", 4, None),
            ("length", 4, None),
        ] {
            assert_eq!(named(name, len).as_deref(), expected, "{name}");
        }
        assert!(repeats(&[0, 1, 0]) && !repeats(&[2, 1]));
    }
}
