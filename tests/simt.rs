//! What tests of the SIMT machine share: its presets, launches of several groups, and the lives of instructions.

use std::collections::BTreeMap;

use lanescope_core::session::{Format, Session, WHOLE, vocabulary::*};

use crate::{
    runs::{document, presets},
    shorthand::finish,
};

/// The presets of the machine, each with the lanes of a warp.
pub fn presets_with_lanes() -> Vec<(String, u32)> {
    let simt = presets().into_iter().filter(|preset| preset.starts_with("simt/"));
    let lanes = |preset: &str| {
        let document = document("__kernel void k(__global int *y) { y[0] = 0; }", preset);
        setting(&Session::open(document, Limits::default()), "warp_size")
    };
    simt.map(|preset| (preset.clone(), lanes(&preset))).collect()
}

/// The number that a setting has.
///
/// # Panics
/// When there is no such setting, or it is no number.
pub fn setting(session: &Session, id: &str) -> u32 {
    let settings = session.settings();
    let found = settings.iter().find(|(name, _)| name == id);
    found.and_then(|(_, value)| value.parse().ok()).unwrap_or_else(|| panic!("no number {id}"))
}

/// What to launch.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The text.
    pub text: &'a str,
    /// Its language.
    pub language: Language,
    /// Number of groups.
    pub groups: u32,
    /// Work-items of a group.
    pub local: u32,
    /// Arguments by name.
    pub args: &'a [(&'a str, ArgValue)],
}

/// A session that has started, on a preset with changed settings.
///
/// # Panics
/// When it does not start.
pub fn launched(case: &Case, preset: &str, changes: &[(&str, &str)]) -> Session {
    let changes = changes.iter().map(|(id, value)| ((*id).into(), (*value).into())).collect();
    let args = case.args.iter().map(|(name, value)| Arg::new(*name, value.clone())).collect();
    let (global, local) = ([case.groups * case.local, 1, 1], [case.local, 1, 1]);
    let document = Document {
        language: case.language,
        launch: Some(Launch { global, local, args, ..Launch::default() }),
        machine: MachineChoice { preset: preset.into(), changes },
        ..document(case.text, preset)
    };
    let mut session = Session::open(document, Limits::default());
    if let Err(found) = session.start() {
        panic!("{preset}: {found:?}");
    }
    session
}

/// The same, run to its end.
///
/// # Panics
/// When it does not start or end.
pub fn ended(case: &Case, preset: &str, changes: &[(&str, &str)]) -> Session {
    let mut session = launched(case, preset, changes);
    finish(&mut session);
    session
}

/// The integers of a buffer.
///
/// # Panics
/// When there is no such buffer.
pub fn integers(session: &Session, name: &str) -> Vec<i32> {
    let bytes = session.dump(name).expect("there is such a buffer");
    bytes.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect()
}

/// The life of a dynamic instruction, as pipeline viewers get it.
#[derive(Clone, Debug, Default)]
pub struct Life {
    /// Its unit.
    pub unit: u32,
    /// The instruction.
    pub pc: u32,
    /// Its text.
    pub text: String,
    /// The first cycle in each stage, by the stage's short name.
    pub stages: BTreeMap<String, u64>,
    /// The cycle in which it was gone.
    pub end: u64,
}

impl Life {
    /// The first cycle in a stage.
    ///
    /// # Panics
    /// When it was never there.
    pub fn at(&self, stage: &str) -> u64 {
        *self.stages.get(stage).unwrap_or_else(|| panic!("{self:?} was never in {stage}"))
    }
}

/// The lives of all instructions of a run, in the order in which they begin.
///
/// # Panics
/// When the recording is no Kanata file.
pub fn lives(session: &Session) -> Vec<Life> {
    let mut bytes = Vec::new();
    session.export(Format::Kanata, WHOLE, &mut |piece| {
        bytes.extend_from_slice(piece);
        true
    });
    let text = String::from_utf8(bytes).expect("text");
    let (mut all, mut now) = (Vec::<Life>::new(), 0);
    for fields in text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>()) {
        let number = |at: usize| fields[at].parse::<u64>().expect("a number");
        match fields[0] {
            "C=" => now = number(1),
            "C" => now += number(1),
            "I" => all.push(Life { unit: number(3) as u32, ..Life::default() }),
            "L" if number(2) == 0 => {
                let (pc, text) = fields[3].split_once(": ").expect("number and text");
                let life = &mut all[number(1) as usize];
                (life.pc, life.text) = (pc.parse().expect("a number"), text.into());
            }
            "S" => {
                all[number(1) as usize].stages.entry(fields[3].into()).or_insert(now);
            }
            "R" => all[number(1) as usize].end = now,
            _ => {}
        }
    }
    all
}
