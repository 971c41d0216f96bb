//! Memory of two runs, element by element.

use alloc::{format, string::String, vec::Vec};

use super::super::data::{Check, Mismatch, Verdict};
use crate::{
    base::{OrdMap, OrdSet},
    image::{Buffer, Memory},
    ir::{Kernel, Type},
    printed,
};

/// How many mismatches are listed.
pub(super) const LISTED: usize = 16;

/// Compares every element of every buffer but that of `printf`, by its name. Floats may differ by `ulps` units in the last place, if that is
/// given.
pub fn compare(machine: &Memory, reference: &Memory, ulps: Option<u64>, prints: Option<&str>) -> Check {
    let (mut mismatches, mut first) = (0, Vec::new());
    let largest = differences([machine, reference], ulps, prints, |found, [machine, reference]| {
        mismatches += 1;
        if first.len() < LISTED {
            first.push(Mismatch {
                buffer: found.buffer.name.clone(),
                index: found.index,
                machine,
                reference,
            });
        }
    });
    let pass = mismatches == 0;
    let verdict = if pass { Verdict::Equal } else { Verdict::Different };
    Check { verdict, pass, mismatches, largest_ulps: ulps.map(|_| largest), first, remark: None }
}

/// An element that differs.
pub(super) struct Found<'a> {
    pub buffer: &'a Buffer,
    pub index: u64,
    pub place: Place,
}

/// Where an element is in global memory.
pub(super) struct Place {
    pub address: u64,
    pub bytes: u64,
}

/// Calls `f` with each element that differs, and its bits on both sides. Gives by how many units in the last place floats
/// differ at most.
pub(super) fn differences(
    [machine, reference]: [&Memory; 2],
    ulps: Option<u64>,
    prints: Option<&str>,
    mut f: impl FnMut(Found, [u64; 2]),
) -> u64 {
    let mut largest = 0;
    // What is printed lies in the order in which it was: it is compared by itself.
    let launched = machine.launched().iter().enumerate();
    for (at, buffer) in launched.filter(|(_, buffer)| prints != Some(&buffer.name)) {
        let bytes = u64::from(buffer.element.bytes());
        let (ours, theirs) = (machine.copy_out(at, 0, u64::MAX), reference.copy_out(at, 0, u64::MAX));
        if ours == theirs {
            continue;
        }
        let pairs = (0..).zip(ours.chunks(bytes as usize).zip(theirs.chunks(bytes as usize)));
        for (index, (ours, theirs)) in pairs.filter(|(_, (ours, theirs))| ours != theirs) {
            let both = [bits(ours), bits(theirs)];
            let apart = ulps.and_then(|_| ulps_between(buffer.element, both[0], both[1]));
            largest = apart.unwrap_or(0).max(largest);
            if apart.is_none_or(|apart| Some(apart) > ulps) {
                let place = Place { address: buffer.base + index * bytes, bytes };
                f(Found { buffer, index, place }, both);
            }
        }
    }
    largest
}

/// Compares what each work-item has printed, on a machine and by the reference, in a launch of this size.
pub(super) fn printed(
    check: &mut Check,
    kernel: &Kernel,
    [machine, reference]: [&Memory; 2],
    global: [u32; 3],
) {
    let Some(buffer) = printed::buffer(&kernel.params) else { return };
    let [ours, theirs] = [machine, reference].map(|memory| printed::read(buffer, memory));
    let mut say = |what: String| {
        check.remark = Some(check.remark.take().map_or(what.clone(), |before| format!("{before} {what}")));
    };
    if ours.is_cut || theirs.is_cut {
        return say(
            "More was printed than fits (limit printf_bytes), so what was printed is not compared.".into()
        );
    }
    let [ours, theirs] = [ours, theirs].map(|output| printed::by_item(&output));
    let items: OrdSet<u32> = ours.keys().chain(theirs.keys()).copied().collect();
    let mut different = items.iter().filter(|item| ours.get(item) != theirs.get(item));
    let Some(first) = different.next() else { return };
    let count = 1 + different.count() as u64;
    let text = |of: &OrdMap<u32, Vec<u8>>| {
        of.get(first)
            .map_or("nothing".into(), |text| format!("`{}`", String::from_utf8_lossy(text).trim_end()))
    };
    let [x, y, z] = printed::place(*first, global);
    say(format!(
        "Work-item ({x}, {y}, {z}) printed {}, and in the reference {}.",
        text(&ours),
        text(&theirs)
    ));
    check.mismatches += count;
    check.pass = false;
    check.verdict = Verdict::Different;
}

/// Units in the last place between two floats of a type: how many numbers of the type they are apart. `None` for other types,
/// and if one is no number.
pub(super) fn ulps_between(ty: Type, a: u64, b: u64) -> Option<u64> {
    let infinity = match ty {
        Type::F16 => 0x7C00,
        Type::F32 => 0x7F80_0000,
        Type::F64 => 0x7FF0 << 48,
        _ => return None,
    };
    let sign = 1 << (ty.bits() - 1);
    // In order of size: negative numbers below 0.
    let place = |bits: u64| {
        let magnitude = (bits & (sign - 1)) as i64;
        let number = magnitude <= infinity;
        number.then_some(if bits & sign == 0 { magnitude } else { -magnitude })
    };
    Some(place(a)?.abs_diff(place(b)?))
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}
