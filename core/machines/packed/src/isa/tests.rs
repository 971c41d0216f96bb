//! The table against itself.

use lanescope_parts::source::Span;

use super::*;

#[test]
fn a_row_has_forms_of_its_shape() {
    for op in POp::ALL {
        let row = P::row(*op);
        assert_eq!(row.op, Op::Ext(*op));
        for form in row.forms {
            let Form::Ext(form) = *form else { panic!("{op:?}") };
            assert_eq!(form.shape, op.shape());
        }
    }
}

#[test]
fn a_generation_has_all_of_those_before_it_in_its_style() {
    let order = [
        Generation::Mmx,
        Generation::Sse,
        Generation::Sse2,
        Generation::Avx,
        Generation::Avx2,
        Generation::Avx512,
        Generation::Amx,
    ];
    for (at, later) in order.iter().enumerate() {
        for (before, earlier) in order.iter().enumerate() {
            assert_eq!(later.has_all_of(*earlier), before <= at, "{later:?} {earlier:?}");
        }
        assert!(!later.has_all_of(Generation::Rvp) && !Generation::Lee.has_all_of(*later));
    }
}

#[test]
fn registers_and_types_come_with_their_generation() {
    let of = |op, elem, bytes| Generation::of(&build::two(op, elem, bytes, 1, [2, 3])).unwrap();
    assert_eq!(of(POp::Vpadd, Elem::Xb, 8), Generation::Mmx);
    assert_eq!(of(POp::Vpadd, Elem::Xd, 16), Generation::Sse);
    assert_eq!(of(POp::Vpadd, Elem::Xq, 16), Generation::Sse2);
    assert_eq!(of(POp::Vpadd, Elem::Xb, 32), Generation::Avx);
    assert_eq!(of(POp::Vpadd, Elem::Xb, 64), Generation::Avx512);
    assert_eq!(of(POp::Vadd, Elem::Xps, 16), Generation::Sse);
    assert_eq!(of(POp::Vadd, Elem::Xpd, 16), Generation::Sse2);
    assert_eq!(of(POp::Vpsllv, Elem::Xd, 16), Generation::Avx2);
    let high = build::two(POp::Vadd, Elem::Xpd, 32, 17, [2, 3]);
    assert_eq!(Generation::of(&high), Some(Generation::Avx512));
    assert!(Generation::Avx512.has(&high) && !Generation::Avx2.has(&high));
    let masked =
        build::two(POp::Vadd, Elem::Xpd, 32, 1, [2, 3]).with_guard(Guard { register: 1, flag: false });
    assert_eq!(Generation::of(&masked), Some(Generation::Avx512));
    let scalar = Inst::new(Op::Add, Form::R, Span::NONE);
    assert!(Generation::ALL.iter().all(|generation| generation.has(&scalar)));
}

#[test]
fn the_added_state_is_that_of_the_documents() {
    let bytes = |generation: Generation| generation.registers() * generation.bytes();
    assert_eq!(bytes(Generation::Rvp), 1024);
    assert_eq!(bytes(Generation::Sse), 256);
    assert_eq!(bytes(Generation::Avx), 512);
    assert_eq!(bytes(Generation::Avx512), 2048);
}
