//! A format of `printf`, read and filled in (C11 7.21.6.1; OpenCL C 1.2 6.12.13 for `%v4f`; CUDA C++ Programming Guide, "Formatted
//! output").
//!
//! Numbers are written as C does: what is between two decimal numbers is rounded to the nearest of them, and to the even one if both are
//! as near. Deliberately absent: `%n`, and widths and precisions above [`MOST`], which count as that much.

use alloc::{format, string::String, vec::Vec};

/// Greatest width and precision.
pub const MOST: u32 = 512;

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Bytes as they stand.
    Text(Vec<u8>),
    /// What an argument is written as.
    Conversion(Conversion),
}

/// `%-08.3lf` and its like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// As it is written.
    pub text: String,
    /// Which of `-+ #0` there are.
    pub flags: Flags,
    /// Least characters.
    pub width: Size,
    /// Digits behind the point, digits, or most characters.
    pub precision: Size,
    /// The components of a vector.
    pub components: Option<u8>,
    /// `hh`, `h`, `hl`, `l`, `ll`, `j`, `z`, `t`, `L`, or nothing.
    pub length: String,
    /// What is made: `d`, `f` and so on.
    pub kind: u8,
}

/// Flags of a conversion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-`: spaces stand behind.
    pub left: bool,
    /// `+`: also positive numbers have a sign.
    pub plus: bool,
    /// ` `: a space in the place of a sign.
    pub space: bool,
    /// `#`: in its other form.
    pub other: bool,
    /// `0`: zeros in front.
    pub zero: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Not said.
    Open,
    /// In the format.
    Said(u32),
    /// `*`: an argument of its own.
    Argument,
}

/// What is wrong with a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It ends within a conversion.
    Ends(String),
    /// No vector has so many components.
    Components(String),
    /// There is no such conversion.
    Unknown(String),
}

/// The parts of a format, whose conversions may be of vectors (`%v4f`) or not.
///
/// # Errors
/// What is wrong with it.
pub fn parts(bytes: &[u8], vectors: bool) -> Result<Vec<Part>, Wrong> {
    let mut reader = Reader { bytes, at: 0 };
    let (mut parts, mut text) = (Vec::new(), Vec::new());
    while let Some(byte) = reader.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        if reader.take(b'%') {
            text.push(b'%');
            continue;
        }
        if !text.is_empty() {
            parts.push(Part::Text(core::mem::take(&mut text)));
        }
        parts.push(Part::Conversion(reader.conversion(vectors)?));
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Ok(parts)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(there);
        there
    }

    /// The bytes from here on that are among these.
    fn run(&mut self, known: &[u8]) -> &[u8] {
        let from = self.at;
        while self.bytes.get(self.at).is_some_and(|byte| known.contains(byte)) {
            self.at += 1;
        }
        &self.bytes[from..self.at]
    }

    fn number(&mut self) -> Option<u32> {
        let digits = self.run(b"0123456789");
        let value = |sum: u32, digit: &u8| sum.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
        (!digits.is_empty()).then(|| digits.iter().fold(0, value).min(MOST))
    }

    fn size(&mut self) -> Size {
        if self.take(b'*') {
            return Size::Argument;
        }
        self.number().map_or(Size::Open, Size::Said)
    }

    /// Behind a percent sign.
    fn conversion(&mut self, vectors: bool) -> Result<Conversion, Wrong> {
        let start = self.at - 1;
        let flags = self.run(b"-+ #0");
        let has = |flag| flags.contains(&flag);
        let flags =
            Flags { left: has(b'-'), plus: has(b'+'), space: has(b' '), other: has(b'#'), zero: has(b'0') };
        let width = self.size();
        let precision = match self.take(b'.') {
            // A point alone is a precision of 0.
            true => match self.size() {
                Size::Open => Size::Said(0),
                said => said,
            },
            false => Size::Open,
        };
        let mut components = None;
        if vectors && self.take(b'v') {
            let count = self.number().and_then(|count| u8::try_from(count).ok());
            components = count.filter(|count| [2, 3, 4, 8, 16].contains(count));
            if components.is_none() {
                return Err(Wrong::Components(shown(&self.bytes[start..self.at])));
            }
        }
        let length = shown(self.run(b"hljztL"));
        let Some(kind) = self.next() else { return Err(Wrong::Ends(shown(&self.bytes[start..]))) };
        let text = shown(&self.bytes[start..self.at]);
        let conversion = Conversion { text, flags, width, precision, components, length, kind };
        match conversion.takes() {
            Some(_) => Ok(conversion),
            None => Err(Wrong::Unknown(conversion.text)),
        }
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What a conversion takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// Characters.
    Text,
    /// An address.
    Pointer,
}

