//! Answers of panels, with the answer at the last other cycle: what has changed since is marked.

use lanescope_core::session::{Figure, Question, figure::number::Radix};

use super::Shared;

/// Most pages that are kept of what was turned away from.
const PAGES: usize = 64;

/// The figure of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The panel's id.
    pub panel: String,
    /// What it answers.
    pub question: Question,
    /// The cycle that it is of.
    pub cycle: u64,
    /// The figure.
    pub figure: Shared<Figure>,
    /// The figure of the same question at the cycle where the cursor was before this one.
    pub before: Option<Shared<Figure>>,
    /// That cycle.
    since: Option<u64>,
    /// Other pages of the same, seen at this cycle or at the one before.
    pages: Vec<Page>,
}

/// A page that was turned away from.
#[derive(Clone, Debug, PartialEq)]
struct Page {
    question: Question,
    cycle: u64,
    figure: Shared<Figure>,
    before: Option<Shared<Figure>>,
}

impl Answer {
    /// An answer that takes the place of `known`.
    pub fn new(
        panel: String,
        question: Question,
        cycle: u64,
        figure: Figure,
        known: Option<Answer>,
    ) -> Answer {
        let known = known.filter(|known| same(&first_page(&known.question), &first_page(&question)));
        let (since, mut pages) = known.map_or((None, Vec::new()), |known| known.turned(cycle));
        let at = pages.iter().position(|page| same(&page.question, &question));
        let seen = at.map(|at| pages.swap_remove(at));
        let before = seen.and_then(|page| if page.cycle == cycle { page.before } else { Some(page.figure) });
        Answer { panel, question, cycle, figure: Shared::new(figure), before, since, pages }
    }

    /// An answer that the cursor does not change.
    pub fn of_no_cycle(panel: String, question: Question, figure: Shared<Figure>) -> Answer {
        Answer { panel, question, cycle: 0, figure, before: None, since: None, pages: Vec::new() }
    }

    /// The cycle before the one of a new answer, and every page that was seen at one of the two, its own among them.
    fn turned(self, cycle: u64) -> (Option<u64>, Vec<Page>) {
        let since = if self.cycle == cycle { self.since } else { Some(self.cycle) };
        let Answer { question, cycle: of, figure, before, mut pages, .. } = self;
        pages.push(Page { question, cycle: of, figure, before });
        pages.retain(|page| page.cycle == cycle || Some(page.cycle) == since);
        if pages.len() > PAGES {
            pages.remove(0);
        }
        (since, pages)
    }
}

/// Do two questions differ in no more than how numbers are written?
fn same(one: &Question, other: &Question) -> bool {
    let plain = |question: &Question| Question { radix: Radix::Auto, ..question.clone() };
    plain(one) == plain(other)
}

/// The question for the first page of what it asks for.
fn first_page(question: &Question) -> Question {
    Question { offset: 0, ..question.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question: &Question, cycle: u64, known: Option<Answer>) -> Answer {
        let figure = Figure::empty(format!("cycle {cycle}"));
        Answer::new("registers".into(), question.clone(), cycle, figure, known)
    }

    fn before(answer: &Answer) -> Option<&str> {
        answer.before.as_ref().map(|figure| figure.remark.as_str())
    }

    #[test]
    fn the_figure_at_the_last_other_cycle_is_kept() {
        let unit = |unit| Question { unit, ..Question::default() };
        let first = answer(&unit(1), 10, None);
        assert_eq!(before(&first), None);
        let second = answer(&unit(1), 11, Some(first));
        assert_eq!(before(&second), Some("cycle 10"));
        // More of the run is known, or numbers are written in another way: the cursor has not moved.
        let again = answer(&Question { radix: Radix::Hex, ..unit(1) }, 11, Some(second));
        assert_eq!(before(&again), Some("cycle 10"));
        // Registers of another unit are no earlier values of this one's.
        assert_eq!(before(&answer(&unit(2), 12, Some(again))), None);
    }

    #[test]
    fn turning_pages_keeps_what_was_there_before() {
        let page = |offset| Question { offset, ..Question::default() };
        let first = answer(&page(0), 11, Some(answer(&page(0), 10, None)));
        // The second page was not seen at cycle 10; the first one has not lost what it had there.
        let second = answer(&page(64), 11, Some(first));
        assert_eq!(before(&second), None);
        let back = answer(&page(0), 11, Some(second));
        assert_eq!(before(&back), Some("cycle 10"));
        // A page that was seen at the last cycle has changed since then, ...
        let on = answer(&page(0), 12, Some(back));
        assert_eq!(before(&on), Some("cycle 11"));
        let turned = answer(&page(64), 12, Some(on));
        assert_eq!(before(&turned), Some("cycle 11"));
        // ... one that was seen earlier than that is no measure.
        let later = answer(&page(64), 14, Some(answer(&page(64), 13, Some(turned))));
        assert_eq!(before(&later), Some("cycle 13"));
        assert_eq!(before(&answer(&page(0), 14, Some(later))), None);
    }
}
