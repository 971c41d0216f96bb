//! Kernels against a GPU: `oracles/gpu/results.txt` holds of each buffer what a real one leaves there, `others.txt` the elements of it
//! that differ from the reference, and `counts.txt` what a profiler counts of accesses that does not depend on time. What differs is
//! excused by a rule for each kernel, which each of these elements has to keep; the rest of the buffer is equal to the bit.

use std::collections::{BTreeMap, BTreeSet};

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{outside, runs, shorthand::counter};

const FOLDER: &str = "tests/oracles/gpu";
/// More cycles than any of these kernels needs.
const CYCLES: u64 = 20_000_000;

/// How an element of a buffer may differ.
#[derive(Clone, Copy)]
enum Excuse {
    /// A NaN as an integer: PTX makes `1 << (bits - 1)` of it if one of both types has 64 bits, C leaves it open, and OpenCL
    /// recommends the 0 that it is here.
    Nan,
    /// So many units of the last place of a `float`: sine and cosine are not correctly rounded there.
    Places(u32),
    /// So much, where nearly equal numbers are taken from each other and the reciprocal root is not correctly rounded there.
    Within(f32),
}

const EXCUSED: &[(&str, Excuse)] = &[
    ("gallery/nbody_step.cu", Excuse::Within(1e-7)),
    ("gallery/waves.cl", Excuse::Places(2)),
    ("opencl/convert_double_char.cl", Excuse::Nan),
    ("opencl/convert_double_int.cl", Excuse::Nan),
    ("opencl/convert_double_long.cl", Excuse::Nan),
    ("opencl/convert_double_short.cl", Excuse::Nan),
    ("opencl/convert_double_uchar.cl", Excuse::Nan),
    ("opencl/convert_double_uint.cl", Excuse::Nan),
    ("opencl/convert_double_ulong.cl", Excuse::Nan),
    ("opencl/convert_double_ushort.cl", Excuse::Nan),
    ("opencl/convert_float_long.cl", Excuse::Nan),
    ("opencl/convert_float_ulong.cl", Excuse::Nan),
];

impl Excuse {
    /// Does it hold for the bits of an element of so many bytes, here and there?
    fn holds(self, here: u64, there: u64, bytes: usize) -> bool {
        let float = |bits: u64| f32::from_bits(bits as u32);
        match self {
            Excuse::Nan => here == 0 && there == 1 << (8 * bytes - 1),
            Excuse::Places(most) => (here as u32).abs_diff(there as u32) <= most,
            Excuse::Within(most) => (float(here) - float(there)).abs() <= most,
        }
    }
}

/// The rows of a table, without what is said above them.
fn rows(table: &str) -> Vec<Vec<String>> {
    let text = outside::read(&format!("{FOLDER}/{table}"));
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split(' ').map(String::from).collect()).collect()
}

/// The tables of what a GPU leaves.
struct Tables {
    /// Of each kernel its buffers: name, type of its elements, digest.
    results: BTreeMap<String, Vec<[String; 3]>>,
    /// Of a kernel and a buffer the elements that differ: index and bits there.
    others: BTreeMap<(String, String), Vec<(usize, u64)>>,
}

impl Tables {
    fn read() -> Tables {
        let (mut results, mut others): (BTreeMap<_, Vec<_>>, BTreeMap<_, Vec<_>>) = Default::default();
        for row in rows("results.txt") {
            let [kernel, buffer, ty, digest] = row.try_into().unwrap();
            results.entry(kernel).or_default().push([buffer, ty, digest]);
        }
        for row in rows("others.txt") {
            let [kernel, buffer, index, bits]: [String; 4] = row.try_into().unwrap();
            let bits = u64::from_str_radix(bits.strip_prefix("0x").unwrap(), 16).unwrap();
            others.entry((kernel, buffer)).or_default().push((index.parse().unwrap(), bits));
        }
        Tables { results, others }
    }

