//! The vaults of a Hybrid Memory Cube, each a channel with a controller of its own (harp 6.2).
//!
//! Blocks of 64 bytes lie in the vaults in turn, and in a vault in its banks in turn. A row is opened for each access and closed behind its last
//! burst. A bank serves its accesses in the order in which they came. The bus of a vault takes an access when it is free of those that came
//! before: an older one that waits for its bank leaves a gap, which a younger one of another bank may use. So nobody waits for who comes later, and
//! all times of an access are certain when it is sent.
//!
//! When banks may be opened and closed says the [`Device`], by the rules of the row [`HMC_VAULT`] with the times of the settings; the bus keeps those
//! between reads and writes. What is sent can be held against the same rules by the [checker](super::checker).
//!
//! A core has a vault of its own, the first core the first one; any other one takes a hop. A vault takes so many accesses at once; more wait in
//! the core.
//!
//! The source says nothing of refresh, so that it is off until a time between two is set. Then all banks of a vault are refreshed together when that time is over
//! and all accesses that began before are: who would open a row later waits until the refresh is over. A vault that nobody asks is refreshed all the
//! same, when time [has come](Vaults::catch_up) to it or when it is asked again.
//!
//! Time is in picoseconds here, in cycles for who asks: a cycle begins at the first whole picosecond of it. Deliberately absent: the rest of the cube with its links.

use alloc::{
    collections::{BTreeSet, VecDeque, vec_deque::Drain},
    format,
    string::String,
    vec,
    vec::Vec,
};
use core::mem::take;

use serde::Serialize;

use super::{
    super::clocks::Clocks,
    Command, Issued,
    bus::Bus,
    controller::Counters,
    device::{self, Device},
    map::{FieldOrder, Location, Map},
    standard::{HMC_VAULT, Organization, Standard, Timing},
};
use crate::{mem::NEVER, settings, trace::Event};

/// The shortest time between two refreshes, in picoseconds.
const LEAST_REFI: u32 = 100_000;
/// Bytes of a block: what lies together in a vault.
pub const BLOCK: u64 = 64;

settings! {
    /// Sizes and times of a cube.
    pub struct Settings {
        group "Vaults" {
            /// Vaults of the cube, over which blocks of 64 bytes are dealt out.
            hmc_vaults: u32 = 16, range 1..=64, unit "vaults", source "harp 6.2";
            /// Banks of a vault.
            hmc_banks: u32 = 8, range 1..=64, unit "banks", source "harp 6.2";
            /// What the bus of a vault moves.
            hmc_vault_mb: u32 = 10000, range 1..=1000000, unit "MB/s", source "harp 6.2";
            /// Time from opening a row to reading it (tRCD).
            hmc_trcd: u32 = 13750, range 1..=1000000, unit "ps", source "harp 6.2";
            /// Time from reading to the first byte (tCL).
            hmc_tcl: u32 = 13750, range 1..=1000000, unit "ps", source "harp 6.2";
            /// Time for closing a row (tRP).
            hmc_trp: u32 = 13750, range 1..=1000000, unit "ps", source "harp 6.2";
            /// Time that a row is open (tRAS).
            hmc_tras: u32 = 27500, range 1..=1000000, unit "ps", source "harp 6.2";
            /// Time from one refresh of a vault to the next (tREFI); 0 for none.
            hmc_trefi: u32 = 0, range 0..=1000000000, unit "ps", source "[F]";
            /// Time that a refresh takes (tRFC).
            hmc_trfc: u32 = 160000, range 1..=1000000000, unit "ps", source "[F]";
            /// Cycles that the way to another vault and back takes more.
            hmc_hop: u32 = 4, range 0..=1000, unit "cycles", source "harp 6.2";
            /// Accesses that a vault has at once.
            hmc_queue: u32 = 16, range 1..=256, unit "accesses", source "[F]";
        }
    }
}

