//! Packed instructions against a processor that has them: `oracles/packed_native.txt` holds what each of 2,876 forms left there.

use std::fmt::Write as _;

use lanescope_core::session::vocabulary::*;
use lanescope_tests::shorthand::{buffer, finish, fnv, function, int};

const TABLE: &str = include_str!("../oracles/packed_native.txt");
/// Bytes of a record before the instruction, and of its result.
const RECORD: usize = 256;
const RESULT: usize = 64;

/// A row of the table.
struct Form<'t> {
    /// Where the result is: `v` register 0, `k` mask register 2, `x` integer register t5.
    kind: &'t str,
    /// Bytes of a float whose NaNs count as the same; 0 where bits are as they are.
    nan: usize,
    hash: u64,
    text: &'t str,
}

fn form(row: &'static str) -> Form<'static> {
    let mut parts = row.splitn(4, ' ');
    let mut next = || parts.next().expect("four parts");
    let (kind, nan, hash, text) = (next(), next(), next(), next());
    let hash = u64::from_str_radix(hash, 16).expect("a hash");
    Form { kind, nan: nan.parse().expect("a number"), hash, text }
}

/// The records as data of a program.
fn data(records: &[&str]) -> String {
    let mut text = String::from(" .data\n .align 6\ninp:\n");
    for record in records {
        for word in record.as_bytes().chunks(16) {
            let word = str::from_utf8(word).expect("digits");
            let value = u64::from_str_radix(word, 16).expect("digits").swap_bytes();
            let _ = writeln!(text, " .dword {value:#x}");
        }
    }
    text
}

/// A program that carries out the instruction on each record: results at `out`, exception flags at `fl`.
fn program(form: &Form<'_>, data: &str) -> String {
    let store = match form.kind {
        "v" => "vmovups 0(a2), zmm0",
        "k" => "kmov t2, k2\n sd t2, 0(a2)",
        _ => "sd t5, 0(a2)",
    };
    format!(
        "{data} .text\n .globl t\nt: mv a3, a2\n mv a2, a1\n la a1, inp\nagain:
 vmovups zmm1, 0(a1)
 vmovups zmm2, 64(a1)
 vmovups zmm3, 128(a1)
 vmovups zmm0, 192(a1)
 ld t1, 128(a1)
 kmov k1, t1
 ld t1, 192(a1)
 kmov k3, t1
 kmov k2, zero
 ld t4, 64(a1)
 li t5, 0
 csrw fflags, zero
 {}
 csrr t0, fflags
 {store}
 sb t0, 0(a3)
 addi a0, a0, -1
 addi a1, a1, {RECORD}
 addi a2, a2, {RESULT}
 addi a3, a3, 1
 bnez a0, again
 ret
",
        form.text.replace(" ; ", "\n ")
    )
}

/// All NaNs of a result as one.
fn canonical(result: &[u8], nan: usize) -> Vec<u8> {
    let is_nan = |bytes: &[u8]| match *bytes {
        [a, b, c, d] => f32::from_le_bytes([a, b, c, d]).is_nan(),
        _ => bytes.try_into().is_ok_and(|bytes| f64::from_le_bytes(bytes).is_nan()),
    };
    let one = |bytes: &[u8]| if is_nan(bytes) { vec![0xFF; bytes.len()] } else { bytes.to_vec() };
    if nan == 0 { result.to_vec() } else { result.chunks(nan).flat_map(one).collect() }
}

/// Results of all records and their flags, with NaNs as one.
fn results(form: &Form<'_>, data: &str, count: usize) -> Vec<u8> {
    let out = |bytes: usize| buffer(bytes as u64, Type::I8, Init::Zeros);
    let args = [("n", int(count as i64)), ("out", out(RESULT * count)), ("fl", out(count))];
    let mut session = function(&program(form, data), "packed/amx", &[], &args);
    finish(&mut session);
    let [out, flags] = ["out", "fl"].map(|name| session.dump(name).expect("it is an argument"));
    out.chunks(RESULT).flat_map(|result| canonical(result, form.nan)).chain(flags).collect()
}

#[test]
fn every_form_leaves_what_a_processor_leaves() {
    let rows = |word: &'static str| TABLE.lines().filter_map(move |line| line.strip_prefix(word));
    let records: Vec<&str> = rows("input ").collect();
    let data = data(&records);
    let forms: Vec<Form> = rows("form ").map(form).collect();
    assert!(records.len() == 24 && forms.len() == 2876, "{} records, {} forms", records.len(), forms.len());
    let differs = |form: &&Form| fnv(&results(form, &data, records.len())) != form.hash;
    let wrong: Vec<&str> = forms.iter().filter(differs).map(|form| form.text).collect();
    assert!(wrong.is_empty(), "{} forms differ: {wrong:#?}", wrong.len());
}