    /// Holds a buffer that is left here against what is left there.
    fn compare(&self, kernel: &str, [name, ty, digest]: &[String; 3], mut left: Vec<u8>, run: &str) {
        let bytes = match ty.trim_start_matches('u') {
            "char" => 1,
            "short" => 2,
            "int" | "float" => 4,
            _ => 8,
        };
        let excuse = EXCUSED.iter().find(|(of, _)| *of == kernel).map(|(_, excuse)| *excuse);
        for (index, there) in self.others.get(&(kernel.into(), name.clone())).into_iter().flatten() {
            let element = &mut left[index * bytes..(index + 1) * bytes];
            let mut here = [0; 8];
            here[..bytes].copy_from_slice(element);
            let here = u64::from_le_bytes(here);
            let holds = excuse.is_some_and(|excuse| excuse.holds(here, *there, bytes));
            assert!(
                holds && here != *there,
                "{name}[{index}] of {kernel} {run}: {here:#x}, there {there:#x}"
            );
            element.copy_from_slice(&there.to_le_bytes()[..bytes]);
        }
        assert_eq!(outside::digest(left, ty), *digest, "{name} of {kernel} {run}");
    }
}

#[test]
fn kernels_leave_what_a_gpu_leaves() {
    let tables = Tables::read();
    let mut compared = BTreeSet::new();
    for case in outside::cases() {
        // What is new here no GPU has run yet.
        let Some(buffers) = tables.results.get(&case.name) else { continue };
        let left = case.work().left.unwrap_or_else(|| panic!("{} does not end", case.name));
        for row in buffers {
            let buffer = left.buffers().iter().find(|buffer| buffer.name == row[0]);
            let buffer = buffer.unwrap_or_else(|| panic!("{} has no {}", case.name, row[0]));
            tables.compare(&case.name, row, outside::bytes(&left, buffer), "by the reference");
        }
        compared.insert(case.name);
    }
    assert!(compared.iter().eq(tables.results.keys()) && compared.len() >= 120, "{}", compared.len());
    let excused: BTreeSet<&str> = EXCUSED.iter().map(|(kernel, _)| *kernel).collect();
    let differ: BTreeSet<&str> = tables.others.keys().map(|(kernel, _)| kernel.as_str()).collect();
    assert_eq!(excused, differ);
}

/// The kernels that were written for it, on every preset without timing, and on one of each machine with it. What is refused is what
/// the machine says that it lacks.
#[test]
fn machines_leave_it_too() {
    let (tables, presets) = (Tables::read(), runs::kernel_presets());
    let mut ran: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, case) in outside::cases().into_iter().filter(|case| case.name.starts_with("gpu/")).enumerate() {
        for preset in &presets {
            let machine = preset.split('/').next().unwrap();
            let of_machine = presets.iter().filter(|preset| preset.split('/').next() == Some(machine));
            let timed = of_machine.clone().nth(at % of_machine.count()) == Some(preset);
            let document = || runs::document(&case.source, preset);
            let mut session = Session::open(document(), Limits::default());
            let untimed = session.functional(&mut |_| true);
            let done = match untimed {
                Ok(done) => done.unwrap_or_else(|| panic!("{} on {preset} was given up", case.name)),
                Err(found) => {
                    let lacks = |one: &Diagnostic| {
                        runs::is_of_machine(std::slice::from_ref(one), preset)
                            || matches!(one.code.as_ref(), "launch::fit" | "lower::lacks")
                    };
                    assert!(found.iter().all(lacks), "{} on {preset}: {found:#?}", case.name);
                    continue;
                }
            };
            assert!(done.halt.is_none(), "{} on {preset}: {done:#?}", case.name);
            *ran.entry(machine).or_default() += 1;
            let compare = |session: &Session, run: &str| {
                for row in &tables.results[&case.name] {
                    let left =
                        session.dump(&row[0]).unwrap_or_else(|| panic!("{} has no {}", case.name, row[0]));
                    tables.compare(&case.name, row, left, &format!("on {preset}, {run}"));
                }
            };
            compare(&session, "without timing");
            if timed {
                let mut session = Session::open(document(), Limits::default());
                if let Err(found) = session.start() {
                    assert!(
                        found.iter().all(|one| one.code == "launch::fit"),
                        "{} on {preset}: {found:#?}",
                        case.name
                    );
                    continue;
                }
                let status = session.advance(CYCLES, CYCLES);
                assert!(status.complete && status.halt.is_none(), "{} on {preset}: {status:#?}", case.name);
                compare(&session, "with timing");
            }
        }
    }
    println!("{ran:?}");
    assert!(ran.values().all(|count| *count >= 4), "{ran:?}");
}

