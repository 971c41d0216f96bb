//! Boxes of memory that several machines have: caches, networks, channels. Each is made of the part's own state.

use alloc::{format, string::String, vec::Vec};

use super::boxed;
use crate::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State,
    },
    machines::observed::{Near, Parts},
    mem::{
        cache::Tags,
        dram::{channels::Channels, controller::Controller},
        l1::L1,
        l2::Slice,
        network::Crossbar,
        system::System,
    },
    trace::{Site, Sites, Spot},
};

/// A box that all machines name alike.
pub(super) fn shared(spot: Spot, rank: u32) -> Block {
    boxed(Sites::SHARED, spot, rank)
}

/// A first-level cache from outside: what its box says.
pub fn first_level(block: Block, cache: &L1) -> Block {
    let (config, (misses, writes)) = (cache.config(), cache.occupancy());
    let block = block.opening();
    let block = block.filled(misses as u64, config.entries.into());
    let block = block.line(format!("misses {misses} of {}", config.entries));
    let block = block.line(format!("writes {writes} of {}", config.writes));
    block.line(format!("lines {}", lines(cache.tags())))
}

/// A slice of the second-level cache from outside.
pub fn slice(number: usize, slice: &Slice) -> Block {
    let ([waiting, misses, bursts, replies], config) = (slice.occupancy(), slice.config());
    let block = shared(Site::SLICE.of([number as u32]), 0).opening();
    let block = block.filled(misses as u64, config.entries.into());
    let block = block.line(format!("waiting {waiting}, replies {replies}"));
    block.line(format!("misses {misses} of {}, bursts {bursts}", config.entries))
}

/// A channel from outside.
pub fn channel(number: usize, rank: u32, channel: &Controller) -> Block {
    let ((reads, writes), config) = (channel.occupancy(), channel.config());
    let open = channel.device().open_banks().count_ones();
    let block = shared(Site::CHANNEL.of([number as u32]), rank).opening();
    let block = block.filled(reads as u64, config.reads.into());
    let block = block.line(format!("reads {reads}, writes {writes}"));
    block.line(format!("open rows {open}"))
}

/// Both networks as one box.
pub fn network(rank: u32, [requests, replies]: [&Crossbar; 2]) -> Block {
    let says = |what: &str, (inputs, outputs): (usize, usize)| format!("{what} {inputs} in, {outputs} out");
    let block = shared(Site::NETWORK.of([]), rank).opening();
    let block = block.line(says("requests", requests.occupancy()));
    block.line(says("replies", replies.occupancy()))
}

/// Everything behind the first-level caches: the network, and below it the partitions with slices and channel. Gives the box of
/// the network.
pub fn behind(diagram: &mut Diagram, rank: u32, system: &System) -> u32 {
    let network = diagram.add(network(rank, system.networks()));
    let slices = system.slices().len() / system.channels().len().max(1);
    for (number, memory) in system.channels().iter().enumerate() {
        let partition = diagram.add(shared(Site::PARTITION.of([number as u32]), rank + 1));
        diagram.link(network, partition);
        let own: Vec<u32> = (number * slices..(number + 1) * slices)
            .filter_map(|at| Some((at, system.slices().get(at)?)))
            .map(|(at, one)| diagram.add_in(partition, slice(at, one)))
            .collect();
        let below = diagram.add_in(partition, channel(number, 1, memory));
        own.into_iter().for_each(|slice| diagram.link(slice, below));
    }
    network
}

/// How many lines of a cache hold something.
fn lines(tags: &Tags) -> String {
    let held = tags.lines().iter().filter(|line| line.address.is_some()).count();
    format!("{held} of {}", tags.lines().len())
}

