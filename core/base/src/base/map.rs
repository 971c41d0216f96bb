//! Maps and sets in the order of their keys, for what is built once and asked now and then: symbols, numbers of blocks,
//! places of values.
//!
//! They are used as those of the standard library, which compiles about 3 kB for each pair of types; the seventy pairs of a
//! compiler were a tenth of a worker that is loaded over a network. Here one tree (`base::tree`) serves all pairs, and
//! the code of a pair is a comparison and a list. In the loops that simulate, those of the standard library are faster.
//!
//! Deliberately absent: going through values to change them in the order of keys ([`OrdMap::values_mut`] goes by place).

use alloc::vec::Vec;
use core::{borrow::Borrow, cmp::Ordering, fmt, mem, ops};

use super::tree::{NONE, Tree};

/// A map in the order of its keys.
#[derive(Clone)]
pub struct OrdMap<K, V> {
    tree: Tree,
    /// What is at each place of the tree.
    items: Vec<(K, V)>,
}

impl<K, V> OrdMap<K, V> {
    /// An empty map.
    pub const fn new() -> OrdMap<K, V> {
        OrdMap { tree: Tree::new(), items: Vec::new() }
    }

    /// How many keys it has.
    pub const fn len(&self) -> usize {
        self.tree.len()
    }

    /// Has it no key?
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = OrdMap::new();
    }

    /// Every key with its value, in order.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { map: self, front: self.tree.first(), back: self.tree.last(), left: self.len() }
    }

    /// Every key, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// Every key, in order, taken out of the map.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.into_iter().map(|(key, _)| key)
    }

    /// Every value, in the order of the keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// Every value, to change it, in no order that means anything.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.items.iter_mut().map(|(_, value)| value)
    }

    /// Every key with its value, to change it, in no order that means anything.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.items.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The first key and its value.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        self.at(self.tree.first())
    }

    /// The last key and its value.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.at(self.tree.last())
    }

    fn at(&self, place: u32) -> Option<(&K, &V)> {
        self.items.get(place as usize).map(|(key, value)| (key, value))
    }

    fn value_at(&mut self, place: u32) -> Option<&mut V> {
        self.items.get_mut(place as usize).map(|(_, value)| value)
    }

    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> u32
    where
        K: Borrow<Q>,
    {
        self.tree.find(&order(&self.items, key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.at(self.find(key)).map(|(_, value)| value)
    }

    /// The value of a key, to change it.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.find(key);
        self.value_at(place)
    }

    /// Has it this key?
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key) != NONE
    }

    /// Every key that is not less than this one, with its value, in order.
    pub fn range_from<Q: Ord + ?Sized>(&self, key: &Q) -> impl Iterator<Item = (&K, &V)>
    where
        K: Borrow<Q>,
    {
        let mut at = self.tree.from(&order(&self.items, key));
        core::iter::from_fn(move || {
            let item = self.at(at);
            if item.is_some() {
                at = self.tree.behind(at);
            }
            item
        })
    }

    /// Takes a key away; its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.take::<Q>(self.find(key)).map(|(_, value)| value)
    }

    /// Takes what is at a place, if there is one, out.
    fn take<Q: Ord + ?Sized>(&mut self, place: u32) -> Option<(K, V)>
    where
        K: Borrow<Q>,
    {
        let key = self.items.get(place as usize)?.0.borrow();
        self.tree.remove(place, &order(&self.items, key));
        let item = self.items.swap_remove(place as usize);
        match self.items.get(place as usize) {
            Some((last, _)) => self.tree.moved(place, &order(&self.items, last.borrow())),
            None => self.tree.moved(place, &|_| Ordering::Equal),
        }
        Some(item)
    }
}

impl<K: Ord, V> OrdMap<K, V> {
    /// Gives a key a value; the one that it had before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.get_mut(&key) {
            Some(known) => Some(mem::replace(known, value)),
            None => {
                self.push(key, value);
                None
            }
        }
    }

    /// Inserts a key that is not there.
    fn push(&mut self, key: K, value: V) -> u32 {
        let place = self.tree.insert(&order(&self.items, &key));
        self.items.push((key, value));
        place
    }

    /// A key, to look at its value or to give it one.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let place = self.find(&key);
        Entry { map: self, place, key }
    }

    /// Takes the first key and its value out.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        self.take::<K>(self.tree.first())
    }

    /// Keeps the keys whose values pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        for (key, mut value) in mem::take(self) {
            if keep(&key, &mut value) {
                self.insert(key, value);
            }
        }
    }
}

