//! The launch file: TOML with `global`, `local`, optional `dynamic_local`, and `[[arg]]` entries.
//!
//! ```toml
//! global = [1024]        # may be absent for assembly by hand, which runs once
//! local = [128]          # if absent: up to 64 in the first dimension, or what the machine chooses
//! [[arg]]
//! name = "a"
//! value = 2.5
//! [[arg]]
//! name = "x"
//! type = "float"
//! len = 1000
//! init = "random"        # zeros, iota, random, permutation, fill, list
//! seed = 1
//! range = [-1.0, 1.0]    # random: both ends; iota: start and step
//! [[arg]]
//! name = "table"
//! file = "table.bin"     # raw little-endian (.csv and .txt: decimal numbers), relative to this file; without `len` all of it
//! at = 0x40000           # where the buffer lies
//! permission = "read"        # or "read-write": what programs may do with its memory
//! [[arg]]
//! name = "picture"
//! image = "rgba8"        # its format, of a parameter that is an image or a texture; contents as of a buffer
//! size = [256, 256]      # one number: an image of one row
//! sampler = "linear repeat normalized" # how a texture is read; alone, the value of a `sampler_t`
//! [sizes]                # of a program that names its sizes itself
//! rows = 12
//! ```

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use lanescope_core::session::vocabulary::{
    Arg, ArgValue, Init, Launch, Limits, Number, Permission, Type, images,
};
use serde::Deserialize;

use crate::{
    Failure,
    files::{self, Budget},
};

/// The file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    global: Option<Extent>,
    local: Option<Extent>,
    dynamic_local: Option<u32>,
    #[serde(default)]
    arg: Vec<ArgTable>,
    /// Sizes that the program names.
    #[serde(default)]
    sizes: BTreeMap<String, u64>,
}

/// One, two or three sizes; a plain number stands for one dimension.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a size is a whole number from 1 to 4294967295, or a list of one to three of them"
)]
enum Extent {
    One(u32),
    Many(Vec<u32>),
}

/// A number of either kind.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "this takes a number")]
enum Value {
    Int(i64),
    /// An integer of the upper half of `ulong`. Without it such a number would be read as the nearest `double`.
    Wide(u64),
    Float(f64),
    Flag(bool),
}

/// An `[[arg]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArgTable {
    name: String,
    value: Option<Value>,
    #[serde(rename = "type")]
    ty: Option<String>,
    len: Option<u64>,
    init: Option<String>,
    seed: Option<u64>,
    range: Option<[Value; 2]>,
    values: Option<Vec<Value>>,
    file: Option<String>,
    image: Option<String>,
    size: Option<Extent>,
    sampler: Option<String>,
    at: Option<u64>,
    permission: Option<String>,
}

/// Where the files of arguments are, and how many bytes of them may be read.
struct Folder<'a> {
    path: &'a Path,
    /// Where files are that are not there.
    data: Option<&'a Path>,
    budget: Budget,
}

impl Folder<'_> {
    fn find(&self, file: &str) -> PathBuf {
        let here = self.path.join(file);
        let there = self.data.map(|data| data.join(file));
        there.filter(|there| !here.exists() && there.exists()).unwrap_or(here)
    }
}

/// Reads a launch file, of a program that runs `once` or of a kernel; files that are not beside it are looked for in `data`.
///
/// # Errors
/// A sentence that names the file and what is wrong in it, or the limit that it passes.
pub fn read(path: &Path, data: Option<&Path>, once: bool, limits: &Limits) -> Result<Launch, Failure> {
    let name = path.display().to_string();
    let bytes = files::read(path, &Budget::new("source_bytes", limits.source_bytes))?;
    let text = String::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?;
    let folder = Folder {
        path: path.parent().unwrap_or(Path::new(".")),
        data,
        budget: Budget::new("memory_bytes", limits.memory_bytes),
    };
    parse(&text, &folder, once).map_err(|failure| failure.of(&name))
}

