//! Copies of a running machine that are kept, and share what is equal.
//!
//! A machine is plain data, and a copy of it is a keyframe of its run. Most bytes of a copy are in a few long lists:
//! registers, work-group memory, the tags of caches. Much of them is the same as in the copy before: registers that a loop
//! only reads, lines that stay. So these lists are [`Bulk`]s. A copy that is kept has them in pages, and takes over from the
//! copy before each page whose contents are equal. The machine that runs has them as they are, one element behind the other,
//! and pays nothing: pages are compared when a copy is made, not when something is written.
//!
//! A part says with [`keep!`](crate::keep) which of its fields hold such lists. A copy that is kept has its
//! elements in pages only; before it runs or is looked at, a copy of it is restored.
//!
//! Deliberately absent: memory. It is larger than all the rest and little of it is written, so to compare it each time would
//! take long; its pages are shared until one is written (`image`).

use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::ops::{Deref, DerefMut};

use serde::{Serialize, Serializer};

/// Bytes of a page: two registers of 32 lanes with 32 bits each.
const PAGE: usize = 256;

/// A part of a machine with lists of which kept copies share pages.
pub trait Keep {
    /// Puts the lists into pages, those that are equal shared with `before`, a copy that is kept.
    fn keep(&mut self, before: Option<&Self>);
    /// The lists are as they were before they were put into pages.
    fn restore(&mut self);
    /// Bytes of the pages that it does not share with `before`. Both are kept.
    fn own_bytes(&self, before: Option<&Self>) -> usize;
}

/// Says which fields of a part hold lists of which kept copies share pages.
#[macro_export]
macro_rules! keep {
    ($part:ty { $($field:ident),* $(,)? }) => {
        impl $crate::base::keep::Keep for $part {
            fn keep(&mut self, _before: Option<&Self>) {
                $(self.$field.keep(_before.map(|before| &before.$field));)*
            }
            fn restore(&mut self) {
                $(self.$field.restore();)*
            }
            fn own_bytes(&self, _before: Option<&Self>) -> usize {
                0 $(+ self.$field.own_bytes(_before.map(|before| &before.$field)))*
            }
        }
    };
}

/// Parts in a row: each is compared with the one in its place.
impl<T: Keep> Keep for Vec<T> {
    fn keep(&mut self, before: Option<&Self>) {
        for (at, part) in self.iter_mut().enumerate() {
            part.keep(before.and_then(|before| before.get(at)));
        }
    }
    fn restore(&mut self) {
        self.iter_mut().for_each(T::restore);
    }
    fn own_bytes(&self, before: Option<&Self>) -> usize {
        let parts = self.iter().enumerate();
        parts.map(|(at, part)| part.own_bytes(before.and_then(|before| before.get(at)))).sum()
    }
}

/// A part that may be absent.
impl<T: Keep> Keep for Option<T> {
    fn keep(&mut self, before: Option<&Self>) {
        if let Some(part) = self {
            part.keep(before.and_then(Option::as_ref));
        }
    }
    fn restore(&mut self) {
        self.iter_mut().for_each(T::restore);
    }
    fn own_bytes(&self, before: Option<&Self>) -> usize {
        self.as_ref().map_or(0, |part| part.own_bytes(before.and_then(Option::as_ref)))
    }
}

impl<T: Keep> Keep for Box<T> {
    fn keep(&mut self, before: Option<&Self>) {
        (**self).keep(before.map(|before| &**before));
    }
    fn restore(&mut self) {
        (**self).restore();
    }
    fn own_bytes(&self, before: Option<&Self>) -> usize {
        (**self).own_bytes(before.map(|before| &**before))
    }
}

/// Elements in pages.
type Pages<T> = Vec<Arc<[T]>>;

/// A list of plain elements, read and written as a slice.
#[derive(Clone, Debug, PartialEq)]
pub struct Bulk<T> {
    /// The elements; none while it is kept.
    list: Vec<T>,
    /// They, while it is kept: behind a pointer, because a machine that runs reaches over it all the time.
    pages: Option<Box<Pages<T>>>,
}

impl<T> Default for Bulk<T> {
    fn default() -> Bulk<T> {
        Bulk::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for Bulk<T> {
    fn from(list: Vec<T>) -> Bulk<T> {
        Bulk { list, pages: None }
    }
}

impl<T> Bulk<T> {
    /// Elements of a page.
    const EACH: usize = if PAGE > size_of::<T>() { PAGE / size_of::<T>() } else { 1 };

    fn pages(&self) -> &[Arc<[T]>] {
        self.pages.as_ref().map_or(&[], |pages| pages)
    }
}

impl<T: Clone> Bulk<T> {
    /// So many elements that are all the same.
    pub fn filled(value: T, count: usize) -> Bulk<T> {
        Bulk::from(alloc::vec![value; count])
    }

    /// From now on it is so many elements that are all the same, in the room that it has.
    pub fn fill_anew(&mut self, value: T, count: usize) {
        self.list.clear();
        self.list.resize(count, value);
    }
}

impl<T> Deref for Bulk<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<T> DerefMut for Bulk<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.list
    }
}

