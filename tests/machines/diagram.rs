//! Every machine drawn as boxes and links: what holds at every zoom, what moves, and an instruction that is followed.

use std::collections::{BTreeMap, BTreeSet};

use lanescope_core::session::{
    self, Session,
    figure::{Diagram, Figure, Form, Question, matrix::State, picture::Rect},
    vocabulary::*,
};
use lanescope_tests::{runs, shorthand};

/// Sizes of a picture: a wide panel, a narrow one, a phone.
const SIZES: [(f64, f64); 3] = [(960.0, 700.0), (640.0, 420.0), (390.0, 800.0)];

/// A finished run of a kernel of the gallery, with changed settings.
fn run(kernel: &str, preset: &str, changes: &[(&str, &str)]) -> Session {
    let gallery = session::gallery();
    let item = gallery.iter().find(|item| item.name == kernel).expect("it is in the gallery");
    let mut document = runs::document(&item.source, preset);
    let changed = changes.iter().map(|(id, value)| (id.to_string(), value.to_string()));
    document.machine.changes.extend(changed);
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("{kernel} on {preset}: {found:?}"));
    session.seek(u64::MAX, u64::MAX);
    session
}

fn figure(session: &Session, zoom: &str) -> Figure {
    let question = Question { zoom: zoom.into(), ..Question::default() };
    session.figure("diagram", &question).expect("every machine has a diagram")
}

fn diagram(session: &Session, zoom: &str) -> Diagram {
    let figure = figure(session, zoom);
    figure.diagram().cloned().unwrap_or_else(|| panic!("`{zoom}`: {}", figure.remark))
}

fn apart(a: &Rect, b: &Rect) -> bool {
    let slack = 1e-6;
    a.x + a.w <= b.x + slack
        || b.x + b.w <= a.x + slack
        || a.y + a.h <= b.y + slack
        || b.y + b.h <= a.y + slack
}

/// Names are unique, links and tokens have ends, and in no size do boxes overlap that do not hold each other.
fn check(name: &str, diagram: &Diagram) {
    let count = diagram.blocks.len();
    assert!(count > 0, "{name} is empty");
    let paths: BTreeSet<&str> = diagram.blocks.iter().map(|block| block.path.as_str()).collect();
    assert_eq!(paths.len(), count, "{name}: permanent names are unique");
    for link in &diagram.links {
        assert!((link.from as usize) < count && (link.to as usize) < count, "{name}");
    }
    for token in &diagram.tokens {
        assert!(
            token.from.is_none_or(|from| (from as usize) < count) && (token.to as usize) < count,
            "{name}"
        );
        assert!(token.sentence.ends_with('.'), "{name}: {}", token.sentence);
        assert_ne!(token.from, Some(token.to), "{name}: {}", token.sentence);
    }
    for block in &diagram.blocks {
        assert!(
            !block.name.is_empty() && block.fill.is_none_or(|(used, of)| used <= of),
            "{name}: {block:?}"
        );
    }
    for size in SIZES {
        let layout = diagram.layout(size);
        for (at, a) in layout.boxes.iter().enumerate() {
            for (other, b) in layout.boxes.iter().enumerate().skip(at + 1) {
                let mut around = diagram.blocks[other].parent;
                let mut within = false;
                while let Some(parent) = around {
                    within |= parent as usize == at;
                    around = diagram.blocks[parent as usize].parent;
                }
                assert!(within || apart(a, b), "{name} in {size:?}: {a:?} {b:?}");
            }
        }
        assert!(layout.ways.iter().all(|way| way.len() >= 2), "{name}: a link without a way");
    }
}

/// What can be looked into from the whole machine, from one core, and so on.
fn zooms(session: &Session) -> Vec<String> {
    let (mut all, mut at) = (vec![String::new()], 0);
    while at < all.len() && all.len() < 64 {
        let inner = diagram(session, &all[at]);
        let opens = inner.blocks.into_iter().filter(|block| block.opens).map(|block| block.path);
        // One core is like another.
        let fresh: Vec<String> =
            opens.filter(|path| !all.contains(path) && !path.starts_with("core1")).collect();
        all.extend(fresh);
        at += 1;
    }
    all
}

