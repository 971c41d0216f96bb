//! Filling in what a person did not say about a launch.
//!
//! For the sizes and for each argument the first of these that says something counts: the document, the header in the
//! text, host code (`kernel<<<grid, block>>>(…)`: sizes, numbers and lengths of allocated memory), the signature. A length
//! that is said holds: an access beyond it is out of bounds. What the signature gives is meant to let a typical kernel run
//! as it was pasted:
//!
//! - One dimension: 256 work-items in groups of 32; two: 16 x 16 in groups of 8 x 4; three: 8 x 8 x 4 in groups of
//!   4 x 4 x 2. A group size that the kernel demands, or that its work-group arrays are made for
//!   ([`super::extent::group_size`]), is kept, with four groups in one dimension and two in each of the first two else.
//! - A function by hand runs once: one work-item.
//! - A buffer has one element for each work-item (for n x n elements see below), and more if the kernel reaches further
//!   ([`super::extent::reach`]). What the kernel reads is filled with
//!   seeded random numbers: floats in [0, 1), integers from 0 to the number of work-items - 1, so that they are
//!   valid indices. What it only writes or changes atomically is zero. A variable of the whole program has the length
//!   that it declares, and is zero if the kernel may write it. Row pointers (a loop runs from one loaded element of the
//!   buffer to another) rise by 4.
//! - An integer with a name like `n`, `size`, `count` or `num_…`, or the only integer: the length of the first buffer whose
//!   length was said, else the number of work-items. `width` and `height` and their like: the sizes of the launch; of one dimension the nearest
//!   square, or the length if there is only one of them. `m` and `k` go with `n`. Other integers are 1.
//! - If a one-dimensional kernel multiplies by its length, its buffers are taken for matrices of n x n elements.
//! - A float is 2, unless its name says that it is small (`dt`, `eps`, …): then 0.01.
//! - An image has a pixel for each work-item, if the number of these was said, else 16 x 16 pixels, of the format `rgba8`. It is filled with
//!   seeded random numbers if the kernel only reads it. A sampler reads the nearest pixel, at the edge where there is none.
//! - Work-group memory whose size the host chooses has two elements for each work-item of a group.

use alloc::{format, string::String, vec::Vec};
use core::cmp::Ordering;

use super::{
    Arg, ArgValue, Contents, Grid, Init, Launch, Number, extent,
    guess::Guess,
    header::{Header, HeaderArg, HeaderValue},
    images,
    usage::Usage,
    volume,
};
use crate::{
    ir::{ImagePart, Kernel, Param, Space, Type},
    source::{Diagnostic, Span},
};

/// What host code says about a launch, as far as it is constant.
#[derive(Clone, Copy, Debug, Default)]
pub struct Host<'a> {
    /// Work-items in each dimension.
    pub global: Option<[u32; 3]>,
    /// Work-items of a group.
    pub local: Option<[u32; 3]>,
    /// Bytes of dynamic work-group memory.
    pub dynamic_local: Option<u32>,
    /// The arguments, as they stand in the source.
    pub args: &'a [Option<HostValue>],
    /// Members of arguments: which argument, name, value.
    pub members: &'a [(usize, &'a str, HostValue)],
}

/// What host code says about an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HostValue {
    /// A number.
    Number(Number),
    /// Memory of so many bytes; what is in it is not known.
    Bytes(u64),
}

/// What there is to complete a launch from.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// What the program takes of a launch's sizes.
    pub grid: &'a Grid,
    /// The kernel's parameters.
    pub params: &'a [Param],
    /// The group size that the kernel demands.
    pub required_local: Option<[u32; 3]>,
    /// How the kernel uses them; the default if it could not be compiled.
    pub usage: &'a Usage,
    /// The kernel, if it could be compiled.
    pub kernel: Option<&'a Kernel>,
    /// The header of the text.
    pub header: &'a Header,
    /// The launch in host code.
    pub host: Option<Host<'a>>,
    /// The document's launch.
    pub document: Option<&'a Launch>,
    /// Does the program run once, and not for each work-item?
    pub once: bool,
}

