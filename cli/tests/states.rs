//! The states that `lanescope trace --out FILE.jsonl` writes, read by a strict reader: what they say of stacks,
//! scoreboards, accesses, DRAM commands and banks fits the rules of the machine and the numbers of the run.

use std::{collections::BTreeMap, fs, path::PathBuf, process::Command};

use serde_json::Value;

/// Kernels with divergence, work-group memory and scattered accesses, on one-bit and Coon scoreboards, with one and
/// several memory channels. With the settings: bytes of a partition's turn, partitions.
const RUNS: [(&str, &str, u64, u64); 4] = [
    ("gallery:nested", "simt/teaching", 256, 1),
    ("gallery:reduce_interleaved", "simt/teaching", 256, 1),
    ("gallery:strided_copy", "simt/fermi", 256, 6),
    ("gallery:saxpy", "simt/gcn64", 256, 6),
];

fn lanescope(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_lanescope")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The records of a run in their order, and its numbers.
fn records(test: &str, file: &str, preset: &str) -> (Vec<Value>, Value) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.jsonl"));
    lanescope(&["trace", file, "--machine", preset, "--out", path.to_str().unwrap()]);
    let text = fs::read_to_string(&path).unwrap();
    let all: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(all.is_sorted_by_key(|record| record["cycle"].as_u64().unwrap()), "{file}");
    let numbers = lanescope(&["run", file, "--machine", preset, "--json"]);
    (all, serde_json::from_slice(&numbers).unwrap())
}

fn of<'a>(all: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    all.iter().filter(move |record| record["record"] == kind)
}

fn hex(value: &Value) -> u64 {
    u64::from_str_radix(value.as_str().unwrap().strip_prefix("0x").unwrap(), 16).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

#[test]
fn stacks_are_those_of_the_warps_and_as_deep_as_the_run_says() {
    for (file, preset, ..) in RUNS {
        let (all, numbers) = records("stacks", file, preset);
        let mut deepest = 0;
        for unit in of(&all, "unit").filter(|unit| !unit["pc"].is_null()) {
            let stack = list(&unit["stack"]);
            let top = stack.last().unwrap();
            assert_eq!((&top["next"], &top["lanes"]), (&unit["pc"], &unit["active"]), "{file}: {unit}");
            let union = stack.iter().fold(0, |lanes, row| lanes | hex(&row["lanes"]));
            assert_eq!(union & !hex(&unit["live"]), 0, "{file}: {unit}");
            assert!(!unit["instruction"].as_str().unwrap().is_empty(), "{file}: {unit}");
            deepest = deepest.max(stack.len() as u64);
        }
        assert_eq!(deepest, numbers["memory"]["max_stack_depth"].as_u64().unwrap(), "{file}");
    }
}

#[test]
fn scoreboards_hold_what_loads_will_write_and_are_empty_at_the_end() {
    for (file, preset, ..) in RUNS {
        let (all, _) = records("scoreboards", file, preset);
        let mut last: BTreeMap<u64, &Value> = BTreeMap::new();
        let mut waited = false;
        for unit in of(&all, "unit") {
            let number = unit["unit"].as_u64().unwrap();
            if unit["pc"].is_null() {
                let before = last.remove(&number).unwrap();
                assert!(before["name"] == unit["name"], "{file}: {unit}");
                continue;
            }
            let text = unit["instruction"].as_str().unwrap();
            let is_named = |register: &Value| {
                let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '%'));
                words.any(|word| *register == word)
            };
            waited |= list(&unit["scoreboard"])
                .iter()
                .any(|one| one["writer"] == "memory" && is_named(&one["register"]));
            last.insert(number, unit);
        }
        assert!(waited, "{file}: an instruction names a register that a load will write");
        assert!(last.is_empty(), "{file}: every unit has ended");
    }
}

#[test]
fn accesses_are_split_into_lines_of_the_partitions_whose_they_are() {
    for (file, preset, granule, parts) in RUNS {
        let (all, numbers) = records("accesses", file, preset);
        let mut most = 0;
        for access in
            of(&all, "unit").map(|unit| &unit["access"]).filter(|access| access["space"] == "global")
        {
            let addresses: Vec<(u64, u64)> = list(&access["addresses"])
                .iter()
                .map(|pair| (pair[0].as_u64().unwrap(), hex(&pair[1])))
                .collect();
            let segments = list(&access["segments"]);
            most = most.max(segments.len());
            for segment in segments {
                let (base, bytes) = (hex(&segment["address"]), segment["bytes"].as_u64().unwrap());
                let inside = |address: u64| (base..base + bytes).contains(&address);
                let own = addresses.iter().filter(|(_, address)| inside(*address));
                let lanes = own.clone().fold(0, |lanes, (lane, _)| lanes | 1 << lane);
                let sectors = own.fold(0, |sectors, (_, address)| sectors | 1 << ((address - base) / 32));
                assert_eq!((hex(&segment["lanes"]), hex(&segment["sectors"])), (lanes, sectors), "{file}");
                let turn = base / granule;
                let home = (turn % parts, turn / parts * granule + base % granule);
                assert_eq!(
                    (segment["channel"].as_u64().unwrap(), hex(&segment["channel_address"])),
                    home,
                    "{file}: {segment}"
                );
            }
        }
        let (blocks, accesses) = (&numbers["memory"]["blocks"], &numbers["memory"]["memory_accesses"]);
        assert!(most as u64 >= blocks.as_u64().unwrap() / accesses.as_u64().unwrap(), "{file}: {most} lines");
    }
}

