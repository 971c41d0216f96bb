//! Instructions between issue and their end, in a store whose places are used again.

use alloc::vec::Vec;

use super::scoreboard::Tag;

/// An instruction that has been issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Its warp.
    pub warp: u32,
    /// The instruction.
    pub pc: u32,
    /// Number of the dynamic instruction.
    pub id: u64,
    /// Its scoreboard entries.
    pub tag: Tag,
    /// Parts whose data has not come.
    pub parts: u32,
}

/// The instructions in flight of a core.
#[derive(Clone, Debug, Default)]
pub struct Flights {
    places: Vec<Flight>,
    free: Vec<u32>,
}

impl Flights {
    /// Stores an instruction and gives its number.
    #[inline]
    pub fn insert(&mut self, flight: Flight) -> u32 {
        match self.free.pop() {
            Some(number) => {
                self.places[number as usize] = flight;
                number
            }
            None => {
                self.places.push(flight);
                self.places.len() as u32 - 1
            }
        }
    }

    /// An instruction by its number.
    #[inline]
    pub fn get(&mut self, number: u32) -> &mut Flight {
        &mut self.places[number as usize]
    }

    /// Takes an instruction out.
    #[inline]
    pub fn remove(&mut self, number: u32) -> Flight {
        self.free.push(number);
        self.places[number as usize]
    }

    /// Every instruction in flight with its number.
    pub fn live(&self) -> impl Iterator<Item = (u32, &Flight)> {
        (0u32..).zip(&self.places).filter(|(number, _)| !self.free.contains(number))
    }

    /// Nothing in flight?
    pub fn is_empty(&self) -> bool {
        self.free.len() == self.places.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_used_again() {
        let flight = |pc| Flight { warp: 0, pc, id: 0, tag: Tag::default(), parts: 0 };
        let mut flights = Flights::default();
        let (a, b) = (flights.insert(flight(1)), flights.insert(flight(2)));
        assert_eq!(flights.remove(a).pc, 1);
        assert_eq!(flights.insert(flight(3)), a);
        assert_eq!((flights.get(b).pc, flights.is_empty()), (2, false));
        flights.remove(a);
        flights.remove(b);
        assert!(flights.is_empty());
    }
}
