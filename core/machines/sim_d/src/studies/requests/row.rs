//! Requests in a row, as a person writes them: what the memory controller makes of exactly these, at their places.
//!
//! `ADDRESS/WORDS/PERIOD/PERIODS/R` is a rectangle (`W` writes it; PERIOD and PERIODS may be left out), `ADDRESS[I,J,K]/R` a burst for
//! each index; one behind the other with `;`. All are there from the first edge on.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{Figure, Form, Table, number::grouped},
    machines::studies::{Analysis, Asked, Data, Steps},
    source::{Diagnostic, Span},
};

use crate::{
    dram::{
        REQUEST_QUEUE,
        measure::{Measured, measure},
        request::{Feed, Request, Stride, Transfer},
        settings::Settings,
    },
    isa::WORK_ITEMS,
};

/// What is said of requests that were served, by names.
const NAMES: [&str; 7] = ["lid", "lda", "cas", "act", "pre", "ref", "bytes"];

/// Requests in a row, with what they took until each of them was over.
#[derive(Clone, Debug)]
pub struct InARow {
    requests: Vec<(String, Request)>,
    settings: Settings,
    done: Vec<[u64; NAMES.len()]>,
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::error("requests::input", Span::NONE, message)
}

/// A number as C writes it: in tens, or in sixteens behind `0x`.
fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// A request as it is written.
fn request(text: &str) -> Result<Request, Diagnostic> {
    let unread = || {
        wrong(format!(
            "`{text}` is no request: `ADDRESS/WORDS/R`, `ADDRESS/WORDS/PERIOD/PERIODS/W` or `ADDRESS[I,J,K]/R`"
        ))
    };
    let (what, direction) = text.rsplit_once('/').ok_or_else(unread)?;
    let write = match direction.trim() {
        "R" | "r" => false,
        "W" | "w" => true,
        _ => return Err(unread()),
    };
    let transfer = match what.split_once('[') {
        Some((base, list)) => {
            let list = list.trim().strip_suffix(']').ok_or_else(unread)?;
            let indexes: Option<Vec<Option<u32>>> =
                list.split(',').map(|one| u32::try_from(number(one)?).ok().map(Some)).collect();
            let (base, indexes) = (number(base).ok_or_else(unread)?, indexes.ok_or_else(unread)?);
            if indexes.len() > WORK_ITEMS {
                return Err(wrong(format!(
                    "a group has {WORK_ITEMS} indexes at most, not {}",
                    indexes.len()
                )));
            }
            Transfer::Indexed { base, indexes, feed: Feed::AtOnce }
        }
        None => {
            let numbers: Option<Vec<u64>> = what.split('/').map(number).collect();
            match numbers.as_deref() {
                Some([address, words]) => Transfer::Stride(Stride::line(*address, *words)),
                Some([address, words, period, periods]) => Transfer::Stride(Stride {
                    address: *address,
                    words: *words,
                    period: *period,
                    periods: *periods,
                }),
                _ => return Err(unread()),
            }
        }
    };
    transfer.check().map_err(|error| wrong(format!("`{text}`: {error}")))?;
    Ok(Request { tag: 0, write, transfer })
}

/// The request that `words` and its kin describe, if a person says its place.
fn described(asked: &Asked) -> Result<Option<String>, Diagnostic> {
    let [place, words, rows, period, indexes, write] =
        ["place", "words", "rows", "period", "indexes", "write"].map(|name| asked.input(name).trim());
    if place.is_empty() {
        return Ok(None);
    }
    if words.is_empty() || !["", "0"].contains(&indexes) {
        return Err(wrong("`place` is where `words` begin; indexes at a place are written in `list`".into()));
    }
    let period = if period.is_empty() { words } else { period };
    let rows = if rows.is_empty() { "1" } else { rows };
    let direction = if ["", "0"].contains(&write) { "R" } else { "W" };
    Ok(Some(format!("{place}/{words}/{period}/{rows}/{direction}")))
}

