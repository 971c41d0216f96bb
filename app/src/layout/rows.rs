//! The rows of a picture with a row for each of some units: as many as fit at a height at which a name can be read, the first one
//! being where the person has scrolled to. Only these are asked for, laid out and drawn, however many units there are.

use lanescope_core::session::vocabulary::UnitInfo;

use super::{Align, Ink, Picture};
use crate::state::Shared;

/// Least height of a row: that of a line of text.
pub const LEAST: f64 = 14.0;
/// Greatest height of a row.
pub const MOST: f64 = 32.0;
/// From this height on each row has its full name; lower rows say the core once.
const FULL_NAME: f64 = 20.0;
/// Where the second part of a name begins.
const SECOND: f64 = 54.0;
/// Width of a character, near enough to decide what fits.
const CHARACTER: f64 = 6.4;

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// Upper edge of the first row.
    pub top: f64,
    /// Height of a row.
    pub height: f64,
    /// The row that is on top.
    pub first: u32,
    /// Number of rows that are shown.
    pub count: u32,
    /// The unit of every row, in rising order.
    list: Shared<Vec<u32>>,
}

impl Rows {
    /// In a space that begins at `top`; `first` as far as there are rows to fill the space.
    pub fn new(top: f64, space: f64, list: &Shared<Vec<u32>>, first: u32) -> Rows {
        let all = list.len() as u32;
        let height = (space / f64::from(all.max(1))).floor().clamp(LEAST, MOST);
        let count = all.min((space.max(height) / height) as u32);
        Rows { top, height, first: first.min(all - count), count, list: list.clone() }
    }

    /// The units that are shown.
    pub fn units(&self) -> &[u32] {
        let from = self.first as usize;
        self.list.get(from..from + self.count as usize).unwrap_or_default()
    }

    /// The first row when it is scrolled to the end.
    pub fn last_first(&self) -> u32 {
        self.list.len() as u32 - self.count
    }

    /// Upper edge of a row that is shown: the `row`th of [`Rows::units`].
    pub fn y(&self, row: usize) -> f64 {
        self.top + row as f64 * self.height
    }

    /// Upper edge of a unit's row, if it is shown.
    pub fn y_of(&self, unit: u32) -> Option<f64> {
        self.units().binary_search(&unit).ok().map(|row| self.y(row))
    }

    /// Lower edge of the last row.
    pub fn bottom(&self) -> f64 {
        self.y(self.count as usize)
    }

    /// The unit at a height.
    pub fn at(&self, y: f64) -> Option<u32> {
        let row = ((y - self.top) / self.height).floor();
        if row >= 0.0 { self.units().get(row as usize).copied() } else { None }
    }
}

/// Draws the names in a column of `width`, with what is selected and pointed at, and where the shown rows lie among all
/// at the right edge `right`.
pub fn draw(
    picture: &mut Picture,
    rows: &Rows,
    units: &[UnitInfo],
    (width, right): (f64, f64),
    selected: u32,
    lit: Option<u32>,
) {
    let mut before = None;
    for (row, unit) in rows.units().iter().enumerate() {
        let Some(info) = units.get(*unit as usize) else { return };
        let y = rows.y(row);
        if *unit == selected {
            picture.fill(Ink::Selected, 0.0, y + 1.0, width - 4.0, rows.height - 2.0);
        }
        if lit == Some(*unit) {
            picture.outline(Ink::Hover, 0.5, y + 1.5, width - 5.0, rows.height - 3.0);
        }
        name(picture, (y, rows.height), info, before, width);
        before = Some(info);
    }
    if rows.last_first() > 0 {
        let (space, all) = (rows.bottom() - rows.top, rows.list.len() as f64);
        let (from, share) = (f64::from(rows.first) / all, f64::from(rows.count) / all);
        picture.fill(Ink::Rule, right - 6.0, rows.top, 6.0, space);
        picture.fill(Ink::Thumb, right - 6.0, rows.top + from * space, 6.0, (share * space).max(12.0));
    }
}

fn name(
    picture: &mut Picture,
    (y, height): (f64, f64),
    info: &UnitInfo,
    before: Option<&UnitInfo>,
    width: f64,
) {
    let (middle, room) = (y + height / 2.0, width - 12.0);
    let apart = height < FULL_NAME && width > 80.0;
    let Some((core, rest)) = parts(&info.name).filter(|_| apart) else {
        return picture.label(Ink::Text, Align::Left, 8.0, middle, fitting(&info.name, room));
    };
    if before.is_none_or(|before| before.core != info.core) {
        picture.fill(Ink::Rule, 0.0, y, width - 4.0, 1.0);
        picture.label(Ink::Text, Align::Left, 8.0, middle, core);
    }
    picture.label(Ink::Faint, Align::Left, SECOND, middle, fitting(rest, room - SECOND + 8.0));
}

/// `core 0 warp 3` as `core 0` and `warp 3`.
fn parts(name: &str) -> Option<(&str, &str)> {
    let rest = name.strip_prefix("core ")?.find(' ')? + "core ".len();
    Some((&name[..rest], &name[rest + 1..]))
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
    words.join(" ").chars().take(room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(units: impl Iterator<Item = u32>) -> Shared<Vec<u32>> {
        Shared::new(units.collect())
    }

    #[test]
    fn few_units_share_the_space_and_many_scroll() {
        let few = Rows::new(24.0, 200.0, &list(0..4), 0);
        assert_eq!((few.height, few.count, few.last_first()), (32.0, 4, 0));
        let many = Rows::new(24.0, 140.0, &list(0..700), 0);
        assert_eq!((many.height, many.count, many.last_first()), (LEAST, 10, 690));
        let end = Rows::new(24.0, 140.0, &list(0..700), 9999);
        assert_eq!(end.units(), (690..700).collect::<Vec<_>>());
        assert_eq!(Rows::new(24.0, 0.0, &list(0..3), 0).count, 1, "a picture without height has a row");
        assert!(Rows::new(24.0, 100.0, &list(0..0), 0).units().is_empty());
    }

    #[test]
    fn a_height_finds_the_unit_that_is_drawn_there() {
        let rows = Rows::new(24.0, 140.0, &list((0..700).step_by(2)), 100);
        assert_eq!(
            (rows.units()[3], rows.at(rows.y(3) + 1.0), rows.y_of(206)),
            (206, Some(206), Some(rows.y(3)))
        );
        assert_eq!((rows.at(23.0), rows.at(rows.bottom()), rows.y_of(207)), (None, None, None));
    }

    #[test]
    fn low_rows_say_the_core_once() {
        let unit =
            |n: u32| UnitInfo { name: format!("core {} warp {}", n / 6, n % 6), core: n / 6, lanes: 8 };
        let units: Vec<_> = (0..60).map(unit).collect();
        let mut picture = Picture::default();
        draw(&mut picture, &Rows::new(0.0, 140.0, &list(0..60), 3), &units, (104.0, 500.0), 3, None);
        let texts: Vec<&str> = picture.labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(texts[..3], ["core 0", "warp 3", "warp 4"]);
        assert_eq!(texts.iter().filter(|text| text.starts_with("core")).count(), 3, "{texts:?}");
        assert!(picture.fills.iter().any(|(ink, _)| *ink == Ink::Thumb));
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
        assert_eq!(parts("hart 0"), None);
        assert_eq!(parts("core 12 front end"), Some(("core 12", "front end")));
    }
}
