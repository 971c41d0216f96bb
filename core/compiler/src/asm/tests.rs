//! Macros, repetitions, conditions and expressions, as the GNU assembler has them.

use alloc::{
    collections::BTreeMap,
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{
    directive::{
        deeds::Block,
        table::{DIRECTIVES, end_of, find, near},
    },
    operators::{BEFORE, BETWEEN},
    *,
};
use crate::{
    base::{OrdSet, rng::Rng},
    source::{Diagnostic, Span},
};

/// An assembler that knows only `name = value` and labels.
#[derive(Default)]
struct Table {
    names: Names,
    labels: BTreeMap<String, Span>,
}

impl Symbols for Table {
    fn value(&self, piece: &Piece<'_>) -> Result<i64, Diagnostic> {
        self.names.constant(piece)
    }

    fn is_defined(&self, name: &str) -> bool {
        self.labels.contains_key(name) || self.names.values.contains_key(name)
    }
}

/// What a text stands for: statements as text, with the codes of what is wrong between them.
fn read(text: &str) -> (Vec<String>, Vec<Statement<'_>>) {
    let (mut table, mut said, mut statements) = (Table::default(), Vec::new(), Vec::new());
    let mut expander = Expander::text(text);
    while let Some(next) = expander.next(&table) {
        let statement = match next {
            Ok(statement) => statement,
            Err(diagnostic) => {
                said.push(diagnostic.code.to_string());
                continue;
            }
        };
        for label in &statement.labels {
            table.labels.insert(label.text.to_string(), label.span);
            said.push(format!("{}:", label.text));
        }
        let operands: Vec<&str> = statement.operands.iter().map(|piece| &*piece.text).collect();
        match (&*statement.head.text, &*operands) {
            ("", _) => {}
            (".set", [name, _]) => {
                let value = table.names.read(&statement.operands[1]).unwrap();
                table.names.values.insert((*name).into(), value);
            }
            (head, []) => said.push(head.into()),
            (head, operands) => said.push(format!("{head} {}", operands.join(", "))),
        }
        statements.push(statement);
    }
    (said, statements)
}

fn lines(text: &str) -> Vec<String> {
    read(text).0
}

#[track_caller]
fn same(text: &str, wanted: &str) {
    let wanted: Vec<&str> = wanted.split("; ").filter(|line| !line.is_empty()).collect();
    assert_eq!(lines(text), wanted, "{text}");
}

#[test]
fn arguments_come_by_place_by_name_and_by_default() {
    let text = ".macro put to, from=zero, by:req\nadd \\to, \\from, \\by\n.endm\n";
    same(&format!("{text}put a0, a1, a2"), "add a0, a1, a2");
    same(&format!("{text}put a0 a1 a2"), "add a0, a1, a2");
    same(&format!("{text}put by=a2, to=a0"), "add a0, zero, a2");
    same(&format!("{text}put a0, , 1 + 2"), "add a0, zero, 1+2");
    same(&format!("{text}put a0, a1"), "asm::macro");
    same(&format!("{text}put a0, a1, a2, a3"), "asm::macro");
    same(".macro all first, rest:vararg\nf \\first\ng \\rest\n.endm\nall 1, 2, 3 , 4", "f 1; g 2, 3, 4");
    same(
        ".macro say text\n.ascii \\text\n.asciz \"\\text\"\n.endm\nsay \"a b\"",
        ".ascii a b; .asciz \"a b\"",
    );
}

/// What version 2.40 of the GNU assembler makes of calls: blanks stay between two names, where they part arguments, and letters are numbers.
#[test]
fn blanks_part_names_alone() {
    for (call, wanted) in [
        ("1 + 2 3", "<1+2|3|>"),
        ("(1 + 2) 3", "<(1+2)3||>"),
        ("a + b c", "<a+b|c|>"),
        ("a, b c", "<a|b|c>"),
        ("(a b) c", "<(a b)c||>"),
        ("a [b c] d", "<a[b c]d||>"),
        ("{a b} c", "<{a|b}c|>"),
        ("x %lo(y)", "<x%lo(y)||>"),
        ("a0, -4 (sp)", "<a0|-4(sp)|>"),
        ("a . b", "<a|.|b>"),
        ("a<< b c", "<a<<b|c|>"),
        ("x ~ y", "<x~y||>"),
        ("a\t\tb", "<a|b|>"),
        ("a b,", "<a|b|>"),
        (" , x", "<|x|>"),
        ("x , , z", "<x||z>"),
        ("\"a b\"c d", "<a b|c|d>"),
        ("\"a\" \"b\"", "<a|b|>"),
        ("a \"b\" c", "<a|b|c>"),
        ("x 'a' y", "<x|97y|>"),
        ("'a' 'b'", "<9798||>"),
        ("x, 'b", "<x|98|>"),
        ("a = b", "<b||>"),
    ] {
        let text = format!(".macro n a, b, c\n.ascii \"<\\a|\\b|\\c>\"\n.endm\nn {call}");
        same(&text, &format!(".ascii \"{wanted}\""));
    }
    // In the list of `.irpc` they are the letters of the number, and in a body they are no parameters.
    same(".irpc c,a'\\c'b\nf <\\c>\n.endr", "f <a>; f <9>; f <9>; f <b>");
    same(
        ".irpc c,xy\n.byte '\\c', \\c\n.ascii \"'\\c'\"\n.endr",
        ".byte '\\c', x; .ascii \"'x'\"; .byte '\\c', y; .ascii \"'y'\"",
    );
    same(".irp c,'a','b\nf \\c\n.endr", "f 97; f 98");
    same(".macro m a\n.ascii \"\\\"\\a\\\"'\\a'\"\n.endm\nm x", ".ascii \"\\\"x\\\"'x'\"");
}

#[test]
fn names_in_a_body_are_whole_words() {
    same(".macro op kind\nf\\kind\\().s \\kinds, \\\\kind\n.endm\nop add", "fadd.s \\kinds, \\add");
    same(".macro next\nl\\@: j l\\@\n.endm\nnext\nnext", "l0:; j l0; l1:; j l1");
    same("x: .macro one\nnop\n.endm\ny: one", "x:; y:; nop");
}

#[test]
fn macros_call_and_make_macros() {
    let text =
        ".macro outer n\n.macro inner\\n a\nli \\a, \\n\n.endm\ninner\\n t0\n.endm\nouter 7\ninner7 t1";
    same(text, "li t0, 7; li t1, 7");
    let count = ".macro count n\n.if \\n\nf \\n\ncount (\\n-1)\n.endif\n.endm\ncount 3";
    assert_eq!(lines(count), ["f 3", "f (3-1)", "f ((3-1)-1)"]);
    same(".macro one\nnop\n.endm\n.purgem one\none\n.purgem one", "one; asm::macro");
    same(".macro one\n.endm\n.macro one\n.endm", "asm::macro");
    same(".macro add a, b\nsub \\a, \\b\n.endm\nadd 1, 2", "sub 1, 2");
}

#[test]
fn a_macro_can_be_left_in_the_middle() {
    let text = ".macro some n\nf\n.if \\n > 1\n.exitm\n.endif\ng\n.endm\nsome 1\nsome 2\nh";
    same(text, "f; g; f; h");
    same(".exitm", "asm::macro");
    same(".rept 3\nf\n.exitm\n.endr\ng", "f; g");
}

#[test]
fn blocks_are_repeated() {
    same(".set n, 0\n.rept 3\n.word n\n.set n, n+1\n.endr", ".word n; .word n; .word n");
    same(".rept 2\n.rept 2\nf\n.endr\ng\n.endr", "f; f; g; f; f; g");
    same(".rept 0\nf\n.endr\n.rept -1\nf\n.endr\ng", "g");
    same(".irp r, a0, a1, t0\nsd \\r, 0(sp)\n.endr", "sd a0, 0(sp); sd a1, 0(sp); sd t0, 0(sp)");
    same(".irp r\nf \\r.\n.endr", "f \\r.");
    same(".irpc c, 135\nli a\\c, \\c\n.endr", "li a1, 1; li a3, 3; li a5, 5");
    same("f; .rept 2; g; .endr; h", "f; g; g; h");
    // A comma at the end has nothing behind it, but a comma alone is an empty text.
    same(".irp r, a0,\nf \\r\n.endr\n.irp r,,\ng\n.endr\n.irp r, 1,,2\nh \\r\n.endr", "f a0; g; h 1; h; h 2");
    same(".macro one a\nf \\a\n.endm\none 1,\none 1,,", "f 1; asm::macro");
    same(".macro one a,\n.endm", "asm::macro");
    same(".rept 2\nf", "asm::macro");
    // Blanks are letters inside of quotes alone.
    for (text, wanted) in [
        ("a b", "f <a>; f <b>"),
        ("\"ab\"", "f <a>; f <b>"),
        ("\"a b\"", "f <a>; f < >; f <b>"),
        (" a,b ", "f <a>; f <, >; f <b>"),
    ] {
        same(&format!(".irpc c,{text}\nf <\\c>\n.endr"), wanted);
    }
    same(".irpc c, \"\"\nf\n.endr\n.irpc c,\ng\n.endr", "g");
    same(".endr\n.endm\nf", "asm::macro; asm::macro; f");
}

#[test]
fn conditions_choose_one_branch() {
    let choose = |n: i32| format!(".set n, {n}\n.if n == 1\na\n.elseif n > 1 && n < 5\nb\n.else\nc\n.endif");
    same(&choose(1), "a");
    same(&choose(4), "b");
    same(&choose(5), "c");
    for (condition, holds) in [
        (".ifeq 0", true),
        (".ifne 0", false),
        (".iflt -1", true),
        (".ifle 1", false),
        (".ifgt 1", true),
        (".ifge -1", false),
        (".ifdef here", true),
        (".ifdef there", false),
        (".ifndef there", true),
        (".ifnotdef here", false),
        (".ifc a, a", true),
        (".ifc a,b", false),
        (".ifnc a b, a c", true),
        (".ifeqs \"a, b\", \"a, b\"", true),
        (".ifnes \"a\", \"a\"", false),
        (".ifb", true),
        (".ifb x", false),
        (".ifnb x", true),
        (".if !0 && (1 || 0)", true),
        (".if 2 <> 2 || 3 >= 4", false),
    ] {
        let wanted = if holds { "here:; yes" } else { "here:; no" };
        same(&format!("here:\n{condition}\nyes\n.else\nno\n.endif"), wanted);
    }
}

#[test]
fn what_is_left_out_is_not_read() {
    same(".if 0\n.if 1\na\n.else\nb\n.endif\n.elseif 1\nc\n.else\nd\n.endif", "c");
    same(".if 0\nx: nonsense (((\n.elseif_\n.macro\n.endif\nf", "f");
    same(".if 1\na\n.elseif 1/0\nb\n.endif", "a");
    same(".if 1\na", "a; asm::condition");
    same(".else", "asm::condition");
    same(".if 1\n.else\n.else\n.endif", "asm::condition");
    same(".macro half\n.if 1\n.endm\nhalf\nf", "asm::condition; f");
    same(".if 1\n.macro end\n.endif\n.endm\nend\n.endif\nf", "asm::condition; f");
}

#[test]
fn a_text_ends_where_it_says() {
    same("f\n.end\ng", "f");
    same(".macro m\nf\n.end\ng\n.endm\nm\nh", "f");
    same(".rept 2\nf\n.end\n.endr\nh", "f");
    same(".if 0\n.end\n.endif\nf", "f");
    same(".if 1\n.end\n.endif\nf", "asm::condition");
}

#[test]
fn a_text_can_refuse_itself() {
    same(
        ".ifndef size\n.error \"say how much\"\n.endif\n.err\n.warning \"w\"",
        "asm::error; asm::error; asm::warning",
    );
    let mut expander = Expander::text(".error \"say how much\"");
    let diagnostic = expander.next(&Table::default()).unwrap().unwrap_err();
    assert_eq!(diagnostic.message, "say how much");
}

#[test]
fn places_are_those_that_a_person_sees() {
    let text = "f /* a */ x, y # b\n.macro m a\ng \\a\n.endm\n  m z\n.rept 2\nh w\n.endr";
    let (_, statements) = read(text);
    let of = |span: Span| &text[span.start as usize..span.end as usize];
    let places: Vec<&str> = statements.iter().map(|statement| of(statement.span())).collect();
    assert_eq!(places, ["f /* a */ x, y", "m z", "h w", "h w"]);
    assert_eq!(of(statements[0].operands[1].span), "y");
}

#[test]
fn comments_and_quotes_part_nothing() {
    same("a \"x;y # z\", ',' ; b // c ; d\n/* e\n f */ g", "a \"x;y # z\", ','; b; g");
    same("l1: l2 : f (1, 2), 3", "l1:; l2:; f (1, 2), 3");
}

/// A letter behind a quotation mark is a number, closed or not, and what it would mean elsewhere it does not mean there.
#[test]
fn letters_need_no_closing_mark() {
    let number = |text: &str| Names::default().read(&Piece::new(text.to_string(), Span::NONE)).ok();
    for (text, value) in [
        ("'b'", 98),
        ("'b", 98),
        ("'b+1", 99),
        ("1+'b", 99),
        ("'b'-'a'", 1),
        ("'b-'a", 1),
        ("'\\n", 10),
        ("'\\n'+1", 11),
        ("'\\''", 39),
        ("'''", 39),
        ("''", 39),
        ("'\\\\'", 92),
        ("'\\101", 65),
        ("5 !! 3", 6),
        ("5 ! ! 3", 6),
    ] {
        assert_eq!(number(text), Some(Value::number(value)), "{text}");
    }
    for text in ["'", "'ab'", "'é'"] {
        assert_eq!(number(text), None, "{text}");
    }
    assert_eq!(lines("f 'b # c\ng ',, x\nh ';; i"), ["f 'b", "g ',, x", "h ';", "i"]);
}

#[test]
fn an_expression_without_a_value_says_why() {
    let said =
        |text: &str| Names::default().read(&Piece::new(text.to_string(), Span::NONE)).unwrap_err().message;
    for text in ["2*(end-start)", "end-start > 3", "~end", "end+end", "start-end-end", "(end-start) << 1"] {
        assert!(said(text).contains("far names are from each other"), "{text}: {}", said(text));
    }
    assert!(said("1/0").contains("divides by zero") && said("1%(3-3)").contains("divides by zero"));
    assert!(said("1<<64").contains("0 to 63") && said("1>>-1").contains("0 to 63"));
    assert!(said("1 +").contains("no number, name"));
}

/// Texts that want to grow without end are stopped, each by a limit with a name.
#[test]
fn hostile_texts_are_bounded() {
    let long = "x".repeat(10_000);
    let many =
        format!(".macro m a\n.ascii \"{}\"\n.endm\n.rept 100000\nm {long}\n.endr", "\\a ".repeat(1000));
    let doubled = ".macro m a\n.if \\a\nm \\a-1\nm \\a-1\nnop\n.endif\n.endm\nm 40";
    for (text, limit) in [
        (".macro m\nm\n.endm\nm", "macro_depth"),
        (".rept 1000000000\nnop\n.endr", "macro_lines"),
        (".rept 100000\n.rept 100000\nnop\n.endr\n.endr", "macro_lines"),
        (&many, "macro_bytes"),
        (doubled, "macro_"),
    ] {
        let mut expander = Expander::text(text);
        let table = Table::default();
        let mut last = None;
        while let Some(next) = expander.next(&table) {
            last = next.err().or(last);
        }
        let message = last.expect("it is too much").message;
        assert!(message.contains(limit), "{limit}: {message}");
    }
    same(".rept 0x7fffffffffffffff\n.endr\nf", "f");
    let blocks = ".rept 0\n.endr\n".repeat(50_000);
    same(&blocks, "");
    let nested = format!("{}f", ".if 1\n".repeat(10_000));
    assert_eq!(lines(&nested), ["f", "asm::condition"]);
}

/// Any text comes to an end, whatever it says.
#[test]
fn mangled_texts_come_to_an_end() {
    let text = ".macro m a, b=1, c:req, d:vararg\n.if \\a > \\b\nf \\c, \\d\n.exitm\n.endif\n.irp x, \\d\ng \\x\\@\n.endr\n.endm\n\
                .rept 3\nm 1, 2, \"x y\", z, w\n.endr\n.irpc c, abc\nl\\c: .ifdef l\\c\nh\n.else\ni\n.endif\n.endr\n.set k, (1<<3)|!0\n";
    let pieces = [
        "\\",
        "(",
        "\"",
        ".if 1\n",
        ".endm\n",
        ".macro x\n",
        "\\@",
        ",",
        "=",
        "\n",
        "'",
        "/*",
        ".rept 9\n",
        "m ",
    ];
    let mut rng = Rng::new(11);
    for _ in 0..500 {
        let mut mangled: Vec<char> = text.chars().collect();
        for _ in 0..4 {
            let at = rng.below(mangled.len() as u64) as usize;
            let end = (at + rng.below(5) as usize).min(mangled.len());
            let piece = pieces[rng.below(pieces.len() as u64) as usize];
            mangled.splice(at..end, piece.chars());
        }
        let mangled: String = mangled.into_iter().collect();
        let mut expander = Expander::text(&mangled);
        let table = Table::default();
        while expander.next(&table).is_some() {}
    }
}

/// A name is that of one row, which is found by it; so is one that only begins so.
#[test]
fn every_directive_has_one_row() {
    let mut known = OrdSet::new();
    for row in DIRECTIVES {
        for name in row.names {
            assert!(known.insert(*name), "{name} stands twice");
            let called = name.replace('…', "startproc");
            assert_eq!(find(&called).map(|found| found.names), Some(row.names), "{called}");
        }
        let is_said = row.says.ends_with('.') && !row.source.is_empty();
        assert!(is_said || cfg!(not(feature = "prose")), "{:?} is explained", row.names);
    }
    assert_eq!([near(".wrod"), near(".glboal"), near(".nothing")], [Some(".word"), Some(".global"), None]);
    assert!(find(".words").is_none() && find("word").is_none() && find(".cfi").is_none());
    assert_eq!([end_of(Block::Macro), end_of(Block::Repetition)], [".endm", ".endr"]);
}

/// A sign is that of one row, and the tables are in the order in which the documentation has them.
#[test]
fn operators_stand_in_the_order_in_which_they_bind() {
    let between: Vec<u8> = BETWEEN.iter().map(|row| row.binds).collect();
    assert!(between.is_sorted_by(|a, b| a >= b), "{between:?}");
    assert!(BEFORE.iter().all(|row| row.binds > between[0]));
    for signs in
        [BETWEEN.iter().map(|row| row.sign).collect::<Vec<_>>(), BEFORE.iter().map(|row| row.sign).collect()]
    {
        let known: OrdSet<&str> = signs.iter().copied().collect();
        assert_eq!(known.len(), signs.len(), "{signs:?}");
    }
}

/// Three numbers with two operators between them group as the rows of these say, equal ones from the left.
#[test]
fn every_pair_of_operators_groups_by_its_rows() {
    let value = |text: String| Names::default().read(&Piece::new(text, Span::NONE)).unwrap();
    for first in BETWEEN {
        for second in BETWEEN {
            let (one, two) = (first.sign, second.sign);
            let grouped = match first.binds >= second.binds {
                true => format!("(45 {one} 6) {two} 3"),
                false => format!("45 {one} (6 {two} 3)"),
            };
            assert_eq!(value(format!("45 {one} 6 {two} 3")), value(grouped), "{one} {two}");
        }
    }
}
