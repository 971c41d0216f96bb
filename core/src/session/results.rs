//! What came of a run: its memory, its numbers, and whether the reference interpreter comes to the same; with the run without
//! timing, which has nothing else.

use alloc::{string::String, vec::Vec};

use super::{
    check::{self, Checking, Leave},
    data::*,
    facade::{Ended, Session},
    report,
};
use crate::{
    image::{Buffer, DataLabel, Digest, Memory},
    ir::Type,
    machines::{Halt, family::Untimed, studies::Data},
    printed,
    source::Diagnostic,
};

/// Instructions of units between two looks at the limit, in a run without timing.
const UNTIMED_SLICE: u64 = 1 << 20;

impl Session {
    /// Memory at the cursor, or at the end of a run without timing.
    pub(super) fn outcome(&self) -> Option<&Memory> {
        match &self.untimed {
            Some(ended) => Some(&ended.memory),
            None => self.running().map(|run| run.memory()),
        }
    }

    /// Element type of a buffer of the launch, and whether it is unsigned.
    pub fn element(&self, buffer: &str) -> Option<(Type, bool)> {
        let buffer = self.outcome()?.buffers().iter().find(|known| known.name == buffer)?;
        Some((buffer.element, buffer.unsigned))
    }

    /// Contents of memory at the cursor.
    pub fn contents(&self, region: Region, offset: u64, bytes: u64) -> Contents {
        let nothing = Contents { offset, bytes: Vec::new(), changed: Vec::new() };
        let (Some(run), Some(started)) = (self.running(), &self.started) else { return nothing };
        match region {
            Region::Buffer(at) if (at as usize) < started.run.buffers.len() => {
                let now = run.memory().copy_out(at as usize, offset, bytes);
                let before = started.initial.copy_out(at as usize, offset, bytes);
                let changed = now.iter().zip(&before).map(|(now, before)| now != before).collect();
                Contents { offset, bytes: now, changed }
            }
            Region::Buffer(_) => nothing,
            Region::Local(unit) => {
                let all = run.local_memory(unit);
                let from = usize::try_from(offset).unwrap_or(usize::MAX).min(all.len());
                let to = from.saturating_add(usize::try_from(bytes).unwrap_or(usize::MAX)).min(all.len());
                let bytes = all[from..to].to_vec();
                // Work-group memory starts as zeros.
                let changed = bytes.iter().map(|byte| *byte != 0).collect();
                Contents { offset, bytes, changed }
            }
        }
    }

    /// The numbers of the run at the cursor.
    pub fn report(&self) -> Option<Report> {
        let bench = self.prepared.bench.as_ref()?;
        Some(report::at_cursor(self.running()?, &bench.dimensions(), &self.prepared.says))
    }

    /// The numbers of the run at the frontier, wherever the cursor is.
    pub fn totals(&self) -> Option<Report> {
        let bench = self.prepared.bench.as_ref()?;
        Some(report::at_frontier(self.running()?, &bench.dimensions(), &self.prepared.says))
    }

    /// A digest of memory at the cursor (after [`Session::functional`]: at its end); `None` before a run. It is worked out of every
    /// byte, so it is no part of the numbers that a picture shows.
    pub fn memory_digest(&self) -> Option<u64> {
        self.outcome().map(Memory::digest)
    }

    /// A digest of the machine's whole state at the cursor; `None` without a run that has time.
    pub fn state_digest(&self) -> Option<u64> {
        self.running().map(|run| run.digest())
    }

    /// A digest of what the program can see at the cursor: registers and flags of all units, and all memory. It is the same
    /// where nothing but the time and the places of the units has changed.
    pub fn contents_digest(&self) -> Option<u64> {
        let run = self.running()?;
        let mut digest = Digest::default();
        digest.word(run.memory().digest());
        for unit in 0..self.run()?.units.len() as u32 {
            digest.bytes(&run.local_memory(unit));
            run.snapshot(unit).registers.classes.iter().for_each(|class| digest.bytes(&class.bytes));
        }
        Some(digest.0)
    }

