//! What the strips of packed SIMD cost, beside a good compiler's code.

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_kit::strips::ROWS;
use lanescope_tests::shorthand::finish;

#[test]
fn strips_of_avx2_take_at_most_so_many_times_the_instructions_of_clang() {
    let mut wrong = vec![];
    for row in ROWS {
        let each = row.each().unwrap_or_else(|why| panic!("{}: {why}", row.name));
        let line = format!("{}: {each:.3}, clang {}, {:.2} times", row.name, row.clang, each / row.clang);
        println!("{line}");
        if each > row.reached * row.clang {
            wrong.push(line);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_the_strips_leave_is_what_the_reference_leaves() {
    for (row, items) in ROWS.iter().flat_map(|row| [(row, 512), (row, 1024)]) {
        let mut session = Session::open(row.document(items), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{}: {found:?}", row.name));
        finish(&mut session);
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        assert!(check.pass, "{}: {check:#?}", row.name);
    }
}
