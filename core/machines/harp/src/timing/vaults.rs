//! The vaults of a Hybrid Memory Cube, in whose logic layer the core sits (HARP 6.2).
//!
//! Blocks lie in the vaults in turn, and in a vault in its banks in turn. A row is opened for each access and closed behind it. A bank serves
//! its accesses in the order in which they came. The bus of a vault takes a block when it is free of those of accesses that came before.
//!
//! The core has a vault of its own, the first one; any other one takes a hop. A vault takes so many accesses at once; more wait in the core.
//!
//! Time is in picoseconds here, in cycles for who asks. Deliberately absent: refresh, and the rest of the cube with its links.

use alloc::vec::Vec;

use lanescope_parts::settings;
use serde::Serialize;

/// Bytes of a block: what lies together in a vault.
const BLOCK: u64 = 64;

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
            /// Cycles that the way to another vault and back takes more.
            hmc_hop: u32 = 4, range 0..=1000, unit "cycles", source "harp 6.2";
            /// Accesses that a vault has at once.
            hmc_queue: u32 = 16, range 1..=256, unit "accesses", source "[F]";
        }
    }
}

/// The vaults, when they are free.
#[derive(Clone, Debug, Serialize)]
pub struct Vaults {
    #[serde(skip)]
    settings: Settings,
    /// Picoseconds of a cycle.
    #[serde(skip)]
    cycle: u64,
    vaults: Vec<Vault>,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Vault {
    /// When each bank is free.
    banks: Vec<u64>,
    /// When the bus is taken, in the order of time.
    bus: Vec<(u64, u64)>,
    /// When the accesses are over that it has.
    ends: Vec<u64>,
}

/// An access: when it has left the core, and when its answer is there, in cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The cycle in which it leaves.
    pub leaves: u64,
    /// The cycle of its answer.
    pub there: u64,
}

impl Vaults {
    /// Idle vaults, for a core of some MHz.
    pub fn new(settings: &Settings, clock_mhz: u32) -> Vaults {
        let banks = alloc::vec![0; settings.hmc_banks as usize];
        let vault = Vault { banks, ..Vault::default() };
        Vaults {
            settings: settings.clone(),
            cycle: 1_000_000 / u64::from(clock_mhz.max(1)),
            vaults: alloc::vec![vault; settings.hmc_vaults as usize],
        }
    }

    /// The vault and the bank of an address.
    pub fn place(&self, address: u64) -> (usize, usize) {
        let (vaults, banks) = (self.vaults.len() as u64, u64::from(self.settings.hmc_banks));
        ((address / BLOCK % vaults) as usize, (address / BLOCK / vaults % banks) as usize)
    }

    /// An access to some bytes that could leave in a cycle; later ones may not leave before it.
    pub fn request(&mut self, address: u64, bytes: u64, cycle: u64) -> Sent {
        let (number, bank) = self.place(address);
        let Settings { hmc_vault_mb, hmc_trcd, hmc_tcl, hmc_trp, hmc_tras, hmc_hop, hmc_queue, .. } =
            self.settings;
        let vault = &mut self.vaults[number];
        let leaves = vault.room(cycle, self.cycle, hmc_queue as usize);
        let from = vault.banks[bank].max(leaves * self.cycle);
        vault.banks[bank] = from + u64::from(hmc_tras) + u64::from(hmc_trp);
        let moves = (bytes * 1_000_000).div_ceil(hmc_vault_mb.into());
        let end = vault.take_bus(from + u64::from(hmc_trcd) + u64::from(hmc_tcl), moves);
        vault.ends.push(end);
        let hop = if number == 0 { 0 } else { u64::from(hmc_hop) };
        Sent { leaves, there: end.div_ceil(self.cycle) + hop }
    }

    /// Bytes of the host's memory.
    pub fn host_bytes(settings: &Settings) -> u64 {
        let vault = 128 + 8 * u64::from(settings.hmc_banks) + 2 * 24 * u64::from(settings.hmc_queue);
        u64::from(settings.hmc_vaults) * vault
    }
}

impl Vault {
    /// The first cycle from `cycle` on in which it has room for an access; what is over by then is forgotten.
    fn room(&mut self, cycle: u64, length: u64, queue: usize) -> u64 {
        self.ends.retain(|end| *end > cycle * length);
        self.bus.retain(|(_, end)| *end > cycle * length);
        let Some(over) = (self.ends.len() + 1).checked_sub(queue).filter(|over| *over > 0) else {
            return cycle;
        };
        self.ends.sort_unstable();
        self.ends[over - 1].div_ceil(length).max(cycle)
    }

    /// Takes the bus for so long, as soon as it is free of what was there before, from a time on. When that is over.
    fn take_bus(&mut self, ready: u64, length: u64) -> u64 {
        let mut start = ready;
        for (from, to) in &self.bus {
            if start + length <= *from {
                break;
            }
            start = start.max(*to);
        }
        let at = self.bus.partition_point(|(from, _)| *from < start);
        self.bus.insert(at, (start, start + length));
        start + length
    }
}
