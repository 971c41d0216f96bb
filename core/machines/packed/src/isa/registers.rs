//! Names of registers that RV64G does not have. The textbook style has none: its registers are the float registers.

use alloc::{format, string::String};

/// Number and bytes of an x86 style register: `mm0` to `mm7`, `xmm0`, `ymm0`, `zmm0` to 31.
pub fn wide(name: &str) -> Option<(u8, u8)> {
    let (digits, bytes, most) = [("xmm", 16), ("ymm", 32), ("zmm", 64)]
        .iter()
        .find_map(|(prefix, bytes)| Some((name.strip_prefix(prefix)?, *bytes, 31)))
        .or_else(|| Some((name.strip_prefix("mm")?, 8, 7)))?;
    Some((number(digits, most)?, bytes))
}

/// Name of an x86 style register.
pub fn wide_name(register: u8, bytes: u8) -> String {
    let prefix = match bytes {
        0..=8 => "mm",
        9..=16 => "xmm",
        17..=32 => "ymm",
        _ => "zmm",
    };
    format!("{prefix}{register}")
}

/// Number of a register with a prefix, from 0 to `most`.
pub fn prefixed(name: &str, prefix: &str, most: u8) -> Option<u8> {
    number(name.strip_prefix(prefix)?, most)
}

fn number(digits: &str, most: u8) -> Option<u8> {
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    digits.parse().ok().filter(|number| plain && *number <= most)
}
