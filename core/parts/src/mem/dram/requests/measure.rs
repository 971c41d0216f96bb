//! Requests alone: how long a controller takes for them that nothing else disturbs.

use alloc::vec::Vec;

use crate::mem::dram::Command;

use super::{
    arbiter::Sent,
    controller::{Controller, Refused},
    data::{Burst, Data},
    request::Request,
    settings::Settings,
};

/// What a request finds when it starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Before {
    /// The pair of banks of the last column command.
    pub pair: u16,
    /// Was a refresh sent directly before?
    pub refreshed: bool,
}

/// Least-issue delay of a request that starts at edge 0, and of nothing else.
pub fn delay(request: Request, before: Before, settings: &Settings) -> Result<u64, Refused> {
    let due = settings.part.standard().timing.refi - 2;
    let settings = Settings { refresh: before.refreshed, refresh_start: due, ..settings.clone() };
    let mut controller = Controller::new(&settings);
    controller.face(before.pair);
    controller.submit(0, request)?;
    let mut edge = 0;
    loop {
        controller.step(edge);
        match controller.next_edge(edge) {
            Some(next) if !(controller.is_idle() && next > controller.closed()) => edge = next,
            _ => return Ok(controller.closed()),
        }
    }
}

/// What requests took, queued together before edge 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Least-issue delay: the edge at which the next request could start.
    pub lid: u64,
    /// The edge of the last beat of data.
    pub lda: u64,
    /// Column commands, activates, precharges, refreshes.
    pub counts: [u64; 4],
    /// Bytes of the words that were wanted.
    pub bytes: u64,
    /// All commands.
    pub commands: Vec<Sent>,
}

impl Measured {
    /// The words of a burst have moved.
    fn take(&mut self, burst: &Burst) {
        self.lda = burst.last;
        self.bytes += 4 * u64::from(burst.mask.count_ones());
    }
}

/// Serves requests, all there from edge 0 on.
pub fn measure(requests: &[Request], settings: &Settings) -> Result<Measured, Refused> {
    let mut controller = Controller::new(settings);
    requests.iter().try_for_each(|request| controller.submit(0, request.clone()))?;
    let mut data = Data::new(controller.standard());
    let mut measured = Measured::default();
    let mut edge = 0;
    loop {
        if let Some(sent) = controller.step(edge).sent {
            let kind = match sent.command {
                Command::Read | Command::Write => 0,
                Command::Activate => 1,
                Command::Precharge => 2,
                Command::Refresh => 3,
            };
            measured.counts[kind] += 1;
            while let Some(burst) = data.drive(sent.edge) {
                measured.take(&burst);
            }
            data.reserve(&sent);
            measured.commands.push(sent);
        }
        let next = controller.next_edge(edge);
        match next {
            Some(next) if !(controller.is_idle() && next > controller.closed()) => edge = next,
            _ => break,
        }
    }
    while let Some(burst) = data.drive(u64::MAX) {
        measured.take(&burst);
    }
    measured.lid = controller.closed();
    Ok(measured)
}
