//! What a warp waits for, and where its memory requests are, followed from cycle to cycle.

use alloc::vec::Vec;

use lanescope_parts::{
    machines::{Machine, Stop},
    trace::{Cause, Deaf},
};

use super::kit::*;
use crate::isa::{Op, Space, Ty};

/// A load that misses everywhere passes every stop on its way out, in this order. Memory's answer goes on to the network
/// in the cycle in which it comes.
#[test]
fn a_request_is_followed_from_the_core_to_memory_and_back() {
    let mut code = element_address(2);
    let at = code.len() as u32;
    code.extend([ld(Space::Global, Ty::S32, r(4), rd(1), 0), op(Op::Add, Ty::S32, r(5), [r(4), imm(1)])]);
    let (memory, bases) = buffers(&[1 << 10]);
    let mut gpu = gpu(&program(&code, 1), &plain_spec(), 1, 1, memory, &bases);
    let mut stops = Vec::new();
    while !gpu.finished() {
        gpu.run(gpu.cycle() + 1, &mut Deaf).unwrap();
        let waits = gpu.waits(0);
        if gpu.unit(0, &gpu).pc != Some(at + 1) {
            assert!(waits.iter().all(|wait| !wait.registers.contains(&"%r4".into())));
            continue;
        }
        for wait in waits.iter().filter(|wait| wait.memory) {
            assert_eq!((wait.pc, wait.registers.as_slice()), (at, &["%r4".into()][..]));
            assert!(wait.lines.iter().all(|(address, _)| *address == bases[0]));
            stops.extend(wait.lines.iter().map(|(_, stop)| *stop));
        }
    }
    stops.dedup();
    let (l1, network, l2) = (Stop::FirstLevel, Stop::Network, Stop::SecondLevel);
    let rest = stops.strip_prefix(&[Stop::LoadStore]).unwrap_or(&stops);
    assert_eq!(rest, [l1, network, l2, Stop::Dram(0), network, l1]);
}

/// An arithmetic result that is not there yet is named without memory; a warp that waits for nothing has no waits.
#[test]
fn an_arithmetic_wait_has_no_lines() {
    let code = [op(Op::Mov, Ty::U32, r(1), [imm(7)]), op(Op::Add, Ty::S32, r(2), [r(1), imm(1)])];
    let (memory, bases) = buffers(&[4]);
    let mut gpu = gpu(&program(&code, 1), &plain_spec(), 1, 1, memory, &bases);
    let mut seen = 0;
    while !gpu.finished() {
        gpu.run(gpu.cycle() + 1, &mut Deaf).unwrap();
        if gpu.cause(0) == Cause::ARITHMETIC && gpu.unit(0, &gpu).pc == Some(1) {
            for wait in gpu.waits(0) {
                assert_eq!((wait.pc, wait.memory, wait.lines.len()), (0, false, 0));
                seen += 1;
            }
        }
    }
    assert!(seen > 0);
    assert!(gpu.waits(0).is_empty() && gpu.waits(99).is_empty());
}