/// The order of what is at a place to a key.
fn order<'a, K: Borrow<Q>, V, Q: Ord + ?Sized>(
    items: &'a [(K, V)],
    key: &'a Q,
) -> impl Fn(u32) -> Ordering + 'a {
    move |place| items[place as usize].0.borrow().cmp(key)
}

/// A key of a map and the place where it is, if it is there.
#[derive(Debug)]
pub struct Entry<'a, K, V> {
    map: &'a mut OrdMap<K, V>,
    place: u32,
    key: K,
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    /// The value of the key; if it has none, it is given this one.
    pub fn or_insert_with(self, value: impl FnOnce() -> V) -> &'a mut V {
        let place = if self.place == NONE { self.map.push(self.key, value()) } else { self.place };
        &mut self.map.items[place as usize].1
    }

    /// The value of the key; if it has none, it is given this one.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value of the key; if it has none, it is given the usual one.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Changes the value of the key, if it has one.
    pub fn and_modify(self, change: impl FnOnce(&mut V)) -> Self {
        if let Some(value) = self.map.value_at(self.place) {
            change(value);
        }
        self
    }
}

/// Keys with their values, in order.
#[derive(Debug)]
pub struct Iter<'a, K, V> {
    map: &'a OrdMap<K, V>,
    front: u32,
    back: u32,
    left: usize,
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter { ..*self }
    }
}

impl<'a, K, V> Iterator for Iter<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        self.left = self.left.checked_sub(1)?;
        let place = self.front;
        self.front = self.map.tree.behind(place);
        self.map.at(place)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let place = self.back;
        self.back = self.map.tree.before(place);
        self.map.at(place)
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

/// Keys with their values, in order, taken out of their map.
#[derive(Debug)]
pub struct IntoIter<K, V> {
    tree: Tree,
    items: Vec<Option<(K, V)>>,
    next: u32,
}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);

    fn next(&mut self) -> Option<(K, V)> {
        let item = self.items.get_mut(self.next as usize)?.take();
        self.next = self.tree.behind(self.next);
        item
    }
}

impl<K, V> IntoIterator for OrdMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter {
            next: self.tree.first(),
            tree: self.tree,
            items: self.items.into_iter().map(Some).collect(),
        }
    }
}

impl<'a, K, V> IntoIterator for &'a OrdMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<K: Ord, V> Extend<(K, V)> for OrdMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, items: I) {
        for (key, value) in items {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for OrdMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(items: I) -> OrdMap<K, V> {
        let mut map = OrdMap::new();
        map.extend(items);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for OrdMap<K, V> {
    fn from(items: [(K, V); N]) -> OrdMap<K, V> {
        items.into_iter().collect()
    }
}

impl<K, V> Default for OrdMap<K, V> {
    fn default() -> OrdMap<K, V> {
        OrdMap::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for OrdMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: PartialEq, V: PartialEq> PartialEq for OrdMap<K, V> {
    fn eq(&self, other: &OrdMap<K, V>) -> bool {
        self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for OrdMap<K, V> {}

impl<K: Borrow<Q>, Q: Ord + ?Sized, V> ops::Index<&Q> for OrdMap<K, V> {
    type Output = V;

    /// # Panics
    /// If the key is not there.
    fn index(&self, key: &Q) -> &V {
        &self.items[self.find(key) as usize].1
    }
}

/// A set in the order of its members.
#[derive(Clone, PartialEq, Eq)]
pub struct OrdSet<T> {
    map: OrdMap<T, ()>,
}

impl<T> OrdSet<T> {
    /// An empty set.
    pub const fn new() -> OrdSet<T> {
        OrdSet { map: OrdMap::new() }
    }

    /// How many members it has.
    pub const fn len(&self) -> usize {
        self.map.len()
    }

    /// Has it no member?
    pub const fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.map.clear();
    }

    /// Every member, in order.
    pub fn iter(&self) -> Members<'_, T> {
        Members { items: self.map.iter() }
    }

    /// The first member.
    pub fn first(&self) -> Option<&T> {
        self.map.first_key_value().map(|(member, ())| member)
    }

    /// The last member.
    pub fn last(&self) -> Option<&T> {
        self.map.last_key_value().map(|(member, ())| member)
    }

    /// Is this a member?
    pub fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.contains_key(member)
    }

    /// Takes a member away; was it one?
    pub fn remove<Q: Ord + ?Sized>(&mut self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.remove(member).is_some()
    }
}

impl<T: Ord> OrdSet<T> {
    /// Makes this a member; was it none before?
    pub fn insert(&mut self, member: T) -> bool {
        let new = self.map.find(&member) == NONE;
        if new {
            self.map.push(member, ());
        }
        new
    }

    /// Takes the first member out.
    pub fn pop_first(&mut self) -> Option<T> {
        self.map.pop_first().map(|(member, ())| member)
    }

    /// Every member that is none of another set, in order.
    pub fn without<'a>(&'a self, other: &'a OrdSet<T>) -> impl Iterator<Item = &'a T> {
        self.iter().filter(|member| !other.contains(*member))
    }

    /// Every member that is not less than this one, in order.
    pub fn range_from(&self, member: &T) -> impl Iterator<Item = &T> {
        self.map.range_from(member).map(|(member, ())| member)
    }

    /// Keeps the members that pass.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.map.retain(|member, ()| keep(member));
    }
}

/// The members of a set, in order.
#[derive(Debug)]
pub struct Members<'a, T> {
    items: Iter<'a, T, ()>,
}

impl<T> Clone for Members<'_, T> {
    fn clone(&self) -> Self {
        Members { items: self.items.clone() }
    }
}

impl<'a, T> Iterator for Members<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        self.items.next().map(|(member, ())| member)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl<T> DoubleEndedIterator for Members<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.items.next_back().map(|(member, ())| member)
    }
}