fn parse(text: &str, folder: &Folder, once: bool) -> Result<Launch, Failure> {
    let file: File = toml::from_str(text).map_err(|error| match too_long(text) {
        Some(number) => {
            let (least, most) = (i64::MIN, i64::MAX);
            format!("`{number}` is too large: a whole number goes from {least} to {most}")
        }
        None => error.to_string(),
    })?;
    let global = match &file.global {
        Some(global) => extent(global)?,
        None if once || !file.sizes.is_empty() => [1; 3],
        None => return Err("missing field `global`: how many work-items there are".to_string().into()),
    };
    let local = match &file.local {
        Some(local) => extent(local)?,
        None => Launch::OPEN,
    };
    let args: Vec<Arg> = file.arg.iter().map(|table| argument(table, folder)).collect::<Result<_, _>>()?;
    if let Some(twice) =
        args.iter().enumerate().find(|(at, arg)| args[..*at].iter().any(|a| a.name == arg.name))
    {
        return Err(format!("argument `{}` is given twice", twice.1.name).into());
    }
    Ok(Launch {
        global,
        local,
        dynamic_local: file.dynamic_local.unwrap_or(Launch::OPEN_BYTES),
        args,
        sizes: file.sizes.into_iter().collect(),
    })
}

/// The first whole number outside quotes and comments that has more than 64 bits.
fn too_long(text: &str) -> Option<&str> {
    let code = text.lines().map(|line| line.split(['#', '"', '\'']).next().unwrap_or_default());
    let mut words = code.flat_map(|line| line.split(['=', ',', '[', ']']));
    words.find_map(|word| {
        let word = word.trim();
        let digits = word.trim_start_matches(['+', '-']).replace('_', "");
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (is_whole && word.replace('_', "").parse::<i64>().is_err()).then_some(word)
    })
}

fn extent(extent: &Extent) -> Result<[u32; 3], String> {
    let sizes = match extent {
        Extent::One(size) => std::slice::from_ref(size),
        Extent::Many(sizes) => sizes,
    };
    match *sizes {
        [x] => Ok([x, 1, 1]),
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(format!("a size has one to three numbers, not {}", sizes.len())),
    }
}

fn number(value: Value) -> Number {
    match value {
        Value::Int(n) => Number::Int(n.into()),
        Value::Wide(n) => Number::Int(n.into()),
        Value::Float(n) => Number::Float(n),
        Value::Flag(flag) => Number::Int(flag.into()),
    }
}

fn argument(table: &ArgTable, folder: &Folder) -> Result<Arg, Failure> {
    let named = |what: Failure| what.of(&format!("argument `{}`", table.name));
    let value = match (&table.value, &table.init, table.len) {
        (Some(value), None, None) => {
            let ty = table.ty.as_deref().map(element).transpose().map_err(|what| named(what.into()))?;
            ty.map_or(ArgValue::Scalar(number(*value)), |ty| ArgValue::Typed(number(*value).of(ty), ty))
        }
        _ if table.image.is_some() => image(table, folder).map_err(named)?,
        (None, None, None) if table.sampler.is_some() => {
            let sampler = sampler(table).map_err(|what| named(what.into()))?;
            ArgValue::Scalar(Number::Int(sampler.into()))
        }
        (None, None, Some(bytes)) if table.ty.as_deref() == Some("local") => ArgValue::Local(bytes),
        _ => buffer(table, folder).map_err(named)?,
    };
    let is_memory = matches!(value, ArgValue::Buffer { .. } | ArgValue::Image(_));
    if table.at.is_some() && !is_memory {
        return Err(named("only a buffer has a place: `at`".to_string().into()));
    }
    let permission =
        table.permission.as_deref().map(permission).transpose().map_err(|what| named(what.into()))?;
    if permission.is_some() && !is_memory {
        return Err(named("only the memory of a buffer has a `permission`".to_string().into()));
    }
    Ok(Arg { at: table.at, permission, ..Arg::new(table.name.clone(), value) })
}

fn buffer(table: &ArgTable, folder: &Folder) -> Result<ArgValue, Failure> {
    let element = table.ty.as_deref().map(element).transpose()?;
    let init = contents(table, folder)?;
    let len = match (table.len, &init) {
        (Some(len), _) => len,
        (None, Init::List(list)) => list.len() as u64,
        // As many elements as the file holds: their size is known from the signature.
        (None, Init::Bytes(_)) => 0,
        _ => return Err("it needs `len`".to_string().into()),
    };
    Ok(ArgValue::Buffer { len, element, init })
}

