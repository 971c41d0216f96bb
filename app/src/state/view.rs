//! Which panes are open and what they show: the part of the document that only the page understands. It is saved as
//! pairs of words, so that links of every release open in every other: an unknown word is passed over.

use lanescope_core::session::{
    PanelInfo, Region,
    figure::Takes,
    vocabulary::{TimeUnit, decimal},
};

use super::beside::Pace;
use crate::format::Radix;

/// A listing beside the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListingKind {
    /// The compiler's intermediate form.
    Ir,
    /// The machine's instructions.
    Assembly,
}

/// A section of the left column that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// IR and assembly.
    Listing,
    /// The launch form.
    Launch,
}

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Panes {
    /// The panels that were chosen for the two places, by their ids; empty where none was.
    pub panels: [String; 2],
    /// Are both shown?
    pub split: bool,
    /// Part of the run that the timeline shows: first cycle and number of cycles; none for all of it.
    pub window: Option<(f64, f64)>,
    /// The row of the timeline that is on top.
    pub first_row: u32,
    /// Do units without work have a row too?
    pub all_units: bool,
    /// Part of a row that was scrolled beyond it.
    pub scrolled: f64,
    /// Columns and rows that the timeline has room for.
    pub timeline_size: (u32, u32),
    /// Columns of the whole-run strip.
    pub strip_size: u32,
    /// How compared runs keep step.
    pub pace: Pace,
    /// The panel that shows each of them, by its id; the first for that if it is empty.
    pub beside: String,
    /// Id of the unit of time that axes count in.
    pub time: String,
    /// The open lesson, by name.
    pub lesson: Option<String>,
    /// The selected unit.
    pub unit: u32,
    /// The selected lane.
    pub lane: u32,
    /// How numbers are written.
    pub radix: Radix,
    /// Bits of the elements that vector registers are cut into; 0 as the vector type says.
    pub element_bits: u32,
    /// Which memory is shown.
    pub region: Region,
    /// First byte of it.
    pub offset: u64,
    /// The first thing in sight of other panels that have pages, by the panels' ids.
    pub turned: Vec<(String, u64)>,
    /// Where the lines stand that are moved through plots, by the panels' ids.
    pub markers: Vec<(String, f64)>,
    /// The box that the diagram looks into, by its permanent name; empty for the whole machine.
    pub zoom: String,
    /// What was entered for studies: ids of the study and of the input, and the value.
    pub entered: Vec<(String, String, String)>,
    /// The file that the editor shows, by name; the main text if there is no such file.
    pub file: String,
    /// Which listing is open.
    pub listing: ListingKind,
    /// Folded sections of the left column: listing, launch.
    pub folded: [bool; 2],
}

impl Default for Panes {
    fn default() -> Panes {
        Panes {
            panels: Default::default(),
            split: true,
            window: None,
            first_row: 0,
            all_units: false,
            scrolled: 0.0,
            timeline_size: (0, 0),
            strip_size: 0,
            pace: Pace::default(),
            beside: String::new(),
            time: TimeUnit::CYCLES.id.to_string(),
            lesson: None,
            unit: 0,
            lane: 0,
            radix: Radix::Auto,
            element_bits: 0,
            region: Region::Buffer(0),
            offset: 0,
            turned: Vec::new(),
            markers: Vec::new(),
            zoom: String::new(),
            entered: Vec::new(),
            file: String::new(),
            listing: ListingKind::Assembly,
            folded: [false, false],
        }
    }
}

/// Bits of elements that vector registers can be cut into; 0 as the vector type says.
pub const ELEMENTS: [u32; 5] = [0, 8, 16, 32, 64];

impl Panes {
    /// Opens a panel in a place; if the other place has it already, they swap.
    pub fn open(&mut self, place: usize, id: &str) {
        let place = place.min(1);
        if self.panels[1 - place] == id {
            self.panels.swap(0, 1);
        }
        self.panels[place] = id.into();
    }

    /// The first thing in sight of a panel that has pages.
    pub fn page(&self, panel: &PanelInfo) -> u64 {
        if panel.takes(Takes::Memory) {
            return self.offset;
        }
        self.turned.iter().find(|(id, _)| *id == panel.id).map_or(0, |(_, first)| *first)
    }

