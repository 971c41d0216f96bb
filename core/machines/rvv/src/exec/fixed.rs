//! Fixed-point rounding, which only vector instructions have.

/// `value >> shift`, rounded as `vxrm` says: halves up, halves to even, down, or to odd.
pub(super) const fn round_off(value: i128, shift: u32, mode: u8) -> i128 {
    if shift == 0 {
        return value;
    }
    let kept = value >> shift;
    let rest = value & ((1 << shift) - 1);
    let half = 1 << (shift - 1);
    let up = match mode {
        0 => rest >= half,
        1 => rest > half || rest == half && kept & 1 == 1,
        2 => false,
        _ => rest != 0 && kept & 1 == 0,
    };
    kept + up as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_point_rounds_in_four_ways() {
        // 5 / 2 and 7 / 2 are halves, 5 / 4 and 7 / 4 are not.
        let all = |value, shift| [0, 1, 2, 3].map(|mode| round_off(value, shift, mode));
        assert_eq!(all(5, 1), [3, 2, 2, 3]);
        assert_eq!(all(7, 1), [4, 4, 3, 3]);
        assert_eq!(all(5, 2), [1, 1, 1, 1]);
        assert_eq!(all(7, 2), [2, 2, 1, 1]);
        assert_eq!(all(-5, 1), [-2, -2, -3, -3]);
        assert_eq!(all(9, 0), [9; 4]);
    }
}
