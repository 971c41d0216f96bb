//! Rows with their names in the column on the left. A list that may scroll has rows of at least the height of a line of
//! text, and shows those that it has scrolled to; a list that shows all of its rows makes them as low as it must, and
//! names every so many.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    mark::Mark,
    picture::{Align, Ink, LINE, Picture},
};
use crate::base::num::plane::{ceil, floor};

/// Least height of a row that may scroll.
pub const LEAST: f64 = 14.0;
/// Greatest height of a row.
pub const MOST: f64 = 32.0;
/// From this height on each row has its full name; lower rows say the core once.
const FULL_NAME: f64 = 20.0;
/// Where the second part of a name begins.
const SECOND: f64 = 54.0;
/// Width of a character of a name, near enough to decide what fits.
const CHARACTER: f64 = 6.4;

/// What a row stands for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name, such as `core 0 warp 3`.
    pub name: String,
    /// Rows of one group belong together: those of a core.
    pub group: u32,
    /// Bytes of the name that are the group's: low rows say them once.
    pub head: u32,
    /// What lights up with it.
    pub mark: Option<Mark>,
}

impl Row {
    /// A row of its own.
    pub fn new(name: impl Into<String>, mark: Option<Mark>) -> Row {
        Row { name: name.into(), group: 0, head: 0, mark }
    }

    /// What of its name is the group's, and what is its own: `core 0` and `warp 3`.
    fn parts(&self) -> Option<(&str, &str)> {
        let (group, own) = self.name.split_at_checked(self.head as usize)?;
        (!group.is_empty()).then_some((group.trim_end(), own))
    }
}

/// Where rows are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rows {
    /// Upper edge of the first row that is shown.
    pub top: f64,
    /// Height of a row.
    pub height: f64,
    /// The row that is on top.
    pub first: u32,
    /// Number of rows that are shown.
    pub count: u32,
    /// Number of rows of the whole list.
    pub all: u32,
}

impl Rows {
    /// A list that may scroll, in a space that begins at `top`; `first` as far as there are rows to fill the space.
    pub fn scrolling(top: f64, space: f64, all: u32, first: u32) -> Rows {
        Rows::of_lines(top, space, all, first, 1)
    }

    /// The same with several lines of cells in each row.
    pub fn of_lines(top: f64, space: f64, all: u32, first: u32, lines: u32) -> Rows {
        let (least, most) = (LEAST.max(3.0 * f64::from(lines)), MOST.max(8.0 * f64::from(lines)));
        let height = floor(space / f64::from(all.max(1))).clamp(least, most);
        let count = all.min((space.max(height) / height) as u32);
        Rows { top, height, first: first.min(all - count), count, all }
    }

    /// A list that shows all of its rows between `top` and `bottom`.
    pub fn fitting(top: f64, bottom: f64, all: u32) -> Rows {
        let height = ((bottom - top) / f64::from(all.max(1))).clamp(1.0, MOST);
        let height = if height > LINE { floor(height) } else { height };
        Rows { top, height, first: 0, count: all, all }
    }

    /// The first row when the list is scrolled to its end.
    pub fn last_first(&self) -> u32 {
        self.all - self.count
    }

    /// Upper edge of a row of the list, if it is shown.
    pub fn y_of(&self, row: u32) -> Option<f64> {
        let shown = row.checked_sub(self.first).filter(|shown| *shown < self.count)?;
        Some(self.top + f64::from(shown) * self.height)
    }

    /// Upper edge of a row of a list that shows all of them.
    pub fn y(&self, row: u32) -> f64 {
        self.top + (f64::from(row) - f64::from(self.first)) * self.height
    }

    /// Lower edge of the last row.
    pub fn bottom(&self) -> f64 {
        self.top + f64::from(self.count) * self.height
    }

    /// The row at a height.
    pub fn at(&self, y: f64) -> Option<u32> {
        let row = floor((y - self.top) / self.height);
        (row >= 0.0 && row < f64::from(self.count)).then_some(self.first + row as u32)
    }

    /// Free space above and below what is drawn in a row.
    pub fn margin(&self) -> f64 {
        if self.height >= LINE { 2.0 } else { floor(self.height / 8.0) }
    }

    /// Draws the names of the shown rows in a column of `width`, with what is selected and pointed at, and where they lie
    /// among all at the edge `right`. `of` gives what a row of the list stands for, if it is known.
    pub fn names<'a>(
        &self,
        picture: &mut Picture,
        (width, right): (f64, f64),
        view: &View,
        of: impl Fn(u32) -> Option<&'a Row>,
    ) {
        let every = ceil(LINE / self.height).max(1.0) as u32;
        let mut before: Option<&Row> = None;
        for at in self.first..self.first + self.count {
            let Some(row) = of(at) else { continue };
            let y = self.y(at);
            if row.mark.is_some_and(|mark| view.is_selected(&mark)) {
                picture.fill(Ink::Selected, 0.0, y + 1.0, width - 4.0, (self.height - 2.0).max(1.0));
            }
            if row.mark.is_some_and(|mark| view.lit.shows(&mark)) {
                picture.outline(Ink::Hover, 0.5, y + 1.5, width - 5.0, (self.height - 3.0).max(1.0));
            }
            if (at - self.first).is_multiple_of(every) {
                name(picture, (y, self.height), row, before, width);
            }
            before = Some(row);
        }
        if self.last_first() > 0 {
            let (space, all) = (self.bottom() - self.top, f64::from(self.all));
            let (from, share) = (f64::from(self.first) / all, f64::from(self.count) / all);
            picture.fill(Ink::Rule, right - 6.0, self.top, 6.0, space);
            let height = (share * space).max(12.0).min(space);
            let top = (self.top + from * space).min(self.top + space - height);
            picture.fill(Ink::Thumb, right - 6.0, top, 6.0, height);
        }
    }
}

