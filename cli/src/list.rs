//! `lanescope list`: what there is, as tables.

use std::io::Write;

use lanescope_core::session::{
    self, MachineInfo,
    vocabulary::{Cause, CauseRow, Causes, Level, Limit, Limits, SettingKind},
};

use crate::{
    Failure,
    args::{List, Listed},
    tables,
};

type Table = (&'static [&'static str], Vec<Vec<String>>);

/// Prints the list.
pub fn run(options: &List, out: &mut dyn Write) -> Result<(), Failure> {
    let all = session::machines();
    let chosen: Vec<&MachineInfo> =
        all.iter().filter(|machine| options.machine.as_ref().is_none_or(|id| *id == machine.id)).collect();
    if let (true, Some(id)) = (chosen.is_empty(), &options.machine) {
        return Err(Failure::Message(format!("there is no machine `{id}`")));
    }
    let (heading, rows) = match options.what {
        Listed::Machines => machines(&chosen),
        Listed::Presets => presets(&chosen),
        Listed::Settings => settings(&chosen),
        Listed::Gallery => gallery(),
        Listed::Ops => ops(&chosen),
        Listed::Directives => directives(&chosen),
        Listed::Operators => operators(&chosen),
        Listed::Panels => panels(&chosen),
        Listed::Studies => studies(),
        Listed::Causes => causes(&chosen),
        Listed::Events => events(&chosen),
        Listed::Limits => limits(),
    };
    Ok(write!(out, "{}", tables::render(options.format, heading, &rows))?)
}

fn machines(machines: &[&MachineInfo]) -> Table {
    let row = |machine: &&MachineInfo| vec![machine.id.clone(), machine.name.clone(), machine.doc.clone()];
    (&["id", "name", "what it is"], machines.iter().map(row).collect())
}

fn presets(machines: &[&MachineInfo]) -> Table {
    let presets = machines.iter().flat_map(|machine| &machine.presets);
    let row = |preset: &session::PresetInfo| {
        vec![preset.id.clone(), preset.name.clone(), preset.doc.clone(), preset.source.clone()]
    };
    (&["id", "name", "what it stands for", "source"], presets.map(row).collect())
}

fn settings(machines: &[&MachineInfo]) -> Table {
    let settings = machines.iter().flat_map(|machine| &machine.settings);
    let row = |setting: &session::vocabulary::Info| {
        let takes = match &setting.kind {
            SettingKind::Integer { min, max } | SettingKind::Fraction { min, max } => {
                format!("{min} to {max}")
            }
            SettingKind::Text { max, .. } => format!("at most {max} characters"),
            SettingKind::Switch => "on, off".into(),
            SettingKind::Choice(names) => names.join(", "),
        };
        vec![
            setting.id.clone(),
            setting.default.clone(),
            setting.unit.clone(),
            takes,
            setting.doc.clone(),
            setting.source.clone(),
        ]
    };
    (&["id", "default", "unit", "takes", "meaning", "source"], settings.map(row).collect())
}

fn gallery() -> Table {
    let row = |item: session::GalleryItem| {
        // A kernel is for every machine, a program in assembly for one.
        let machine = item.machine.as_ref().and_then(|choice| choice.preset.split('/').next());
        let machine = machine.unwrap_or("all").to_string();
        vec![item.name, machine, item.title, item.doc]
    };
    (
        &["name", "machine", "title", "what to look at"],
        session::gallery().into_iter().chain(session::programs()).map(row).collect(),
    )
}

fn ops(machines: &[&MachineInfo]) -> Table {
    let rows = machines.iter().flat_map(|machine| session::ops(&machine.id));
    let row = |op: session::OpInfo| vec![op.syntax, op.class, op.doc];
    (&["instruction", "class", "meaning"], rows.map(row).collect())
}

/// Machines with one assembler have one table.
fn directives(machines: &[&MachineInfo]) -> Table {
    let rows = machines.iter().flat_map(|machine| session::assembler(&machine.id).directives);
    let row = |row: session::DirectiveInfo| vec![row.names.join(", "), row.takes, row.doc, row.source];
    (&["directive", "takes", "meaning", "source"], once(rows.map(row)))
}