impl Settings {
    /// The row of the table of standards that they make.
    pub fn standard(&self) -> Standard {
        let Organization { burst_bytes, .. } = HMC_VAULT.organization;
        let burst = (burst_bytes * 1_000_000).div_ceil(self.hmc_vault_mb);
        Standard {
            organization: Organization { banks: self.hmc_banks, ..HMC_VAULT.organization },
            timing: Timing {
                burst,
                ccd_l: burst,
                ccd_s: burst,
                rtp: burst,
                cl: self.hmc_tcl,
                rcd: self.hmc_trcd,
                rp: self.hmc_trp,
                ras: self.hmc_tras,
                rfc: if self.hmc_trefi > 0 { self.hmc_trfc } else { 0 },
                refi: self.hmc_trefi,
                rc: self.hmc_tras + self.hmc_trp,
                ..HMC_VAULT.timing
            },
        }
    }

    /// Is there time for accesses between two refreshes?
    ///
    /// # Errors
    /// A sentence that names the setting.
    pub fn check(&self) -> Result<(), String> {
        let least = u64::from(LEAST_REFI).max(2 * u64::from(self.hmc_trfc));
        if self.hmc_trefi > 0 && u64::from(self.hmc_trefi) < least {
            let (found, rfc) = (self.hmc_trefi, self.hmc_trfc);
            return Err(format!(
                "setting `hmc_trefi` takes 0, or at least {least} (where `hmc_trfc` is {rfc}), not `{found}`"
            ));
        }
        Ok(())
    }

    /// Most bytes of the host's memory that the vaults take, and those of them that copies share.
    pub fn host_bytes(&self) -> (u64, u64) {
        // An access has a slot of the bus, an end, and five commands.
        let access = 24 + 8 + 2 * 5 * 8;
        let vault = 256 + device::STATE_BYTES + 2 * access * u64::from(self.hmc_queue);
        (device::RULES_BYTES + u64::from(self.hmc_vaults) * vault, device::RULES_BYTES)
    }
}

/// The vaults.
#[derive(Clone, Debug, Serialize)]
pub struct Vaults {
    #[serde(skip)]
    settings: Settings,
    #[serde(skip)]
    standard: Standard,
    /// Cycles of the cores and picoseconds.
    #[serde(skip)]
    clocks: Clocks,
    vaults: Vec<Vault>,
    /// What they have done. An access counts as one burst.
    pub counters: Counters,
    /// The last cycle that time has come to: no access leaves before it.
    #[serde(skip)]
    now: u64,
    /// The commands since somebody asked last, as events.
    #[serde(skip)]
    commands: VecDeque<(u64, Event)>,
}

#[derive(Clone, Debug, Serialize)]
struct Vault {
    device: Device,
    bus: Bus,
    /// Times that have a command, of those that may still matter.
    taken: BTreeSet<u64>,
    /// When the accesses are over that it has.
    ends: Vec<u64>,
    /// When the next refresh is due.
    due: u64,
}

/// An access: when it has left the core, and when its answer is there, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The cycle in which it leaves.
    pub leaves: u64,
    /// The cycle of its answer.
    pub there: u64,
}

/// A command that a vault was sent, in picoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The vault.
    pub vault: u16,
    /// The command.
    pub issued: Issued,
    /// Does it close its row by itself?
    pub closes: bool,
}

impl Vaults {
    /// Idle vaults, for a core of some MHz.
    pub fn new(settings: &Settings, clock_mhz: u32) -> Vaults {
        let standard = settings.standard();
        let vault = Vault {
            device: Device::new(&standard),
            bus: Bus::default(),
            taken: BTreeSet::new(),
            ends: Vec::new(),
            due: if settings.hmc_trefi == 0 { NEVER } else { settings.hmc_trefi.into() },
        };
        Vaults {
            settings: settings.clone(),
            standard,
            clocks: Clocks::new(clock_mhz, 1_000_000),
            vaults: vec![vault; settings.hmc_vaults as usize],
            counters: Counters::default(),
            now: 0,
            commands: VecDeque::new(),
        }
    }

