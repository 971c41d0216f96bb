//! A crossbar between cores and memory partitions (gpgpu 6.6, feature M15).
//!
//! Packets wait in the queue of their input; each output picks among the inputs whose first packet wants it, in round
//! robin, and then holds both ports for as many cycles as the packet has flits. The head of the packet is at the other
//! side `latency` cycles after it was offered if nothing was in its way; the receiver starts on the head, the tail
//! keeps the ports busy. An output whose queue is full picks nobody, so that the inputs fill up and refuse.
//!
//! Deliberately absent: other topologies (ring, mesh), virtual channels, adaptive routing.
//!
//! Used by: `simt`, in [`super::system`].

use alloc::vec::Vec;

use serde::Serialize;

use super::{NEVER, Request, RequestKind};
use crate::{counters, pipe::queue::Queue};

/// Most ports of a side.
pub const MAX_PORTS: u32 = 64;

/// Shape and speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Number of inputs, 1 to [`MAX_PORTS`].
    pub inputs: u32,
    /// Number of outputs, 1 to [`MAX_PORTS`].
    pub outputs: u32,
    /// Cycles from offer to arrival of an undisturbed packet, at least 1.
    pub latency: u32,
    /// Packets that wait at an input, and at an output.
    pub depth: u32,
    /// Bytes of a flit.
    pub flit: u32,
}

counters! {
    /// What a network has done.
    pub struct Counters {
        /// Packets sent through.
        packets: "packets",
        /// Flits sent through.
        flits: "flits",
        /// Packets refused because the queue of the input was full.
        refused: "tries",
        /// Cycles in which a packet waited for an output whose queue was full.
        blocked: "cycles",
    }
}

impl Config {
    /// Most bytes of the host's memory that such a crossbar takes.
    pub fn host_bytes(&self) -> u64 {
        let depth = self.depth.max(1) as usize;
        let input = size_of::<Input>() as u64 + Queue::<Packet>::host_bytes(depth);
        let output = size_of::<Output>() as u64 + Queue::<Request>::host_bytes(depth);
        u64::from(self.inputs.max(1)) * input + u64::from(self.outputs.max(1)) * output
    }
}

/// Flits of a request: a head, and the data that it brings.
pub fn request_flits(request: &Request, flit: u32) -> u32 {
    match request.kind {
        RequestKind::Read | RequestKind::Prefetch => 1,
        RequestKind::Write | RequestKind::Atomic => 1 + request.bytes.count_ones().div_ceil(flit.max(1)),
    }
}

