//! Defaults for arguments that nobody described, from their names and from what the kernel does with them. The rules
//! are listed in [`super::complete`].

use alloc::{string::String, vec::Vec};

use super::{
    ArgValue, Init, Launch, Number,
    complete::{Sources, host_length, said_global},
    extent,
    images::{self, Format, Image, MOST_SIDE, SAMPLER},
    interval::Interval,
    range::Known,
};
use crate::ir::{ImagePart, Param, Space, Type};

/// Most scalars that a buffer gets because the kernel reaches that far.
const FURTHEST: u64 = 1 << 22;

/// Entries of a row in a list of row pointers.
const ROW: i128 = 4;

/// The arguments of a launch whose geometry is known.
pub struct Guess<'a> {
    from: Sources<'a>,
    launch: &'a Launch,
    /// What was said about each parameter.
    said: &'a [Option<ArgValue>],
    /// Length of the first buffer whose length was said.
    length: Option<u64>,
}

impl<'a> Guess<'a> {
    /// For this launch, of which `said` is known.
    pub fn new(from: Sources<'a>, launch: &'a Launch, said: &'a [Option<ArgValue>]) -> Guess<'a> {
        let length = said.iter().zip(from.params).find_map(|(value, param)| {
            let scalars = match value {
                Some(ArgValue::Buffer { len, .. }) => Some(*len),
                _ => host_length(from, param),
            };
            scalars.map(|len| len / u64::from(param.components.max(1)))
        });
        Guess { from, launch, said, length }
    }

    /// A value for every parameter: what was said, or the default.
    pub fn values(&self) -> Vec<ArgValue> {
        let params = self.from.params.iter().enumerate();
        let mut values: Vec<ArgValue> =
            params.map(|(at, _)| self.said[at].clone().unwrap_or_else(|| self.value(at))).collect();
        images::follow(self.from.params, &mut values);
        if let Some(kernel) = self.from.kernel.filter(|_| self.said.contains(&None)) {
            let contents = |(value, param)| contents(value, param);
            let known = Known {
                local_id: self.launch.local.map(|size| Interval::between(0, i128::from(size) - 1)),
                group_id: self.launch.groups().map(|count| Interval::between(0, i128::from(count) - 1)),
                local: self.launch.local,
                global: self.launch.global,
                params: values.iter().zip(self.from.params).map(contents).collect(),
            };
            let reach = extent::reach(kernel, &known);
            for (at, value) in values.iter_mut().enumerate().filter(|(at, _)| self.said[*at].is_none()) {
                if host_length(self.from, &self.from.params[at]).is_none() {
                    lengthen(value, &self.from.params[at], reach[at]);
                }
                self.permute(value, at);
            }
        }
        values
    }

    /// Places that are written to, one for each work-item: all different, so that no two write to the same.
    fn permute(&self, value: &mut ArgValue, at: usize) {
        let scatters = self.from.usage.scatter.get(at).copied().unwrap_or(false);
        if let ArgValue::Buffer { len, init: init @ Init::Random { .. }, .. } = value
            && scatters
            && *len == self.launch.items()
        {
            *init = Init::Permutation { seed: at as u64 + 1 };
        }
    }

    /// Bytes of work-group memory whose size the host chooses, if the kernel declares some: as for an argument.
    pub fn dynamic_local(&self) -> u32 {
        let slots = self.from.kernel.map_or(&[][..], |kernel| &kernel.slots);
        let element = slots.iter().find(|slot| slot.dynamic).map_or(0, |slot| slot.element.bytes());
        u32::try_from(self.launch.group_items().saturating_mul(2 * u64::from(element))).unwrap_or(u32::MAX)
    }

    fn value(&self, at: usize) -> ArgValue {
        let param = &self.from.params[at];
        match param.ty {
            _ if param.image.is_some() => image(self.from, at, param),
            Type::Ptr(Space::Local) => {
                let element = u64::from(param.components.max(1)) * u64::from(param.element.bytes());
                ArgValue::Local(self.launch.group_items().saturating_mul(2 * element))
            }
            Type::Ptr(_) => self.buffer(at, param),
            ty if ty.is_float() => ArgValue::Scalar(Number::Float(small_or(&param.name, 0.01, 2.0))),
            _ => ArgValue::Scalar(Number::Int(self.integer(param).into())),
        }
    }

    fn buffer(&self, at: usize, param: &Param) -> ArgValue {
        let items = self.launch.items();
        let elements = match (param.len, self.length) {
            (Some(declared), _) => declared,
            (None, Some(length)) => length,
            (None, None) if self.matrices() => items.saturating_mul(items),
            (None, None) => items,
        };
        let len = elements.saturating_mul(u64::from(param.components.max(1)));
        if !param.init.is_empty() {
            return ArgValue::Buffer { len, element: None, init: declared(param) };
        }
        let len = host_length(self.from, param).unwrap_or(len);
        let flag = |list: &[bool]| list.get(at).copied().unwrap_or(false);
        let read = param.read_only || (flag(&self.from.usage.read) && param.len.is_none());
        let high = if param.element.is_float() { 1 } else { largest_index(items, param) };
        let init = match (flag(&self.from.usage.rows), read) {
            (true, _) => Init::Iota { start: Number::Int(0), step: Number::Int(ROW) },
            (false, true) => {
                Init::Random { seed: at as u64 + 1, low: Number::Int(0), high: Number::Int(high.into()) }
            }
            (false, false) => Init::Zeros,
        };
        ArgValue::Buffer { len, element: None, init }
    }

    /// Does a one-dimensional kernel multiply by its length?
    fn matrices(&self) -> bool {
        let factor = |at: usize| self.from.usage.factor.get(at).copied().unwrap_or(false);
        let mut params = self.from.params.iter().enumerate();
        self.launch.global[1] == 1
            && self.launch.items() <= 4096
            && params.any(|(at, param)| param.ty.is_int() && factor(at) && role(&param.name) == Role::Length)
    }

    fn integer(&self, param: &Param) -> u64 {
        let is_number = |other: &&Param| other.ty.is_int() && other.image.is_none();
        let lonely = self.from.params.iter().filter(is_number).count() == 1;
        let flat = self.launch.global[1] == 1 && self.launch.global[2] == 1;
        let length = self.length.unwrap_or(self.launch.items());
        let sides = self
            .from
            .params
            .iter()
            .filter(|other| is_number(other) && matches!(role(&other.name), Role::Width | Role::Height));
        let only_side = sides.count() == 1;
        let value = match role(&param.name) {
            Role::Width | Role::Height if flat && only_side => length,
            Role::Length if flat => length,
            Role::Length => u64::from(self.launch.global[0]),
            Role::Width if flat => length.isqrt().max(1),
            Role::Width => u64::from(self.launch.global[0]),
            Role::Height if flat => length / length.isqrt().max(1),
            Role::Height => u64::from(self.launch.global[1]),
            Role::Depth => u64::from(self.launch.global[2]),
            Role::Rounds => 16,
            Role::Other if lonely => length,
            Role::Other => 1,
        };
        value.min(largest(param))
    }
}

/// An image or a sampler that nobody described. A pixel for each work-item of a launch whose size was said, else 16 x 16: the image does not
/// depend on what the kernel does, since the kernel is compiled for it.
pub(super) fn image(from: Sources, at: usize, param: &Param) -> ArgValue {
    if !param.is_image() {
        return ArgValue::Scalar(Number::Int(SAMPLER.into()));
    }
    let global = said_global(from).unwrap_or([16, 16, 1]);
    let items = u64::from(global[0]) * u64::from(global[1]);
    let sides = match (param.image, global) {
        (Some(ImagePart::Row), _) => (items, 1),
        (_, [width, 1, _]) => {
            let side = (1..).find(|side| side * side >= u64::from(width)).unwrap_or(1);
            (side, u64::from(width).div_ceil(side))
        }
        (_, [width, height, _]) => (width.into(), height.into()),
    };
    let side = |pixels: u64| pixels.clamp(1, MOST_SIDE.into()) as u32;
    let init = match param.read_only {
        true => Init::Random { seed: at as u64 + 1, low: Number::Int(0), high: Number::Int(255) },
        false => Init::Zeros,
    };
    let (width, height) = (side(sides.0), side(sides.1));
    ArgValue::Image(Image { format: Format::RGBA8, width, height, sampler: SAMPLER, init })
}

/// What the source says that a buffer holds: numbers, if they say all of it.
fn declared(param: &Param) -> Init {
    let width = param.element.bytes() as usize;
    let bits = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
    let number = |bytes: &[u8]| match (param.element, bits(bytes)) {
        (Type::F32, bits) => Number::Float(f64::from(f32::from_bits(bits as u32))),
        (Type::F64, bits) => Number::Float(f64::from_bits(bits)),
        (_, bits) if param.unsigned => Number::Int(bits.into()),
        (ty, bits) => Number::Int(crate::base::num::signed(ty, bits).into()),
    };
    let numbers: Vec<Number> = param.init.chunks(width.max(1)).map(number).collect();
    let finite = numbers.iter().all(|number| !matches!(number, Number::Float(value) if !value.is_finite()));
    match finite && param.init.len().is_multiple_of(width.max(1)) {
        true => Init::List(numbers),
        false => Init::Bytes(param.init.clone()),
    }
}

/// The numbers that an argument is, or holds.
fn contents(value: &ArgValue, param: &Param) -> Interval {
    let from = |numbers: &mut dyn Iterator<Item = Number>| {
        let points = numbers.map(|number| match number {
            Number::Int(value) => Interval::point(value),
            Number::Float(value) => Interval::point(value as i128),
        });
        points.reduce(Interval::join).unwrap_or(Interval::point(0))
    };
    if param.element.is_float() {
        return Interval::ALL;
    }
    match value {
        ArgValue::Scalar(number) | ArgValue::Typed(number, _) => from(&mut [*number].into_iter()),
        ArgValue::Buffer { init, len, .. } => match init {
            Init::Zeros => Interval::point(0),
            Init::Fill(number) => from(&mut [*number].into_iter()),
            Init::List(list) => from(&mut list.iter().copied()),
            Init::Random { low, high, .. } => from(&mut [*low, *high].into_iter()),
            Init::Permutation { .. } => Interval::between(0, i128::from(len.saturating_sub(1))),
            // One more than the length so far: row pointers have an end behind the last row.
            Init::Iota { start: Number::Int(start), step: Number::Int(step) } => {
                let last = start.saturating_add(step.saturating_mul((*len).into()));
                Interval::point(*start).join(Interval::point(last))
            }
            Init::Iota { .. } | Init::Bytes(_) => Interval::ALL,
        },
        ArgValue::Image(_) | ArgValue::Local(_) => Interval::ALL,
    }
}

/// Makes a buffer as long as the kernel reaches, in whole elements.
fn lengthen(value: &mut ArgValue, param: &Param, reach: u64) {
    let components = u64::from(param.components.max(1));
    let scalars = reach.div_ceil(u64::from(param.element.bytes())).next_multiple_of(components);
    if let (ArgValue::Buffer { len, .. }, None) = (value, param.len)
        && scalars <= FURTHEST
    {
        *len = scalars.max(*len);
    }
}

fn largest_index(items: u64, param: &Param) -> u64 {
    items.saturating_sub(1).min(largest(param))
}

fn largest(param: &Param) -> u64 {
    let signed = u32::from(!param.unsigned);
    (u64::MAX >> (64 - param.element.bits() + signed).min(63)).min(i64::MAX as u64)
}

/// What an integer parameter is for, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Length,
    Width,
    Height,
    Depth,
    Rounds,
    Other,
}

