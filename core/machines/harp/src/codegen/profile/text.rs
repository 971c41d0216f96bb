//! Profiles as files: text, one line for each pair of counters (HARP 4.13, "profile file format").
//!
//! ```text
//! profile bfs
//! archid 4w32/32/16/16
//! flow 5f0c2ab9d1e40377
//! branches 2
//! end whole
//! seen 0 ffff
//! branch 0 12 3 4
//! 0 0 5 19 2
//! ```
//!
//! The header names the kernel, the machine, and the [digest](flow) of its control flow: a profile of another kernel, or of one whose
//! branches have changed, is refused. `seen` has the lanes of a warp that had work, in hexadecimal; `branch` how often warps came whose lanes
//! all wanted the first side, whose lanes did not, and whose lanes disagreed; the other lines are branch, warp, lane, how often the lane came,
//! and how often its condition held. Warps are numbered through all cores. Lanes that did not come have no line. `again` says that warps took several groups. What stands behind
//! `#` says nothing.

use alloc::{format, string::String, vec::Vec};
use core::fmt::Write;

use lanescope_parts::{
    base::digest::Digest,
    ir::{Kernel, Terminator},
    source::{Diagnostic, Span},
};

use super::{
    super::{super::spec::Spec, Entry, Recipe},
    Behaviour, Ended, MOST, Pair, Profile,
};

/// A digest of the blocks of a kernel and of where they go on. What is computed in them does not count.
pub fn flow(kernel: &Kernel) -> u64 {
    let mut digest = Digest::default();
    for block in &kernel.blocks {
        let targets = match &block.term {
            Terminator::Jump(target) => [Some(target.block), None],
            Terminator::Branch(_, yes, no) => [Some(yes.block), Some(no.block)],
            Terminator::Return(_) => [None, None],
        };
        targets.iter().for_each(|target| digest.word(target.map_or(0, |block| 1 + block.index() as u64)));
    }
    digest.0
}

/// Writes the profile that a program was compiled with.
pub fn write(profile: &Profile, entry: &Entry, spec: &Spec) -> String {
    let mut text = format!(
        "profile {}\narchid {}\nflow {:016x}\nbranches {}\n",
        entry.name,
        spec.archid.as_str(),
        flow(&entry.recipe.kernel),
        profile.branches.len()
    );
    let end = match &profile.end {
        Ended::Whole => "whole",
        Ended::Cut => "cut",
        Ended::Halted(why) => &format!("halted {}", why.replace('\n', " ")),
    };
    // Writing to a text cannot fail.
    let _ = writeln!(text, "end {end}");
    if profile.again {
        text += "again\n";
    }
    for (warp, lanes) in profile.seen.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
        let _ = writeln!(text, "seen {warp} {lanes:x}");
    }
    for (number, counts) in profile.branches.iter().enumerate() {
        let Behaviour { yes, no, parted } = counts.times;
        let _ = writeln!(text, "branch {number} {yes} {no} {parted}");
        for (warp, lanes) in counts.lanes.iter().enumerate() {
            for (lane, pair) in lanes.iter().enumerate().filter(|(_, pair)| pair.executed > 0) {
                let _ = writeln!(text, "{number} {warp} {lane} {} {}", pair.executed, pair.taken);
            }
        }
    }
    text
}

