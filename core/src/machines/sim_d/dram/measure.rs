//! Requests alone: how long a controller takes for them that nothing else disturbs.

use alloc::vec::Vec;

use super::{
    arbiter::Sent,
    controller::{Controller, Refused},
    request::Request,
    settings::Settings,
};
use crate::mem::dram::Command;

/// What requests took, queued together before edge 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Least-issue delay: the edge at which the next request could start.
    pub lid: u64,
    /// The edge of the last beat of data.
    pub lda: u64,
    /// Column commands, activates, precharges, refreshes.
    pub counts: [u64; 4],
    /// All commands.
    pub commands: Vec<Sent>,
}

/// Serves requests, all there from edge 0 on.
pub fn measure(requests: &[Request], settings: &Settings) -> Result<Measured, Refused> {
    let mut controller = Controller::new(settings);
    requests.iter().try_for_each(|request| controller.submit(0, request.clone()))?;
    let timing = controller.standard().timing;
    let mut measured = Measured::default();
    let mut edge = 0;
    loop {
        if let Some(sent) = controller.step(edge).sent {
            let last_beat = |latency: u32| sent.edge + u64::from(latency + timing.burst) - 1;
            let kind = match sent.command {
                Command::Read | Command::Write => 0,
                Command::Activate => 1,
                Command::Precharge => 2,
                Command::Refresh => 3,
            };
            measured.counts[kind] += 1;
            match sent.command {
                Command::Read => measured.lda = last_beat(timing.cl),
                Command::Write => measured.lda = last_beat(timing.cwl),
                _ => {}
            }
            measured.commands.push(sent);
        }
        let next = controller.next_edge(edge);
        match next {
            Some(next) if !(controller.is_idle() && next > controller.closed()) => edge = next,
            _ => break,
        }
    }
    measured.lid = controller.closed();
    Ok(measured)
}
