//! What a program takes of a launch's sizes. A kernel takes work-items in groups. A program of its own, such as one with
//! an operating system's view of its machine, takes nothing: it runs once. A program for a machine with another shape of
//! work takes sizes that it names itself.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{Launch, header::Header};
use crate::source::{Diagnostic, Span};

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Grid {
    /// Work-items in up to three dimensions, in groups.
    #[default]
    WorkItems,
    /// Nothing: it runs once.
    Nothing,
    /// Sizes of its own kind.
    Own(Vec<Size>),
    /// Work-items in columns and rows, which the machine cuts into groups by itself: the groups at the edges may reach beyond
    /// the launch. The first size of a group is its width; 0 leaves it to the machine.
    Cut,
}

/// A size that a program names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Its id.
    pub id: String,
    /// What it is, in a few words.
    pub doc: String,
    /// Its value unless another one is said.
    pub default: u64,
    /// Least value.
    pub least: u64,
    /// Greatest value.
    pub most: u64,
}

impl Grid {
    /// Does it have work-items in groups?
    pub const fn has_work_items(&self) -> bool {
        matches!(self, Grid::WorkItems | Grid::Cut)
    }

    /// The sizes of its own that a launch will have, in the program's order: the document's, else the header's, else the
    /// program's. What is said of sizes that the program does not take is a warning.
    pub fn sizes(&self, document: Option<&Launch>, header: &Header) -> (Vec<(String, u64)>, Vec<Diagnostic>) {
        let own = match self {
            Grid::Own(sizes) => sizes.as_slice(),
            Grid::WorkItems | Grid::Cut | Grid::Nothing => &[],
        };
        let said = document.map_or(&[][..], |launch| &launch.sizes).iter().chain(&header.sizes);
        let value = |size: &Size| {
            let found = said.clone().find(|(id, _)| *id == size.id);
            (size.id.clone(), found.map_or(size.default, |(_, value)| *value))
        };
        let known = |id: &str| own.iter().any(|size| size.id == id);
        let mut warnings: Vec<Diagnostic> = Vec::new();
        for (id, _) in said.clone().filter(|(id, _)| !known(id)) {
            let names: Vec<&str> = own.iter().map(|size| size.id.as_str()).collect();
            let takes = if names.is_empty() { "none of its own".into() } else { names.join(", ") };
            let message = format!("the launch names a size `{id}`, and the program takes {takes}");
            warnings.push(Diagnostic::warning("launch::unknown-size", Span::NONE, message));
        }
        let work_items = header.global.is_some() || header.groups.is_some() || header.local.is_some();
        if work_items && !self.has_work_items() {
            let message = "the header says sizes in work-items, and the program takes none";
            warnings.push(Diagnostic::warning("launch::unknown-size", Span::NONE, message));
        }
        (own.iter().map(value).collect(), warnings)
    }