#[test]
fn every_machine_is_drawn_at_every_zoom_and_cycle() {
    let large: &[(&str, &[(&str, &str)])] = &[
        ("simt/teaching", &[("cores", "32"), ("warp_size", "64")]),
        ("rvv/textbook", &[("cores", "32"), ("lanes", "64")]),
        ("packed/sse2", &[("cores", "32")]),
    ];
    let presets = runs::kernel_presets();
    let all = presets.iter().map(|preset| (preset.as_str(), &[][..])).chain(large.iter().copied());
    for (preset, changes) in all {
        let mut session = run("saxpy", preset, changes);
        let (end, zooms) = (session.status().frontier, zooms(&session));
        assert!(zooms.len() >= 2, "{preset}: a core can be looked into");
        let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut moved = 0;
        for step in 0..=6 {
            session.seek(end * step / 6, u64::MAX);
            for zoom in &zooms {
                let diagram = diagram(&session, zoom);
                check(&format!("{preset} `{zoom}` at {}", end * step / 6), &diagram);
                moved += diagram.tokens.len();
                if zoom.contains('/') {
                    continue;
                }
                // Which boxes there are follows from the settings alone, of a core as of the chip.
                let paths: Vec<String> = diagram.blocks.iter().map(|block| block.path.clone()).collect();
                assert_eq!(
                    known.entry(zoom.clone()).or_insert_with(|| paths.clone()),
                    &paths,
                    "{preset} {zoom}"
                );
            }
        }
        assert!(moved > 0, "{preset}: nothing ever moves");
    }
}

#[test]
fn every_part_that_tells_of_entries_shows_them_page_by_page() {
    let session = run("saxpy", "simt/teaching", &[]);
    let page = |offset| {
        let question = Question { zoom: "slice0".into(), offset, count: 2, ..Question::default() };
        session.figure("diagram", &question).expect("there is a diagram")
    };
    let first = page(0);
    let pages = first.pages.clone().expect("it has more sets than two");
    assert_eq!((pages.of.as_str(), pages.first, pages.shown), ("sets", 0, 2));
    let named = |figure: &Figure| {
        let diagram = figure.diagram().expect("a diagram").clone();
        diagram
            .blocks
            .into_iter()
            .map(|block| block.name)
            .filter(|name| name.starts_with("set "))
            .collect::<Vec<_>>()
    };
    assert_eq!(named(&first), ["set 0", "set 1"]);
    assert_eq!(named(&page(2)), ["set 2", "set 3"]);
    assert_eq!(page(u64::MAX).pages.map(|pages| pages.first), Some(pages.all - 1 - (pages.all - 1) % 2));
}

#[test]
fn where_there_is_no_box_it_says_which_there_are() {
    let session = run("saxpy", "simt/teaching", &[]);
    for zoom in ["core99", "core0/nothing", "/", "slice", "channel-1", &"x".repeat(10_000)] {
        let figure = figure(&session, zoom);
        assert!(figure.is_empty() && figure.remark.len() < 2_000, "{zoom}");
        let known = if zoom.starts_with("core0") { "core0/l1" } else { "core0" };
        assert!(figure.remark.contains(known), "{zoom}: {}", figure.remark);
    }
}

/// On the GPU a load that misses both caches goes through the network to its slice and channel, and the same way back.
#[test]
fn a_request_goes_to_memory_and_back_along_the_links() {
    let mut session = run("saxpy", "simt/teaching", &[]);
    let end = session.status().frontier;
    let mut ways: BTreeMap<String, Vec<(Option<String>, String)>> = BTreeMap::new();
    for cycle in 0..end {
        session.seek(cycle, u64::MAX);
        let diagram = diagram(&session, "");
        let name = |at: u32| diagram.blocks[at as usize].path.clone();
        for token in diagram.tokens.iter().filter(|token| token.text.starts_with('#')) {
            let (from, to) = (token.from.map(name), name(token.to));
            let linked = |a: &str, b: &str| {
                let outer = |path: &str| {
                    if path.starts_with("slice") || path.starts_with("channel") {
                        "partition0".to_string()
                    } else {
                        path.into()
                    }
                };
                diagram.links.iter().any(|link| {
                    let ends = [name(link.from), name(link.to)];
                    let wanted = [a.to_string(), b.to_string()];
                    let wide = [outer(a), outer(b)];
                    [&wanted, &wide]
                        .iter()
                        .any(|pair| ends == **pair || ends == [pair[1].clone(), pair[0].clone()])
                })
            };
            if let Some(from) = &from {
                assert!(linked(from, &to), "{}: no link", token.sentence);
            }
            ways.entry(token.text.clone()).or_default().push((from, to));
        }
    }
    let whole = ways.values().filter(|way| {
        let stops: Vec<&str> = way.iter().map(|(_, to)| to.as_str()).collect();
        stops == ["network", "slice0", "channel0", "slice0", "network", "core0"]
    });
    assert!(whole.count() > 0, "{ways:?}");
    for (request, way) in &ways {
        for pair in way.windows(2) {
            assert_eq!(pair[1].0.as_ref(), Some(&pair[0].1), "{request} goes on from where it came to");
        }
    }
}

