//! The vector register file as banks (hp_ch4 5.1; hwacha 5.8), the cheap way to many ports.
//!
//! Element group g of every register lies in bank g modulo the number of banks, so that an instruction goes from bank to
//! bank and comes back to the first one after a whole round. A bank reads few operands in a cycle: those of a group are
//! collected in latches, as many in each cycle as there are free ports, and the group enters its unit with the last of
//! them. The next group's bank begins one step later. So one instruction runs at full rate as long as it reads no more
//! operands than all banks have ports, and instructions that come one after another settle into different phases.
//! A group enters only if its result will find a free port; what a load brings waits for one.
//!
//! Absent: a bank for each lane's part of a group (all lanes work in step), and other ways of spreading the elements.

use alloc::collections::BTreeMap;

use serde::Serialize;

use crate::spec::Spec;

/// Ports of a bank that are taken in a cycle.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Taken {
    reads: u32,
    writes: u32,
}

/// The banks, with what is taken from now on.
#[derive(Clone, Debug, Serialize)]
pub struct RegisterBanks {
    #[serde(skip)]
    count: u64,
    #[serde(skip)]
    reads: u32,
    #[serde(skip)]
    writes: u32,
    /// By cycle and bank.
    taken: BTreeMap<(u64, u64), Taken>,
}

impl RegisterBanks {
    /// All free.
    pub fn new(spec: &Spec) -> RegisterBanks {
        RegisterBanks {
            count: spec.register_banks.max(1).into(),
            reads: spec.bank_reads.max(1),
            writes: spec.bank_writes.max(1),
            taken: BTreeMap::new(),
        }
    }

    fn taken(&self, cycle: u64, group: u64) -> Taken {
        self.taken.get(&(cycle, group % self.count)).copied().unwrap_or_default()
    }

    fn take(&mut self, cycle: u64, group: u64) -> &mut Taken {
        self.taken.entry((cycle, group % self.count)).or_default()
    }

    /// The first cycle from `from` on in which a group's bank can read an operand.
    pub fn read_port(&self, group: u64, from: u64) -> u64 {
        let mut cycle = from;
        while self.taken(cycle, group).reads >= self.reads {
            cycle += 1;
        }
        cycle
    }

    /// Reads operands of a group from `from` on; gives the cycles of the first and the last one.
    fn read(&mut self, group: u64, operands: u32, from: u64) -> (u64, u64) {
        let first = self.read_port(group, from);
        let last = (0..operands).fold(first, |cycle, _| {
            let cycle = self.read_port(group, cycle);
            self.take(cycle, group).reads += 1;
            cycle
        });
        (first, last)
    }

    /// The first cycle from `from` on in which a group's bank can write a result; it is taken.
    fn write(&mut self, group: u64, from: u64) -> u64 {
        let mut cycle = from;
        while self.taken(cycle, group).writes >= self.writes {
            cycle += 1;
        }
        self.take(cycle, group).writes += 1;
        cycle
    }

    /// Forgets what no instruction that issues from `cycle` on can meet.
    pub fn forget_before(&mut self, cycle: u64) {
        self.taken = self.taken.split_off(&(cycle, 0));
    }
}

/// The way of one instruction through the register file, group by group. Without banks nothing on it takes time.
#[derive(Debug)]
pub struct Walk<'a> {
    banks: Option<&'a mut RegisterBanks>,
    operands: u32,
    /// When the next group can begin to read.
    begin: u64,
    /// Cycles that groups have waited for ports.
    pub stalls: u64,
}

impl<'a> Walk<'a> {
    /// An instruction of so many vector operands.
    pub fn new(banks: Option<&'a mut RegisterBanks>, operands: u32) -> Walk<'a> {
        Walk { banks, operands, begin: 0, stalls: 0 }
    }

    /// When a group has read its operands, which are there from `ready` on; its unit is free from `free` on. To collect
    /// them is no stall, to wait for a port is one.
    pub fn read(&mut self, group: u64, ready: u64, free: u64) -> u64 {
        let Some(banks) = self.banks.as_mut().filter(|_| self.operands > 0) else { return ready };
        let (first, last) = banks.read(group, self.operands, ready.max(self.begin));
        let collected = ready + u64::from(self.operands.div_ceil(banks.reads) - 1);
        self.begin = first + 1;
        self.stalls += last.saturating_sub(collected.max(free));
        last
    }

    /// The first cycle from `from` on in which a group can enter its unit, which has its result `depth` cycles later.
    pub fn enter(&mut self, group: u64, from: u64, depth: u64) -> u64 {
        self.write(group, from + depth) - depth
    }

    /// When the result of a group that comes in cycle `there` is written.
    pub fn write(&mut self, group: u64, there: u64) -> u64 {
        let Some(banks) = &mut self.banks else { return there };
        let written = banks.write(group, there);
        self.stalls += written - there;
        written
    }
}
