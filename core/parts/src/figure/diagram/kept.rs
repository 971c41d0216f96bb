//! The layout of a diagram that is drawn again and again: while a run plays, the boxes of one cycle are those of the next, and say
//! as much. Whoever draws keeps the last layout and hands it to each view.

use alloc::{rc::Rc, vec::Vec};
use core::cell::RefCell;

use super::{Diagram, Layout, Link, layout::Plan, route};

/// A way from box to box; empty if there is none.
pub type RoutePoints = Rc<[(f64, f64)]>;

/// See the module. It is no part of what a view says: two views differ in nothing if they differ in this.
#[derive(Debug, Default)]
pub struct Kept {
    layout: RefCell<Option<Rc<Known>>>,
    /// A plan, and the height that it needs in a width.
    height: RefCell<Option<(Plan, f64, f64)>>,
}

/// A layout, what it depends on, and ways that were asked for.
#[derive(Debug)]
pub struct Known {
    size: (f64, f64),
    plan: Plan,
    links: Vec<Link>,
    /// Where everything is.
    pub layout: Layout,
    ways: RefCell<Vec<((u32, u32), RoutePoints)>>,
}

impl PartialEq for Kept {
    fn eq(&self, _: &Kept) -> bool {
        true
    }
}

impl Diagram {
    /// [`Diagram::whole_height`], as it was kept, if this diagram has the same boxes.
    pub fn kept_height(&self, width: f64, kept: &Kept) -> f64 {
        let plan = Plan::of(self);
        if let Some((last, of, height)) = &*kept.height.borrow()
            && *of == width
            && *last == plan
        {
            return *height;
        }
        let height = self.whole_height(width);
        kept.height.replace(Some((plan, width, height)));
        height
    }

    /// Where everything is in a size: as it was kept, if this diagram has the same boxes.
    pub(super) fn known(&self, size: (f64, f64), kept: Option<&Kept>) -> Rc<Known> {
        let plan = Plan::of(self);
        let place = kept.map(|kept| &kept.layout);
        let last = place.and_then(|place| place.borrow().clone());
        let same = |known: &Rc<Known>| known.size == size && known.plan == plan && known.links == self.links;
        if let Some(known) = last.filter(same) {
            return known;
        }
        let layout = self.laid_out(&plan, size);
        let links = self.links.clone();
        let known = Rc::new(Known { size, plan, links, layout, ways: RefCell::default() });
        if let Some(place) = place {
            place.replace(Some(known.clone()));
        }
        known
    }
}

impl Known {
    /// The way from a box to another: that of their link, or else the shortest that there is.
    pub fn way(&self, diagram: &Diagram, from: u32, to: u32) -> RoutePoints {
        let known =
            self.ways.borrow().iter().find(|(ends, _)| *ends == (from, to)).map(|(_, way)| way.clone());
        known.unwrap_or_else(|| {
            let way: RoutePoints = self.find(diagram, from, to).into();
            self.ways.borrow_mut().push(((from, to), way.clone()));
            way
        })
    }

    fn find(&self, diagram: &Diagram, from: u32, to: u32) -> Vec<(f64, f64)> {
        let Some(ends) = diagram.side_by_side(from, to) else { return Vec::new() };
        for (link, way) in self.links.iter().zip(&self.layout.ways) {
            match diagram.side_by_side(link.from, link.to) {
                Some(known) if known == ends => return way.clone(),
                Some((a, b)) if (b, a) == ends => return way.iter().rev().copied().collect(),
                _ => {}
            }
        }
        route::way(diagram, &self.layout.boxes, from, to).unwrap_or_default()
    }
}
