//! A table, and tables of parts.

use alloc::vec::Vec;

use super::*;

choice! {
    /// Colours.
    pub enum Colour {
        /// As blood.
        Red = "red",
        /// As grass.
        Green = "green",
    }
}

settings! {
    /// A test table.
    pub struct Table {
        group "First" {
            /// How many.
            count: u32 = 4, range 1..=8, unit "things", was "number", was "amount", source "test";
            /// Which.
            colour: Colour = Colour::Green, source "test";
        }
        group "Second" {
            /// Whether.
            fast: bool = true, source "test";
        }
    }
}

#[test]
fn a_table_describes_itself() {
    let rows = Table::table();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (rows[0].id.as_str(), rows[0].unit.as_str(), rows[0].doc.as_str()),
        ("count", "things", "How many.")
    );
    assert_eq!(rows[1].kind, SettingKind::Choice(["red".into(), "green".into()].into()));
    assert_eq!(Colour::Red.doc().trim(), "As blood.");
    assert_eq!(rows[2].default, "on");
    assert_eq!(Colour::Red.doc().trim(), "As blood.");
}

#[test]
fn names_from_before_are_read() {
    let mut table = Table::default();
    table.set("amount", "7").unwrap();
    assert_eq!((table.count, table.get("number").as_deref()), (7, Some("7")));
    assert_eq!(Table::table()[0].was, ["number", "amount"]);
    assert!(table.set("number", "9").unwrap_err().starts_with("setting `count` takes"));
}

#[test]
fn values_are_checked_with_a_sentence() {
    let mut table = Table::default();
    table.set("count", "8").unwrap();
    table.set("colour", "red").unwrap();
    assert_eq!((table.count, table.colour), (8, Colour::Red));
    assert_eq!(
        table.set("count", "9").unwrap_err(),
        "setting `count` takes a whole number from 1 to 8, not `9`"
    );
    assert_eq!(
        table.set("colour", "blue").unwrap_err(),
        "setting `colour` takes one of red, green, not `blue`"
    );
    assert_eq!(table.set("weight", "1").unwrap_err(), "there is no setting `weight`");
    assert_eq!(table.set("cuont", "1").unwrap_err(), "there is no setting `cuont`; did you mean `count`?");
    assert_eq!(table.get("colour").as_deref(), Some("red"));
}

settings! {
    /// The settings of a part of a part.
    pub struct Wheel {
        group "Wheels" {
            /// Bars.
            spokes: u32 = 8, range 1..=64, unit "bars", source "wheelwright";
        }
    }
}

settings! {
    /// A part.
    pub struct Cart {
        /// Its wheels.
        part wheel: Wheel {}
        group "Cart" {
            /// How much it takes.
            load: u32 = 2, range 0..=9, source "carter";
        }
    }
}

settings! {
    /// A machine of parts, with defaults of its own.
    pub struct Waggon {
        group "Waggon" {
            /// Animals.
            oxen: u32 = 2, range 1..=4, source "farmer";
        }
        /// What they pull.
        part cart: Cart { wheel.spokes = 12, source "heavy"; }
        group "Road" {
            /// Is it dry?
            dry: bool = true, source "weather";
        }
        /// What lies on it.
        part "Road" spare: Spare { spare = 3, source "habit"; }
    }
}

settings! {
    /// Another part.
    pub struct Spare {
        group "Spares" {
            /// How many.
            spare: u32 = 1, range 0..=9, source "carter";
        }
    }
}

#[test]
fn a_part_brings_its_rows_and_the_machine_its_defaults() {
    let rows = Waggon::table();
    let seen: Vec<[&str; 4]> =
        rows.iter().map(|row| [&*row.group, &*row.id, &*row.default, &*row.source]).collect();
    assert_eq!(
        seen,
        [
            ["Waggon", "oxen", "2", "farmer"],
            ["Wheels", "spokes", "12", "heavy"],
            ["Cart", "load", "2", "carter"],
            ["Road", "dry", "on", "weather"],
            ["Road", "spare", "3", "habit"],
        ]
    );
}

#[test]
fn settings_of_parts_are_known_by_their_names_alone() {
    let mut waggon = Waggon::default();
    waggon.set("spokes", "10").unwrap();
    assert_eq!((waggon.cart.wheel.spokes, waggon.get("spokes").as_deref()), (10, Some("10")));
    assert_eq!(
        waggon.set("spokes", "65").unwrap_err(),
        "setting `spokes` takes a whole number from 1 to 64, not `65`"
    );
    assert_eq!(waggon.set("spoke", "1").unwrap_err(), "there is no setting `spoke`; did you mean `spokes`?");
    let text = alloc::format!("{waggon:?}");
    assert_eq!(text, "Waggon { oxen: 2, spokes: 10, load: 2, dry: true, spare: 3 }");
}

settings! {
    /// Settings that are no whole numbers.
    pub struct Words {
        group "Words" {
            /// Slow cycles in a fast one.
            ratio: Fraction = Fraction::new(3, 2), range 1..=4, unit "cycles", was "divider", source "test";
            /// What it is called.
            label: Text = Text::new("crane"), range 1..=8, source "test";
            /// What is said of it.
            note: Text = Text::default(), source "test";
        }
    }
}

#[test]
fn fractions_and_texts_are_settings_like_others() {
    let rows = Words::table();
    let defaults: Vec<&str> = rows.iter().map(|row| row.default.as_str()).collect();
    assert_eq!(defaults, ["3/2", "crane", ""]);
    assert_eq!(rows[0].kind, SettingKind::Fraction { min: 1, max: 4 });
    assert_eq!(rows[1].kind, SettingKind::Text { min: 1, max: 8 });
    assert_eq!(rows[2].kind, SettingKind::Text { min: 0, max: MOST_TEXT });
    let mut words = Words::default();
    words.set("divider", "1.25").unwrap();
    words.set("label", "a = b, \u{b5}").unwrap();
    assert_eq!((words.ratio, words.label.as_str()), (Fraction::new(5, 4), "a = b, \u{b5}"));
    // What a form or a link has of a value is read as the same value.
    for (id, value) in words.all() {
        let mut again = words.clone();
        again.set(&id, &value).unwrap();
        assert_eq!(again, words, "{id}");
    }
}

#[test]
fn a_text_is_one_line_of_limited_length() {
    let mut words = Words::default();
    words.set("label", "12345678").unwrap();
    for wrong in ["", "123456789", "a\nb", "\u{7}"] {
        let said = words.set("label", wrong).unwrap_err();
        assert_eq!(said, alloc::format!("setting `label` takes a line of 1 to 8 characters, not `{wrong}`"));
    }
    words.set("note", &"x".repeat(MOST_TEXT as usize)).unwrap();
    assert!(words.set("note", &"x".repeat(MOST_TEXT as usize + 1)).is_err());
    assert_eq!(
        words.set("ratio", "9/2").unwrap_err(),
        "setting `ratio` takes a fraction from 1 to 4, such as 3/4 or 0.75, not `9/2`"
    );
}