impl Conversion {
    /// What it takes; nothing if there is no such conversion.
    pub fn takes(&self) -> Option<Taken> {
        let alone = self.components.is_none();
        match self.kind {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => Some(Taken::Integer),
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Some(Taken::Float),
            b'c' if alone && matches!(&*self.length, "" | "l") => Some(Taken::Integer),
            b's' if alone && self.length.is_empty() => Some(Taken::Text),
            b'p' if alone && self.length.is_empty() => Some(Taken::Pointer),
            _ => None,
        }
    }
}

/// An argument that is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// An integer, as its lower bits.
    Integer(u64),
    /// A float.
    Float(f64),
    /// Characters.
    Text(Vec<u8>),
}

/// A format with its arguments, in their order. What is missing is `(nothing)`.
pub fn filled(parts: &[Part], arguments: &[Argument]) -> Vec<u8> {
    let (mut out, mut arguments) = (Vec::new(), arguments.iter());
    for part in parts {
        let conversion = match part {
            Part::Text(text) => {
                out.extend(text);
                continue;
            }
            Part::Conversion(conversion) => conversion,
        };
        let mut size = |size| match size {
            Size::Open => None,
            Size::Said(size) => Some(i64::from(size)),
            Size::Argument => arguments.next().map(|argument| i64::from(integer(argument) as i32)),
        };
        let (width, precision) = (size(conversion.width), size(conversion.precision));
        let mut flags = conversion.flags;
        // A negative width is one to the left; a negative precision is none.
        flags.left |= width.is_some_and(|width| width < 0);
        let width = width.map_or(0, |width| width.unsigned_abs().min(MOST.into()) as usize);
        let precision = precision.and_then(|precision| usize::try_from(precision).ok());
        let precision = precision.map(|precision| precision.min(MOST as usize));
        for at in 0..conversion.components.unwrap_or(1) {
            if at > 0 {
                out.push(b',');
            }
            match arguments.next() {
                Some(argument) => out.extend(one(conversion, flags, width, precision, argument)),
                None => out.extend(b"(nothing)"),
            }
        }
    }
    out
}

fn integer(argument: &Argument) -> u64 {
    match argument {
        Argument::Integer(bits) => *bits,
        Argument::Float(value) => *value as i64 as u64,
        Argument::Text(_) => 0,
    }
}

fn one(
    conversion: &Conversion,
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    argument: &Argument,
) -> Vec<u8> {
    match (conversion.kind, argument) {
        (b's', Argument::Text(text)) => {
            let text = &text[..precision.unwrap_or(text.len()).min(text.len())];
            padded("", text, Flags { zero: false, ..flags }, width)
        }
        (b's', _) => padded("", b"(not a string)", Flags { zero: false, ..flags }, width),
        (b'c', argument) => padded("", &[integer(argument) as u8], Flags { zero: false, ..flags }, width),
        (b'p', argument) => {
            let text = format!("0x{:x}", integer(argument));
            padded("", text.as_bytes(), Flags { zero: false, ..flags }, width)
        }
        (b'd' | b'i' | b'o' | b'u' | b'x' | b'X', argument) => {
            integral(conversion, flags, width, precision, argument)
        }
        (kind, argument) => {
            let value = match argument {
                Argument::Float(value) => *value,
                argument => integer(argument) as i64 as f64,
            };
            floating(kind, flags, width, precision, value)
        }
    }
}

/// The sign, then zeros or spaces, then the digits.
fn padded(sign: &str, digits: &[u8], flags: Flags, width: usize) -> Vec<u8> {
    let room = width.saturating_sub(sign.len() + digits.len());
    let fill = |byte: u8| core::iter::repeat_n(byte, room);
    let mut out = Vec::with_capacity(width.max(sign.len() + digits.len()));
    if !flags.left && !flags.zero {
        out.extend(fill(b' '));
    }
    out.extend(sign.bytes());
    if flags.zero && !flags.left {
        out.extend(fill(b'0'));
    }
    out.extend(digits);
    if flags.left {
        out.extend(fill(b' '));
    }
    out
}

fn sign(negative: bool, flags: Flags) -> &'static str {
    match negative {
        true => "-",
        false if flags.plus => "+",
        false if flags.space => " ",
        false => "",
    }
}

