//! What a kernel was given and what it has left, as a reference reads it.

use std::collections::BTreeMap;

use lanescope_core::session::{Session, vocabulary::ArgValue};

/// A kernel's file, and the reference: it compares what the kernel has left with what it works out itself.
pub type Row = (&'static str, fn(&Data));

/// The buffers and images of a run by their parameters' names, before it and after it.
pub struct Data {
    before: BTreeMap<String, Vec<u8>>,
    after: BTreeMap<String, Vec<u8>>,
}

impl Data {
    /// The buffers of a run that has just started, by name.
    pub fn of(session: &Session) -> BTreeMap<String, Vec<u8>> {
        let args = session.compiled().launch.args.iter();
        let buffers = args.filter(|arg| matches!(arg.value, ArgValue::Buffer { .. } | ArgValue::Image(_)));
        buffers.filter_map(|arg| Some((arg.name.clone(), session.dump(&arg.name)?))).collect()
    }

    /// What a run was given, and what it has left.
    pub fn left(before: BTreeMap<String, Vec<u8>>, session: &Session) -> Data {
        Data { before, after: Self::of(session) }
    }

    /// What a buffer held before the run.
    pub fn given<T: Element>(&self, name: &str) -> Vec<T> {
        elements(&self.before, name)
    }

    /// What a buffer holds after it.
    pub fn found<T: Element>(&self, name: &str) -> Vec<T> {
        elements(&self.after, name)
    }

    /// The buffer holds exactly this from its beginning; what lies behind is as it was given.
    pub fn holds<T: Element>(&self, name: &str, expected: &[T]) {
        let (found, given) = (self.found::<T>(name), self.given::<T>(name));
        for (at, (found, given)) in found.iter().zip(&given).enumerate() {
            let expected = expected.get(at).unwrap_or(given);
            assert!(found == expected, "{name}[{at}] is {found:?} and not {expected:?}");
        }
        assert!(expected.len() <= found.len(), "{name} has {} elements", found.len());
    }

    /// The buffer holds these numbers, each to within a part of `scale`.
    pub fn is_near<T: Element + Into<f64>>(&self, name: &str, expected: &[f64], scale: f64) {
        let found = self.found::<T>(name);
        assert!(expected.len() <= found.len(), "{name} has {} elements", found.len());
        for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
            let found: f64 = (*found).into();
            let allowed = scale * expected.abs().max(1.0);
            assert!((found - expected).abs() <= allowed, "{name}[{at}] is {found} and not {expected}");
        }
    }
}

fn elements<T: Element>(buffers: &BTreeMap<String, Vec<u8>>, name: &str) -> Vec<T> {
    let bytes = buffers.get(name).unwrap_or_else(|| panic!("there is no buffer {name}"));
    bytes.chunks_exact(size_of::<T>()).map(T::of).collect()
}

/// A type of elements.
pub trait Element: Copy + PartialEq + std::fmt::Debug {
    /// From its bytes in memory.
    fn of(bytes: &[u8]) -> Self;
}

macro_rules! elements {
    ($($ty:ty)*) => {
        $(impl Element for $ty {
            fn of(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as many bytes as it has"))
            }
        })*
    };
}
elements!(i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);