/// The preset whose warps, sectors and banks are the GPU's: 32 lanes, 32 bytes, 32 banks.
const PRESET: &str = "simt/fermi";

const PRIVATE: &str = "fewer of the accesses to arrays of a thread are left there";
const JOINED: &str = "the other compiler joins loads of neighbours to one of up to 16 bytes";

/// Kernels of which the other compiler makes code with other accesses, which column begins to differ, and why.
const OTHER_CODE: &[(&str, &str, &str)] = &[
    ("gallery/matmul_tiled.cu", "shared", JOINED),
    ("gallery/spin_lock.cu", "accesses", "it ends there"),
    ("gpu/arrays.cu", "accesses", PRIVATE),
    ("gpu/atomics.cu", "shared", "atomic operations on shared memory are not among its accesses there"),
    ("gpu/blocks.cu", "shared", JOINED),
    ("gpu/search.cu", "accesses", "the string that a thread reads from is written by the thread there"),
    ("gpu/sha256.cu", "accesses", PRIVATE),
    ("gpu/sort.cu", "accesses", "a load that does not change in a loop is made once, in front of it"),
    ("gpu/structures.cu", "accesses", PRIVATE),
];

/// The accesses of a run on the preset: to memory (global, private, atomic), sectors, shared, passes.
fn accesses(name: &str, source: &str) -> [u64; 4] {
    let mut session = Session::open(runs::document(source, PRESET), Limits::default());
    session.start().unwrap_or_else(|found| panic!("{name}: {found:#?}"));
    while !session.advance(u64::MAX, u64::MAX).complete {}
    ["memory_accesses", "sectors", "shared_accesses", "shared_passes"].map(|id| counter(&session, id))
}

/// The sums of a row of the profiler that are the same counts. It counts the sectors of global memory alone: where something else is
/// in memory there is nothing to compare.
fn counted(row: &[String]) -> [Option<u64>; 4] {
    let [requests, sectors, shared, passes, local, atomics] =
        row[1..].iter().map(|number| number.parse().unwrap()).collect::<Vec<u64>>()[..]
    else {
        panic!("{row:?}")
    };
    let sectors = Some(sectors).filter(|_| local + atomics == 0);
    [Some(requests + local + atomics), sectors, Some(shared), Some(passes)]
}

#[test]
fn accesses_are_as_many_as_a_gpu_counts() {
    let mut other = Vec::new();
    let cases: BTreeMap<String, String> =
        outside::cases().into_iter().map(|case| (case.name, case.source)).collect();
    let table = rows("counts.txt");
    assert!(table.len() >= 20, "{}", table.len());
    for row in &table {
        let source = cases.get(&row[0]).unwrap_or_else(|| panic!("no longer there: {}", row[0]));
        let (here, there) = (accesses(&row[0], source), counted(row));
        let differs = |at: &usize| there[*at].is_some_and(|there| there != here[*at]);
        if let Some(at) = (0..4).find(differs) {
            other.push((row[0].clone(), ["accesses", "sectors", "shared", "passes"][at].to_string()));
        }
    }
    other.sort();
    let expected: Vec<_> =
        OTHER_CODE.iter().map(|(kernel, column, _)| (kernel.to_string(), column.to_string())).collect();
    assert_eq!(other, expected);
}

/// What the text says where the code is as the other compiler's: kernel, and what is replaced by what, once each.
const AS_THERE: &[(&str, &[[&str; 2]])] =
    &[("gpu/sort.cu", &[["int low = 0", "int key = keys[i], low = 0"], ["keys[i]) low", "key) low"]])];

/// With such a text the counts are the other's: what the rows above give as the reason is the reason.
#[test]
fn the_reasons_of_other_code_are_the_reasons() {
    let (table, cases) = (rows("counts.txt"), outside::cases());
    for (name, changes) in AS_THERE {
        let case = cases.iter().find(|case| case.name == *name).expect("it is there");
        let source = changes.iter().fold(case.source.clone(), |source, [from, to]| {
            assert!(source.contains(from), "{name}: {from}");
            source.replacen(from, to, 1)
        });
        let row = table.iter().find(|row| row[0] == *name).expect("it has a row");
        let (here, there) = (accesses(name, &source), counted(row));
        assert_eq!([Some(here[0]), Some(here[1])], [there[0], there[1]], "{name}\n{source}");
    }
}