fn integral(
    conversion: &Conversion,
    flags: Flags,
    width: usize,
    precision: Option<usize>,
    argument: &Argument,
) -> Vec<u8> {
    let bits = match (&*conversion.length, argument) {
        ("hh", _) => 8,
        ("h", _) => 16,
        ("l" | "ll" | "j" | "z" | "t", _) => 64,
        _ => 32,
    };
    let kept = integer(argument) << (64 - bits);
    let (signed, unsigned) = (kept as i64 >> (64 - bits), kept >> (64 - bits));
    let (sign, number) = match conversion.kind {
        b'd' | b'i' => (sign(signed < 0, flags), format!("{}", signed.unsigned_abs())),
        b'o' => ("", format!("{unsigned:o}")),
        b'x' => (if flags.other && unsigned != 0 { "0x" } else { "" }, format!("{unsigned:x}")),
        b'X' => (if flags.other && unsigned != 0 { "0X" } else { "" }, format!("{unsigned:X}")),
        _ => ("", format!("{unsigned}")),
    };
    // With a precision of 0 the number 0 has no digit.
    let number = if precision == Some(0) && unsigned == 0 { String::new() } else { number };
    let mut digits = "0".repeat(precision.unwrap_or(1).saturating_sub(number.len()));
    digits += &number;
    if conversion.kind == b'o' && flags.other && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    // A precision says how many digits there are, so that no zeros fill the width.
    padded(sign, digits.as_bytes(), Flags { zero: flags.zero && precision.is_none(), ..flags }, width)
}

fn floating(kind: u8, flags: Flags, width: usize, precision: Option<usize>, value: f64) -> Vec<u8> {
    let magnitude = value.abs();
    let (mut sign, text) = (
        sign(value.is_sign_negative(), flags),
        match kind.to_ascii_lowercase() {
            _ if value.is_nan() => "nan".into(),
            _ if value.is_infinite() => "inf".into(),
            b'f' => plain(magnitude, precision.unwrap_or(6), flags.other),
            b'e' => scientific(magnitude, precision.unwrap_or(6), flags.other),
            b'a' => hexadecimal(magnitude, precision, flags.other),
            _ => general(magnitude, precision.unwrap_or(6).max(1), flags.other),
        },
    );
    let mut flags = flags;
    if !value.is_finite() {
        flags.zero = false;
    }
    let mut text = text;
    if kind.eq_ignore_ascii_case(&b'a') && value.is_finite() {
        // Zeros that fill the width stand behind `0x`.
        sign = match sign {
            "-" => "-0x",
            "+" => "+0x",
            " " => " 0x",
            _ => "0x",
        };
    }
    let mut sign = String::from(sign);
    if kind.is_ascii_uppercase() {
        text.make_ascii_uppercase();
        sign.make_ascii_uppercase();
    }
    padded(&sign, text.as_bytes(), flags, width)
}

fn plain(magnitude: f64, precision: usize, point: bool) -> String {
    let mut text = format!("{magnitude:.precision$}");
    if point && precision == 0 {
        text.push('.');
    }
    text
}

