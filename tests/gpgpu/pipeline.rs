//! Rows of `docs/coverage/gpgpu.md` on the chip, the instruction set and the pipeline, each through a launched kernel on
//! every preset of the machine.

use std::collections::BTreeSet;

use lanescope_core::session::{Session, vocabulary::*};
use lanescope_tests::{
    runs,
    shorthand::{buffer, counter, iota},
    simt::{Case, Life, ended, integers, launched, lives, presets_with_lanes, setting},
};

fn zeros(len: u64) -> ArgValue {
    buffer(len, Type::I32, Init::Zeros)
}

/// A program in assembly of one group.
fn assembly<'a>(text: &'a str, local: u32, args: &'a [(&'a str, ArgValue)]) -> Case<'a> {
    Case { text, language: Language::Assembly, groups: 1, local, args }
}

/// Any number of cores, partitions and slices: groups go to all cores, lines come from the partitions whose they are.
#[test]
fn a05_any_chip_of_cores_and_partitions() {
    let text = "__kernel void twice(__global const int *x, __global int *y) {
        int i = get_global_id(0);
        y[i] = 2 * x[i] + 1;
    }";
    for (preset, lanes) in presets_with_lanes() {
        let items = 32 * lanes;
        let args = [("x", iota(items.into(), Type::I32)), ("y", zeros(items.into()))];
        let case = Case { text, language: Language::Auto, groups: 32, local: lanes, args: &args };
        for (cores, partitions, slices) in [(1, 1, 1), (3, 2, 1), (8, 5, 2), (2, 16, 4), (64, 3, 1)] {
            let numbers = [cores, partitions, slices].map(|number: u32| number.to_string());
            let changes = [
                ("cores", numbers[0].as_str()),
                ("channels", numbers[1].as_str()),
                ("l2_slices", numbers[2].as_str()),
                ("constant_bytes", "0"),
            ];
            let session = ended(&case, &preset, &changes);
            let what = format!("{preset} {changes:?}");
            let expected: Vec<i32> = (0..items as i32).map(|x| 2 * x + 1).collect();
            assert_eq!(integers(&session, "y"), expected, "{what}");
            let run = session.run().unwrap();
            let busy: BTreeSet<u32> =
                session.busy().into_iter().map(|unit| run.units[unit as usize].core).collect();
            assert_eq!(busy.len() as u32, cores.min(32), "{what}");
            let x = run.buffers.iter().find(|buffer| buffer.name == "x").unwrap();
            let granule = u64::from(setting(&session, "channel_bytes"));
            let of = |byte: u64| ((x.base + byte) / granule % u64::from(partitions)) as u16;
            let wanted: BTreeSet<u16> = (0..x.bytes).step_by(32).map(of).collect();
            let commands = session.dram(0, u64::MAX, u32::MAX).commands;
            let reads = commands.iter().filter(|(.., command, _)| *command == DramCommand::Read);
            assert_eq!(reads.map(|(_, channel, ..)| *channel).collect::<BTreeSet<_>>(), wanted, "{what}");
        }
    }
}

/// What the compiler prints is a program of its own: the assembler reads it, and it does the same work.
#[test]
fn i01_listings_of_the_gallery_run_again() {
    let simt = runs::documents().into_iter().filter(|(_, preset, _)| preset.starts_with("simt/"));
    for (name, preset, document) in simt {
        let mut compiled = Session::open(document.clone(), Limits::default());
        let work = |session: &mut Session| {
            let done = session.functional(&mut |_| true);
            done.unwrap_or_else(|found| panic!("{name} {preset}: {found:?}")).unwrap()
        };
        let first = work(&mut compiled);
        let lines = compiled.compiled().assembly.lines.iter().map(|line| line.text.as_str());
        let source = lines.collect::<Vec<_>>().join("\n");
        // Assembly does not say whether the bits of a buffer are floats, which its contents are made from.
        let mut launch = compiled.compiled().launch.clone();
        for arg in &mut launch.args {
            if let ArgValue::Buffer { element, .. } = &mut arg.value {
                *element = compiled.element(&arg.name).map(|(element, _)| element);
            }
        }
        let again = Document { source, language: Language::Assembly, launch: Some(launch), ..document };
        let mut again = Session::open(again, Limits::default());
        let texts = |session: &Session| {
            let lines = session.compiled().assembly.lines.iter().filter(|line| line.pc.is_some());
            lines.map(|line| line.text.clone()).collect::<Vec<_>>()
        };
        assert_eq!(texts(&compiled), texts(&again), "{name} {preset}");
        let second = work(&mut again);
        assert_eq!(first.memory_digest, second.memory_digest, "{name} {preset}");
        assert_eq!(
            (first.work, first.halt.is_some()),
            (second.work, second.halt.is_some()),
            "{name} {preset}"
        );
    }
}

