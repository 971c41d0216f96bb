//! Runs of unit states as comma-separated values: one line for each time a unit stays in one state.

use alloc::vec::Vec;

use super::{FileSection, Out, Subject, Writer};
use crate::{
    base::Lanes,
    trace::{Cause, Log, track::Run},
};

/// Writes such files.
#[derive(Clone, Copy, Debug)]
pub struct Csv;

impl Writer for Csv {
    fn parts(&self, run: &Subject) -> Vec<FileSection> {
        Vec::from([FileSection::Tracks(0..run.units)])
    }

    fn begin(&mut self, _: usize, _: &Subject, out: &mut Out) {
        out.text(format_args!("unit,name,from,to,cause,pc,lanes,instruction\n"));
    }

    fn state(&mut self, unit: usize, Run { from, to, state }: &Run, log: &Log, run: &Subject, out: &mut Out) {
        let (name, cause) = (run.track_name(unit), run.causes.id(state.cause));
        out.text(format_args!("{unit},{name},{from},{to},{cause}"));
        if state.pc == u32::MAX {
            return out.text(format_args!(",,,\n"));
        }
        let issued = state.cause == Cause::ISSUED;
        let lanes = if issued { log.lanes_of(state.lanes) } else { Lanes::NONE };
        let text = run.names.instruction(state.pc.into()).replace('"', "\"\"");
        out.text(format_args!(",{},{lanes:#x},\"{text}\"\n", state.pc));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{example, export};
    use super::*;
    use alloc::string::String;

    #[test]
    fn a_line_for_each_run() {
        let text = String::from_utf8(export(&example(), Csv)).unwrap();
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
