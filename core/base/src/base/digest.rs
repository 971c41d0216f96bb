//! Digests of plain data: 64 bits that are the same wherever the data is the same, on every platform and whatever its fields
//! are called.
//!
//! A type says what belongs to its state by `#[derive(Serialize)]`: then every field does, and a new one cannot be forgotten.
//! A field that is no state (a setting, something worked out from other fields, something kept for people to look at) has
//! `#[serde(skip)]` and says so. [`Digest::add`] takes the fields one after another as words, with the number of each enum's
//! variant and the length of each list, and allocates nothing. Names are not part of it, so that nothing changes when
//! something is called by another name.
//!
//! Absent: protection against anybody who looks for two values with the same digest.

use core::fmt;

use serde::{
    Serialize,
    ser::{self, Serializer},
};

/// A running FNV-1a digest, a word at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    /// Adds one word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01B3);
        self.0 ^= self.0 >> 29;
    }

    /// Adds bytes and their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.words(bytes);
    }

    /// Adds bytes, the last word filled up with zeros.
    pub fn words(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.word(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// Adds every field of a value that belongs to its state.
    pub fn add<T: Serialize + ?Sized>(&mut self, value: &T) {
        let added = value.serialize(self);
        debug_assert!(added.is_ok(), "only a type that serialises itself by hand can fail");
    }
}

/// `#[serde(serialize_with = "...")]` for a list of bytes: eight of them make a word.
///
/// # Errors
/// Those of the serializer.
pub fn bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

/// `#[serde(serialize_with = "...")]` for an array of any length.
///
/// # Errors
/// Those of the serializer.
pub fn array<T: Serialize, const N: usize, S: Serializer>(
    array: &[T; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    array[..].serialize(serializer)
}

/// Scalars are one word each.
macro_rules! scalars {
    ($($method:ident($ty:ty) = $word:expr;)*) => {$(
        #[inline]
        fn $method(self, value: $ty) -> fmt::Result {
            let word: fn($ty) -> u64 = $word;
            self.word(word(value));
            Ok(())
        }
    )*};
}

/// What is in front of the parts of a compound: nothing, the number of a variant, or a length.
macro_rules! compounds {
    ($($method:ident($($argument:ident: $ty:ty),*) -> $compound:ident, $word:expr;)*) => {$(
        type $compound = Self;
        #[inline]
        fn $method(self, $($argument: $ty),*) -> Result<Self, fmt::Error> {
            let word: Option<u64> = $word;
            if let Some(word) = word {
                self.word(word);
            }
            Ok(self)
        }
    )*};
}

impl Serializer for &mut Digest {
    type Ok = ();
    type Error = fmt::Error;

    scalars! {
        serialize_bool(bool) = u64::from;
        serialize_i8(i8) = |value| value as u64;
        serialize_i16(i16) = |value| value as u64;
        serialize_i32(i32) = |value| value as u64;
        serialize_i64(i64) = |value| value as u64;
        serialize_u8(u8) = u64::from;
        serialize_u16(u16) = u64::from;
        serialize_u32(u32) = u64::from;
        serialize_u64(u64) = |value| value;
        serialize_f32(f32) = |value| value.to_bits().into();
        serialize_f64(f64) = f64::to_bits;
        serialize_char(char) = u64::from;
    }

    compounds! {
        serialize_seq(length: Option<usize>) -> SerializeSeq, length.map(|length| length as u64);
        serialize_map(length: Option<usize>) -> SerializeMap, length.map(|length| length as u64);
        serialize_tuple(_length: usize) -> SerializeTuple, None;
        serialize_tuple_struct(_name: &'static str, _length: usize) -> SerializeTupleStruct, None;
        serialize_struct(_name: &'static str, _length: usize) -> SerializeStruct, None;
        serialize_tuple_variant(_name: &'static str, index: u32, _variant: &'static str, _length: usize)
            -> SerializeTupleVariant, Some(index.into());
        serialize_struct_variant(_name: &'static str, index: u32, _variant: &'static str, _length: usize)
            -> SerializeStructVariant, Some(index.into());
    }

    fn serialize_i128(self, value: i128) -> fmt::Result {
        self.serialize_u128(value as u128)
    }

    fn serialize_u128(self, value: u128) -> fmt::Result {
        self.word(value as u64);
        self.word((value >> 64) as u64);
        Ok(())
    }

    fn serialize_str(self, text: &str) -> fmt::Result {
        self.bytes(text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> fmt::Result {
        self.bytes(bytes);
        Ok(())
    }

    fn serialize_none(self) -> fmt::Result {
        self.word(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        self.word(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> fmt::Result {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> fmt::Result {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> fmt::Result {
        self.word(index.into());
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        self.word(index.into());
        value.serialize(self)
    }
}

/// The parts of compounds, which come one after another.
macro_rules! parts {
    ($($compound:ident { $($method:ident($($name:ident: $ty:ty)?);)+ })*) => {$(
        impl ser::$compound for &mut Digest {
            type Ok = ();
            type Error = fmt::Error;
            $(
                #[inline]
                fn $method<T: Serialize + ?Sized>(&mut self, $($name: $ty,)? value: &T) -> fmt::Result {
                    value.serialize(&mut **self)
                }
            )+
            fn end(self) -> fmt::Result {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq { serialize_element(); }
    SerializeTuple { serialize_element(); }
    SerializeTupleStruct { serialize_field(); }
    SerializeTupleVariant { serialize_field(); }
    SerializeStruct { serialize_field(_name: &'static str); }
    SerializeStructVariant { serialize_field(_name: &'static str); }
    SerializeMap { serialize_key(); serialize_value(); }
}

#[cfg(test)]
mod tests {
    use alloc::{collections::BTreeMap, vec::Vec};

    use super::*;

    fn digest<T: Serialize>(value: &T) -> u64 {
        let mut digest = Digest::default();
        digest.add(value);
        digest.0
    }

    fn words(words: &[u64]) -> u64 {
        let mut digest = Digest::default();
        words.iter().for_each(|word| digest.word(*word));
        digest.0
    }

    #[derive(Serialize)]
    enum State {
        Idle,
        At(u32),
        Between { from: u8, to: i64 },
    }

    #[derive(Serialize)]
    struct Thing {
        list: Vec<u16>,
        state: State,
        #[serde(serialize_with = "array")]
        many: [u8; 40],
        maybe: Option<bool>,
        #[serde(skip)]
        setting: u32,
    }

    #[test]
    fn every_field_is_a_word() {
        let thing = |list: &[u16], state, maybe, setting| Thing {
            list: list.to_vec(),
            state,
            many: [9; 40],
            maybe,
            setting,
        };
        let mut expected = Vec::from([2, 5, 6, 1, 7, 40]);
        expected.extend([9; 40]);
        expected.extend([1, 1]);
        assert_eq!(digest(&thing(&[5, 6], State::At(7), Some(true), 3)), words(&expected));
        let [one, other] = [3, 4].map(|setting| thing(&[5], State::Idle, None, setting));
        assert_ne!(one.setting, other.setting);
        let one = digest(&one);
        assert_eq!(one, digest(&other), "what is skipped is no state");
        let between = State::Between { from: 0, to: -1 };
        assert_ne!(one, digest(&thing(&[5], between, None, 3)));
    }

    #[test]
    fn the_same_words_in_other_lists_are_another_state() {
        let lists = |a: &[u64], b: &[u64]| digest(&(a, b));
        assert_ne!(lists(&[1, 2], &[3]), lists(&[1], &[2, 3]));
        assert_eq!(digest(&BTreeMap::from([(1u8, 2u8)])), words(&[1, 1, 2]));
        assert_eq!(digest(&State::Between { from: 1, to: -1 }), words(&[2, 1, u64::MAX]));
        assert_eq!(digest(&"ab"), words(&[2, 0x6261]));
    }
}