/// The sets of a cache as boxes in a box, a field for each way: address of the line, and whether it is held.
pub fn sets(diagram: &mut Diagram, parent: u32, near: &Near, tags: &Tags) -> (&'static str, u64) {
    let (geometry, path) = (tags.geometry(), diagram.blocks[parent as usize].path.clone());
    let ways = geometry.ways.max(1) as usize;
    let all = (tags.lines().len() / ways) as u64;
    for set in near.range(all) {
        let lines = tags.lines().iter().skip(set as usize * ways).take(ways);
        let cell = |line: &crate::mem::cache::Line| match line.address {
            None => Cell::new(State::Off, None),
            Some(address) => {
                let mark = Mark::Bytes(address, geometry.grain.line.into());
                let held = if line.free() { "" } else { "*" };
                let text = format!("{address:x}{held}");
                Cell { text, ..Cell::new(State::On, Some(mark)) }
            }
        };
        let cells = lines.map(cell).collect();
        let block = Block::new(format!("{path}/set{set}"), format!("set {set}"), 1);
        diagram.add_in(parent, Block { cells, ..block });
    }
    ("sets", all)
}

/// What a table of pending lines holds, as a box in a box.
pub fn misses(
    diagram: &mut Diagram,
    parent: u32,
    entries: u32,
    held: impl Iterator<Item = (u32, u64, usize)>,
) {
    let path = format!("{}/misses", diagram.blocks[parent as usize].path);
    let mut block = Block::new(path, "pending lines", 0);
    let mut used = 0;
    for (_, address, waiters) in held {
        used += 1;
        let text = format!("{address:x} ×{waiters}");
        block.cells.push(Cell { text, ..Cell::new(State::On, Some(Mark::Bytes(address, 1))) });
    }
    diagram.add_in(parent, block.filled(used, entries.into()));
}

/// A first-level cache from inside.
pub fn in_first_level(diagram: &mut Diagram, parent: u32, near: &Near, cache: &L1) -> (&'static str, u64) {
    misses(diagram, parent, cache.config().entries, cache.misses());
    sets(diagram, parent, near, cache.tags())
}

/// A part behind the first-level caches from inside, with those beside it; nothing if it has no such box.
pub fn inside(system: &System, near: &Near) -> Option<Parts> {
    let mut diagram = Diagram::default();
    let number = |site| (near.at.site == site).then_some(near.at.numbers[0] as usize);
    if near.at.site == Site::NETWORK {
        let all = network(0, system.networks());
        let at = diagram.add(Block { opens: false, ..all });
        for (way, name, net) in [("requests", "requests", 0), ("replies", "replies", 1)] {
            let (inputs, outputs) = system.networks()[net].queues();
            for (side, lengths) in [("in", inputs), ("out", outputs)] {
                let cells = lengths.iter().map(|length| Cell {
                    text: format!("{length}"),
                    ..Cell::new(if *length > 0 { State::On } else { State::Off }, None)
                });
                let path = format!("network/{way}-{side}");
                let rank = net as u32 * 2 + u32::from(side == "out");
                let block = Block::new(path, format!("{name} {side}: packets at each port"), rank);
                let own = diagram.add_in(at, Block { cells: cells.collect(), ..block });
                if side == "out" {
                    diagram.link(own - 1, own);
                }
            }
        }
        return Some(Parts { diagram, entries: None });
    }
    if let Some((at, one)) = number(Site::SLICE).and_then(|at| Some((at, system.slices().get(at)?))) {
        let above = diagram.add(network(0, system.networks()));
        let own = diagram.add(Block { rank: 1, opens: false, ..slice(at, one) });
        let channels = at / (system.slices().len() / system.channels().len().max(1)).max(1);
        diagram.link(above, own);
        misses(&mut diagram, own, one.config().entries, one.misses());
        let entries = sets(&mut diagram, own, near, one.tags());
        if let Some(memory) = system.channels().get(channels) {
            let below = diagram.add(channel(channels, 2, memory));
            diagram.link(own, below);
        }
        return Some(Parts { diagram, entries: Some(entries) });
    }
    let (at, one) = number(Site::CHANNEL).and_then(|at| Some((at, system.channels().get(at)?)))?;
    let slices = system.slices().len() / system.channels().len().max(1);
    let own = Block { opens: false, ..channel(at, 1, one) };
    let above: Vec<u32> = (at * slices..(at + 1) * slices)
        .filter_map(|number| Some(diagram.add(slice(number, system.slices().get(number)?))))
        .collect();
    let own = diagram.add(own);
    above.into_iter().for_each(|slice| diagram.link(slice, own));
    let all = one.config().standard.organization.total_banks();
    let entries = banks(&mut diagram, (own, at as u32), near, all, |bank| one.device().row(bank));
    Some(Parts { diagram, entries: Some(entries) })
}