/// Flits of a reply: a head, and the data asked for.
pub fn reply_flits(request: &Request, sector: u32, flit: u32) -> u32 {
    match request.kind {
        RequestKind::Read => 1 + (request.sectors.count_ones() * sector).div_ceil(flit.max(1)),
        RequestKind::Write | RequestKind::Prefetch => 1,
        RequestKind::Atomic => 1 + request.bytes.count_ones().div_ceil(flit.max(1)),
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Packet {
    to: u32,
    flits: u32,
    request: Request,
}

#[derive(Clone, Debug, Serialize)]
struct Input {
    queue: Queue<Packet>,
    free: u64,
}

#[derive(Clone, Debug, Serialize)]
struct Output {
    queue: Queue<Request>,
    free: u64,
    /// Inputs whose first packet wants this output.
    wanted: u64,
    /// The input to look at first.
    turn: u32,
}

/// The crossbar.
#[derive(Clone, Debug, Serialize)]
pub struct Crossbar {
    #[serde(skip)]
    config: Config,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    /// Packets that wait at inputs.
    waiting: usize,
    /// What it has done.
    pub counters: Counters,
}

impl Crossbar {
    /// An empty one.
    pub fn new(config: Config) -> Crossbar {
        let depth = config.depth.max(1) as usize;
        let input = |_| Input { queue: Queue::new(depth), free: 0 };
        let output = |_| Output { queue: Queue::new(depth), free: 0, wanted: 0, turn: 0 };
        Crossbar {
            config,
            inputs: (0..config.inputs.clamp(1, MAX_PORTS)).map(input).collect(),
            outputs: (0..config.outputs.clamp(1, MAX_PORTS)).map(output).collect(),
            waiting: 0,
            counters: Counters::default(),
        }
    }

    /// Bytes of unused room in its queues, which a copy does not take.
    pub fn spare_bytes(&self) -> u64 {
        let inputs: u64 = self.inputs.iter().map(|input| input.queue.spare_bytes()).sum();
        let outputs: u64 = self.outputs.iter().map(|output| output.queue.spare_bytes()).sum();
        inputs + outputs
    }

    /// Would [`Crossbar::offer`] take a packet?
    pub fn can_offer(&self, from: u32) -> bool {
        self.inputs[from as usize].queue.has_room()
    }

    /// Offers a packet of `flits` flits; `false` if the queue of the input is full.
    pub fn offer(&mut self, now: u64, from: u32, to: u32, flits: u32, request: Request) -> bool {
        let input = &mut self.inputs[from as usize];
        let first = input.queue.is_empty();
        let taken = input.queue.offer(now + 1, Packet { to, flits: flits.max(1), request });
        if !taken {
            self.counters.refused += 1;
        } else {
            self.waiting += 1;
            if first {
                self.outputs[to as usize].wanted |= 1 << from;
            }
        }
        taken
    }

    /// One cycle of arbitration.
    pub fn step(&mut self, now: u64) {
        if self.waiting == 0 {
            return;
        }
        for to in 0..self.outputs.len() {
            if self.outputs[to].wanted != 0 && self.outputs[to].free <= now {
                self.arbitrate(now, to);
            }
        }
    }

    /// The packet that has arrived at an output.
    pub fn arrived(&self, now: u64, at: u32) -> Option<&Request> {
        self.outputs[at as usize].queue.ready(now)
    }

    /// Takes the packet that has arrived at an output.
    pub fn take(&mut self, now: u64, at: u32) -> Option<Request> {
        self.outputs[at as usize].queue.take(now)
    }

    /// When something can change next.
    pub fn next_event(&self) -> u64 {
        let waiting = if self.waiting == 0 { NEVER } else { 0 };
        self.outputs.iter().map(|output| output.queue.next_event()).fold(waiting, u64::min)
    }

    /// Nothing on its way?
    pub fn is_idle(&self) -> bool {
        self.waiting == 0 && self.outputs.iter().all(|output| output.queue.is_empty())
    }

    /// Packets that wait at each input and at each output.
    pub fn queues(&self) -> (Vec<usize>, Vec<usize>) {
        let outputs = self.outputs.iter().map(|output| output.queue.occupancy()).collect();
        (self.inputs.iter().map(|input| input.queue.occupancy()).collect(), outputs)
    }

    /// Packets that wait at an input and at an output.
    pub fn occupancy(&self) -> (usize, usize) {
        (self.waiting, self.outputs.iter().map(|output| output.queue.occupancy()).sum())
    }

    fn arbitrate(&mut self, now: u64, to: usize) {
        let output = &mut self.outputs[to];
        let able = |from: &u32| {
            let input = &self.inputs[*from as usize];
            input.free <= now && input.queue.ready(now).is_some()
        };
        let Some(from) = in_turn(output.wanted, output.turn).find(able) else { return };
        if !output.queue.has_room() {
            self.counters.blocked += 1;
            return;
        }
        let input = &mut self.inputs[from as usize];
        let Some(packet) = input.queue.take(now) else { return };
        let until = now + u64::from(packet.flits);
        (input.free, output.free) = (until, until);
        output.queue.offer(now + u64::from(self.config.latency.max(1)) - 1, packet.request);
        output.wanted &= !(1 << from);
        output.turn = from + 1;
        self.waiting -= 1;
        self.counters.packets += 1;
        self.counters.flits += u64::from(packet.flits);
        if let Some(next) = input.queue.iter().next() {
            self.outputs[next.to as usize].wanted |= 1 << from;
        }
    }
}

/// The members of a set, from `first` upwards and then from 0.
fn in_turn(set: u64, first: u32) -> impl Iterator<Item = u32> {
    let low = 1_u64.checked_shl(first).map_or(u64::MAX, |bit| bit - 1);
    let bits = crate::base::LaneMask;
    bits(set & !low).iter().chain(bits(set & low).iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossbar(latency: u32, depth: u32) -> Crossbar {
        Crossbar::new(Config { inputs: 3, outputs: 2, latency, depth, flit: 32 })
    }

    fn request(source: u16) -> Request {
        Request::read(0, source, 0, 0b1111)
    }

    /// Steps through cycles; which source arrives when at an output?
    fn arrivals(net: &mut Crossbar, to: u32, cycles: u64) -> Vec<(u64, u16)> {
        let mut seen = Vec::new();
        for now in 1..cycles {
            net.step(now);
            while let Some(request) = net.take(now, to) {
                seen.push((now, request.source));
            }
        }
        seen
    }

    #[test]
    fn an_undisturbed_packet_takes_the_latency() {
        for latency in [1, 2, 8] {
            let mut net = crossbar(latency, 4);
            assert!(net.offer(0, 0, 1, 1, request(0)));
            assert_eq!(arrivals(&mut net, 1, 20), [(u64::from(latency), 0)]);
            assert!(net.is_idle());
        }
    }

    #[test]
    fn one_flit_passes_a_port_each_cycle() {
        let mut net = crossbar(8, 4);
        assert!(net.offer(0, 0, 1, 5, request(0)) && net.offer(0, 0, 1, 1, request(1)));
        assert!(net.offer(0, 1, 1, 1, request(2)));
        assert_eq!(arrivals(&mut net, 1, 30), [(8, 0), (13, 2), (14, 1)]);
    }

    #[test]
    fn inputs_take_turns() {
        let mut net = crossbar(1, 4);
        for round in 0..2 {
            (0..3).for_each(|from| assert!(net.offer(round, from, 0, 1, request(from as u16))));
        }
        let order: Vec<u16> = arrivals(&mut net, 0, 20).into_iter().map(|(_, source)| source).collect();
        assert_eq!(order, [0, 1, 2, 0, 1, 2]);
    }

    #[test]
    fn a_full_output_blocks_and_then_the_input_refuses() {
        let mut net = crossbar(1, 2);
        let mut taken = 0;
        for now in 0..10 {
            net.step(now);
            taken += u32::from(net.offer(now, 0, 0, 1, request(0)));
        }
        assert_eq!(taken, 4, "two at the output, two at the input");
        assert!(net.counters.blocked > 0 && net.counters.refused == 6);
        assert!(net.take(10, 0).is_some());
        net.step(10);
        assert!(net.can_offer(0));
    }

    #[test]
    fn flits_are_head_and_data() {
        let read = request(0);
        assert_eq!((request_flits(&read, 32), reply_flits(&read, 32, 32)), (1, 5));
        let write = Request::write(0, 0, 0b11, u128::from(u64::MAX));
        assert_eq!(request_flits(&write, 32), 3);
    }
}