/// The same for operators.
fn operators(machines: &[&MachineInfo]) -> Table {
    let rows = machines.iter().flat_map(|machine| session::assembler(&machine.id).operators);
    let row = |row: session::OperatorInfo| vec![row.syntax, row.binds.to_string(), row.doc];
    (&["operator", "binds", "meaning"], once(rows.map(row)))
}

/// The rows, each once.
fn once(rows: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    for row in rows {
        if !all.contains(&row) {
            all.push(row);
        }
    }
    all
}

/// The panels of each machine, then those that are the same for all. Studies have a list of their own.
fn panels(machines: &[&MachineInfo]) -> Table {
    let fixed = session::panels::fixed(&Causes::SHARED);
    let shared: Vec<&session::PanelInfo> =
        fixed.iter().chain(machines.iter().flat_map(|machine| &machine.panels)).collect();
    let of_all = |id: &str| session::panels::find(id).is_some();
    let row = |machine: &str, panel: &session::PanelInfo| {
        vec![panel.id.to_string(), machine.to_string(), panel.title.to_string(), panel.doc.to_string()]
    };
    let own = machines.iter().flat_map(|machine| {
        let own = machine.panels.iter().filter(|panel| !of_all(&panel.id) && panel.study.is_none());
        own.map(|panel| row(&machine.id, panel))
    });
    let mut rows: Vec<Vec<String>> = own.collect();
    for panel in shared.into_iter().filter(|panel| of_all(&panel.id)) {
        let known = row("all", panel);
        if !rows.contains(&known) {
            rows.push(known);
        }
    }
    (&["id", "machine", "title", "what it shows"], rows)
}

/// A row for each input of each study: those of all machines, then those of one.
fn studies() -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for panel in session::machines().into_iter().flat_map(|machine| machine.panels) {
        for input in panel.study.iter().flatten() {
            let [name, usual, says] = [&input.name, &input.usual, &input.says].map(|words| words.to_string());
            let row = vec![panel.id.to_string(), name, usual, says, panel.doc.to_string()];
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    (&["id", "takes", "default", "meaning", "what it shows"], rows)
}

fn limits() -> Table {
    let row = |limit: &Limit| {
        vec![limit.name.into(), limit.default.to_string(), limit.unit.into(), limit.doc.trim().into()]
    };
    (&["name", "default", "unit", "what it limits"], Limits::TABLE.iter().map(row).collect())
}

/// A row for each field of each event: those of all machines, then those that only one has.
fn events(machines: &[&MachineInfo]) -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for machine in machines {
        for (at, event) in machine.events.iter().enumerate() {
            let of = if at < session::SHARED_EVENTS { "all" } else { &machine.id };
            let level = match event.level {
                Level::Passing => "passes",
                Level::Standing => "stands until the next",
            };
            for [field, unit, doc] in &event.fields {
                let words = [&event.id, of, field, unit, doc, &event.doc, level];
                let row: Vec<String> = words.map(String::from).into();
                if !rows.contains(&row) {
                    rows.push(row);
                }
            }
        }
    }
    rows.sort_by_key(|row| row[1] != "all");
    (&["id", "machine", "field", "unit", "meaning", "what happened", "how long"], rows)
}

/// The causes that several machines may have, then those that only one has.
fn causes(machines: &[&MachineInfo]) -> Table {
    let row = |machine: &str, row: &CauseRow| {
        vec![row.id.to_string(), machine.into(), row.label.to_string(), row.doc.to_string()]
    };
    let shared = Causes::SHARED;
    let shared = shared.rows().filter_map(|(cause, shared)| {
        let having = machines.iter().filter(|machine| machine.causes.has(cause));
        let names: Vec<&str> = having.map(|machine| &*machine.id).collect();
        let all = if names.len() == machines.len() { String::from("all") } else { names.join(", ") };
        (!names.is_empty()).then(|| row(&all, shared))
    });
    let own = machines.iter().flat_map(|machine| {
        machine.causes.rows().skip(Cause::SHARED).map(|(_, cause)| row(&machine.id, cause))
    });
    (&["id", "machine", "label", "meaning"], shared.chain(own).collect())
}