    /// The vault of an address, and where it is in it.
    pub fn place(&self, address: u64) -> (usize, Location) {
        let (vaults, block) = (self.vaults.len() as u64, address / BLOCK);
        let bursts = (BLOCK as u32) / self.standard.organization.burst_bytes;
        let blocks = Organization {
            bursts: self.standard.organization.bursts / bursts,
            burst_bytes: BLOCK as u32,
            ..self.standard.organization
        };
        let map = Map { order: FieldOrder::RowColumnBank, hash: false };
        let place = map.locate(&blocks, block / vaults * BLOCK);
        ((block % vaults) as usize, Location { column: place.column * bursts, ..place })
    }

    /// An access of the first core, as [`Vaults::request_from`].
    pub fn request(&mut self, access: (u64, u64, bool), cycle: u64, tell: &mut impl FnMut(Told)) -> Sent {
        self.request_from(0, access, cycle, tell)
    }

    /// An access as [`Vaults::request_from`] whose commands are [kept](Vaults::commands).
    pub fn enter(&mut self, core: usize, access: (u64, u64, bool), cycle: u64) -> Sent {
        let (mut commands, clocks) = (take(&mut self.commands), self.clocks);
        let sent =
            self.request_from(core, access, cycle, &mut |told| commands.push_back(event(clocks, told)));
        self.commands = commands;
        sent
    }

    /// Time has come to a cycle, and no later access leaves before it: refreshes that are due are done, although nobody asks for data. Whoever asks
    /// later finds the same vault.
    pub fn catch_up(&mut self, now: u64) {
        self.now = now;
        if self.settings.hmc_trefi == 0 {
            return;
        }
        let Vaults { standard, clocks, vaults, counters, commands, .. } = self;
        let from = clocks.first_memory_cycle(now);
        for (number, vault) in (0..).zip(vaults).filter(|(_, vault)| vault.due <= from) {
            vault.refresh(from, 0, standard.timing.refi.into(), &mut |cycle| {
                commands.push_back(event(*clocks, refreshed(number, cycle)));
                counters.refreshes += 1;
            });
        }
    }

    /// The commands since somebody asked last, with their cycles.
    pub fn commands(&mut self) -> Drain<'_, (u64, Event)> {
        self.commands.drain(..)
    }

    /// How many accesses of each vault are not over in a cycle.
    pub fn under_way(&self, now: u64) -> impl Iterator<Item = usize> + '_ {
        let now = self.clocks.first_memory_cycle(now);
        self.vaults.iter().map(move |vault| vault.ends.iter().filter(|end| **end > now).count())
    }

    /// Most accesses that a vault has at once.
    pub const fn queue(&self) -> usize {
        self.settings.hmc_queue as usize
    }

    /// An access of a core to some bytes of a block that could leave in a cycle, which is none before the last one that
    /// [time has come to](Vaults::catch_up). Tells its commands.
    pub fn request_from(
        &mut self,
        core: usize,
        (address, bytes, write): (u64, u64, bool),
        cycle: u64,
        tell: &mut impl FnMut(Told),
    ) -> Sent {
        let (number, Location { bank, row, .. }) = self.place(address);
        let Timing { rcd, cl, cwl, burst, refi, .. } = self.standard.timing;
        let vault = &mut self.vaults[number];
        vault.forget(self.clocks.first_memory_cycle(self.now));
        let leaves = vault.room(cycle, self.clocks, self.settings.hmc_queue as usize);
        let from = self.clocks.first_memory_cycle(leaves);
        vault.refresh(from, bank, refi.into(), &mut |cycle| {
            tell(refreshed(number as u16, cycle));
            self.counters.refreshes += 1;
        });
        let mut tell = |cycle, command, closes| {
            let issued = Issued { cycle, command, bank, row, request: 0 };
            tell(Told { vault: number as u16, issued, closes });
        };
        let opened = vault.open(from, bank, row);
        tell(opened, Command::Activate, false);
        let (command, latency) = if write { (Command::Write, cwl) } else { (Command::Read, cl) };
        let bursts = bytes.div_ceil(self.standard.organization.burst_bytes.into()).max(1);
        let each = u64::from(burst);
        let ready = opened + u64::from(rcd);
        let first = vault.columns(ready, (bursts, each), (write, latency.into()), cl.into());
        for at in 0..bursts {
            vault.device.issue(first + at * each, command, bank, row);
            tell(first + at * each, command, at + 1 == bursts);
        }
        vault.device.auto_precharge(bank);
        let end = first + u64::from(latency) + bursts * each;
        vault.ends.push(end);
        self.counters.activates += 1;
        self.counters.precharges += 1;
        *(if write { &mut self.counters.writes } else { &mut self.counters.reads }) += 1;
        let hop = if number == core % self.vaults.len() { 0 } else { u64::from(self.settings.hmc_hop) };
        Sent { leaves, there: self.clocks.core_time(end) + hop }
    }
}