impl<T> ExactSizeIterator for Members<'_, T> {}

impl<T> IntoIterator for OrdSet<T> {
    type Item = T;
    type IntoIter = core::iter::Map<IntoIter<T, ()>, fn((T, ())) -> T>;

    fn into_iter(self) -> Self::IntoIter {
        self.map.into_iter().map(|(member, ())| member)
    }
}

impl<'a, T> IntoIterator for &'a OrdSet<T> {
    type Item = &'a T;
    type IntoIter = Members<'a, T>;

    fn into_iter(self) -> Members<'a, T> {
        self.iter()
    }
}

impl<T: Ord> Extend<T> for OrdSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, members: I) {
        for member in members {
            self.insert(member);
        }
    }
}

impl<T: Ord> FromIterator<T> for OrdSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> OrdSet<T> {
        let mut set = OrdSet::new();
        set.extend(members);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for OrdSet<T> {
    fn from(members: [T; N]) -> OrdSet<T> {
        members.into_iter().collect()
    }
}

impl<T> Default for OrdSet<T> {
    fn default() -> OrdSet<T> {
        OrdSet::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for OrdSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::*;
    use crate::base::rng::Rng;

    /// The same as a map of the standard library, whatever is done with both.
    #[test]
    fn a_map_is_what_that_of_the_standard_library_is() {
        let mut rng = Rng::new(11);
        for most in [1, 3, 10, 100] {
            let (mut ours, mut theirs) = (OrdMap::new(), BTreeMap::new());
            for step in 0..500 {
                let key = rng.below(most);
                match rng.below(8) {
                    0 | 1 => assert_eq!(ours.insert(key, step), theirs.insert(key, step)),
                    2 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                    3 => assert_eq!(ours.entry(key).or_insert(step), theirs.entry(key).or_insert(step)),
                    4 => {
                        let change = |value: &mut u64| *value += 1;
                        let mine = *ours.entry(key).and_modify(change).or_default();
                        assert_eq!(mine, *theirs.entry(key).and_modify(change).or_default());
                    }
                    5 => assert_eq!(ours.get_mut(&key), theirs.get_mut(&key)),
                    6 if step % 3 == 0 => assert_eq!(ours.pop_first(), theirs.pop_first()),
                    6 => assert!(ours.range_from(&key).eq(theirs.range(key..))),
                    _ if step % 50 == 0 => {
                        ours.retain(|key, _| key % 2 == 0);
                        theirs.retain(|key, _| key % 2 == 0);
                    }
                    _ => assert_eq!(ours.get(&key), theirs.get(&key)),
                }
                assert!(ours.iter().eq(&theirs) && ours.iter().rev().eq(theirs.iter().rev()));
                assert_eq!(
                    (ours.len(), ours.first_key_value(), ours.last_key_value()),
                    (theirs.len(), theirs.first_key_value(), theirs.last_key_value())
                );
            }
            assert_eq!(alloc::format!("{ours:?}"), alloc::format!("{theirs:?}"));
            assert!(ours.clone().into_iter().eq(theirs));
            let members: OrdSet<u64> = ours.keys().copied().collect();
            assert!(members.into_iter().eq(ours.keys().copied()));
        }
    }
}
