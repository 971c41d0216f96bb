//! Into which memories pointers point that lie in memory themselves: in members of objects, in elements of arrays, behind other
//! pointers. What is not known is an error where it is asked for.

use alloc::vec::Vec;

use super::home::Home;
use super::place::Addr;
use super::*;
use crate::ir::Space;

/// How deep pointers are followed that lie behind each other.
const MAX_BEHIND: u32 = 4;

/// Where the pointers of an object point: offsets, from where somebody stands in it, memories, and where the pointers there point.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pointees(Vec<(i64, Space, Pointees)>);

impl Pointees {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The same without what is nested deeper than this.
    fn trimmed(mut self, depth: u32) -> Pointees {
        match depth {
            0 => self.0.clear(),
            _ => self.0.iter_mut().for_each(|(.., inner)| *inner = core::mem::take(inner).trimmed(depth - 1)),
        }
        self
    }

    /// Where the pointer at an offset points; anywhere in an object whose pointers all point into one memory.
    fn at(&self, offset: u64) -> Option<(Space, &Pointees)> {
        let exact = self.0.iter().find(|(at, ..)| *at == offset as i64);
        let (_, space, inner) = exact.or(self.0.first())?;
        (exact.is_some() || self.is_one()).then_some((*space, inner))
    }

    fn is_one(&self) -> bool {
        self.0.windows(2).all(|pair| (pair[0].1, &pair[0].2) == (pair[1].1, &pair[1].2))
    }

    /// The same from further on; by an unknown number of bytes only if that makes no difference.
    pub fn moved(mut self, by: Option<u64>) -> Pointees {
        match by {
            Some(by) => self.0.iter_mut().for_each(|(at, ..)| *at = at.wrapping_sub(by as i64)),
            None if !self.is_one() => self.0.clear(),
            None => {}
        }
        self
    }
}

impl Lower<'_> {
    /// Where pointers point that lie where a value points.
    pub(super) fn behind(&mut self, value: Value) -> Pointees {
        self.frame().behind.get(&value).cloned().unwrap_or_default()
    }

    pub(super) fn set_behind(&mut self, value: Value, pointees: Pointees) {
        if !pointees.is_empty() {
            self.frame().behind.insert(value, pointees);
        }
    }

    fn pointees(&mut self, addr: Addr) -> Option<(&mut Pointees, u64)> {
        match addr {
            Addr::Home { home, offset } => match &mut self.homes[home] {
                Home::Whole { pointees, .. } | Home::Caller { pointees, .. } => Some((pointees, offset)),
                Home::Cells(_) | Home::Supplied { .. } => None,
            },
            Addr::Pointer(value) => self.frame().behind.get_mut(&value).map(|known| (known, 0)),
        }
    }

    /// Where the pointer at this place points, as far as stores have shown.
    pub(super) fn pointee(&mut self, addr: Addr) -> Option<Space> {
        if let Addr::Home { home, offset } = addr {
            match &self.homes[home] {
                Home::Cells(cells) => return cells.iter().find(|cell| cell.offset == offset)?.pointee,
                Home::Supplied { .. } => return Some(Space::Global),
                _ => {}
            }
        }
        let known = self.pointees(addr).and_then(|(known, offset)| known.at(offset)).map(|(space, _)| space);
        match addr {
            // Global memory holds nothing but pointers to global memory.
            Addr::Pointer(value) => known.or_else(|| {
                let space = self.b.kernel.ty(value).space()?;
                matches!(space, Space::Global | Space::Constant).then_some(Space::Global)
            }),
            Addr::Home { .. } => known,
        }
    }

    /// Where the pointers point that lie where the pointer at this place points.
    pub(super) fn behind_place(&mut self, addr: Addr) -> Pointees {
        if let Addr::Home { home, offset } = addr
            && let Some(known) = self.inner.get(&(home, offset))
        {
            return known.clone();
        }
        let known = self.pointees(addr).and_then(|(known, offset)| known.at(offset));
        known.map(|(_, inner)| inner.clone()).unwrap_or_default()
    }

    /// The same; a pointer that is written there, if nothing is known, tells it. What lies behind a pointer is taken to point to
    /// global memory.
    pub(super) fn pointee_or(&mut self, addr: Addr, space: Space) -> Space {
        if let Addr::Home { home, offset } = addr
            && let Home::Cells(cells) = &mut self.homes[home]
        {
            let cell = cells.iter_mut().find(|cell| cell.offset == offset);
            return cell.map_or(Space::Global, |cell| *cell.pointee.get_or_insert(space));
        }
        let is_home = matches!(addr, Addr::Home { .. });
        let Some((known, offset)) = self.pointees(addr) else { return Space::Global };
        let exact = known.0.iter().find(|(at, ..)| *at == offset as i64).map(|(_, space, _)| *space);
        match exact.or(known.at(offset).filter(|_| !is_home).map(|(space, _)| space)) {
            Some(exact) => exact,
            None if is_home => {
                known.0.push((offset as i64, space, Pointees::default()));
                crate::base::order::sort(&mut known.0);
                space
            }
            None => Space::Global,
        }
    }

    /// A pointer is written to a place: what is known of what lies behind it is known there, too, and stays the same.
    pub(super) fn keep_behind(&mut self, addr: Addr, value: Value, span: Span) {
        let behind = self.behind(value).trimmed(MAX_BEHIND);
        let null = self.b.kernel.constant(value) == Some(0);
        if let (Addr::Home { home, offset }, false) = (addr, null)
            && let Home::Whole { pointees, .. } | Home::Caller { pointees, .. } = &mut self.homes[home]
        {
            let known = pointees.0.iter_mut().find(|(at, ..)| *at == offset as i64);
            let fits = known.is_none_or(|(.., known)| {
                if known.is_empty() {
                    *known = behind.clone();
                }
                *known == behind
            });
            if !fits {
                self.unknown_memory(span);
            }
            return;
        }
        match addr {
            Addr::Home { home, offset } if !null => {
                let known = self.inner.entry((home, offset)).or_insert_with(|| behind.clone());
                if *known != behind {
                    self.unknown_memory(span);
                }
            }
            Addr::Pointer(_) if !behind.is_empty() => self.unknown_memory(span),
            _ => {}
        }
    }

    /// Reports a pointer of which nobody knows where it points.
    pub(super) fn unknown_memory(&mut self, span: Span) {
        let message =
            "It is not known into which memory this pointer points, or those that lie where it points.";
        let help = "Use one pointer variable for each object that holds pointers.";
        self.fail(Diagnostic::error("type::pointer-space", span, message).help(help));
    }
}
