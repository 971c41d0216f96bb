//! Runs of unit states as comma-separated values: one line for each time a unit stays in one state.

use super::{Names, Out};
use crate::trace::{Cause, LaneKey, Log};

/// Writes the file.
pub fn write(log: &Log, names: &Names, out: &mut Out) {
    out.text(format_args!("unit,name,from,to,cause,pc,lanes,instruction\n"));
    for (unit, track) in log.units.iter().enumerate() {
        let name = names.units.get(unit).map_or("", |name| name.as_str());
        for run in track.runs(0, log.end()) {
            if !out.is_wanted() {
                return;
            }
            let state = run.state;
            out.text(format_args!("{unit},{name},{},{},{}", run.from, run.to, log.causes().id(state.cause)));
            if state.pc == u32::MAX {
                out.text(format_args!(",,,\n"));
                continue;
            }
            let lanes = if state.cause == Cause::ISSUED { state.lanes } else { LaneKey::NONE };
            let lanes = log.lanes_of(lanes);
            let text = names.instruction(state.pc.into()).replace('"', "\"\"");
            out.text(format_args!(",{},{lanes:#x},\"{text}\"\n", state.pc));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{example, export};
    use super::*;
    use alloc::string::String;

    #[test]
    fn a_line_for_each_run() {
        let text = String::from_utf8(export(&example(), write)).unwrap();
        let lines: alloc::vec::Vec<_> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "unit,name,from,to,cause,pc,lanes,instruction",
                "0,warp \"0\",0,2,empty,,,",
                "0,warp \"0\",2,3,issued,0,0x5,\"add %r1, \"\"q\"\"\"",
                "0,warp \"0\",3,9,memory,1,0x0,\"ld\t%r2\"",
            ]
        );
    }
}
