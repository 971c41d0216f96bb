//! The states of a run, cycle by cycle, as JSON Lines: what each unit holds (divergence stack, scoreboard, the cut of
//! its memory access), DRAM commands, and the open row of each bank. A record is written when it differs from the one
//! before it for the same unit or bank.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use lanescope_core::session::{
    Held, Session,
    vocabulary::{Access, DramCommand, Lanes, StackCell, StackColumn},
};
use serde_json::{Value, json};

use crate::drive::{Clock, Stop};

/// Cycles of which the commands are recorded at a time.
const PART: u64 = 4096;

/// Goes through the cycles `from..to` as far as the run is known, and at its end through the state behind the last one; why it did
/// not get there.
///
/// # Errors
/// The file cannot be written.
pub fn write(
    session: &mut Session,
    (from, to): (u64, u64),
    clock: Clock,
    out: &mut dyn Write,
) -> io::Result<Option<Stop>> {
    let mut commands = Vec::new().into_iter().peekable();
    let mut units = Units::new(session);
    let frontier = session.status().frontier;
    for (bank, row) in open_rows(session, from.min(frontier)) {
        tell_bank(from, bank, json!(row), out)?;
    }
    let last = if frontier < to { frontier + 1 } else { to };
    for cycle in from..last {
        if let Some(stop) = clock.stop() {
            return Ok(Some(stop));
        }
        if cycle == from || cycle.is_multiple_of(PART) {
            let part = (cycle + 1).next_multiple_of(PART);
            commands = session.dram(cycle, part, u32::MAX).commands.into_iter().peekable();
        }
        session.seek(cycle, u64::MAX);
        units.tell(cycle, &session.held(), out)?;
        while let Some(command) = commands.next_if(|command| command.0 == cycle) {
            tell_command(command, out)?;
        }
    }
    Ok(None)
}

/// The rows that are open at the beginning of a cycle, by channel and bank: the commands before it are told again.
fn open_rows(session: &Session, until: u64) -> BTreeMap<(u16, u16), u32> {
    let mut open = BTreeMap::new();
    let mut from = 0;
    while from < until {
        let to = until.min(from + PART);
        for (_, channel, bank, command, row) in session.dram(from, to, u32::MAX).commands {
            match command {
                DramCommand::Activate => open.insert((channel, bank), row),
                DramCommand::Precharge => open.remove(&(channel, bank)),
                DramCommand::Read | DramCommand::Write | DramCommand::Refresh => None,
            };
        }
        from = to;
    }
    open
}

/// What was told of the units.
struct Units {
    names: Vec<String>,
    instructions: BTreeMap<u32, String>,
    stack: &'static [StackColumn],
    told: BTreeMap<u32, Value>,
}

impl Units {
    fn new(session: &Session) -> Units {
        let names =
            session.run().map_or(Vec::new(), |run| run.units.iter().map(|unit| unit.name.clone()).collect());
        let lines = session.compiled().assembly.lines.iter();
        Units {
            names,
            instructions: lines.filter_map(|line| Some((line.pc?, line.text.trim().into()))).collect(),
            stack: session.stack(),
            told: BTreeMap::new(),
        }
    }

    fn tell(&mut self, cycle: u64, held: &[Held], out: &mut dyn Write) -> io::Result<()> {
        let gone: Vec<u32> =
            self.told.keys().copied().filter(|unit| held.iter().all(|one| one.unit != *unit)).collect();
        for unit in gone {
            self.told.remove(&unit);
            line(cycle, json!({ "record": "unit", "unit": unit, "name": self.name(unit), "pc": null }), out)?;
        }
        for one in held {
            let record = self.record(one);
            if self.told.get(&one.unit) != Some(&record) {
                line(cycle, record.clone(), out)?;
                self.told.insert(one.unit, record);
            }
        }
        Ok(())
    }

    fn name(&self, unit: u32) -> &str {
        self.names.get(unit as usize).map_or("", String::as_str)
    }

    fn record(&self, held: &Held) -> Value {
        let state = &held.state;
        let text = state.pc.and_then(|pc| self.instructions.get(&pc));
        let stack: Vec<Value> = state
            .stack
            .iter()
            .map(|row| self.stack.iter().zip(row).map(|(column, cell)| (column.id, entry(cell))).collect())
            .collect();
        let scoreboard: Vec<Value> = held
            .scoreboard
            .iter()
            .map(|one| json!({ "register": one.register, "writer": if one.memory { "memory" } else { "arithmetic" } }))
            .collect();
        json!({
            "record": "unit",
            "unit": held.unit,
            "name": self.name(held.unit),
            "group": state.group,
            "pc": state.pc,
            "instruction": text,
            "live": lanes(&state.live),
            "active": lanes(&state.active),
            "stack": stack,
            "scoreboard": scoreboard,
            "access": held.access.as_ref().map(access),
        })
    }
}

/// An access and what it needs: lines of memory with their sectors and their place, or passes over banks.
fn access(access: &Access) -> Value {
    let segments: Vec<Value> = access
        .segments
        .iter()
        .map(|segment| {
            json!({
                "address": hex(segment.base),
                "bytes": segment.bytes,
                "lanes": lanes(&segment.lanes),
                "sectors": hex(segment.sectors.into()),
                "channel": segment.home.0,
                "channel_address": hex(segment.home.1),
            })
        })
        .collect();
    let addresses: Vec<Value> =
        access.addresses.iter().map(|(lane, address)| json!([lane, hex(*address)])).collect();
    json!({
        "pc": access.pc,
        "space": format!("{:?}", access.space).to_lowercase(),
        "write": access.write,
        "bytes": access.bytes,
        "addresses": addresses,
        "segments": segments,
        "passes": access.passes.iter().map(lanes).collect::<Vec<_>>(),
    })
}

/// A DRAM command, and the bank's state behind it if it is another one.
fn tell_command(
    (cycle, channel, bank, command, row): (u64, u16, u16, DramCommand, u32),
    out: &mut dyn Write,
) -> io::Result<()> {
    let word = format!("{command:?}").to_lowercase();
    let record =
        json!({ "record": "command", "channel": channel, "bank": bank, "command": word, "row": row });
    line(cycle, record, out)?;
    let open = match command {
        DramCommand::Activate => json!(row),
        DramCommand::Precharge => Value::Null,
        DramCommand::Read | DramCommand::Write | DramCommand::Refresh => return Ok(()),
    };
    tell_bank(cycle, (channel, bank), open, out)
}

fn tell_bank(cycle: u64, (channel, bank): (u16, u16), open: Value, out: &mut dyn Write) -> io::Result<()> {
    line(cycle, json!({ "record": "bank", "channel": channel, "bank": bank, "open_row": open }), out)
}

fn line(cycle: u64, mut record: Value, out: &mut dyn Write) -> io::Result<()> {
    record["cycle"] = cycle.into();
    writeln!(out, "{record}")
}

/// A cell of a unit's stack.
fn entry(cell: &StackCell) -> Value {
    match cell {
        StackCell::Place(pc) => json!(pc),
        StackCell::Lanes(set) => json!(lanes(set)),
        StackCell::Number(number) => json!(number),
    }
}

fn lanes(set: &Lanes) -> String {
    format!("{set:#x}")
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}