    /// What is wrong with the sizes of its own that a launch has.
    pub fn check(&self, launch: &Launch) -> Vec<Diagnostic> {
        let Grid::Own(sizes) = self else { return Vec::new() };
        let value = |size: &Size| launch.sizes.iter().find(|(id, _)| *id == size.id).map(|(_, value)| *value);
        let wrong = |size: &Size| {
            let value = value(size).unwrap_or(size.default);
            let message = format!("size `{}` takes {} to {}, not {value}", size.id, size.least, size.most);
            let fits = (size.least..=size.most).contains(&value);
            (!fits).then(|| Diagnostic::error("launch::size", Span::NONE, message))
        };
        sizes.iter().filter_map(wrong).collect()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::{
        document::Limits,
        launch::{
            bind::bind_behind,
            complete::{Sources, complete},
            header,
            usage::Usage,
        },
    };

    /// A launch that is completed for a program with this grid and bound, and what is said on the way.
    fn launched(grid: &Grid, header: &str, document: Option<&Launch>) -> (Option<Launch>, Vec<String>) {
        let (header, _) = header::parse(header);
        let (launch, mut said) = complete(Sources {
            grid,
            params: &[],
            required_local: None,
            usage: &Usage::default(),
            kernel: None,
            header: &header,
            host: None,
            document,
            once: false,
        });
        let bound = bind_behind(&[], &launch, &[], grid, None, &Limits::default());
        let launch = bound.map(|bound| bound.launch).map_err(|errors| said.extend(errors)).ok();
        (launch, said.into_iter().map(|said| said.message).collect())
    }

    fn rows() -> Grid {
        let size = |id: &str, default, most| Size {
            id: id.into(),
            doc: "of the picture".into(),
            default,
            least: 1,
            most,
        };
        Grid::Own([size("rows", 8, 16), size("columns", 4, 32_768)].into())
    }

    fn said(sizes: &[(&str, u64)]) -> Launch {
        let sizes = sizes.iter().map(|(id, value)| (id.to_string(), *value)).collect();
        Launch { sizes, ..Launch::default() }
    }

    #[test]
    fn a_program_with_sizes_of_its_own_is_launched_with_them() {
        let sizes = |header: &str, document: Option<&Launch>| {
            launched(&rows(), header, document).0.map(|launch| launch.sizes)
        };
        let of = |rows, columns| Some(said(&[("rows", rows), ("columns", columns)]).sizes);
        assert_eq!(sizes("", None), of(8, 4));
        assert_eq!(sizes("// lanescope: size columns 1024*32", None), of(8, 32_768));
        assert_eq!(
            sizes("// lanescope: size columns 7", Some(&said(&[("columns", 9), ("rows", 16)]))),
            of(16, 9)
        );
    }

    #[test]
    fn a_size_out_of_its_range_or_unknown_is_told() {
        let (launch, told) = launched(&rows(), "", Some(&said(&[("rows", 17), ("columns", 0)])));
        assert_eq!((launch, told.len()), (None, 2));
        assert_eq!(told[0], "size `rows` takes 1 to 16, not 17");
        let (launch, told) = launched(&rows(), "", Some(&said(&[("depth", 1)])));
        assert!(launch.is_some());
        assert_eq!(told, ["the launch names a size `depth`, and the program takes rows, columns"]);
        assert!(launched(&rows(), "// lanescope: global 64", None).1[0].contains("in work-items"));
    }

    /// The size of a launch and that of a group.
    type Sizes = ([u32; 3], [u32; 3]);

    /// The sizes of a launch that a machine cuts into groups, and what is said on the way.
    fn cut(header: &str, document: Option<&Launch>) -> (Option<Sizes>, Vec<String>) {
        let (launch, told) = launched(&Grid::Cut, header, document);
        (launch.map(|launch| (launch.global, launch.local)), told)
    }

    #[test]
    fn a_machine_that_cuts_takes_any_columns_and_rows() {
        let of = |global, local| Launch { global, local, ..Launch::default() };
        let taken = |launch: Launch| cut("", Some(&launch)).0;
        let odd = ([126, 3840, 1], [128, 1, 1]);
        assert_eq!(taken(of(odd.0, odd.1)), Some(odd));
        assert_eq!(taken(of([55, 7, 1], Launch::OPEN)), Some(([55, 7, 1], [0, 1, 1])));
        assert_eq!(cut("// lanescope: global 100, 3", None).0, Some(([100, 3, 1], [0, 1, 1])));
        assert_eq!(
            cut("// lanescope: global 100\n// lanescope: local 64", None).0,
            Some(([100, 1, 1], [64, 1, 1]))
        );
        assert_eq!(cut("", None).0, Some(([1024, 1, 1], [0, 1, 1])));
    }

    #[test]
    fn a_machine_that_cuts_takes_no_third_dimension() {
        let told = |global, local| cut("", Some(&Launch { global, local, ..Launch::default() })).1;
        assert_eq!(told([64, 0, 1], [64, 1, 1]), ["no size of a launch may be 0: global is 64 x 0 x 1"]);
        let columns = "the machine cuts columns and rows into groups, and takes no other size: global is 64 x 1 x 2, local is 64 x 1 x 1";
        assert_eq!(told([64, 1, 2], [64, 1, 1]), [columns]);
        assert!(told([64, 64, 1], [8, 8, 1])[0].ends_with("local is 8 x 8 x 1"));
        assert!(told([1 << 20, 1 << 20, 1], [64, 1, 1])[0].contains("limit `work_items`"));
    }

    #[test]
    fn a_program_that_takes_nothing_runs_once() {
        let (launch, told) =
            launched(&Grid::Nothing, "", Some(&Launch { global: [64, 2, 1], ..Launch::default() }));
        let launch = launch.unwrap();
        assert_eq!((launch.global, launch.local, launch.items(), told.len()), ([1; 3], [1; 3], 1, 0));
        let (_, told) = launched(&Grid::Nothing, "// lanescope: size rows 2", None);
        assert_eq!(told, ["the launch names a size `rows`, and the program takes none of its own"]);
    }
}