    /// Compares the result with the reference interpreter's, at most `budget` instructions of it in this call. `None`:
    /// not ready, call again (or the run has not ended).
    pub fn check(&mut self, budget: u64) -> Option<Check> {
        let under_way = self.checking.take();
        let (memory, halted) = match (&self.untimed, self.running()) {
            (Some(ended), _) => (&ended.memory, ended.halted),
            (None, Some(run)) if run.complete() => (run.final_memory(), run.halt().is_some()),
            _ => return None,
        };
        if halted {
            return Some(check::impossible(
                "The run did not come to its end, so there is no result to compare.",
            ));
        }
        let Some((kernel, optimised)) = &self.prepared.kernel else {
            return Some(check::impossible(
                "Assembly has no reference: the interpreter runs kernels in OpenCL C and CUDA.",
            ));
        };
        let text = self.words();
        let mut checking = match under_way {
            Some(checking) => checking,
            None => {
                let (bound, _) = self.bind().ok()?;
                let bench = self.prepared.bench.as_ref();
                let approximate = bench.is_some_and(|bench| bench.approximates(optimised));
                let ulps = if approximate { Some(self.limits.check_ulps) } else { None };
                let prints = bench.is_some_and(|bench| bench.features().prints);
                let prints = prints.then_some(self.compiled().launch.global);
                let leave = Leave { ulps, departs: bench.and_then(|bench| bench.departs()), prints };
                Checking::new(kernel, bound, self.limits.interpreter_steps, leave, &text)
            }
        };
        let answer = checking.advance(budget, kernel, memory, &text);
        self.checking = Some(checking);
        answer
    }

    /// Executes the whole kernel without timing, on a machine of its own, for as long as `go_on`, which is asked now and
    /// then, says `true`; it may ask for a digest of what the run holds. `None`: it was given up.
    ///
    /// # Errors
    /// As [`Session::start`].
    pub fn functional(
        &mut self,
        go_on: &mut dyn FnMut(&dyn Fn() -> u64) -> bool,
    ) -> Result<Option<Functional>, Vec<Diagnostic>> {
        (self.checking, self.untimed) = (None, None);
        self.ends.take();
        let (bound, _) = self.bind()?;
        let mut run = self.bench_mut()?.untimed(bound).map_err(|error| Vec::from([error]))?;
        let Some(halt) = finish(run.as_mut(), self.limits.functional_instructions, go_on) else {
            return Ok(None);
        };
        let details = run.details(&self.prepared.files);
        self.untimed = Some(Ended { memory: run.memory().clone(), halted: halt.is_some(), details });
        Ok(Some(Functional {
            work: run.work(),
            memory_digest: run.memory().digest(),
            halt: halt.map(|halt| self.in_words(&halt)),
        }))
    }

    /// The names of the buffers that a run has: those of the launch, and those that the program declares itself.
    ///
    /// # Errors
    /// As [`Session::start`].
    pub fn buffers(&self) -> Result<Vec<String>, Vec<Diagnostic>> {
        let (bound, _) = self.bind()?;
        let Some(bench) = self.bench() else { return Ok(Vec::new()) };
        let run = bench.untimed(bound).map_err(|error| Vec::from([error]))?;
        Ok(run.memory().buffers().iter().map(|buffer| buffer.name.clone()).collect())
    }

    /// All bytes of a buffer at the cursor (after [`Session::functional`]: at its end); `None` if there is no buffer of
    /// this name.
    pub fn dump(&self, buffer: &str) -> Option<Vec<u8>> {
        let memory = self.outcome()?;
        let at = memory.buffers().iter().position(|known| known.name == buffer)?;
        Some(memory.copy_out(at, 0, u64::MAX))
    }

    /// The names that a program by hand gives to its data, each with the bytes up to the next one (after a run: in its memory).
    pub fn labels(&self) -> Vec<(DataLabel, u64)> {
        let all = self.bench().map(|bench| bench.labels()).unwrap_or_default();
        let Some(memory) = self.outcome() else { return all.into_iter().map(|label| (label, 0)).collect() };
        let end = |label: &DataLabel| {
            let inside =
                |buffer: &&Buffer| (buffer.base..buffer.base + buffer.bytes).contains(&label.address);
            memory.buffers().iter().find(inside).map(|buffer| buffer.base + buffer.bytes)
        };
        let next = |label: &DataLabel, end: u64| {
            let behind = all.iter().map(|other| other.address).filter(|other| *other > label.address);
            behind.min().into_iter().chain(label.end).fold(end, u64::min)
        };
        let bytes = |label: &DataLabel| end(label).map_or(0, |end| next(label, end) - label.address);
        all.iter().map(|label| (label.clone(), bytes(label))).collect()
    }

    /// Bytes of global memory from an address on, as far as they lie in one buffer, at the cursor (after
    /// [`Session::functional`]: at its end).
    pub fn bytes_at(&self, address: u64, bytes: u64) -> Option<Vec<u8>> {
        let memory = self.outcome()?;
        let inside = |buffer: &Buffer| (buffer.base..buffer.base + buffer.bytes).contains(&address);
        let at = memory.buffers().iter().position(inside)?;
        Some(memory.copy_out(at, address - memory.buffers()[at].base, bytes))
    }

