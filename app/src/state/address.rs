//! The part of the page's address behind the `#`: a link to a document, and how this visit shows it.
//!
//! `&embed=1` shows a reduced page for other sites, `&theme=dark` or `&theme=light` sets the theme of this visit; both
//! follow either kind of link (see `lanescope_core::share`).

use super::Theme;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// The link to a document, without `#`; empty if there is none.
    pub link: String,
    /// Show the reduced page?
    pub embed: bool,
    /// The theme of this visit.
    pub theme: Option<Theme>,
}

impl Address {
    /// Reads a fragment, with or without `#`.
    pub fn read(fragment: &str) -> Address {
        let mut address = Address::default();
        let mut link = Vec::new();
        for part in fragment.trim_start_matches('#').split('&') {
            match part.split_once('=') {
                Some(("embed", on)) => address.embed = on != "0",
                Some(("theme", "dark")) => address.theme = Some(Theme::Dark),
                Some(("theme", "light")) => address.theme = Some(Theme::Light),
                Some(("theme", _)) => {}
                _ => link.push(part),
            }
        }
        address.link = link.join("&");
        address
    }

    /// The lesson that the link names.
    pub fn lesson(&self) -> Option<&str> {
        self.link.split('&').find_map(|part| part.strip_prefix("lesson="))
    }

    /// Does it lead to a document or say how to show one? (Parts of the page are targets of addresses too.)
    pub fn says_something(&self) -> bool {
        self.embed || self.theme.is_some() || self.link.contains(['.', '='])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_the_page_is_taken_out_of_either_link() {
        let address = Address::read("#ex=saxpy&embed=1&cycle=12&theme=dark");
        assert_eq!(
            address,
            Address { link: "ex=saxpy&cycle=12".into(), embed: true, theme: Some(Theme::Dark) }
        );
        assert_eq!(address.lesson(), None);
        assert_eq!(Address::read("#theme=dark&lesson=divergence").lesson(), Some("divergence"));
        let address = Address::read("2.AbC-_&theme=light");
        assert_eq!(
            (address.link.as_str(), address.embed, address.theme),
            ("2.AbC-_", false, Some(Theme::Light))
        );
    }

    #[test]
    fn a_target_on_the_page_is_no_link() {
        assert!(!Address::read("#transport").says_something());
        assert!(!Address::read("").says_something());
        assert!(Address::read("#theme=dark").says_something());
        assert_eq!(
            Address::read("#ex=a&theme=pink&embed=0"),
            Address { link: "ex=a".into(), ..Address::default() }
        );
    }
}