/// The launch that will be used, with a value for every parameter in their order, and what was not taken over.
pub fn complete(from: Sources) -> (Launch, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (global, local) = sizes(from);
    let (own, warnings) = from.grid.sizes(from.document, from.header);
    diagnostics.extend(warnings);
    let mut launch = Launch { global, local, dynamic_local: 0, args: Vec::new(), sizes: own };
    let said: Vec<_> = from.params.iter().map(|param| said(from, param, &launch, &mut diagnostics)).collect();
    let guess = Guess::new(from, &launch, &said);
    let dynamic_local = from
        .document
        .map(|launch| launch.dynamic_local)
        .filter(|bytes| *bytes != Launch::OPEN_BYTES)
        .or(from.header.dynamic_local)
        .or_else(|| from.host?.dynamic_local)
        .unwrap_or_else(|| guess.dynamic_local());
    let at = |name: &str| {
        let said = from.document.and_then(|launch| launch.args.iter().find(|arg| arg.name == name)?.at);
        let place = || from.header.places.iter().find(|(known, _)| known == name);
        said.or_else(|| place().map(|(_, at)| *at))
    };
    let permission = |name: &str| {
        let said =
            from.document.and_then(|launch| launch.args.iter().find(|arg| arg.name == name)?.permission);
        let named = || from.header.permissions.iter().find(|(known, _)| known == name);
        said.or_else(|| named().map(|(_, permission)| *permission))
    };
    let named = |(param, value): (&Param, ArgValue)| Arg {
        at: at(&param.name),
        permission: permission(&param.name),
        ..Arg::new(param.name.clone(), value)
    };
    let args = from.params.iter().zip(guess.values()).map(named).collect();
    launch = Launch { dynamic_local, args, ..launch };
    unknown_names(from, &mut diagnostics);
    (launch, diagnostics)
}

/// The buffers whose contents nobody said, so that a launch that was completed fills them with numbers of its own: the
/// names of their parameters.
pub fn filled(from: Sources, launch: &Launch) -> Vec<String> {
    let is_own = |(param, arg): &(&Param, &Arg)| {
        let made = arg.value.contents(param).is_some_and(|made| *made.init != Init::Zeros);
        made && said(from, param, launch, &mut Vec::new()).is_none()
    };
    let both = from.params.iter().zip(&launch.args);
    both.filter(is_own).map(|(param, _)| param.name.clone()).collect()
}

fn sizes(from: Sources) -> ([u32; 3], [u32; 3]) {
    if !from.grid.has_work_items() {
        return ([1; 3], [1; 3]);
    }
    let cut = matches!(from.grid, Grid::Cut);
    if let Some(launch) = from.document {
        let open = if cut { [0, 1, 1] } else { [divisor(launch.global[0], 64), 1, 1] };
        return (launch.global, if launch.local == Launch::OPEN { open } else { launch.local });
    }
    if cut {
        let local = from.header.local.unwrap_or([0, 1, 1]);
        return (from.header.size(local).unwrap_or([1024, 1, 1]), local);
    }
    let (default_global, default_local) = match from.usage.dimensions {
        _ if from.once => ([1; 3], [1; 3]),
        0 | 1 => ([256, 1, 1], [32, 1, 1]),
        2 => ([16, 16, 1], [8, 4, 1]),
        _ => ([8, 8, 4], [4, 4, 2]),
    };
    let demanded = from.header.local.or(from.host.and_then(|host| host.local)).or(from.required_local);
    let made_for = || from.kernel.and_then(|kernel| extent::group_size(kernel, default_local));
    let said = demanded.or_else(made_for);
    let global = |local| from.header.size(local).or(from.host.and_then(|host| host.global));
    match said {
        Some(local) => {
            let flat = local[1] == 1 && from.usage.dimensions < 2;
            let groups = if flat { [4, 1, 1] } else { [2, 2, 1] };
            let few_groups = core::array::from_fn(|d| local[d].saturating_mul(groups[d]));
            let global = global(local).unwrap_or(few_groups);
            match demanded {
                Some(_) => (global, local),
                None => (global, core::array::from_fn(|d| divisor(global[d], local[d]))),
            }
        }
        None => {
            let global = global(default_local).unwrap_or(default_global);
            (global, core::array::from_fn(|d| divisor(global[d], default_local[d])))
        }
    }
}