/// A load, what does not need it, and what does; then a jump.
const LOAD_AND_USE: &str = "
.entry sums(.param .u64 .ptr .global .align 4 x, .param .u64 .ptr .global .align 4 y)
{
    mov.u32 %r1, %tid.x;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mad.wide.u32 %rd1, %r1, 4, %rd1;
    mad.wide.u32 %rd2, %r1, 4, %rd2;
    ld.global.s32 %r2, [%rd1];
    add.s32 %r3, %r1, 1;
    add.s32 %r4, %r1, 2;
    add.s32 %r2, %r2, %r3;
    add.s32 %r2, %r2, %r4;
    st.global.s32 [%rd2], %r2;
    bra.uni END;
    mov.u32 %r2, 0;
END:
    ret;
}";

/// Numbers of its instructions.
const LOAD: u32 = 5;
const USE: u32 = 8;
const JUMP: u32 = 11;

fn load_and_use(preset: &str, lanes: u32, changes: &[(&str, &str)]) -> Vec<Life> {
    let args = [("x", iota(lanes.into(), Type::I32)), ("y", zeros(lanes.into()))];
    let session = ended(&assembly(LOAD_AND_USE, lanes, &args), preset, changes);
    assert_eq!(integers(&session, "y"), (0..lanes as i32).map(|i| 3 * i + 3).collect::<Vec<_>>(), "{preset}");
    lives(&session)
}

fn of(lives: &[Life], pc: u32) -> &Life {
    lives.iter().find(|life| life.pc == pc && life.stages.contains_key("Is")).expect("it is issued")
}

#[test]
fn f02_one_loop_fetches_while_the_other_issues() {
    for (preset, lanes) in presets_with_lanes() {
        let changes = [("icache_bytes", "0"), ("branch_latency", "9"), ("scoreboard_entries", "32")];
        let lives = load_and_use(&preset, lanes, &changes);
        for life in lives.iter().filter(|life| life.stages.contains_key("Is")) {
            assert_eq!(life.at("D"), life.at("F") + 1, "{preset}: {life:?}");
            assert!(life.at("Is") >= life.at("F") + 2, "{preset}: {life:?}");
        }
        assert_eq!((of(&lives, 0).at("F"), of(&lives, 0).at("Is")), (0, 2), "{preset}");
        let loaded = of(&lives, LOAD).at("Wb");
        assert!(of(&lives, LOAD + 1).at("Is") < loaded && of(&lives, LOAD + 2).at("Is") < loaded, "{preset}");
        assert!(of(&lives, USE).at("Is") >= loaded, "{preset}");
        // Nothing is fetched behind a jump until it is resolved.
        let (jump, target) = (of(&lives, JUMP), of(&lives, JUMP + 2));
        assert!(lives.iter().all(|life| life.pc != JUMP + 1), "{preset}");
        assert_eq!((target.at("F"), target.at("Is")), (jump.at("Is") + 9, jump.at("Is") + 11), "{preset}");

        let lives = load_and_use(&preset, lanes, &[("pipeline", "one-loop")]);
        assert!(lives.iter().all(|life| !life.stages.contains_key("F")), "{preset}");
        assert!(of(&lives, LOAD + 1).at("Is") >= of(&lives, LOAD).at("Wb"), "{preset}: one at a time");
    }
}

