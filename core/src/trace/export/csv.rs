//! Runs of unit states as comma-separated values: one line for each time a unit stays in one state.

use super::{Names, Out, Replay, each_track};
use crate::{
    base::Lanes,
    trace::{Cause, track::Run},
};

/// Writes the file.
pub fn write(run: &dyn Replay, names: &Names, out: &mut Out) {
    out.text(format_args!("unit,name,from,to,cause,pc,lanes,instruction\n"));
    each_track(run, 0..run.sizes().0, |unit, track| {
        let name = names.units.get(unit).map_or("", |name| name.as_str());
        for Run { from, to, state } in track.runs.runs(0, run.end()) {
            if !out.is_wanted() {
                return false;
            }
            out.text(format_args!("{unit},{name},{from},{to},{}", run.causes().id(state.cause)));
            if state.pc == u32::MAX {
                out.text(format_args!(",,,\n"));
                continue;
            }
            let issued = state.cause == Cause::ISSUED;
            let lanes = if issued { track.log.lanes_of(state.lanes) } else { Lanes::NONE };
            let text = names.instruction(state.pc.into()).replace('"', "\"\"");
            out.text(format_args!(",{},{lanes:#x},\"{text}\"\n", state.pc));
        }
        true
    });
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
