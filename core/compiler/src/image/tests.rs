//! What memory holds and refuses.

use super::*;

fn two_buffers() -> Memory {
    let mut memory = Memory::default();
    memory.allocate("a", 5000, Type::I32, false, true);
    memory.allocate("b", 16, Type::I32, false, false);
    memory
}

#[test]
fn an_access_past_the_end_is_a_fault_that_names_the_buffer() {
    let memory = two_buffers();
    assert!(memory.read(BASE + 4996, 4).is_ok());
    let fault = memory.read(BASE + 5000, 4).unwrap_err();
    assert_eq!((fault.kind, fault.near), (FaultKind::OutOfBounds, Some(("a".into(), 5000))));
    assert_eq!(memory.read(BASE + 2, 4).unwrap_err().kind, FaultKind::Misaligned);
    assert_eq!(memory.read(0, 4).unwrap_err().near, None);
}

fn placed(at: u64, bytes: u64, writable: bool) -> Placed {
    let need = if writable { Permission::ReadWrite } else { Permission::Read };
    Placed { at, bytes, need, said: None }
}

fn buffer(name: &str, base: u64, bytes: u64) -> Buffer {
    Buffer { name: name.into(), base, bytes, element: Type::I32, unsigned: false }
}

#[test]
fn buffers_with_places_share_memory_where_they_overlap() {
    let mut memory = Memory::default();
    let far = MOST_ADDRESS - 8192;
    let ranges = [
        placed(far + 4000, 200, false),
        placed(far, 4096, true),
        placed(0x4_0000, 16, false),
        placed(0, 0, true),
    ];
    assert_eq!(memory.place(&ranges), Ok(()));
    for (name, range) in ["b", "a", "c"].iter().zip(ranges) {
        memory.name(buffer(name, range.at, range.bytes));
    }
    memory.copy_in(1, &[7; 4096]);
    assert_eq!(memory.copy_out(0, 0, 999), [[7; 96].as_slice(), &[0; 104]].concat());
    // One region of both, which may be written; an access may lie over the end of one of them.
    assert!(memory.contains(far, 4200, true) && !memory.contains(far, 4201, false));
    let rest = [far - 1, far, far + 4199, far + 4200].map(|address| memory.bytes_from(address));
    assert_eq!(rest, [0, 4200, 1, 0]);
    memory.write(far + 4096, 8, u64::MAX).unwrap();
    assert_eq!((memory.load(far + 4092, 4), memory.load(far + 4096, 4)), (0x0707_0707, 0xFFFF_FFFF));
    assert_eq!(memory.copy_out(0, 96, 8), [255; 8]);
    assert_eq!(memory.span(far + 4094, 2), Some(&[7; 2][..]));
    assert!(memory.span_mut(far, 8).is_some());
    let fault = memory.write(far + 4200, 4, 0).unwrap_err();
    assert_eq!((fault.kind, fault.near), (FaultKind::OutOfBounds, Some(("b".into(), 200))));
    let fault = memory.write(0x4_0000, 4, 0).unwrap_err();
    assert_eq!((fault.kind, fault.near), (FaultKind::ReadOnly, Some(("c".into(), 0))));
    // Clones share the pages above the row too.
    let before = memory.clone();
    memory.store(far, 4, 9);
    assert_eq!((memory.unshared_bytes(&before), before.load(far, 4)), (PAGE, 0x0707_0707));
}

#[test]
fn buffers_without_places_go_around_those_that_have_some() {
    let mut memory = Memory::default();
    // In the way of the second buffer, and in the page in which it would end.
    memory.place(&[placed(BASE + 5120, 256, true), placed(BASE + 12_000, 4, true)]).unwrap();
    memory.store(BASE + 12_000, 4, 77);
    let a = memory.allocate("a", 4000, Type::I32, false, true);
    let b = memory.allocate("b", 4000, Type::I32, false, true);
    let bases = [a, b].map(|at| memory.buffers()[at].base - BASE);
    assert_eq!(bases, [0, 5120 + 512]);
    let c = memory.allocate("c", 4000, Type::I32, false, true);
    assert!(memory.buffers()[c].base > BASE + 12_004);
    assert_eq!((memory.load(BASE + 12_000, 4), memory.load(BASE + 12_004, 4)), (77, 0));
    memory.truncate(2);
    assert_eq!((memory.buffers().len(), memory.load(BASE + 12_000, 4)), (2, 77));
    assert!(memory.read(bases[1] + BASE, 4).is_ok());
}