/// The parts of a request follow each other without a gap, from the cycle in which it was made.
#[test]
fn an_instruction_is_followed_part_by_part() {
    for preset in ["simt/teaching", "rvv/textbook-dram", "packed/sse2"] {
        if !runs::presets().iter().any(|known| known == preset) {
            continue;
        }
        let session = run("saxpy", preset, &[]);
        let (mut followed, mut requests) = (0, 0);
        let units = session.run().expect("it runs").units.len() as u32;
        for (unit, pc) in (0..units).flat_map(|unit| (0..40).map(move |pc| (unit, pc))) {
            let Ok(figure) = session.follow(unit, pc, 1) else { continue };
            followed += 1;
            if figure.is_empty() {
                continue;
            }
            let Form::Bars(bars) = &figure.parts[0].form else { panic!("{preset}: no waterfall") };
            assert!(
                bars.bars.iter().all(|bar| bar.to > bar.from && bar.to <= figure.span.unwrap()),
                "{preset}"
            );
            let mut last: BTreeMap<String, u64> = BTreeMap::new();
            for row in figure.parts[1].form.table().rows {
                let (what, from, to) = (row[0].text.clone(), row[2].text.clone(), row[3].text.clone());
                let (from, to): (u64, u64) = (from.parse().unwrap(), to.parse().unwrap());
                if let Some(before) = last.insert(what.clone(), to) {
                    assert_eq!(before, from, "{preset} unit {unit} instruction {pc}: {what} has a gap");
                }
            }
            requests += last.keys().filter(|what| what.starts_with('#')).count();
        }
        assert!(followed > 5, "{preset}: {followed}");
        assert!(requests > 0 || !preset.starts_with("simt"), "{preset}");
        assert!(session.follow(0, 9999, 1).unwrap_err().contains("9999"));
        assert!(session.follow(0, 0, 1 << 40).is_err());
    }
}

/// What a table of a followed instruction says: part, first cycle, cycle behind the last.
fn parts(session: &Session, pc: u32) -> (String, Vec<[String; 4]>) {
    let figure = session.follow(0, pc, 1).expect("it is issued once");
    let table = figure.parts[1].form.table();
    let rows = table.rows.iter().map(|row| [0, 1, 2, 3].map(|at: usize| row[at].text.clone())).collect();
    (figure.remark.clone(), rows)
}

/// Accesses of whole registers go to the load/store unit, an operation on memory from there to its own unit; what comes to a line
/// on its way names the request that brings it; and the last access of a run ends with the run.
#[test]
fn packed_accesses_are_followed_by_the_load_store_unit() {
    let text = "t: vmovups ymm0, 0(a0)\nnop\nnop\nnop\nfld fa0, 0(a0)\nvaddps ymm1, ymm0, 32(a0)\nret";
    let x = ("x", shorthand::buffer(64, Type::F32, Init::Zeros));
    let mut session = shorthand::function(text, "packed/xeon-8180", &[], &[x]);
    shorthand::finish(&mut session);
    let of = |pc| {
        let (remark, rows) = parts(&session, pc);
        assert!(!remark.contains("has not ended"), "{pc}: {remark}");
        rows
    };
    let [load, joins, sum] = [of(0), of(4), of(5)];
    assert_eq!(load[0][..2], ["instruction", "load/store unit"]);
    assert_eq!(joins[0][..2], ["instruction", "load/store unit"]);
    assert!(load.iter().chain(&joins).filter(|row| row[0] == "#1").count() > 2, "{load:?} {joins:?}");
    assert!(joins.iter().any(|row| row[0] == load[1][0]), "{joins:?}");
    let own: Vec<&str> =
        sum.iter().filter(|row| row[0] == "instruction").map(|row| row[1].as_str()).collect();
    assert_eq!(own, ["load/store unit", "floats"]);
}

