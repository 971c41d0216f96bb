//! A run without timing: one instruction of every warp that runs, by their numbers, again and again (HARP 3.6, HP-23).
//!
//! The core has memory of its own from address 0 on. Whoever looks at the run finds it as a buffer `ram`, and what the program has written
//! to the console on a console, both as they were when the run stopped last. Behind it lie the buffers of a launch. A compiled kernel has
//! only these, and a console if it stores there.

use alloc::{string::String, sync::Arc, vec::Vec};

use lanescope_parts::{
    files::Files,
    image::{BASE, Digest, Fault, FaultKind, Memory},
    ir::Space,
    launch::bind::Bound,
    machines::{Halt, Place, Work, family::Untimed, studies::Data},
    source::Diagnostic,
};

use super::{
    asm::Image,
    codegen::{Entry, frame::Framed},
    exec::{Config, Cube, Fault as CoreFault, Why, halt},
    fences::Stray,
    launch, numbers,
};

/// Where the console stands for who looks at it; programs know it by its address in the core.
const CONSOLE: u64 = 0;
/// The register of the console that says what can be done, and its bit for input.
const STATUS: (u64, u64) = (5, 1);

/// A run, which can be carried out piece by piece.
#[derive(Clone, Debug)]
pub struct Functional {
    image: Arc<Image>,
    core: Cube,
    memory: Memory,
    /// What the addresses of buffers are above those in the core: nothing for a kernel.
    above: u64,
    /// Bytes of output that are on the console.
    told: usize,
    /// Stores of lanes that memory shows; at first it shows nothing.
    shown: u64,
}

impl Functional {
    /// A program by hand at the start. Lane 0 of the first warp finds the arguments of the launch in its registers from R0 on: of a buffer
    /// its address.
    ///
    /// # Errors
    /// The launch does not fit on the machine.
    pub fn new(image: Arc<Image>, config: Config, launch: Bound) -> Result<Functional, Diagnostic> {
        let (core, mut memory) = launch::by_hand(&image, config, &launch)?;
        memory.close_launch();
        memory.attach(launch.console.at(CONSOLE));
        let mut run = Functional { image, core, memory, above: BASE, told: 0, shown: u64::MAX };
        run.take_input();
        run.show();
        Ok(run)
    }

    /// A compiled kernel at the start.
    ///
    /// # Errors
    /// The launch does not fit on the machine.
    pub fn kernel(
        image: Arc<Image>,
        entry: &Entry,
        config: Config,
        launch: Bound,
    ) -> Result<Functional, Diagnostic> {
        let core = launch::core(&image, entry, config, &launch)?;
        let mut memory = launch.memory;
        if entry.has_console {
            memory.attach(launch.console.at(CONSOLE));
        }
        Ok(Functional { image, core, memory, above: 0, told: 0, shown: 0 })
    }

    /// The core.
    pub const fn core(&self) -> &Cube {
        &self.core
    }

    /// The program.
    pub const fn image(&self) -> &Arc<Image> {
        &self.image
    }

    /// A fault after so many steps, as every machine tells why a run ends. Of a kernel it says the work-item.
    pub(crate) fn halt(&self, fault: &CoreFault, steps: u64) -> Halt {
        let halt = halt(fault, self.image.span(fault.pc), steps);
        let Some(entry) = &self.image.entry else { return halt };
        let at = |lane: u32, place: &Place| Place {
            lane,
            item: self.item(entry, fault.warp.into(), lane.into()),
            ..place.clone()
        };
        match halt {
            Halt::Illegal { at: place, .. } if let Why::Stray(stray) = fault.why => {
                Halt::Fault { fault: self.access_of(entry, &stray), at: at(stray.lane, &place) }
            }
            Halt::Illegal { at: place, .. } if fault.why == Why::Unhandled(4) => {
                let reason = "interrupt 4 (divergent branch): lanes of the warp disagree on a branch, and nothing keeps them apart (`divergence`, or a choice for its line, is `none`)";
                Halt::Illegal { reason: reason.into(), at: at(place.lane, &place) }
            }
            Halt::Illegal { reason, at: place } => Halt::Illegal { reason, at: at(place.lane, &place) },
            Halt::Deadlock { reason, at: place } => Halt::Deadlock { reason, at: at(place.lane, &place) },
            other => other,
        }
    }

