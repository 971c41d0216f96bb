//! How links hold an argument: what is in a link has no names, only an order (see [`crate::share`]).
//!
//! Version 4 of the layout has an argument's address as an optional number, which is written as a kind, 0 or 1, before it. So
//! a kind 2 with address and permission is read by the same version, and an argument that says no permission is written as before.

use alloc::string::String;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Arg, ArgValue};
use crate::image::Permission;

/// An argument as links hold it.
#[derive(Serialize, Deserialize)]
struct Stored<N, V> {
    name: N,
    value: V,
    region: Region,
}

/// Where a buffer lies, and what programs may do there. (New kinds go to the end.)
#[derive(Serialize, Deserialize)]
enum Region {
    Anywhere,
    At(u64),
    WithPermission(Option<u64>, Permission),
}

impl Serialize for Arg {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let region = match (self.at, self.permission) {
            (None, None) => Region::Anywhere,
            (Some(at), None) => Region::At(at),
            (at, Some(permission)) => Region::WithPermission(at, permission),
        };
        Stored { name: &self.name, value: &self.value, region }.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Arg {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Arg, D::Error> {
        let Stored { name, value, region } = Stored::<String, ArgValue>::deserialize(from)?;
        let (at, permission) = match region {
            Region::Anywhere => (None, None),
            Region::At(at) => (Some(at), None),
            Region::WithPermission(at, permission) => (at, Some(permission)),
        };
        Ok(Arg { name, value, at, permission })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::Number;

    /// An argument as version 4 began with it.
    #[derive(Serialize)]
    struct Before<'a>(&'a str, ArgValue, Option<u64>);

    #[test]
    fn arguments_that_say_no_permission_are_written_as_before() {
        let value = || ArgValue::Scalar(Number::Int(7));
        for at in [None, Some(0x4_0000)] {
            let arg = Arg { at, ..Arg::new("x", value()) };
            let before = postcard::to_allocvec(&Before("x", value(), at)).unwrap();
            assert_eq!(postcard::to_allocvec(&arg).unwrap(), before);
            for permission in [None, Some(Permission::Read), Some(Permission::ReadWrite)] {
                let arg = Arg { permission, ..arg.clone() };
                let bytes = postcard::to_allocvec(&arg).unwrap();
                assert_eq!(postcard::from_bytes::<Arg>(&bytes), Ok(arg));
            }
        }
    }
}