/// What each lane computes: three times its number, and the address of its element.
#[test]
fn lanes_show_what_they_compute() {
    let source = "__kernel void k(__global int *a) { int i = get_global_id(0); a[i] = i * 3; }";
    let mut session = Session::open(runs::document(source, "simt/teaching"), Limits::default());
    session.start().expect("it starts");
    let end = session.seek(u64::MAX, u64::MAX).frontier;
    let mut rows: BTreeSet<Vec<String>> = BTreeSet::new();
    for cycle in 0..end {
        session.seek(cycle, u64::MAX);
        let figure = session.figure("lanes", &Question::default()).expect("there is a grid of lanes");
        let Form::Matrix(matrix) = &figure.parts[0].form else { panic!("no matrix") };
        rows.extend(matrix.rows.iter().map(|line| line.texts.clone()));
    }
    let lanes = rows.iter().map(Vec::len).max().expect("some lanes compute something") as u64;
    let threes: Vec<String> = (0..lanes).map(|lane| (3 * lane).to_string()).collect();
    assert!(rows.contains(&threes), "{rows:?}");
    let addresses = |row: &Vec<String>| -> Option<Vec<u64>> {
        row.iter().map(|text| u64::from_str_radix(text, 16).ok()).collect()
    };
    let apart =
        |row: Vec<u64>| row.len() as u64 == lanes && row.windows(2).all(|pair| pair[1] == pair[0] + 4);
    assert!(rows.iter().filter_map(addresses).any(apart), "{rows:?}");
}

/// Work-items leave the loop one by one: the fields of the run and break masks are on for as many as their lines say, and all four
/// together for those that all leave on.
#[test]
fn sim_d_shows_a_field_for_each_work_item_of_a_mask() {
    let item = session::programs().into_iter().find(|item| item.name == "masked_steps").expect("it is there");
    let document = Document { language: Language::Assembly, ..runs::document(&item.source, "sim_d/author") };
    let mut session = Session::open(document, Limits::default());
    session.start().expect("it starts");
    session.seek(u64::MAX, u64::MAX);
    let mut counts = BTreeSet::new();
    for cycle in (300..900).step_by(50) {
        session.seek(cycle, u64::MAX);
        let diagram = diagram(&session, "slot0/masks");
        check(&format!("masks at {cycle}"), &diagram);
        let masks: Vec<Vec<bool>> = ["run", "break", "return", "exit", "on: all four"]
            .map(|name| {
                let path = format!("slot0/masks/{name}");
                let block =
                    diagram.blocks.iter().find(|block| block.path == path).expect("there is each mask");
                let on: Vec<bool> = block.cells.iter().map(|cell| cell.state == State::On).collect();
                assert_eq!(block.lines, [format!("{} on", on.iter().filter(|on| **on).count())]);
                on
            })
            .into();
        assert!(masks.iter().all(|mask| mask.len() == 1024));
        assert!((0..1024).all(|item| masks[4][item] == masks[..4].iter().all(|mask| mask[item])), "{cycle}");
        counts.insert(masks[4].iter().filter(|on| **on).count());
    }
    assert!(counts.len() > 2 && counts.contains(&1024), "{counts:?}");
}

