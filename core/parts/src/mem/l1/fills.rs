//! The way back: replies are written into their lines, and those who waited for them are replayed.

use super::{L1, Waiter};
use crate::mem::Request;

impl L1 {
    pub(super) fn fill(&mut self, now: u64, reply: Request) {
        let Some(entry) = self.table.entry(reply.id) else { return };
        entry.outstanding = entry.outstanding.saturating_sub(1);
        let last = entry.outstanding == 0;
        match entry.place {
            Some(place) => {
                let line = self.tags.line(place);
                line.valid |= reply.sectors;
                if last {
                    line.reserved -= 1;
                    if entry.waiters.is_empty() {
                        self.table.free(reply.id);
                        return;
                    }
                    line.locked += 1;
                    self.table.close(reply.id);
                    self.replays.push_back(reply.id);
                }
            }
            None => {
                for waiter in &entry.waiters {
                    if let Waiter::Load(id) = waiter {
                        self.direct.offer(now, *id);
                    }
                }
                self.table.free(reply.id);
            }
        }
    }

    /// The first waiter of a filled entry goes through the port: a hit for certain.
    pub(super) fn replay(&mut self, now: u64, index: u32) {
        let Some(entry) = self.table.entry(index) else { return };
        let place = entry.place;
        let waiter = (!entry.waiters.is_empty()).then(|| entry.waiters.remove(0));
        let last = entry.waiters.is_empty();
        self.port_free = now + 1;
        match (waiter, place) {
            (Some(Waiter::Load(id)), _) => {
                self.done.offer(now + u64::from(self.config.hit_latency), id);
            }
            (Some(Waiter::Store(at)), Some(place)) => {
                let bytes = self.writes.release(at).map_or(0, |entry| entry.bytes);
                self.write_line(place, bytes);
            }
            _ => {}
        }
        if last {
            if let Some(place) = place {
                self.tags.line(place).locked -= 1;
            }
            self.table.free(index);
            self.replays.pop_front();
        }
    }
}