impl InARow {
    /// Reads the list, or the request that is described together with its place; none if there is neither.
    ///
    /// # Errors
    /// What is written is no request, or there are too many.
    pub fn read(asked: &Asked, settings: &Settings) -> Result<Option<InARow>, Diagnostic> {
        let described = described(asked)?;
        let text = described.as_deref().unwrap_or(asked.input("list"));
        if text.trim().is_empty() {
            return Ok(None);
        }
        let texts: Vec<&str> = text.split(';').map(str::trim).filter(|one| !one.is_empty()).collect();
        if texts.len() > REQUEST_QUEUE {
            let count = texts.len();
            return Err(wrong(format!(
                "the queue of the controller holds {REQUEST_QUEUE} requests, not {count}"
            )));
        }
        let read = |text: &str| request(text).map(|request| (text.to_string(), request));
        let requests = texts.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(InARow { requests, settings: settings.clone(), done: Vec::new() }))
    }

    /// Nothing else disturbs them: what is said of a request is what those up to it take less what those before it take.
    fn rows(&self) -> impl Iterator<Item = (&str, [u64; NAMES.len()])> {
        let before = core::iter::once([0; NAMES.len()]).chain(self.done.iter().copied());
        self.requests.iter().zip(self.done.iter().zip(before)).map(|((text, _), (until, before))| {
            // The last beat of data is an edge, not a duration.
            let own = |at: usize| if at == 1 { until[at] } else { until[at].saturating_sub(before[at]) };
            (&text[..], core::array::from_fn(own))
        })
    }
}

fn numbers(measured: &Measured) -> [u64; NAMES.len()] {
    let [cas, act, pre, refresh] = measured.counts;
    [measured.lid, measured.lda, cas, act, pre, refresh, measured.bytes]
}

impl Analysis for InARow {
    fn advance(&mut self, _: u64) -> Result<Steps, Diagnostic> {
        let all = self.requests.len();
        if self.done.len() < all {
            let until: Vec<Request> =
                self.requests[..=self.done.len()].iter().map(|(_, request)| request.clone()).collect();
            let measured = measure(&until, &self.settings).map_err(|refused| wrong(refused.to_string()))?;
            self.done.push(numbers(&measured));
        }
        Ok(Steps { done: self.done.len(), all, now: format!("request {} of {all}", self.done.len()) })
    }

    fn figure(&self) -> Figure {
        let mut figure = Figure::default();
        let mut table = Table::new(&["request", "LID", "LDA", "CAS", "ACT", "PRE", "REF", "bytes"]);
        let cells = |text: &str, numbers: &[u64; NAMES.len()]| {
            let mut cells =
                core::array::from_fn(|at| if at == 0 { text.into() } else { grouped(numbers[at - 1]) });
            cells[0] = text.to_string();
            cells
        };
        for (text, numbers) in self.rows() {
            table.push::<8>(cells(text, &numbers));
        }
        if let Some(last) = self.done.last() {
            table.push::<8>(cells("all", last));
        }
        figure.push("Requests in a row", Form::Table(table));
        figure.with_remark(
            "DRAM cycles: LID until the next one could begin, LDA the edge of the last data; then commands: columns, activates, precharges, refreshes.",
        )
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let last = self.done.last().copied().unwrap_or_default();
        NAMES.iter().zip(last).map(|(name, number)| (name.to_string(), number as f64)).collect()
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let one = |(text, numbers): (&str, [u64; NAMES.len()])| {
            let mut entries = Vec::from([("request".to_string(), Data::Text(text.to_string()))]);
            entries.extend(named(&numbers));
            Data::Map(entries)
        };
        let mut answer = named(&self.done.last().copied().unwrap_or_default());
        answer.push(("requests".to_string(), Data::List(self.rows().map(one).collect())));
        answer
    }
}

fn named(numbers: &[u64; NAMES.len()]) -> Vec<(String, Data)> {
    NAMES.iter().zip(numbers).map(|(name, number)| (name.to_string(), Data::from(*number))).collect()
}
