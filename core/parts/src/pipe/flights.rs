//! The instructions in flight of a core: those that have issued and have not ended.
//!
//! A table whose places are used again. The index of an instruction's place is its number as long as it is in flight. What is
//! stored of an instruction is a type of the machine.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::vec::Vec;

use serde::Serialize;

/// The instructions in flight of a core.
#[derive(Clone, Debug, Serialize)]
pub struct Flights<F> {
    places: Vec<F>,
    free: Vec<u32>,
}

impl<F> Default for Flights<F> {
    /// Nothing in flight.
    fn default() -> Flights<F> {
        Flights { places: Vec::new(), free: Vec::new() }
    }
}

impl<F: Copy> Flights<F> {
    /// Stores an instruction and gives its number.
    #[inline]
    pub fn insert(&mut self, flight: F) -> u32 {
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
    pub fn get(&mut self, number: u32) -> &mut F {
        &mut self.places[number as usize]
    }

    /// Takes an instruction out.
    #[inline]
    pub fn remove(&mut self, number: u32) -> F {
        self.free.push(number);
        self.places[number as usize]
    }

    /// Every instruction in flight with its number.
    pub fn live(&self) -> impl Iterator<Item = (u32, &F)> {
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
        let mut flights = Flights::default();
        let (a, b) = (flights.insert(1), flights.insert(2));
        assert_eq!(flights.remove(a), 1);
        assert_eq!(flights.live().collect::<Vec<_>>(), [(b, &2)]);
        assert_eq!(flights.insert(3), a);
        assert_eq!((*flights.get(b), flights.is_empty()), (2, false));
        flights.remove(a);
        flights.remove(b);
        assert!(flights.is_empty());
    }
}