    /// An access that is not allowed, as the text of the kernel has it.
    fn access_of(&self, entry: &Entry, stray: &Stray) -> Fault {
        let Stray { reach, address, kind, .. } = *stray;
        let (space, bytes, write) = (reach.space, reach.bytes, reach.write);
        let global = self.memory.check(address, bytes, write).err();
        let is_global = space == Space::Global || (space == Space::Constant && address >= BASE);
        global.filter(|_| is_global).unwrap_or_else(|| {
            let near = entry.map.layout.near(&entry.slots, space, address);
            Fault { kind, space, address, bytes, write, near }
        })
    }

    /// The work-item that a lane works for: its frame says it.
    fn item(&self, entry: &Entry, warp: u64, lane: u64) -> [u32; 3] {
        let Some(fences) = self.core.fences() else { return [0; 3] };
        let arch = self.core.config().arch;
        let frame = fences.private_of(warp, lane).wrapping_sub(entry.map.private);
        [0, 1, 2].map(|dimension| {
            let word = frame.wrapping_add(Framed::GlobalId0.of(dimension, arch));
            self.core.ram.peek(word, arch.word_bytes.into()).unwrap_or(0) as u32
        })
    }

    /// The core, for who decides on the order of warps.
    pub(crate) const fn core_mut(&mut self) -> &mut Cube {
        &mut self.core
    }

    /// An access of the console, for who stands between it and the core.
    const fn access(register: u64, write: bool) -> Fault {
        let kind = FaultKind::OutOfBounds;
        Fault { kind, space: Space::Global, address: CONSOLE + register, bytes: 1, write, near: None }
    }

    /// What is there to be read waits in the core.
    fn take_input(&mut self) {
        let (status, readable) = STATUS;
        while self.memory.read_device(Self::access(status, false)).is_ok_and(|found| found & readable != 0) {
            let byte = self.memory.read_device(Self::access(0, false)).unwrap_or(0);
            self.core.ram.input.push_back(byte as u8);
        }
    }

    /// Memory and output of the core, for who looks.
    pub(crate) fn show(&mut self) {
        let stores = self.core.counts().stores;
        if self.shown != stores {
            self.shown = stores;
            launch::show(&self.core, &mut self.memory, self.above);
        }
        while let Some(byte) = self.core.ram.output.get(self.told) {
            // A console that is full keeps what it has.
            let _ = self.memory.write_device(Self::access(0, true), (*byte).into());
            self.told += 1;
        }
    }
}

impl Untimed for Functional {
    fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        let mut over = Ok(false);
        for _ in 0..budget {
            over = match self.core.issue() {
                Ok(Some(_)) => continue,
                Ok(None) => Ok(true),
                Err(fault) => Err(self.halt(&fault, self.core.steps())),
            };
            break;
        }
        self.show();
        over
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn work(&self) -> Work {
        let counts = self.core.counts();
        let lanes = u64::from(self.core.config().arch.lanes);
        Work { instructions: counts.steps, lane_operations: counts.lanes, lane_slots: counts.steps * lanes }
    }

    fn contents(&self, digest: &mut Digest) {
        let arch = self.core.config().arch;
        for warp in self.core.warps() {
            for lane in 0..usize::from(arch.lanes) {
                (0..arch.registers).for_each(|register| digest.word(warp.get(register as u8, lane)));
            }
            (0..arch.predicates).for_each(|number| digest.word(warp.predicate(number as u8)));
            [warp.active.into(), warp.mask].into_iter().for_each(|word| digest.word(word));
            warp.stack.iter().for_each(|entry| digest.word(entry.mask));
        }
    }

    fn details(&self, files: &Files) -> Vec<(String, Data)> {
        let mut found = numbers::of(&self.core, &self.image, files, Some(self.core.steps()));
        found.extend(numbers::of_cores(&self.core, |_| Vec::new()));
        found
    }
}