fn image(table: &ArgTable, folder: &Folder) -> Result<ArgValue, Failure> {
    let name = table.image.as_deref().unwrap_or_default();
    let format = images::Format::named(name).ok_or_else(|| images::no_format(name))?;
    let (width, height) = match &table.size {
        Some(Extent::One(width)) => (*width, 1),
        Some(Extent::Many(sides)) if sides.len() <= 2 && !sides.is_empty() => {
            (sides[0], sides.get(1).copied().unwrap_or(1))
        }
        Some(Extent::Many(sides)) => {
            return Err(format!("the size of an image has one or two numbers, not {}", sides.len()).into());
        }
        None => return Err("an image needs `size`".to_string().into()),
    };
    let (sampler, init) = (sampler(table)?, contents(table, folder)?);
    Ok(ArgValue::Image(images::Image { format, width, height, sampler, init }))
}

fn sampler(table: &ArgTable) -> Result<u32, String> {
    images::sampler(table.sampler.as_deref().unwrap_or_default())
}

fn contents(table: &ArgTable, folder: &Folder) -> Result<Init, Failure> {
    match &table.file {
        Some(file) => {
            let bytes = files::read(&folder.find(file), &folder.budget)?;
            let is_text = [".csv", ".txt"].iter().any(|ending| file.ends_with(ending));
            Ok(if is_text { decimal(file, &bytes)? } else { Init::Bytes(bytes) })
        }
        None => Ok(described(table)?),
    }
}

/// Decimal numbers with commas or blanks between them. All of them are floats, except integers that no `double` is.
fn decimal(file: &str, bytes: &[u8]) -> Result<Init, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| format!("{file}: {error}"))?;
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let number = |word: &str| match word.parse::<f32>() {
        Ok(_) => match Number::parse(word) {
            Some(Number::Int(exact)) if exact as f64 as i128 != exact => Ok(Number::Int(exact)),
            _ => word.parse().map(Number::Float).map_err(|_| String::new()),
        },
        Err(_) => Err(format!("{file}: `{}` is no number", word.chars().take(40).collect::<String>())),
    };
    words.map(number).collect::<Result<_, _>>().map(Init::List)
}

/// Contents that are described in the launch file itself.
fn described(table: &ArgTable) -> Result<Init, String> {
    let seed = table.seed.unwrap_or(0);
    let [first, second] = table.range.unwrap_or(match table.init.as_deref() {
        Some("random") => [Value::Float(0.0), Value::Float(1.0)],
        _ => [Value::Int(0), Value::Int(1)],
    });
    let list = || table.values.iter().flatten().copied().map(number).collect();
    match table.init.as_deref() {
        Some("zeros") => Ok(Init::Zeros),
        Some("iota") => Ok(Init::Iota { start: number(first), step: number(second) }),
        Some("random") => {
            let (low, high) = (number(first), number(second));
            if low.as_f64() <= high.as_f64() && (high.as_f64() - low.as_f64()).is_finite() {
                return Ok(Init::Random { seed, low, high });
            }
            Err(format!("`range` is no range from {} to {}", low.as_f64(), high.as_f64()))
        }
        Some("permutation") => Ok(Init::Permutation { seed }),
        Some("fill") => {
            table.value.map(|value| Init::Fill(number(value))).ok_or("`fill` needs `value`".into())
        }
        Some("list") => Ok(Init::List(list())),
        None if table.values.is_some() => Ok(Init::List(list())),
        None => Ok(Init::Zeros),
        Some(other) => {
            Err(format!("`init = \"{other}\"` is not one of zeros, iota, random, permutation, fill, list"))
        }
    }
}

/// The words for what programs may do with memory.
fn permission(word: &str) -> Result<Permission, String> {
    let words = Permission::NAMES.map(|(_, word)| word).join("\" or \"");
    Permission::named(word).ok_or_else(|| format!("`permission` is \"{words}\", not \"{word}\""))
}