    /// The instructions of the program in the binary form of its machine; `None` if it has none.
    pub fn binary(&self) -> Option<Vec<u8>> {
        self.bench()?.binary()
    }

    /// The kernel with what its launch puts into memory, as a program that runs alone: in the binary form of its machine if it is `linked`, else as an
    /// object file. `None` if the machine makes none.
    ///
    /// # Errors
    /// The launch is not whole, or does not fit.
    pub fn alone(&self, linked: bool) -> Option<Result<Vec<u8>, Vec<Diagnostic>>> {
        let bound = match self.bind() {
            Ok((bound, _)) => bound,
            Err(wrong) => return Some(Err(wrong)),
        };
        let made = self.bench()?.alone(&bound, linked)?;
        Some(made.map_err(|error| Vec::from([error])))
    }

    /// The profile of the kernel's branches that its compiler has used, as the text of a file; `None` if it has used none.
    pub fn profile(&self) -> Option<String> {
        self.bench()?.profile()
    }

    /// The bytes in it of each line of the listing; none for a line that has none.
    pub fn binary_of_lines<'a>(&self, binary: &'a [u8]) -> Vec<&'a [u8]> {
        let lines = &self.compiled().assembly.lines;
        // The binary form begins with the first of them.
        let first =
            lines.iter().filter_map(|line| line.bytes.as_ref()).map(|bytes| bytes.start).min().unwrap_or(0);
        let offset = |address: u64| usize::try_from(address - first).unwrap_or(usize::MAX);
        let of = |line: &ListingLine| {
            let bytes = line.bytes.as_ref()?;
            binary.get(offset(bytes.start)..offset(bytes.end))
        };
        lines.iter().map(|line| of(line).unwrap_or_default()).collect()
    }

    /// What only the machine has to say of its run until now (after [`Session::functional`]: of all of it), by names, for programs.
    /// Nothing before a run.
    pub fn details(&self) -> Vec<(String, Data)> {
        match &self.untimed {
            Some(ended) => ended.details.clone(),
            None => self.running().map(|run| run.details(&self.prepared.files)).unwrap_or_default(),
        }
    }

    /// Is the program one in the assembly of its machine?
    pub fn is_by_hand(&self) -> bool {
        self.kernel().is_none()
    }

    /// The files beside the main text of which nothing is in a program by hand: nobody asked for them.
    pub fn left_out(&self) -> Vec<&str> {
        let (files, lines) = (&self.prepared.files, &self.compiled().assembly.lines);
        let places = lines.iter().filter(|line| !line.span.is_none());
        let mut is_in = alloc::vec![false; files.parts().len()];
        places.for_each(|line| is_in[files.part_at(line.span.start)] = true);
        let names = files.parts().iter().zip(is_in).skip(1);
        names.filter(|(_, is_in)| !is_in).map(|(part, _)| part.name.as_str()).collect()
    }

    /// What the kernel has printed at the cursor (after [`Session::functional`]: at its end); nothing of kernels without `printf`.
    pub fn printed(&self) -> Option<printed::Output> {
        let (kernel, _) = self.prepared.kernel.as_ref()?;
        Some(printed::read(printed::buffer(&kernel.params)?, self.outcome()?))
    }

    /// What the program has written to its console at the cursor (after [`Session::functional`]: at its end).
    pub fn console(&self) -> Option<&[u8]> {
        Some(self.outcome()?.console()?.output())
    }
}

/// A digest of memory and registers.
fn contents(run: &dyn Untimed) -> u64 {
    let mut digest = Digest::default();
    digest.word(run.memory().digest());
    run.contents(&mut digest);
    digest.0
}

/// Runs to the end or the limit of instructions; `None` if `go_on` says `false`.
fn finish(
    run: &mut dyn Untimed,
    limit: u64,
    go_on: &mut dyn FnMut(&dyn Fn() -> u64) -> bool,
) -> Option<Option<Halt>> {
    while run.work().instructions < limit {
        match run.advance(UNTIMED_SLICE.min(limit - run.work().instructions)) {
            Ok(true) => return Some(None),
            Ok(false) if go_on(&|| contents(run)) => {}
            Ok(false) => return None,
            Err(halt) => return Some(Some(halt)),
        }
    }
    Some(Some(Halt::Limit { limit: "functional_instructions".into(), value: limit }))
}