/// While the oldest instruction waits for its operand, the buffer fills to its size and no further; what is in it
/// leaves in order.
#[test]
fn f05_the_instruction_buffer_fills_behind_what_waits() {
    for (preset, lanes) in presets_with_lanes() {
        for entries in [1, 2, 4] {
            let size = entries.to_string();
            let changes =
                [("icache_bytes", "0"), ("scoreboard_entries", "32"), ("ibuffer_entries", size.as_str())];
            let lives = load_and_use(&preset, lanes, &changes);
            let leaves = |life: &Life| life.stages.get("Is").copied().unwrap_or(life.end);
            let in_buffer = |life: &&Life, cycle| {
                life.stages.get("D").is_some_and(|inserted| *inserted <= cycle) && leaves(life) > cycle
            };
            let held = |cycle: u64| -> Vec<u32> {
                lives.iter().filter(|life| in_buffer(life, cycle)).map(|life| life.pc).collect()
            };
            let last = lives.iter().map(|life| life.end).max().unwrap();
            assert_eq!((0..last).map(|cycle| held(cycle).len()).max(), Some(entries), "{preset}");
            let waiting = held(of(&lives, LOAD).at("Wb") - 1);
            assert_eq!(waiting, (USE..USE + entries as u32).collect::<Vec<_>>(), "{preset}");
            let issues: Vec<u64> = (0..=JUMP).map(|pc| of(&lives, pc).at("Is")).collect();
            assert!(issues.is_sorted_by(|a, b| a < b), "{preset}: {issues:?}");
        }
    }
}

/// Four warps: one goes round a loop in the first line of instructions, the others jump to a line of their own each.
fn four_ways() -> String {
    let mut lines: Vec<String> = vec!["mov.u32 %r1, %warpid;".into()];
    for warp in 1..4 {
        lines.push(format!("setp.eq.s32 %p1, %r1, {warp};"));
        lines.push(format!("@%p1 bra WAY{warp};"));
    }
    lines.push("mov.u32 %r2, 0;".into());
    lines.push("AGAIN: add.s32 %r2, %r2, 1;".into());
    lines.push("setp.lt.s32 %p1, %r2, 200;".into());
    lines.push("@%p1 bra AGAIN;".into());
    lines.push("ret;".into());
    for warp in 1..4 {
        lines.resize(16 * warp, "add.s32 %r2, %r2, 1;".into());
        lines.push(format!("WAY{warp}: add.s32 %r2, %r2, 1;"));
        lines.push("ret;".into());
    }
    format!(".entry ways()\n{{\n{}\n}}", lines.join("\n"))
}

#[test]
fn f04_a_missing_line_of_instructions_holds_back_only_who_needs_it() {
    let text = four_ways();
    for (preset, lanes) in presets_with_lanes() {
        let run = |misses: &str| {
            let changes = [
                ("icache_bytes", "2048"),
                ("icache_line", "128"),
                ("icache_fill", "400"),
                ("icache_mshrs", misses),
            ];
            let session = ended(&assembly(&text, 4 * lanes, &[]), &preset, &changes);
            assert_eq!(counter(&session, "icache_misses"), 4, "{preset}: four lines, four warps");
            let lives = lives(&session);
            let mut ways = [16, 32, 48].map(|pc| of(&lives, pc).at("F"));
            ways.sort_unstable();
            let loops = lives
                .iter()
                .filter(|life| life.pc < 16 && life.stages.get("Is").is_some_and(|at| *at < ways[0]));
            (of(&lives, 0).at("F"), ways, loops.count())
        };
        let (first, ways, loops) = run("4");
        assert_eq!(first, 400, "{preset}: the first line has to come, too");
        assert!(ways[2] - ways[0] < 400, "{preset}: together: {ways:?}");
        // Besides what the other warps do before they jump, and the warp of the loop before it.
        assert!(loops > 3 + 5 + 7 + 8 + 20, "{preset}: the loop went on meanwhile: {loops} instructions");
        let (_, ways, _) = run("1");
        assert!(
            ways[1] - ways[0] >= 400 && ways[2] - ways[1] >= 400,
            "{preset}: one after another: {ways:?}"
        );
    }
}

/// The most groups that are on a core at once.
fn most_resident(session: &mut Session) -> usize {
    let mut most = 0;
    for cycle in 1.. {
        let status = session.seek(cycle, u64::MAX);
        let groups: BTreeSet<u32> = session.held().iter().filter_map(|one| one.state.group).collect();
        most = most.max(groups.len());
        if status.complete && status.cycle >= status.frontier {
            break;
        }
    }
    most
}

