//! Answers of panels, with the answer at the last other cycle: what has changed since is marked.

use lanescope_core::session::{Figure, Question, figure::number::Radix};

use super::Shared;

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
        let known = known.filter(|known| same(&known.question, &question));
        let before =
            known.and_then(|known| if known.cycle == cycle { known.before } else { Some(known.figure) });
        Answer { panel, question, cycle, figure: Shared::new(figure), before }
    }
}

/// Do two questions differ in no more than how numbers are written?
fn same(one: &Question, other: &Question) -> bool {
    let plain = |question: &Question| Question { radix: Radix::Auto, ..question.clone() };
    plain(one) == plain(other)
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
}