    /// Looks into another box; the choice of a box and its page were of the one before.
    pub fn look_into(&mut self, panel: &str, path: &str) {
        self.zoom = path.into();
        self.mark(panel, None);
        self.turned.retain(|(id, _)| id != panel);
    }

    /// Turns a panel to another page.
    pub fn turn(&mut self, panel: &PanelInfo, first: u64) {
        if panel.takes(Takes::Memory) {
            self.offset = first;
            return;
        }
        self.turned.retain(|(id, _)| *id != panel.id);
        self.turned.push((panel.id.to_string(), first));
    }

    /// Where the line stands that is moved through the plot of a panel.
    pub fn marker(&self, panel: &str) -> Option<f64> {
        self.markers.iter().find(|(id, _)| id == panel).map(|(_, at)| *at)
    }

    /// Moves that line, or takes it away.
    pub fn mark(&mut self, panel: &str, at: Option<f64>) {
        self.markers.retain(|(id, _)| id != panel);
        self.markers.extend(at.filter(|at| at.is_finite()).map(|at| (panel.to_string(), at)));
    }

    /// As pairs of words.
    pub fn save(&self) -> Vec<(String, String)> {
        let mut pairs = vec![
            ("split", u8::from(self.split).to_string()),
            ("pace", self.pace.name().to_string()),
            ("all", u8::from(self.all_units).to_string()),
            ("unit", self.unit.to_string()),
            ("lane", self.lane.to_string()),
            ("radix", self.radix.name().to_string()),
            ("element", self.element_bits.to_string()),
            ("listing", if self.listing == ListingKind::Ir { "ir" } else { "assembly" }.to_string()),
        ];
        if self.panels.iter().any(|id| !id.is_empty()) {
            pairs.push(("panels", self.panels.join(" ")));
        }
        if !self.beside.is_empty() {
            pairs.push(("beside", self.beside.clone()));
        }
        if let Some((from, cycles)) = self.window {
            pairs.push(("window", format!("{from:.2} {cycles:.2}")));
        }
        if self.time != TimeUnit::CYCLES.id {
            pairs.push(("time", self.time.clone()));
        }
        if !self.file.is_empty() {
            pairs.push(("file", self.file.clone()));
        }
        if !self.zoom.is_empty() {
            pairs.push(("zoom", self.zoom.clone()));
        }
        if let Some(lesson) = &self.lesson {
            pairs.push(("lesson", lesson.clone()));
        }
        pairs.push(match self.region {
            Region::Buffer(index) => ("memory", format!("buffer {index} {}", self.offset)),
            Region::Local(unit) => ("memory", format!("local {unit} {}", self.offset)),
        });
        let turned = self.turned.iter().filter(|(_, first)| *first > 0);
        pairs.extend(turned.map(|(id, first)| ("page", format!("{id} {first}"))));
        pairs.extend(self.markers.iter().map(|(id, at)| ("marker", format!("{id} {at:e}"))));
        let entered =
            self.entered.iter().map(|(study, input, value)| ("study", format!("{study} {input} {value}")));
        pairs.extend(entered);
        pairs.into_iter().map(|(key, value)| (key.into(), value)).collect()
    }

    /// Takes what it understands from pairs of words; the size of the screen stays.
    pub fn restore(&mut self, pairs: &[(String, String)]) {
        *self = Panes { timeline_size: self.timeline_size, strip_size: self.strip_size, ..Panes::default() };
        for (key, value) in pairs {
            let words: Vec<&str> = value.split(' ').collect();
            let _ = self.restore_one(key, &words);
        }
    }

