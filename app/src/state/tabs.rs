//! Which kept document belongs to which tab of the browser. Each tab has a document of its own, so that two tabs never
//! write over each other; the documents of tabs that were closed stay, up to a number.
//!
//! A tab knows its name from the storage that the browser keeps for it alone. A browser that duplicates a tab copies
//! that too: a document that is marked as open belongs to somebody else, and the copy gets a name of its own.

use lanescope_core::session::order::sort_by;
use serde::{Deserialize, Serialize};

/// Most documents of tabs that are kept; older ones go to the earlier documents.
pub const MOST: usize = 8;

/// What is kept of a tab.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// Its document, as a link.
    pub link: String,
    /// When it was saved, in milliseconds of the system's clock.
    pub saved: f64,
    /// Is the tab open?
    pub open: bool,
}

/// Kept documents with the names of their tabs.
pub type Shelf = Vec<(String, Kept)>;

/// A name for a tab and the tab whose document it begins with: its own after a reload, else a copy of the one that it was
/// made from, else a copy of the last one. `known` is the name that the browser remembers, `fresh` one that nobody has.
pub fn claim<'a>(shelf: &'a Shelf, known: Option<&str>, fresh: &str) -> (String, Option<&'a Kept>) {
    let own = known.and_then(|name| shelf.iter().find(|(tab, _)| tab == name));
    match own {
        Some((name, kept)) if !kept.open => (name.clone(), Some(kept)),
        Some((_, kept)) => (fresh.into(), Some(kept)),
        None => (known.unwrap_or(fresh).into(), newest(shelf).first().map(|(_, kept)| kept)),
    }
}

/// The last saved first.
pub fn newest(shelf: &Shelf) -> Vec<&(String, Kept)> {
    let mut list: Vec<_> = shelf.iter().collect();
    sort_by(&mut list, |(_, a), (_, b)| b.saved.total_cmp(&a.saved));
    list
}

/// The tabs beyond [`MOST`], without the one that asks: closed ones before open ones, the oldest first.
pub fn surplus<'a>(shelf: &'a Shelf, own: &str) -> Vec<&'a (String, Kept)> {
    let mut list: Vec<_> = shelf.iter().filter(|(name, _)| name != own).collect();
    sort_by(&mut list, |(_, a), (_, b)| a.open.cmp(&b.open).then(a.saved.total_cmp(&b.saved)));
    list.truncate((list.len() + 1).saturating_sub(MOST));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(tabs: &[(&str, f64, bool)]) -> Shelf {
        let kept = |saved, open| Kept { link: format!("link {saved}"), saved, open };
        tabs.iter().map(|(name, saved, open)| (name.to_string(), kept(*saved, *open))).collect()
    }

    fn begin(shelf: &Shelf, known: Option<&str>) -> (String, Option<f64>) {
        let (name, kept) = claim(shelf, known, "fresh");
        (name, kept.map(|kept| kept.saved))
    }

    #[test]
    fn a_reload_gets_its_own_document_and_a_new_tab_a_copy_of_the_last() {
        let shelf = shelf(&[("a", 1.0, false), ("b", 3.0, true), ("c", 2.0, false)]);
        assert_eq!(begin(&shelf, Some("a")), ("a".into(), Some(1.0)));
        assert_eq!(begin(&shelf, None), ("fresh".into(), Some(3.0)));
        assert_eq!(begin(&Vec::new(), None), ("fresh".into(), None));
        assert_eq!(begin(&shelf, Some("gone")), ("gone".into(), Some(3.0)));
    }

    #[test]
    fn a_duplicated_tab_gets_a_name_of_its_own_and_a_copy() {
        let shelf = shelf(&[("a", 1.0, true), ("b", 3.0, false)]);
        assert_eq!(begin(&shelf, Some("a")), ("fresh".into(), Some(1.0)));
    }

    #[test]
    fn what_is_too_much_goes_closed_tabs_first_and_never_the_own() {
        let open = |n: usize| n.is_multiple_of(2);
        let names: Vec<String> = (0..MOST + 3).map(|n| n.to_string()).collect();
        let tabs: Vec<_> = (0..MOST + 3).map(|n| (names[n].as_str(), n as f64, open(n))).collect();
        let shelf = shelf(&tabs);
        let gone: Vec<&str> = surplus(&shelf, "1").iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(gone, ["3", "5", "7"]);
        assert!(surplus(&shelf[..MOST].to_vec(), "0").is_empty());
        let saved: Vec<f64> = newest(&shelf).iter().map(|(_, kept)| kept.saved).collect();
        assert!(saved.is_sorted_by(|a, b| a > b));
    }
}