/// A group of two warps takes all it needs when it starts, and gives it back when its last work-item has ended: one
/// unit less of any resource is one group less.
#[test]
fn f12_groups_take_what_they_need_and_give_it_back() {
    let text = |words: u32| {
        format!(
            "__kernel void turn(__global int *y, int middle) {{
                __local int s[{words}];
                int l = get_local_id(0), sum = 0;
                s[l] = l;
                barrier(CLK_LOCAL_MEM_FENCE);
                if (l >= middle) for (int k = 0; k < 8; k++) sum += s[k];
                y[get_global_id(0)] = s[2 * middle - 1 - l] + sum;
            }}"
        )
    };
    for (preset, lanes) in presets_with_lanes() {
        let (groups, local) = (6, 2 * lanes);
        let args = [
            ("y", zeros(u64::from(groups * local))),
            ("middle", ArgValue::Scalar(Number::Int(lanes.into()))),
        ];
        let run = |words: u32, change: (&str, &str)| {
            let text = text(words);
            let case = Case { text: &text, language: Language::Auto, groups, local, args: &args };
            let mut changes = vec![
                ("cores", "1"),
                ("warps_per_core", "12"),
                ("groups_per_core", "6"),
                ("registers_per_core", "1048576"),
                ("shared_kb", "4"),
            ];
            changes.retain(|(id, _)| *id != change.0);
            changes.push(change);
            let mut session = launched(&case, &preset, &changes);
            let most = most_resident(&mut session);
            let one = |i: u32| {
                let l = i % local;
                (local - 1 - l + if l >= lanes { 28 } else { 0 }) as i32
            };
            let expected: Vec<i32> = (0..groups * local).map(one).collect();
            assert_eq!(integers(&session, "y"), expected, "{preset} {change:?}");
            let facts = session.compiled().facts.clone();
            let words = facts.iter().find(|(name, _)| name == "32-bit registers of a thread").unwrap();
            (most, words.1.parse::<u32>().unwrap() * local)
        };
        let (all, registers) = run(128, ("cores", "1"));
        assert_eq!(all, 6, "{preset}");
        let resident = |words, change| run(words, change).0;
        assert_eq!(resident(128, ("groups_per_core", "3")), 3, "{preset}");
        assert_eq!(resident(128, ("warps_per_core", "8")), 4, "{preset}");
        assert_eq!(
            resident(128, ("warps_per_core", "3")),
            1,
            "{preset}: one of two warps is not room for a group"
        );
        assert_eq!(resident(512, ("cores", "1")), 2, "{preset}: twice 2048 bytes");
        assert_eq!(resident(513, ("cores", "1")), 1, "{preset}");
        let [enough, less] = [3 * registers, 3 * registers - 1].map(|registers| registers.to_string());
        assert_eq!(resident(128, ("registers_per_core", enough.as_str())), 3, "{preset}");
        assert_eq!(resident(128, ("registers_per_core", less.as_str())), 2, "{preset}");
    }
}

/// Warps that come to a barrier at different times go on together, `barrier_latency` cycles after the last one.
#[test]
fn f12_a_barrier_opens_for_all_after_the_last() {
    let text = "
.entry meet()
{
    mov.u32 %r1, %warpid;
    mov.u32 %r2, 0;
AGAIN:
    add.s32 %r2, %r2, 1;
    setp.le.s32 %p1, %r2, %r1;
    @%p1 bra AGAIN;
    bar.sync 0;
    add.s32 %r3, %r2, 1;
    ret;
}";
    for (preset, lanes) in presets_with_lanes() {
        for latency in [1, 7] {
            let wait = latency.to_string();
            let changes = [("barrier_latency", wait.as_str()), ("icache_bytes", "0")];
            let session = ended(&assembly(text, 4 * lanes, &[]), &preset, &changes);
            assert_eq!(counter(&session, "barriers"), 4, "{preset}");
            let lives = lives(&session);
            let issues = |pc: u32| {
                let of_pc = lives.iter().filter(move |life| life.pc == pc && life.stages.contains_key("Is"));
                of_pc.map(|life| life.at("Is")).collect::<Vec<u64>>()
            };
            let (arrived, left) = (issues(5), issues(6));
            assert_eq!((arrived.len(), left.len()), (4, 4), "{preset}");
            assert!(arrived.iter().max() > arrived.iter().min(), "{preset}: {arrived:?}");
            assert_eq!(left.iter().min().unwrap() - arrived.iter().max().unwrap(), latency, "{preset}");
        }
    }
}