/// The digits of a number with one in front of the point, and its exponent.
fn digits(magnitude: f64, precision: usize) -> (String, i32) {
    let text = format!("{magnitude:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.into(), exponent.parse().unwrap_or(0))
}

fn scientific(magnitude: f64, precision: usize, point: bool) -> String {
    let (digits, exponent) = digits(magnitude, precision);
    with_exponent(digits, exponent, point && precision == 0)
}

fn with_exponent(mut digits: String, exponent: i32, point: bool) -> String {
    if point {
        digits.push('.');
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

fn general(magnitude: f64, significant: usize, whole: bool) -> String {
    let (found, exponent) = digits(magnitude, significant - 1);
    let short = |text: String| match whole || !text.contains('.') {
        true => text,
        false => text.trim_end_matches('0').trim_end_matches('.').into(),
    };
    if exponent < -4 || exponent >= significant as i32 {
        return with_exponent(short(found), exponent, whole && significant == 1);
    }
    let behind = (significant as i32 - 1 - exponent) as usize;
    short(plain(magnitude, behind, whole))
}

/// Behind `0x`: one digit in front of the point (0 of zero and, as glibc does, of numbers below the normal ones), and a power of two.
fn hexadecimal(magnitude: f64, precision: Option<usize>, point: bool) -> String {
    const FRACTION: u32 = 52;
    let bits = magnitude.to_bits();
    let (exponent, fraction) = ((bits >> FRACTION) as i32, bits & ((1 << FRACTION) - 1));
    let (mut number, power) = match exponent {
        0 if fraction == 0 => (0, 0),
        0 => (fraction, -1022),
        _ => (fraction | 1 << FRACTION, exponent - 1023),
    };
    if let Some(precision) = precision.filter(|precision| *precision < 13) {
        let cut = FRACTION - 4 * precision as u32;
        let (half, rest) = (1u64 << (cut - 1), number & ((1 << cut) - 1));
        number >>= cut;
        number += u64::from(rest > half || rest == half && number & 1 == 1);
        number <<= cut;
    }
    let behind = format!("{:013x}", number & ((1 << FRACTION) - 1));
    let behind = match precision {
        Some(precision) if precision > 13 => format!("{behind:0<precision$}"),
        Some(precision) => behind[..precision].into(),
        None => String::from(behind.trim_end_matches('0')),
    };
    let point = if behind.is_empty() && !point { "" } else { "." };
    format!("{}{point}{behind}p{power:+}", number >> FRACTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(format: &str, arguments: &[Argument]) -> String {
        let parts = parts(format.as_bytes(), true).expect(format);
        String::from_utf8(filled(&parts, arguments)).unwrap()
    }

    fn int(value: i64) -> Argument {
        Argument::Integer(value as u64)
    }

    /// What C's own `printf` writes (glibc).
    #[test]
    fn integers_are_written_as_in_c() {
        for (format, value, written) in [
            ("%d", -5, "-5"),
            ("[%5d]", 42, "[   42]"),
            ("[%-5d]", 42, "[42   ]"),
            ("[%05d]", -42, "[-0042]"),
            ("[%+d]", 42, "[+42]"),
            ("[% d]", 42, "[ 42]"),
            ("[%.4d]", 42, "[0042]"),
            ("[%08.4d]", 42, "[    0042]"),
            ("[%.0d]", 0, "[]"),
            ("%u", -1, "4294967295"),
            ("%lu", -1, "18446744073709551615"),
            ("%hhd", 300, "44"),
            ("%hu", -1, "65535"),
            ("%#x %%", 255, "0xff %"),
            ("%#X", 255, "0XFF"),
            ("[%#08x]", 255, "[0x0000ff]"),
            ("%#o", 8, "010"),
            ("%#.3o", 8, "010"),
            ("%c", 65, "A"),
            ("%d", 1 << 32, "0"),
        ] {
            assert_eq!(text(format, &[int(value)]), written, "{format}");
        }
    }

    /// What C's own `printf` writes (glibc).
    #[test]
    fn floats_are_written_as_in_c() {
        for (format, value, written) in [
            ("%f", 1.5, "1.500000"),
            ("%.0f", 0.5, "0"),
            ("%.0f", 1.5, "2"),
            ("%#.0f", 2.0, "2."),
            ("[%8.3f]", -3.1417, "[  -3.142]"),
            ("[%08.3f]", -3.1417, "[-003.142]"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%.0e", 15.0, "2e+01"),
            ("%E", 1e-300, "1.000000E-300"),
            ("%g", 100000.0, "100000"),
            ("%g", 1000000.0, "1e+06"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.00001234, "1.234e-05"),
            ("%.3g", 9.995, "9.99"),
            ("%#g", 1.0, "1.00000"),
            ("%g", 0.0, "0"),
            ("%a", 1.0, "0x1p+0"),
            ("%a", 0.1, "0x1.999999999999ap-4"),
            ("%.2a", 0.1, "0x1.9ap-4"),
            ("%a", 0.0, "0x0p+0"),
            ("%a", 5e-324, "0x0.0000000000001p-1022"),
            ("[%012a]", -1.5, "[-0x0001.8p+0]"),
            ("[%5f]", f64::INFINITY, "[  inf]"),
            ("[%05F]", f64::NEG_INFINITY, "[ -INF]"),
            ("%f", f64::NAN, "nan"),
            ("%f", 1e22, "10000000000000000000000.000000"),
            ("%.20f", 0.1, "0.10000000000000000555"),
        ] {
            assert_eq!(text(format, &[Argument::Float(value)]), written, "{format}");
        }
    }

    #[test]
    fn widths_may_be_arguments_and_vectors_have_commas() {
        assert_eq!(text("[%*d]", &[int(5), int(42)]), "[   42]");
        assert_eq!(text("[%*d]", &[int(-5), int(42)]), "[42   ]");
        assert_eq!(text("[%.*f]", &[int(-1), Argument::Float(0.5)]), "[0.500000]");
        let floats = [1.0, 2.5, -3.0, 0.25].map(Argument::Float);
        assert_eq!(text("f = %2.2v4hlf", &floats), "f = 1.00,2.50,-3.00,0.25");
        assert_eq!(
            text("[%5s|%-5.2s]", &[Argument::Text(b"ab".into()), Argument::Text(b"xyz".into())]),
            "[   ab|xy   ]"
        );
        assert_eq!(text("%d %d", &[int(1)]), "1 (nothing)");
    }

    #[test]
    fn sizes_have_a_limit() {
        assert_eq!(text("%999999999d", &[int(1)]).len(), MOST as usize);
        assert_eq!(text("%.*f", &[int(1 << 30), Argument::Float(0.0)]).len(), MOST as usize + 2);
    }
}