fn name(picture: &mut Picture, (y, height): (f64, f64), row: &Row, before: Option<&Row>, width: f64) {
    let (middle, room) = (y + height / 2.0, width - 12.0);
    let apart = (LEAST..FULL_NAME).contains(&height) && width > 80.0;
    let Some((core, rest)) = row.parts().filter(|_| apart) else {
        return picture.label(Ink::Text, Align::Left, 8.0, middle, fitting(&row.name, room));
    };
    if before.is_none_or(|before| before.group != row.group) {
        picture.fill(Ink::Rule, 0.0, y, width - 4.0, 1.0);
        picture.label(Ink::Text, Align::Left, 8.0, middle, core);
    }
    picture.label(Ink::Faint, Align::Left, SECOND, middle, fitting(rest, room - SECOND + 8.0));
}

/// A name in so many pixels: words become initials from the left on until it fits, numbers stay. What is too long even
/// then is cut.
pub fn fitting(name: &str, width: f64) -> String {
    let room = (width / CHARACTER).max(1.0) as usize;
    let mut words: Vec<String> = name.split(' ').map(String::from).collect();
    let mut at = 0;
    while words.join(" ").chars().count() > room && at < words.len() {
        let number = words.get(at + 1).filter(|next| next.bytes().all(|byte| byte.is_ascii_digit())).cloned();
        if let Some(number) = number {
            words.remove(at + 1);
            words[at] = words[at].chars().take(1).chain(number.chars()).collect();
        } else if at + 1 < words.len() {
            words[at] = words[at].chars().take(1).collect();
        }
        at += 1;
    }
    words.join(" ").chars().take(room).collect::<String>().trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn few_rows_share_the_space_and_many_scroll() {
        let few = Rows::scrolling(24.0, 200.0, 4, 0);
        assert_eq!((few.height, few.count, few.last_first()), (32.0, 4, 0));
        let many = Rows::scrolling(24.0, 140.0, 700, 0);
        assert_eq!((many.height, many.count, many.last_first()), (LEAST, 10, 690));
        let end = Rows::scrolling(24.0, 140.0, 700, 9999);
        assert_eq!((end.first, end.at(24.0), end.at(23.0)), (690, Some(690), None));
        assert_eq!(Rows::scrolling(24.0, 0.0, 3, 0).count, 1, "a picture without height has a row");
        assert_eq!(Rows::scrolling(24.0, 100.0, 0, 0).count, 0);
    }

    #[test]
    fn a_height_finds_the_row_that_is_drawn_there() {
        let rows = Rows::scrolling(24.0, 140.0, 350, 100);
        let y = rows.y_of(103).unwrap();
        assert_eq!((rows.at(y + 1.0), rows.y_of(99), rows.at(rows.bottom())), (Some(103), None, None));
        let all = Rows::fitting(24.0, 84.0, 120);
        assert_eq!((all.height, all.count, all.at(24.6)), (1.0, 120, Some(0)));
    }

    #[test]
    fn low_rows_say_the_core_once() {
        let row = |n: u32| Row {
            name: format!("core {} warp {}", n / 6, n % 6),
            group: n / 6,
            head: 7 + u32::from(n / 6 > 9),
            mark: Some(Mark::Unit(n)),
        };
        let rows: Vec<Row> = (0..60).map(row).collect();
        let mut picture = Picture::default();
        let view = View::plain((500.0, 140.0));
        Rows::scrolling(0.0, 140.0, 60, 3)
            .names(&mut picture, (104.0, 500.0), &view, |at| rows.get(at as usize));
        let texts: Vec<&str> = picture.labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(texts[..3], ["core 0", "warp 3", "warp 4"]);
        assert_eq!(texts.iter().filter(|text| text.starts_with("core")).count(), 3, "{texts:?}");
        assert_eq!(picture.filled(Ink::Thumb).len(), 1);
    }

    #[test]
    fn names_give_up_words_until_they_fit_and_keep_their_numbers() {
        let fit = |name, characters: u32| fitting(name, f64::from(characters) * CHARACTER + 0.1);
        assert_eq!(fit("core 0 warp 13", 14), "core 0 warp 13");
        assert_eq!(fit("core 0 warp 13", 12), "c0 warp 13");
        assert_eq!(fit("core 0 warp 13", 7), "c0 w13");
        assert_eq!(fit("core 1 float multiply", 14), "c1 f multiply");
        assert_eq!(fit("float multiply", 7), "f multi");
        assert_eq!(fit("load/store", 7), "load/st");
        assert_eq!(Row::new("hart 0", None).parts(), None);
        let of_core = Row { head: 8, ..Row::new("core 12 front end", None) };
        assert_eq!(of_core.parts(), Some(("core 12", "front end")));
    }
}