/// The number of work-items that document, header or host code say.
pub(super) fn said_global(from: Sources) -> Option<[u32; 3]> {
    let local = from.header.local.or(from.host.and_then(|host| host.local)).or(from.required_local);
    let of_header = || from.header.size(local.unwrap_or([1; 3]));
    let of_document = from.document.map(|launch| launch.global);
    of_document.or_else(of_header).or_else(|| from.host?.global)
}

/// The largest number up to `most` that divides `size`.
fn divisor(size: u32, most: u32) -> u32 {
    (1..=most).rev().find(|n| size.is_multiple_of(*n)).unwrap_or(1)
}

/// What document or header say about a parameter, if it fits the parameter.
pub(super) fn said(
    from: Sources,
    param: &Param,
    launch: &Launch,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ArgValue> {
    if param.part_of().is_some() {
        return None;
    }
    if let Some(arg) = from.document.and_then(|doc| doc.args.iter().find(|arg| arg.name == param.name)) {
        if fits(param, &arg.value) {
            let value = measured(param, &arg.value);
            diagnostics.extend(too_much_or_little(param, &value));
            return Some(value);
        }
        let (takes, instead) = (misfit(param), "; a default is used instead");
        diagnostics.push(Diagnostic::warning("launch::kind", param.span, takes + instead));
    }
    let Some(arg) = from.header.args.iter().rev().find(|arg| arg.name == param.name) else {
        return host_number(from, param);
    };
    let value = header_value(param, arg, launch.items());
    if value.is_none() {
        // What stands in the text is to be mended there.
        diagnostics.push(Diagnostic::error("launch::kind", arg.span, misfit(param)));
    }
    value
}

/// The number that host code gives a parameter.
fn host_number(from: Sources, param: &Param) -> Option<ArgValue> {
    match (host_value(from, param)?, param.ty) {
        (HostValue::Number(number), ty) if !matches!(ty, Type::Ptr(_)) => Some(ArgValue::Scalar(number)),
        _ => None,
    }
}

/// The length in scalars of the memory that host code gives a parameter. A length that is said holds, however far the
/// kernel reaches.
pub(super) fn host_length(from: Sources, param: &Param) -> Option<u64> {
    match (host_value(from, param)?, param.ty) {
        (HostValue::Bytes(bytes @ 1..), Type::Ptr(Space::Global | Space::Constant)) => {
            Some(bytes / u64::from(param.element.bytes()))
        }
        _ => None,
    }
}

fn host_value(from: Sources, param: &Param) -> Option<HostValue> {
    // The members of a struct that is passed by value are one argument of the source: `p.x`, `p.y`.
    let mut names: Vec<&str> = from.params.iter().filter_map(|param| param.name.split('.').next()).collect();
    names.dedup();
    let (whole, member) = param.name.split_once('.').unwrap_or((&param.name, ""));
    let at = names.iter().position(|name| *name == whole)?;
    if member.is_empty() {
        return *from.host?.args.get(at)?;
    }
    let known = from.host?.members.iter().find(|(arg, name, _)| *arg == at && *name == member);
    known.map(|(.., value)| *value)
}

fn fits(param: &Param, value: &ArgValue) -> bool {
    match param.ty {
        Type::Ptr(Space::Local) => matches!(value, ArgValue::Local(_)),
        _ if param.is_image() => matches!(value, ArgValue::Image(image) if images::fits(param, image)),
        Type::Ptr(_) => matches!(value, ArgValue::Buffer { .. }),
        _ => value.number().is_some(),
    }
}

/// The length of a file's bytes, if it was left open.
fn measured(param: &Param, value: &ArgValue) -> ArgValue {
    match value {
        ArgValue::Buffer { len: 0, element, init: Init::Bytes(bytes) } => {
            let size = element.unwrap_or(param.element).bytes() as usize;
            let (len, init) = (bytes.len().div_ceil(size) as u64, Init::Bytes(bytes.clone()));
            ArgValue::Buffer { len, element: *element, init }
        }
        value => value.clone(),
    }
}

/// Says if a file or a list is not as long as its buffer.
fn too_much_or_little(param: &Param, value: &ArgValue) -> Option<Diagnostic> {
    let Contents { len, element, init, .. } = value.contents(param)?;
    let (given, room, what, unit) = match init {
        Init::List(list) => (list.len() as u64, len, "list", "numbers"),
        Init::Bytes(bytes) => {
            let size = u64::from(element.bytes());
            (bytes.len() as u64, len.saturating_mul(size), "file", "bytes")
        }
        _ => return None,
    };
    let rest = match given.cmp(&room) {
        Ordering::Equal => return None,
        Ordering::Less => "the rest is zero",
        Ordering::Greater => "the rest is left out",
    };
    let message =
        format!("the {what} for `{}` has {given} {unit}, its buffer has room for {room}: {rest}", param.name);
    Some(Diagnostic::warning("launch::contents", param.span, message))
}

/// Said of an argument of the wrong kind.
fn misfit(param: &Param) -> String {
    let takes = match param.ty {
        _ if param.image == Some(ImagePart::Row) => "an image such as `image1d rgba8 256 random(1, 0, 255)`",
        _ if param.is_image() => "an image such as `image2d rgba8 64x64 random(1, 0, 255)`",
        Type::Ptr(Space::Local) => "a length such as `[32]`",
        Type::Ptr(_) => "a buffer such as `[100] zeros`",
        _ => "a number",
    };
    format!("argument `{}` ({}) takes {takes}", param.name, param.source_type)
}

fn header_value(param: &Param, arg: &HeaderArg, items: u64) -> Option<ArgValue> {
    let components = u64::from(param.components.max(1));
    match (param.ty, &arg.value) {
        (_, HeaderValue::Image(image)) => images::fits(param, image).then(|| ArgValue::Image(image.clone())),
        _ if param.is_image() => None,
        (Type::Ptr(Space::Local), HeaderValue::Buffer { len: Some(len), element, init: None }) => {
            let size =
                element.map_or(components * u64::from(param.element.bytes()), |e| u64::from(e.bytes()));
            Some(ArgValue::Local(len.saturating_mul(size)))
        }
        (Type::Ptr(Space::Global | Space::Constant), HeaderValue::Buffer { len, element, init }) => {
            let scale = if element.is_some() { 1 } else { components };
            let len = len.unwrap_or(items).saturating_mul(scale);
            let init = init.clone().unwrap_or(Init::Zeros);
            Some(ArgValue::Buffer { len, element: *element, init })
        }
        (Type::Ptr(_), _) => None,
        (_, HeaderValue::Scalar(number)) => Some(ArgValue::Scalar(*number)),
        (_, HeaderValue::Typed(number, ty)) => Some(ArgValue::Typed(*number, *ty)),
        _ => None,
    }
}

fn unknown_names(from: Sources, diagnostics: &mut Vec<Diagnostic>) {
    let is_buffer = |name: &str| {
        let mut pointers =
            from.params.iter().filter(|param| matches!(param.ty, Type::Ptr(Space::Global | Space::Constant)));
        pointers.any(|param| param.name == name)
    };
    let places = from.header.places.iter().map(|(name, _)| name);
    for name in places.chain(from.header.permissions.iter().map(|(name, _)| name)) {
        if !is_buffer(name) {
            let message =
                format!("the kernel has no buffer `{name}`: what the header says of its memory is ignored");
            diagnostics.push(Diagnostic::warning("launch::unknown-argument", Span::NONE, message));
        }
    }
    let document = from.document.iter().flat_map(|launch| &launch.args).map(|arg| (&arg.name, Span::NONE));
    let header = from.header.args.iter().map(|arg| (&arg.name, arg.span));
    for (name, span) in document.chain(header) {
        if from.params.iter().all(|param| param.name != *name) {
            let named = from.params.iter().filter(|param| param.part_of().is_none());
            let names: Vec<_> = named.map(|param| param.name.as_str()).collect();
            let message = format!("the kernel has no parameter `{name}`: this argument is ignored");
            let help = format!("its parameters are: {}", names.join(", "));
            diagnostics.push(Diagnostic::warning("launch::unknown-argument", span, message).help(help));
        }
    }
}

/// Is every work-item in a group of the size that was asked for? (Else the launch is refused by [`super::bind`].)
pub fn rounded_up(global: [u32; 3], local: [u32; 3]) -> Option<[u32; 3]> {
    let up: [Option<u32>; 3] = core::array::from_fn(|d| match local[d] {
        0 => None,
        local => global[d].max(1).checked_next_multiple_of(local),
    });
    let size = [up[0]?, up[1]?, up[2]?];
    (volume(size) > 0).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::header;
    use alloc::vec;

    fn param(name: &str, ty: Type, element: Type, read_only: bool) -> Param {
        Param { read_only, source_type: "t".into(), ..Param::new(name, ty, element) }
    }

    fn buffer(name: &str, element: Type, read_only: bool) -> Param {
        param(name, Type::Ptr(Space::Global), element, read_only)
    }

    fn int(name: &str) -> Param {
        param(name, Type::I32, Type::I32, false)
    }

    fn completed(
        params: &[Param],
        usage: &Usage,
        text: &str,
        document: Option<&Launch>,
    ) -> (Launch, Vec<Diagnostic>) {
        let (header, _) = header::parse(text);
        complete(Sources {
            grid: &Grid::WorkItems,
            params,
            required_local: None,
            usage,
            kernel: None,
            header: &header,
            host: None,
            document,
            once: false,
        })
    }

    fn value(launch: &Launch, name: &str) -> ArgValue {
        launch.args.iter().find(|arg| arg.name == name).unwrap().value.clone()
    }

    fn scalar(value: i128) -> ArgValue {
        ArgValue::Scalar(Number::Int(value))
    }

    #[test]
    fn integers_get_their_value_from_their_name() {
        let flat = Usage { dimensions: 1, ..Usage::default() };
        let plane = Usage { dimensions: 2, ..Usage::default() };
        let table = [
            ("n", 256, 16),
            ("numElements", 256, 16),
            ("data_size", 256, 16),
            ("width", 16, 16),
            ("nRows", 16, 16),
            ("rows", 16, 16),
            ("iterations", 16, 16),
            ("current", 1, 1),
        ];
        for (name, in_one, in_two) in table {
            let params = [int("other"), int("rows"), int("cols"), int(name)];
            let (launch, _) = completed(&params, &flat, "", None);
            assert_eq!(value(&launch, name), scalar(in_one), "{name} in one dimension");
            let (launch, _) = completed(&params, &plane, "", None);
            assert_eq!(value(&launch, name), scalar(in_two), "{name} in two dimensions");
        }
    }

    /// Members of an object that a launch of host code gives: `f.n`, `f.o` are one argument of the source.
    #[test]
    fn members_have_the_values_that_host_code_gives() {
        let params = [int("m"), int("f.n"), buffer("f.o", Type::I32, false), int("k")];
        let args = [Some(HostValue::Number(Number::Int(2))), None, Some(HostValue::Number(Number::Int(9)))];
        let members = [(1, "n", HostValue::Number(Number::Int(5))), (1, "o", HostValue::Bytes(64))];
        let (launch, _) = complete(Sources {
            grid: &Grid::WorkItems,
            params: &params,
            required_local: None,
            usage: &Usage::default(),
            kernel: None,
            header: &header::parse("").0,
            host: Some(Host { args: &args, members: &members, ..Host::default() }),
            document: None,
            once: false,
        });
        assert_eq!([value(&launch, "m"), value(&launch, "f.n"), value(&launch, "k")], [2, 5, 9].map(scalar));
        assert!(matches!(value(&launch, "f.o"), ArgValue::Buffer { len: 16, .. }));
    }

    #[test]
    fn the_only_integer_is_a_length() {
        let (launch, _) = completed(&[int("foo")], &Usage::default(), "", None);
        assert_eq!(value(&launch, "foo"), scalar(256));
    }

    #[test]
    fn buffers_that_are_read_are_random_and_others_zero() {
        let params =
            [buffer("x", Type::F32, true), buffer("y", Type::F32, false), buffer("i", Type::I32, false)];
        let usage = Usage { dimensions: 1, read: vec![false, false, true], ..Usage::default() };
        let (launch, _) = completed(&params, &usage, "", None);
        let random = |seed, high| Init::Random { seed, low: Number::Int(0), high: Number::Int(high) };
        let of = |init| ArgValue::Buffer { len: 256, element: None, init };
        assert_eq!(value(&launch, "x"), of(random(1, 1)));
        assert_eq!(value(&launch, "y"), of(Init::Zeros));
        assert_eq!(value(&launch, "i"), of(random(3, 255)));
    }

    #[test]
    fn a_kernel_that_multiplies_by_its_length_gets_matrices() {
        let params = [buffer("a", Type::F32, true), int("n")];
        let usage =
            Usage { dimensions: 1, read: vec![true, false], factor: vec![false, true], ..Usage::default() };
        let (launch, _) = completed(&params, &usage, "", None);
        assert!(matches!(value(&launch, "a"), ArgValue::Buffer { len: 65_536, .. }));
        assert_eq!(value(&launch, "n"), scalar(256));
    }

    #[test]
    fn the_header_comes_before_the_signature_and_the_document_before_the_header() {
        let params = [buffer("x", Type::F32, true), int("n")];
        let text = "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg x [50] iota\n// lanescope: arg n 49";
        let (launch, diagnostics) = completed(&params, &Usage::default(), text, None);
        assert_eq!((launch.global, launch.local), ([64, 1, 1], [16, 1, 1]));
        let init = Init::Iota { start: Number::Int(0), step: Number::Int(1) };
        assert_eq!(value(&launch, "x"), ArgValue::Buffer { len: 50, element: None, init });
        assert_eq!((value(&launch, "n"), diagnostics), (scalar(49), vec![]));

        let said = Launch { args: vec![Arg::new("n", scalar(7))], ..Launch::default() };
        let (launch, _) = completed(&params, &Usage::default(), text, Some(&said));
        assert_eq!((launch.global, value(&launch, "n")), ([64, 1, 1], scalar(7)));
        assert!(matches!(value(&launch, "x"), ArgValue::Buffer { len: 50, .. }));
    }

    #[test]
    fn a_length_that_was_said_is_the_length_of_the_rest() {
        let params = [buffer("x", Type::F32, true), buffer("y", Type::F32, true), int("n")];
        let (launch, _) = completed(&params, &Usage::default(), "// lanescope: arg x [50] iota", None);
        assert!(matches!(value(&launch, "y"), ArgValue::Buffer { len: 50, .. }));
        assert_eq!(value(&launch, "n"), scalar(50));
    }

    #[test]
    fn a_file_without_a_length_is_measured_in_elements_of_the_signature() {
        let params = [buffer("x", Type::F32, true)];
        let of = |len| ArgValue::Buffer { len, element: None, init: Init::Bytes(vec![7; 13]) };
        let said = Launch { args: vec![Arg::new("x", of(0))], ..Launch::default() };
        let (launch, _) = completed(&params, &Usage::default(), "", Some(&said));
        assert_eq!(value(&launch, "x"), of(4), "13 bytes begin 4 elements of 4 bytes");
    }

    #[test]
    fn what_does_not_fit_is_said_and_replaced() {
        let params = [buffer("x", Type::F32, true)];
        let text = "// lanescope: arg x 3\n// lanescope: arg z 4\n";
        let (launch, diagnostics) = completed(&params, &Usage::default(), text, None);
        assert!(matches!(value(&launch, "x"), ArgValue::Buffer { .. }));
        let codes: Vec<_> = diagnostics.iter().map(|d| d.code.as_ref()).collect();
        assert_eq!(codes, ["launch::kind", "launch::unknown-argument"]);
        assert_eq!(diagnostics.iter().map(|d| d.is_error()).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn work_group_memory_follows_the_group() {
        let params = [param("temp", Type::Ptr(Space::Local), Type::F32, false)];
        let (launch, _) = completed(&params, &Usage::default(), "// lanescope: local 16", None);
        assert_eq!(value(&launch, "temp"), ArgValue::Local(2 * 16 * 4));
        let (launch, _) = completed(&params, &Usage::default(), "// lanescope: arg temp [10]", None);
        assert_eq!(value(&launch, "temp"), ArgValue::Local(40));
    }

    #[test]
    fn only_a_global_size_gets_a_group_size_that_divides_it() {
        let (launch, _) = completed(&[], &Usage::default(), "// lanescope: global 30", None);
        assert_eq!((launch.global, launch.local), ([30, 1, 1], [30, 1, 1]));
        let (launch, _) = completed(&[], &Usage::default(), "// lanescope: global 34", None);
        assert_eq!(launch.local, [17, 1, 1]);
    }
}