/// The names that people use for element types.
fn element(name: &str) -> Result<Type, String> {
    Ok(match name {
        "char" | "uchar" | "i8" | "u8" | "bool" => Type::I8,
        "short" | "ushort" | "i16" | "u16" => Type::I16,
        "int" | "uint" | "i32" | "u32" => Type::I32,
        "long" | "ulong" | "i64" | "u64" => Type::I64,
        "half" | "f16" => Type::F16,
        "float" | "f32" => Type::F32,
        "double" | "f64" => Type::F64,
        _ => return Err(format!("`type = \"{name}\"` is no element type; write float, int, uint, …")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_of(text: &str, once: bool) -> Result<Launch, String> {
        let folder = Folder { path: Path::new("."), data: None, budget: Budget::new("memory_bytes", 100) };
        parse(text, &folder, once).map_err(|failure| match failure {
            Failure::Message(message) | Failure::Limit(message) => message,
            other => format!("{other:?}"),
        })
    }

    fn read(text: &str) -> Result<Launch, String> {
        read_of(text, false)
    }

    #[test]
    fn reads_scalars_and_buffers() {
        let launch = read(
            "global = [64, 2]\nlocal = 16\n[[arg]]\nname = 'a'\nvalue = 2.5\n[[arg]]\nname = 'x'\ntype = 'float'\nlen = 8\n\
             init = 'random'\nseed = 3\nrange = [-1, 1]\n[[arg]]\nname = 'p'\ntype = 'local'\nlen = 64",
        )
        .unwrap();
        assert_eq!((launch.global, launch.local), ([64, 2, 1], [16, 1, 1]));
        assert_eq!(launch.args[0].value, ArgValue::Scalar(Number::Float(2.5)));
        let init = Init::Random { seed: 3, low: Number::Int(-1), high: Number::Int(1) };
        assert_eq!(launch.args[1].value, ArgValue::Buffer { len: 8, element: Some(Type::F32), init });
        assert_eq!(launch.args[2].value, ArgValue::Local(64));
    }

    #[test]
    fn the_type_of_a_scalar_says_whether_it_has_a_fraction() {
        let value = |ty: &str| {
            let launch = read(&format!("global = 1\n[[arg]]\nname = 'a'\nvalue = 2\ntype = '{ty}'"));
            launch.map(|launch| launch.args[0].value.clone())
        };
        assert_eq!(value("float"), Ok(ArgValue::Typed(Number::Float(2.0), Type::F32)));
        assert_eq!(value("double"), Ok(ArgValue::Typed(Number::Float(2.0), Type::F64)));
        assert_eq!(value("long"), Ok(ArgValue::Typed(Number::Int(2), Type::I64)));
        assert!(value("flaot").unwrap_err().contains("no element type"));
    }

    /// Neither 2^63 + 1 nor 2^53 + 1 is a `double`.
    #[test]
    fn integers_of_64_bits_are_kept_to_the_bit() {
        let (half, most) = ((1i128 << 63) + 1, u64::MAX.into());
        let text = format!(
            "global = 1\n[[arg]]\nname = 'a'\nvalue = {half}\n[[arg]]\nname = 'b'\nvalues = [{most}, 0xffffffffffffffff]"
        );
        let launch = read(&text).unwrap();
        assert_eq!(launch.args[0].value, ArgValue::Scalar(Number::Int(half)));
        let init = Init::List([Number::Int(most); 2].into());
        assert_eq!(launch.args[1].value, ArgValue::Buffer { len: 2, element: None, init });
        let list = decimal("a.csv", b"9007199254740993, -0 18446744073709551615\n3,-inf").unwrap();
        let [zero, three, infinity] = [-0.0, 3.0, f64::NEG_INFINITY].map(Number::Float);
        let numbers = [Number::Int((1 << 53) + 1), zero, Number::Int(most), three, infinity];
        assert_eq!(format!("{list:?}"), format!("{:?}", Init::List(numbers.into())));
    }

    #[test]
    fn buffers_have_places_and_programs_sizes_of_their_own() {
        let launch = read("[[arg]]\nname = 'x'\nlen = 8\nat = 0x40000\n[sizes]\nrows = 12\nb = 3").unwrap();
        assert_eq!((launch.args[0].at, launch.global), (Some(0x4_0000), [1; 3]));
        assert_eq!(launch.sizes, [("b".into(), 3), ("rows".into(), 12)]);
        for (more, part) in [
            ("value = 8\nat = 64", "only a buffer"),
            ("value = 8\npermission = 'read'", "only the memory of a buffer"),
            ("len = 8\npermission = 'write'", "`permission` is \"read\" or \"read-write\", not \"write\""),
        ] {
            let wrong = read(&format!("global = 1\n[[arg]]\nname = 'x'\n{more}")).unwrap_err();
            assert!(wrong.starts_with(&format!("argument `x`: {part}")), "{wrong}");
        }
        let read_only = read("global = 1\n[[arg]]\nname = 'x'\nlen = 8\npermission = 'read'").unwrap();
        assert_eq!(read_only.args[0].permission, Some(Permission::Read));
    }

    #[test]
    fn images_have_a_format_and_a_size() {
        let value = |more: &str| {
            read(&format!("global = 1\n[[arg]]\nname = 'm'\n{more}"))
                .map(|launch| launch.args[0].value.clone())
        };
        let image = images::Image::read("image2d rgba8 8x4 linear repeat iota").unwrap();
        let said = "image = 'rgba8'\nsize = [8, 4]\nsampler = 'linear repeat'\ninit = 'iota'";
        assert_eq!(value(said), Ok(ArgValue::Image(image)));
        let row = images::Image::read("image1d r32f 100").unwrap();
        assert_eq!(value("image = 'r32f'\nsize = 100"), Ok(ArgValue::Image(row)));
        assert_eq!(value("sampler = 'normalized'"), Ok(ArgValue::Scalar(Number::Int(0x13))));
        for (more, part) in [
            ("image = 'rgb8'\nsize = [8, 4]", "`rgb8` is no format"),
            ("image = 'rgba8'", "an image needs `size`"),
            ("image = 'rgba8'\nsize = [8, 4, 2]", "the size of an image has one or two numbers, not 3"),
            ("sampler = 'cubic'", "`cubic` says nothing"),
        ] {
            let wrong = value(more).unwrap_err();
            assert!(wrong.starts_with(&format!("argument `m`: {part}")), "{wrong}");
        }
    }

    #[test]
    fn what_runs_once_needs_no_size() {
        let arg = "[[arg]]\nname = 'a'\nvalue = 2.5";
        assert_eq!(read_of(arg, true).unwrap().global, [1; 3]);
        assert!(read(arg).unwrap_err().contains("`global`"));
    }

    #[test]
    fn mistakes_are_named() {
        assert!(read("global = [1, 2, 3, 4]").unwrap_err().contains("one to three"));
        let wrong = "global = 1\n[[arg]]\nname = 'x'\nlen = 3\ninit = 'sevens'";
        assert!(read(wrong).unwrap_err().starts_with("argument `x`: `init = \"sevens\"` is not one of"));
        for number in ["99999999999999999999", "-99999999999999999999", "99_999_999_999_999_999_999"] {
            let arg = format!("global = 1\n[[arg]]\nname = 'a'\nvalue = {number}");
            let wrong = read(&arg).unwrap_err();
            assert!(wrong.starts_with(&format!("`{number}` is too large: ")), "{wrong}");
        }
        assert!(read("globl = 1").unwrap_err().contains("globl"));
        assert!(read("global = -1").unwrap_err().contains("a size is a whole number"));
        let twice = "global = 1\n[[arg]]\nname = 'x'\nvalue = 3\n[[arg]]\nname = 'x'\nvalue = 3";
        assert!(read(twice).unwrap_err().contains("twice"));
        let arg = "global = 1\n[[arg]]\nname = 'x'\nlen = 3\ninit = 'random'\n";
        assert!(read(&format!("{arg}range = [2, 1]")).unwrap_err().contains("no range from 2 to 1"));
        assert!(read(&format!("{arg}range = [nan, 1]")).unwrap_err().contains("no range"));
    }
}