/// Lower-case names and their roles. A name counts if it is equal, or if one of its words (at `_` or a capital) is.
const ROLES: &[(Role, &[&str])] = &[
    (Role::Rounds, &["iterations", "iters", "iter", "niter", "steps", "rounds", "limit"]),
    (Role::Width, &["width", "w", "cols", "columns", "ncols", "nx", "pitch", "ld", "lda", "ldb", "ldc"]),
    (Role::Height, &["height", "h", "rows", "nrows", "ny"]),
    (Role::Depth, &["depth", "nz"]),
    (
        Role::Length,
        &[
            "n", "m", "k", "ni", "nj", "nk", "nl", "nm", "size", "len", "length", "count", "num", "total",
            "elements", "nodes", "points", "dim", "end",
        ],
    ),
];

fn role(name: &str) -> Role {
    let words = words(name);
    let has = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
    ROLES.iter().find(|(_, names)| has(names)).map_or(Role::Other, |(role, _)| *role)
}

fn small_or(name: &str, small: f64, other: f64) -> f64 {
    let words = words(name);
    let is_small = ["dt", "eps", "epsilon", "tolerance", "tol", "softening", "step", "delta"];
    if words.iter().any(|word| is_small.contains(&word.as_str())) { small } else { other }
}

/// The words of a name in lower case, the whole name first: `numElements` has `numelements`, `num`, `elements`.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::from([name.to_ascii_lowercase(), String::new()]);
    let mut lower = false;
    for c in name.chars() {
        if c == '_' || (c.is_ascii_uppercase() && lower) {
            words.push(String::new());
        }
        lower = c.is_ascii_lowercase();
        if c != '_'
            && let Some(word) = words.last_mut()
        {
            word.push(c.to_ascii_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(element: Type, unsigned: bool, bytes: &[u8]) -> Init {
        let ty = Type::Ptr(Space::Global);
        declared(&Param { unsigned, init: bytes.to_vec(), ..Param::new("table", ty, element) })
    }

    #[test]
    fn declared_bytes_as_numbers() {
        let list = |numbers: &[i128]| Init::List(numbers.iter().map(|number| Number::Int(*number)).collect());
        assert_eq!(holds(Type::I16, false, &[4, 0, 0xfd, 0xff]), list(&[4, -3]));
        assert_eq!(holds(Type::I16, true, &[4, 0, 0xfd, 0xff]), list(&[4, 65533]));
        assert_eq!(holds(Type::F32, false, &2.5f32.to_le_bytes()), Init::List([Number::Float(2.5)].to_vec()));
        let nan = f32::NAN.to_le_bytes();
        assert_eq!(holds(Type::F32, false, &nan), Init::Bytes(nan.to_vec()));
    }
}
