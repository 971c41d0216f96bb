//! The table against what the thesis and its simulator say of the instruction set.

use alloc::{collections::BTreeSet, vec::Vec};

use super::{
    Category, Destination, Issue, Op, OperandKind, OperandKinds, Suffix, Suffixes,
    ops::ROWS,
    registers::{SCALAR_SPECIALS, VECTOR_SPECIALS},
};

#[test]
fn rows_are_found_by_name_and_by_instruction() {
    let names: BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), ROWS.len(), "each name once");
    for row in ROWS {
        assert_eq!(Op::named(row.name), Some(row.op));
        assert_eq!(row.op.row().name, row.name);
        assert!(row.does.ends_with('.'));
        for (written, suffix) in row.suffixes.list() {
            assert_eq!(row.suffixes.named(written), Some(*suffix), "{}.{written}", row.name);
        }
    }
    assert_eq!(Op::named("sixor"), None, "there is no scalar exclusive or");
}

/// A vector instruction has at most one source that is not a vector, and it is the second.
#[test]
fn vector_arithmetic_takes_a_scalar_as_its_second_source_alone() {
    let arithmetic =
        |category| matches!(category, Category::Float | Category::Reciprocal | Category::Integer);
    for row in ROWS.iter().filter(|row| row.issue == Issue::Vector && arithmetic(row.category)) {
        assert_eq!(row.destination, Destination::Written(OperandKinds::of(&[OperandKind::Vector])));
        for (at, slot) in row.sources.iter().enumerate() {
            assert!(
                at == 1 || slot.kinds == OperandKinds::of(&[OperandKind::Vector]),
                "{} source {at}",
                row.name
            );
            assert!(!slot.optional);
        }
    }
}

#[test]
fn at_most_three_sources_and_what_is_optional_comes_last() {
    for row in ROWS {
        assert!(row.sources.len() <= 3, "{}", row.name);
        let optional: Vec<bool> = row.sources.iter().map(|slot| slot.optional).collect();
        assert!(optional.is_sorted(), "{}", row.name);
    }
}

/// Memory instructions are scalar in the pipeline, whatever they move.
#[test]
fn requests_of_memory_issue_once_and_name_a_buffer() {
    for row in ROWS.iter().filter(|row| row.category == Category::Memory) {
        assert_eq!(row.issue, Issue::Scalar);
        assert_eq!(row.sources[0].kinds, OperandKinds::of(&[OperandKind::Immediate]), "{}", row.name);
    }
}

#[test]
fn only_quarter_rate_functions_and_divisions_have_units_of_their_own() {
    let of = |wanted: &dyn Fn(&super::Row) -> bool| {
        ROWS.iter().filter(|row| wanted(row)).map(|row| row.name).collect::<Vec<_>>()
    };
    assert_eq!(of(&|row| row.category == Category::Reciprocal), ["rcp", "rsqrt", "sin", "cos"]);
    assert_eq!(of(&|row| row.issue == Issue::Divider), ["sidiv", "simod"]);
}

#[test]
fn stores_read_the_register_in_the_place_of_the_destination() {
    let stored: Vec<&str> = ROWS
        .iter()
        .filter(|row| matches!(row.destination, Destination::Stored(_)))
        .map(|row| row.name)
        .collect();
    assert_eq!(stored, ["stglin", "stgidxit", "stsplin"]);
}

/// `ldsplin` has no form for several elements: such lines of published programs are dropped.
#[test]
fn suffixes_belong_to_their_instructions() {
    assert_eq!(Op::Ldglin.row().suffixes.named("vec4"), Some(Suffix::Vec4));
    assert_eq!(Op::Ldsplin.row().suffixes.named("vec2"), None);
    assert_eq!(Op::Cpush.row().suffixes.named("exit"), None);
    assert!(Suffixes::Negate.optional() && !Suffixes::Compare.optional());
}

#[test]
fn special_registers_have_the_numbers_of_the_thesis() {
    for (name, number) in [("ctrl_run", 0), ("tid_x", 4), ("zero", 8), ("mem_idx", 10), ("mem_data", 11)] {
        assert_eq!(OperandKind::VectorSpecial.special(name), Some(number));
    }
    for (name, number) in [("dim_x", 0), ("wg_off_x", 2), ("wg_width", 4), ("sd_period_cnt", 7)] {
        assert_eq!(OperandKind::ScalarSpecial.special(name), Some(number));
    }
    assert_eq!(VECTOR_SPECIALS.iter().filter(|special| special.writable).count(), 6);
    assert_eq!(SCALAR_SPECIALS.iter().filter(|special| special.writable).count(), 3);
    assert_eq!(
        [OperandKind::Vector, OperandKind::Scalar, OperandKind::Predicate].map(OperandKind::registers),
        [64, 32, 4]
    );
}