/// Reads the profile of a kernel.
///
/// # Errors
/// A line that means nothing, counts that cannot be, or a profile of another kernel or machine.
pub fn read(text: &str, name: &str, recipe: &Recipe, spec: &Spec) -> Result<Profile, Diagnostic> {
    let of_line = |(number, line): (usize, &str), why: String| {
        wrong(format!("file `{name}`, line {}: {why}, not `{}`", number + 1, line.trim()))
    };
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or_default()).enumerate();
    let mut lines = lines.by_ref().filter(|(_, line)| !line.trim().is_empty());
    let expected = [
        ("profile", recipe.kernel.name.clone()),
        ("archid", spec.archid.as_str().into()),
        ("flow", format!("{:016x}", flow(&recipe.kernel))),
    ];
    for (word, value) in expected {
        let wanted = format!("`{word} {value}` stands here in a profile of this kernel on this machine");
        let Some((number, line)) = lines.next() else {
            return Err(wrong(format!("file `{name}` ends: {wanted}")));
        };
        if !line.split_whitespace().eq([word, &value]) {
            return Err(of_line((number, line), wanted));
        }
    }
    let arch = spec.arch().map_err(wrong)?;
    let (warps, lanes_of_warp) = (usize::from(arch.warps) * spec.cores as usize, usize::from(arch.lanes));
    let branches =
        lines.next().and_then(|(_, line)| line.trim().strip_prefix("branches ")?.trim().parse().ok());
    let most = MOST / (warps * lanes_of_warp);
    let branches: usize = branches
        .filter(|number| *number <= most)
        .ok_or_else(|| wrong(format!("file `{name}`: `branches N` follows, with N up to {most}")))?;
    let mut profile = Profile { end: Ended::Whole, ..Profile::empty(branches, warps, lanes_of_warp) };
    for (number, line) in lines {
        profile.take(line, lanes_of_warp).map_err(|why| of_line((number, line), why.into()))?;
    }
    Ok(profile)
}

impl Profile {
    /// Takes a line behind the header.
    fn take(&mut self, line: &str, lanes_of_warp: usize) -> Result<(), &'static str> {
        const PAIR: &str =
            "a line is BRANCH WARP LANE EXECUTED TAKEN, with no more taken than executed, on this machine";
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        match (first, &rest[..]) {
            ("end", ["whole"]) => self.end = Ended::Whole,
            ("end", ["cut"]) => self.end = Ended::Cut,
            ("end", ["halted", why @ ..]) => self.end = Ended::Halted(why.join(" ")),
            ("again", []) => self.again = true,
            ("seen", [warp, lanes]) => {
                let all = u64::MAX >> (64 - lanes_of_warp);
                let seen = warp.parse().ok().and_then(|warp: usize| self.seen.get_mut(warp));
                let lanes = u64::from_str_radix(lanes, 16).ok().filter(|lanes| lanes & !all == 0);
                let (seen, lanes) = seen
                    .zip(lanes)
                    .ok_or("it is `seen WARP LANES`, lanes in hexadecimal, of a warp of this machine")?;
                *seen = lanes;
            }
            ("branch", [number, times @ ..]) => {
                let counts = number.parse().ok().and_then(|number: usize| self.branches.get_mut(number));
                let (counts, [yes, no, parted]) =
                    counts.zip(numbers(times)).ok_or("it is `branch NUMBER YES NO PARTED`")?;
                counts.times = Behaviour { yes, no, parted };
            }
            (number, rest) => {
                let [warp, lane, executed, taken] =
                    numbers::<4>(rest).filter(|four| four[3] <= four[2]).ok_or(PAIR)?;
                let counts = number.parse().ok().and_then(|number: usize| self.branches.get_mut(number));
                let warp = counts.and_then(|counts| counts.lanes.get_mut(usize::try_from(warp).ok()?));
                let pair = warp.and_then(|lanes| lanes.get_mut(usize::try_from(lane).ok()?)).ok_or(PAIR)?;
                *pair = Pair { executed, taken };
            }
        }
        Ok(())
    }
}

/// So many numbers. Sums of as many counts as a profile has stay far from the end of 64 bits.
fn numbers<const N: usize>(words: &[&str]) -> Option<[u64; N]> {
    let numbers: Option<Vec<u64>> =
        words.iter().map(|word| word.parse().ok().filter(|number| *number <= 1 << 40)).collect();
    numbers?.try_into().ok()
}

/// What to say of a profile of a program that was compiled in another way, so that its branches are others.
pub fn of_others(name: &str, of: usize, has: usize) -> Diagnostic {
    wrong(format!(
        "file `{name}` is the profile of {of} branches, and compiled like this the kernel has {has}"
    ))
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::error("harp::profile", Span::NONE, message)
}