#[test]
fn places_that_cannot_be_are_refused() {
    let mut memory = two_buffers();
    for range in [
        placed(BASE - 4, 8, true),
        placed(MOST_ADDRESS - 4, 8, true),
        placed(u64::MAX, 8, true),
        placed(BASE + 4996, 8, true),
    ] {
        assert_eq!(memory.place(&[range]), Err(Misplaced { range, why: Why::NoMemory }));
    }
    assert_eq!(memory.place(&[placed(BASE + 5000, 8, true)]), Ok(()));
}

/// A region may be what one of its buffers says, else what one of them needs.
#[test]
fn a_permission_that_is_said_holds_for_the_region() {
    let saying = |at, need, said| Placed { said, ..placed(at, 64, need) };
    for (first, second, permission) in [
        (saying(BASE, false, None), saying(BASE + 64, true, None), Ok(true)),
        (saying(BASE, false, None), saying(BASE + 64, false, None), Ok(false)),
        (saying(BASE, true, Some(Permission::Read)), saying(BASE + 64, true, None), Ok(false)),
        (saying(BASE, true, None), saying(BASE + 64, true, Some(Permission::Read)), Ok(false)),
        (saying(BASE, false, Some(Permission::ReadWrite)), saying(BASE + 63, false, None), Ok(true)),
        (
            saying(BASE, true, Some(Permission::Read)),
            saying(BASE + 64, true, Some(Permission::ReadWrite)),
            Err(64),
        ),
        // One byte between them: two regions.
        (
            saying(BASE, true, Some(Permission::Read)),
            saying(BASE + 65, true, Some(Permission::ReadWrite)),
            Ok(false),
        ),
    ] {
        let mut memory = Memory::default();
        match (memory.place(&[first, second]), permission) {
            (Ok(()), Ok(writable)) => {
                assert_eq!(memory.contains(BASE, 64, true), writable, "{first:?} {second:?}")
            }
            (Err(Misplaced { range, why }), Err(at)) => {
                assert_eq!((range.at, why), (BASE + at, Why::Contrary))
            }
            (found, _) => panic!("{found:?}: {first:?} {second:?}"),
        }
    }
}

#[test]
fn read_only_buffers_refuse_writes() {
    let mut memory = two_buffers();
    let base = memory.buffers()[1].base;
    assert_eq!(memory.write(base, 4, 1).unwrap_err().kind, FaultKind::ReadOnly);
    assert!(memory.contains(base, 16, false) && !memory.contains(base, 16, true));
    assert!(!memory.contains(base, 17, false));
}

#[test]
fn only_writes_of_other_values_are_changes() {
    let mut memory = two_buffers();
    for (value, changes) in [(0, 0), (7, 1), (7, 1), (0x107, 1), (8, 2)] {
        memory.write(BASE + 3, 1, value).unwrap();
        assert_eq!(memory.changes(), changes);
    }
}

#[test]
fn an_access_before_a_space_says_how_far() {
    let (kind, space) = (FaultKind::OutOfBounds, Space::Private);
    let near = Some(("u".into(), 0_u64.wrapping_sub(36)));
    let fault = Fault { kind, space, address: 0_u64.wrapping_sub(4), bytes: 4, write: true, near };
    let text = alloc::format!("{fault}");
    assert!(text.ends_with("private address 0xfffffffffffffffc, 4 bytes before its start"), "{text}");
}

#[test]
fn clones_do_not_see_later_writes() {
    let mut memory = two_buffers();
    let before = memory.clone();
    memory.write(BASE + 4096, 8, 0x0102_0304_0506_0708).unwrap();
    assert_eq!((memory.unshared_bytes(&before), memory.unshared_bytes(&memory)), (PAGE, 0));
    assert_eq!(before.load(BASE + 4096, 8), 0);
    assert_eq!(memory.load(BASE + 4100, 2), 0x0304);
    assert_ne!(memory.digest(), before.digest());
}

#[test]
fn the_digest_is_that_of_each_buffer_as_one_piece() {
    let mut memory = two_buffers();
    memory.copy_in(0, &(0..5000u32).map(|i| (i * 7) as u8).collect::<Vec<_>>());
    let mut whole = Digest::default();
    (0..2).for_each(|buffer| whole.bytes(&memory.copy_out(buffer, 0, u64::MAX)));
    assert_eq!(memory.digest(), whole.0);
}

#[test]
fn copies_cross_pages() {
    let mut memory = two_buffers();
    let data: Vec<u8> = (0..5000u32).map(|i| i as u8).collect();
    memory.copy_in(0, &data);
    assert_eq!(memory.copy_out(0, 0, 9999), data);
    assert_eq!(memory.copy_out(0, 4090, 10), data[4090..4100]);
}