/// As a list of its elements.
impl<T: Serialize> Serialize for Bulk<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl<T: Clone + PartialEq> Keep for Bulk<T> {
    fn keep(&mut self, before: Option<&Bulk<T>>) {
        let list = core::mem::take(&mut self.list);
        let page = |(at, page): (usize, &[T])| {
            let equal = before.and_then(|before| before.pages().get(at)).filter(|other| ***other == *page);
            equal.cloned().unwrap_or_else(|| page.into())
        };
        let pages: Pages<T> = list.chunks(Self::EACH).enumerate().map(page).collect();
        self.pages = (!pages.is_empty()).then(|| Box::new(pages));
    }

    fn restore(&mut self) {
        if let Some(pages) = self.pages.take() {
            self.list = pages.concat();
        }
    }

    fn own_bytes(&self, before: Option<&Bulk<T>>) -> usize {
        /// The counters of a page, and what the host's allocator notes.
        const AROUND: usize = 4 * size_of::<usize>();
        let shared = |at: usize, page| {
            before.and_then(|before| before.pages().get(at)).is_some_and(|other| Arc::ptr_eq(other, page))
        };
        let own = self.pages().iter().enumerate().filter(|(at, page)| !shared(*at, page));
        let own: usize = own.map(|(_, page)| size_of_val(&**page) + AROUND).sum();
        own + size_of_val(self.pages())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// Elements of a page.
    const EACH: usize = PAGE / 4;

    #[derive(Clone, Debug, PartialEq)]
    struct Part {
        number: u32,
        lists: Vec<Option<Bulk<u32>>>,
    }

    keep!(Part { lists });

    fn part(lists: &[&[u32]]) -> Part {
        Part { number: 7, lists: lists.iter().map(|list| Some(Bulk::from(list.to_vec()))).collect() }
    }

    fn kept(part: &Part, before: Option<&Part>) -> Part {
        let mut kept = part.clone();
        kept.keep(before);
        kept
    }

    fn own_pages(part: &Part, before: Option<&Part>) -> usize {
        let none = kept(part, Some(part));
        (part.own_bytes(before) - none.own_bytes(Some(part))) / PAGE
    }

    #[test]
    fn what_is_restored_is_what_was_kept() {
        for count in [0, 1, EACH - 1, EACH, EACH + 1, 5 * EACH] {
            let list: Vec<u32> = (0..count as u32).collect();
            let whole = part(&[&list, &[], &list]);
            let mut copy = kept(&whole, None);
            assert!(copy.lists[0].as_ref().is_some_and(|list| list.is_empty()));
            copy.restore();
            assert_eq!(copy, whole, "{count}");
        }
    }

    #[test]
    fn equal_pages_are_shared_however_they_came_to_be_equal() {
        let mut now = part(&[&vec![1; 4 * EACH], &[2]]);
        let first = kept(&now, None);
        assert_eq!(own_pages(&first, None), 4);
        let list = now.lists[0].as_mut().unwrap();
        list[EACH] = 9;
        (list[2 * EACH], list[3 * EACH - 1]) = (8, 8);
        let second = kept(&now, Some(&first));
        assert_eq!(own_pages(&second, Some(&first)), 2);
        now.lists[0].as_mut().unwrap()[EACH] = 1;
        let third = kept(&now, Some(&first));
        assert_eq!(own_pages(&third, Some(&first)), 1);
        assert_eq!(own_pages(&third, None), 4, "nothing to share with");
    }

    #[test]
    fn what_was_absent_before_shares_nothing() {
        let now = part(&[&[1; EACH]]);
        let absent = kept(&Part { number: 7, lists: vec![None] }, None);
        let fewer = kept(&part(&[]), None);
        for before in [absent, fewer] {
            assert_eq!(own_pages(&kept(&now, Some(&before)), Some(&before)), 1);
        }
    }

    #[test]
    fn the_digest_is_that_of_a_list() {
        let digest = |add: &dyn Fn(&mut crate::base::Digest)| {
            let mut digest = crate::base::Digest::default();
            add(&mut digest);
            digest.0
        };
        let list: Vec<u32> = (0..100).collect();
        assert_eq!(digest(&|to| to.add(&Bulk::from(list.clone()))), digest(&|to| to.add(&list)));
    }
}