/// The banks of a channel as boxes in its box, each with its open row.
pub fn banks(
    diagram: &mut Diagram,
    (parent, channel): (u32, u32),
    near: &Near,
    all: u32,
    row: impl Fn(u16) -> Option<u32>,
) -> (&'static str, u64) {
    for bank in near.range(all.into()) {
        let open = row(bank as u16);
        let says = open.map_or_else(|| String::from("closed"), |row| format!("row {row}"));
        let state = if open.is_some() { State::On } else { State::Off };
        let block = shared(Site::BANK.of([channel, bank as u32]), 0).line(says);
        diagram.add_in(parent, Block { cells: Vec::from([Cell::new(state, None)]), ..block });
    }
    ("banks", all.into())
}

/// A cache without a table of pending lines from outside.
pub fn cache(block: Block, tags: &Tags) -> Block {
    let held = tags.lines().iter().filter(|line| line.address.is_some()).count() as u64;
    let block = block.filled(held, tags.lines().len() as u64).opening();
    block.line(format!("lines {}", lines(tags)))
}

/// Channels whose times are certain at once, from outside.
pub fn channels(diagram: &mut Diagram, rank: u32, channels: &Channels, now: u64) -> Vec<u32> {
    let one = |(number, used): (usize, usize)| channel_in_order(number, rank, used, channels);
    let blocks: Vec<Block> = channels.under_way(now).enumerate().map(one).collect();
    blocks.into_iter().map(|block| diagram.add(block)).collect()
}

fn channel_in_order(number: usize, rank: u32, used: usize, channels: &Channels) -> Block {
    let block = shared(Site::CHANNEL.of([number as u32]), rank).opening();
    let block = block.filled(used as u64, channels.queue() as u64);
    block.line(format!("bursts under way: {used}"))
}

/// A channel whose times are certain at once, from inside: its banks, whose rows are known from their commands.
pub fn in_channel(near: &Near, channels: &Channels, now: u64) -> Option<Parts> {
    let number = (near.at.site == Site::CHANNEL).then_some(near.at.numbers[0] as usize)?;
    let used = channels.under_way(now).nth(number)?;
    let mut diagram = Diagram::default();
    let block = channel_in_order(number, 0, used, channels);
    let own = diagram.add(Block { opens: false, ..block });
    let all = u64::from(channels.banks());
    for bank in near.range(all) {
        diagram.add_in(own, shared(Site::BANK.of([number as u32, bank as u32]), 0));
    }
    Some(Parts { diagram, entries: Some(("banks", all)) })
}

/// A box and those that it is linked with: above it those whose links lead to it, below it the others. Gives the diagram, with
/// what moves between them, and the place of the box.
pub fn around(whole: &mut Diagram, own: u32) -> (Diagram, u32) {
    let mut diagram = Diagram::default();
    let centre = Block { rank: 1, opens: false, cells: Vec::new(), ..whole.blocks[own as usize].clone() };
    let centre = diagram.add(centre);
    for link in whole.links.iter().filter(|link| link.from == own || link.to == own) {
        let (other, rank) = if link.to == own { (link.from, 0) } else { (link.to, 2) };
        let at = diagram.add(Block { rank, ..whole.blocks[other as usize].clone() });
        diagram.link(centre, at);
    }
    for token in whole.tokens.drain(..) {
        let path = |at: u32| whole.blocks.get(at as usize).and_then(|block| diagram.find(&block.path));
        if let (Some(from), Some(to)) = (token.from.map(path), path(token.to)) {
            diagram.moved(super::Token { from, to, ..token });
        }
    }
    (diagram, centre)
}