/// While a tile comes, the sequencer makes bursts and banks have commands; the slot that asked holds the mark of its wait.
#[test]
fn sim_d_shows_slots_scratchpads_sequencer_and_queues() {
    let item =
        session::programs().into_iter().find(|item| item.name == "phased_laplace").expect("it is there");
    let document = Document { language: Language::Assembly, ..runs::document(&item.source, "sim_d/author") };
    let mut session = Session::open(document, Limits::default());
    session.start().expect("it starts");
    session.seek(u64::MAX, u64::MAX);
    let (mut makes, mut queued, mut moves) = (0, 0, 0);
    for cycle in (60..400).step_by(4) {
        session.seek(cycle, u64::MAX);
        let diagram = diagram(&session, "");
        let find = |path: &str| {
            let block = diagram.blocks.iter().find(|block| block.path == path);
            block.unwrap_or_else(|| panic!("there is no {path}"))
        };
        makes += usize::from(find("controller/sequencer").lines.contains(&"makes bursts".to_string()));
        assert!(find("controller/iterator").lines.contains(&"rests".to_string()));
        queued += (0..8)
            .filter_map(|bank| find(&format!("controller/bank{bank}")).fill)
            .map(|fill| fill.0)
            .sum::<u64>();
        for slot in 0..2 {
            let scratchpad = find(&format!("slot{slot}/scratchpad"));
            moves += usize::from(scratchpad.lines.contains(&"moves words".to_string()));
        }
    }
    assert!(makes > 0 && queued > 0 && moves > 0, "{makes} {queued} {moves}");
}

/// The box of memory says how it answers or how much it has to do, in every kind of it; commands are told in it, and it never says that there
/// are none.
#[test]
fn memory_of_every_kind_says_what_it_does() {
    let kinds = [
        ("scratchpad", "answers in the next cycle"),
        ("fixed", "answers after 100 cycles"),
        ("dram", "bursts under way: "),
        ("hmc", "accesses under way: "),
    ];
    for (kind, says) in kinds {
        let changes = [("mem_model", kind), ("mem_latency", "100")];
        let mut session = run("saxpy", "harp/harp32", &changes);
        let (mut busy, mut sent) = (false, false);
        for cycle in 0..session.status().frontier.min(600) {
            session.seek(cycle, u64::MAX);
            let diagram = diagram(&session, "");
            let memory = diagram.blocks.iter().find(|block| block.path == "memory").expect("a box");
            assert!(memory.lines.len() == 1 && memory.lines[0].starts_with(says), "{kind}: {memory:?}");
            busy |= memory.fill.is_some_and(|(used, _)| used > 0);
            sent |= diagram.tokens.iter().any(|token| token.sentence.starts_with("Channel "));
        }
        let has_commands = kind == "dram" || kind == "hmc";
        assert_eq!((busy, sent), (has_commands, has_commands), "{kind}");
    }
}

/// Cores of a kernel that was launched share memory: an instruction goes from the unit to the queue of its core, whose box says then what waits, and
/// how many. A core alone has no such box.
#[test]
fn requests_of_several_cores_are_seen_to_wait() {
    let alone = run("saxpy", "harp/harp32", &[]);
    assert!(diagram(&alone, "").blocks.iter().all(|block| !block.path.contains("requests")));
    let mut session = run("saxpy", "harp/harp32", &[("cores", "3"), ("mem_model", "fixed")]);
    let (mut moved, mut waited, mut answered) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for cycle in 0..session.status().frontier.min(1500) {
        session.seek(cycle, u64::MAX);
        for core in 0..3 {
            let diagram = diagram(&session, &format!("core{core}"));
            let path = format!("core{core}/requests");
            let queue = diagram.blocks.iter().position(|block| block.path == path).expect("a box");
            let block = &diagram.blocks[queue];
            let (used, room) = block.fill.expect("it has room");
            // Two lines for each of 16 lanes.
            assert_eq!(room, 32, "cycle {cycle}");
            let names = block.lines.iter().filter(|line| line.starts_with("warp ")).count() as u64;
            assert_eq!(names, used.min(4), "{block:?}");
            assert_eq!(block.lines == ["empty"], used == 0, "{block:?}");
            let comes = diagram.tokens.iter().any(|token| {
                token.to as usize == queue && token.sentence.ends_with("goes from LSU to requests.")
            });
            // Its last request has left the queue long before its result is taken, from the unit.
            assert!(diagram.tokens.iter().all(|token| token.from != Some(queue as u32)), "cycle {cycle}");
            let ends =
                diagram.tokens.iter().any(|token| token.sentence.ends_with("goes from LSU to arbiter."));
            answered.extend(ends.then_some(core));
            moved.extend(comes.then_some(core));
            waited.extend((used > 0).then_some(core));
        }
    }
    assert_eq!((moved.len(), waited.len(), answered.len()), (3, 3, 3), "{moved:?} {waited:?} {answered:?}");
}