#[test]
fn commands_are_those_that_were_counted_and_go_to_open_rows() {
    for (file, preset, ..) in RUNS {
        let (all, numbers) = records("commands", file, preset);
        let mut open: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        let mut count: BTreeMap<&str, u64> = BTreeMap::new();
        for record in all.iter().filter(|record| record["record"] != "unit") {
            let bank = (record["channel"].as_u64().unwrap(), record["bank"].as_u64().unwrap());
            if record["record"] == "bank" {
                let row = record["open_row"].as_u64();
                assert_ne!(open.contains_key(&bank), row.is_some(), "{file}: {record}");
                match row {
                    Some(row) => open.insert(bank, row),
                    None => open.remove(&bank),
                };
                continue;
            }
            let command = record["command"].as_str().unwrap();
            *count.entry(command).or_default() += 1;
            if command == "read" || command == "write" {
                assert_eq!(open.get(&bank).copied(), record["row"].as_u64(), "{file}: {record}");
            }
        }
        let counted = |id: &str| numbers["memory"][id].as_u64().unwrap();
        let found = |command: &str| count.get(command).copied().unwrap_or(0);
        assert_eq!(found("activate"), counted("dram_activates"), "{file}");
        assert_eq!(found("read"), counted("dram_reads"), "{file}");
        assert_eq!(found("write"), counted("dram_writes"), "{file}");
    }
}

/// A machine without stack and scoreboard tells what it has: where its units are, and what they access.
#[test]
fn some_cycles_have_their_commands_and_begin_with_the_whole_state() {
    let (all, _) = records("part_whole", "gallery:saxpy", "simt/gcn64");
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("part.jsonl");
    let out = path.to_str().unwrap();
    lanescope(&["trace", "gallery:saxpy", "--machine", "simt/gcn64", "--cycles", "300..500", "--out", out]);
    let text = fs::read_to_string(&path).unwrap();
    let part: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let at = |record: &Value| record["cycle"].as_u64().unwrap();
    assert!(part.iter().all(|record| (300..500).contains(&at(record))));
    let commands = |all: &[Value]| {
        of(all, "command").filter(|record| (300..500).contains(&at(record))).cloned().collect::<Vec<_>>()
    };
    assert!(commands(&part) == commands(&all) && !commands(&all).is_empty());
    // What units hold at the first cycle is what was written of them last.
    let mut held = BTreeMap::new();
    for record in of(&all, "unit").filter(|record| at(record) <= 300) {
        held.insert(record["unit"].as_u64().unwrap(), record["pc"].clone());
    }
    held.retain(|_, pc| !pc.is_null());
    let first = of(&part, "unit").filter(|record| at(record) == 300);
    let first: BTreeMap<_, _> =
        first.map(|record| (record["unit"].as_u64().unwrap(), record["pc"].clone())).collect();
    assert!(first == held && !first.is_empty());
    // Rows that were opened before it are open.
    let bank = |record: &Value| (record["channel"].as_u64().unwrap(), record["bank"].as_u64().unwrap());
    let mut open = BTreeMap::new();
    for record in of(&all, "bank").filter(|record| at(record) < 300) {
        open.insert(bank(record), record["open_row"].clone());
    }
    open.retain(|_, row| !row.is_null());
    let until = part.iter().position(|record| record["record"] == "unit").unwrap();
    let first: BTreeMap<_, _> =
        of(&part[..until], "bank").map(|record| (bank(record), record["open_row"].clone())).collect();
    assert!(first == open && !first.is_empty());
}

#[test]
fn a_vector_machine_has_states_too() {
    let (all, _) = records("vector", "gallery:saxpy", "rvv/textbook");
    assert!(of(&all, "unit").any(|unit| unit["access"]["space"] == "global"));
    assert!(
        of(&all, "unit").filter(|unit| !unit["pc"].is_null()).all(|unit| list(&unit["stack"]).is_empty())
    );
}