    fn restore_one(&mut self, key: &str, words: &[&str]) -> Option<()> {
        match (key, words) {
            ("panels", [first, second]) => self.panels = [first, second].map(|id| String::from(*id)),
            ("split", [on]) => self.split = *on == "1",
            ("lesson", [name]) => {
                self.lesson = Some((*name).into());
                // Its text needs the room more than the launch form does.
                self.folded[1] = true;
            }
            ("zoom", [path]) => self.zoom = (*path).into(),
            ("file", name) => self.file = name.join(" "),
            ("pace", [name]) => self.pace = Pace::named(name)?,
            ("beside", [id]) => self.beside = (*id).into(),
            ("time", [id]) => self.time = (*id).into(),
            ("all", [on]) => self.all_units = *on == "1",
            ("unit", [unit]) => self.unit = unit.parse().ok()?,
            ("lane", [lane]) => self.lane = lane.parse().ok()?,
            ("element", [bits]) => {
                let bits = bits.parse().ok()?;
                self.element_bits = Some(bits).filter(|bits| ELEMENTS.contains(bits))?;
            }
            ("radix", [name]) => self.radix = Radix::named(name)?,
            ("listing", [name]) => {
                self.listing = if *name == "ir" { ListingKind::Ir } else { ListingKind::Assembly };
            }
            ("window", [from, cycles]) => {
                let (from, cycles): (f64, f64) = (decimal::f64(from)?, decimal::f64(cycles)?);
                let sane = from.is_finite() && cycles.is_finite() && from >= 0.0 && cycles >= 1.0;
                self.window = sane.then_some((from, cycles));
            }
            ("memory", [kind, index, offset]) => {
                let index = index.parse().ok()?;
                self.region = if *kind == "local" { Region::Local(index) } else { Region::Buffer(index) };
                self.offset = offset.parse().ok()?;
            }
            ("study", [study, input, value @ ..]) => {
                self.entered.push(((*study).into(), (*input).into(), value.join(" ")));
            }
            ("marker", [id, at]) => self.mark(id, Some(decimal::f64(at)?)),
            ("page", [id, first]) => {
                self.turned.retain(|(known, _)| known != id);
                self.turned.push(((*id).into(), first.parse().ok()?));
            }
            _ => {}
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_survive_a_link() {
        let panes = Panes {
            panels: ["registers", "dram"].map(String::from),
            split: false,
            window: Some((12.5, 40.0)),
            time: "dram".into(),
            unit: 3,
            lane: 7,
            radix: Radix::Hex,
            element_bits: 16,
            region: Region::Local(2),
            offset: 256,
            turned: vec![("registers".into(), 64)],
            markers: vec![("roofline".into(), 0.1 + 0.2)],
            zoom: "core1/l1".into(),
            entered: vec![("sweep".into(), "values".into(), "1, 2".into())],
            file: "my lib/a.h".into(),
            listing: ListingKind::Ir,
            ..Panes::default()
        };
        let mut back = Panes::default();
        back.restore(&panes.save());
        assert_eq!(back, panes);
    }

    #[test]
    fn lessons_open_panels_that_there_are() {
        for lesson in lanescope_core::lessons::lessons() {
            let mut panes = Panes::default();
            panes.restore(&lesson.document.view);
            let wanted = lesson.document.view.iter().find(|(key, _)| key == "panels");
            assert_eq!(wanted.map(|(_, names)| names), Some(&panes.panels.join(" ")), "{}", lesson.name);
            let machine = lesson.document.machine.preset.split('/').next().unwrap_or_default();
            let infos = lanescope_core::session::machines();
            let known = infos.iter().find(|info| info.id == machine).map(|info| &info.panels);
            for id in &panes.panels {
                assert!(
                    known.is_some_and(|known| known.iter().any(|panel| panel.id == *id)),
                    "{}: {id}",
                    lesson.name
                );
            }
            assert_eq!(panes.lesson.as_deref(), Some(lesson.name.as_str()));
        }
    }

    #[test]
    fn damaged_words_are_passed_over() {
        let mut panes = Panes::default();
        let pairs = [("unit", "many"), ("window", "NaN 3"), ("colour", "red"), ("panels", "timeline")];
        panes.restore(&pairs.map(|(key, value)| (key.to_string(), value.to_string())));
        assert_eq!(panes, Panes::default());
    }

    #[test]
    fn looking_into_another_box_forgets_what_was_chosen_in_the_one_before() {
        let mut panes =
            Panes { turned: vec![("diagram".into(), 64), ("registers".into(), 8)], ..Panes::default() };
        panes.mark("diagram", Some(3.0));
        panes.mark("roofline", Some(1.0));
        panes.look_into("diagram", "core0/l1");
        assert_eq!((panes.zoom.as_str(), panes.marker("diagram")), ("core0/l1", None));
        assert_eq!((panes.marker("roofline"), panes.turned.len()), (Some(1.0), 1));
    }

    #[test]
    fn opening_a_panel_that_is_in_the_other_place_swaps_them() {
        let mut panes = Panes { panels: ["timeline", "lanes"].map(String::from), ..Panes::default() };
        panes.open(0, "lanes");
        assert_eq!(panes.panels, ["lanes", "timeline"]);
    }
}