/// A refresh of a vault.
const fn refreshed(vault: u16, cycle: u64) -> Told {
    let issued = Issued { cycle, command: Command::Refresh, bank: 0, row: 0, request: 0 };
    Told { vault, issued, closes: false }
}

/// A command as an event of the cycle that sees it.
fn event(clocks: Clocks, Told { vault, issued, .. }: Told) -> (u64, Event) {
    let Issued { cycle, command, bank, row, request } = issued;
    (clocks.core_time(cycle), Event::Dram { channel: vault, bank, command, row, request, time: cycle })
}

impl Vault {
    /// The first cycle from `cycle` on in which it has room for an access.
    fn room(&self, cycle: u64, clocks: Clocks, queue: usize) -> u64 {
        let now = clocks.first_memory_cycle(cycle);
        let mut ends: Vec<u64> = self.ends.iter().copied().filter(|end| *end > now).collect();
        let Some(over) = (ends.len() + 1).checked_sub(queue).filter(|over| *over > 0) else {
            return cycle;
        };
        ends.sort_unstable();
        clocks.core_time(ends[over - 1]).max(cycle)
    }

    /// Forgets what is over by a time: nobody asks for an earlier one.
    fn forget(&mut self, now: u64) {
        self.ends.retain(|end| *end > now);
        self.bus.forget(now);
        self.taken = self.taken.split_off(&now);
    }

    /// Refreshes all banks as often as that is due before a row of a bank could be opened, which is wanted from a time on.
    fn refresh(&mut self, from: u64, bank: u16, interval: u64, tell: &mut impl FnMut(u64)) {
        while self.device.earliest_ready_at(Command::Activate, bank).max(from) >= self.due {
            let mut at = self.device.earliest_ready_at(Command::Refresh, 0).max(self.due);
            while !self.taken.insert(at) {
                at += 1;
            }
            self.device.issue(at, Command::Refresh, 0, 0);
            tell(at);
            self.due += interval;
        }
    }

    /// Opens a row as soon as the rules allow from a time on. When that is.
    fn open(&mut self, from: u64, bank: u16, row: u32) -> u64 {
        let mut at = self.device.earliest_ready_at(Command::Activate, bank).max(from);
        while !self.taken.insert(at) {
            at += 1;
        }
        self.device.issue(at, Command::Activate, bank, row);
        at
    }

    /// Takes the bus for some bursts, each so long, whose first command may go from a time on. When that goes; `turn` is the time from a read to its data.
    fn columns(
        &mut self,
        ready: u64,
        (bursts, each): (u64, u64),
        (write, latency): (bool, u64),
        turn: u64,
    ) -> u64 {
        let mut from = ready + latency;
        loop {
            let start = self.bus.gap(from, bursts * each, write, turn);
            let first = start - latency;
            let commands = (0..bursts).map(|at| first + at * each);
            // One command at a time.
            if commands.clone().all(|at| !self.taken.contains(&at)) {
                self.taken.extend(commands);
                self.bus.take(start, bursts * each, write);
                return first;
            }
            from = start + 1;
        }
    }
}

#[cfg(test)]
mod tests;
