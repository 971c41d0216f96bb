//! A launch of a program with buffers of its own: sizes, groups, and what the buffers hold at the start.
//!
//! Main memory begins at byte 0 for a program; in the memory image it lies behind [`BASE`]. Buffers are
//! words of 32 bits. A buffer is filled from the file that the launch gives for it, else from the one that the program names: words as they
//! are, or decimal numbers that become floats. Without a file it holds zeros.
//!
//! The original's rule for the width of a group: the largest of 1,024, 512, 256, 128 and 64 that is not above the columns of the
//! launch, else 32. A width that is said is a power of two from 32 on.
//!
//! Absent: comparing results with files, which is done outside.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::cmp::Ordering;

use lanescope_parts::{
    base::decimal,
    document::Limits,
    files::Files,
    image::{self, BASE, MOST_ADDRESS, Memory, Permission, Placed},
    ir::Type,
    launch::{self, ArgValue},
    source::{Diagnostic, Span},
};

use super::{
    exec::Launch,
    isa::{Buffer, Contents, Program, WORK_ITEMS},
    spec::Spec,
};

/// The smallest width of a group.
const LEAST_WIDTH: u32 = 32;

/// What a person says of a launch, beside the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchOptions {
    /// Columns and rows of work-items.
    pub size: [u32; 2],
    /// Columns of a group; the original's rule if it is not said.
    pub width: Option<u32>,
    /// Contents for buffers of main memory, in the place of the files that the program names.
    pub arguments: Vec<Argument>,
}

/// Contents for a buffer of main memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The number of the buffer.
    pub buffer: u32,
    /// How the bytes are read.
    pub contents: Contents,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl Argument {
    /// A file as contents: decimal text if its name ends with `.csv` or `.txt`, else words.
    pub fn of_file(buffer: u32, name: &str, bytes: Vec<u8>) -> Argument {
        let text = [".csv", ".txt"].iter().any(|end| name.ends_with(end));
        Argument { buffer, contents: if text { Contents::Decimal } else { Contents::Words }, bytes }
    }
}

/// The width of a group by the original's rule.
pub fn default_width(columns: u32) -> u32 {
    [1024, 512, 256, 128, 64].into_iter().find(|width| *width <= columns).unwrap_or(LEAST_WIDTH)
}

/// Checks a launch against a program and makes the memory that it begins with.
///
/// # Errors
/// A sentence for each thing that is wrong.
pub fn prepare(
    program: &Program,
    files: &Files,
    chosen: &LaunchOptions,
    spec: &Spec,
    limits: &Limits,
) -> Result<(Launch, Memory), Vec<Diagnostic>> {
    let launch = Launch { size: chosen.size, width: chosen.width.unwrap_or(default_width(chosen.size[0])) };
    let mut errors: Vec<Diagnostic> = check_sizes(&launch, limits).into_iter().collect();
    errors.extend(program.scratchpads.iter().filter_map(|one| check_scratchpad(one, spec.scratchpad_bytes)));
    let unknown = |argument: &&Argument| program.buffer(argument.buffer).is_none();
    errors.extend(chosen.arguments.iter().filter(unknown).map(|argument| {
        wrong(Span::NONE, format!("The program declares no buffer {} of main memory.", argument.buffer))
    }));
    let filled: Vec<(&Buffer, Vec<u8>)> = program
        .buffers
        .iter()
        .map(|buffer| Ok((buffer, start(buffer, files, chosen)?)))
        .filter_map(|read| read.map_err(|error| errors.push(error)).ok())
        .collect();
    let memory = match (errors.is_empty(), memory_of(&filled, limits)) {
        (true, Ok(memory)) => return Ok((launch, memory)),
        (_, memory) => memory,
    };
    errors.extend(memory.err());
    Err(errors)
}

/// What is to be said of a launch of a program by hand: arguments that are no buffers, and contents that are not as long as
/// their buffer.
pub fn remarks(program: &Program, files: &Files, launch: &launch::Launch) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    let mut given = Vec::new();
    for arg in &launch.args {
        let buffer = arg.name.parse().ok().and_then(|id| program.buffer(id));
        let ArgValue::Buffer { len, element, .. } = &arg.value else {
            let message =
                format!("Argument `{}` is no buffer, and a program by hand has no others.", arg.name);
            said.push(wrong(Span::NONE, message));
            continue;
        };
        if arg.at.is_some() {
            let message =
                format!("Buffer {} lies where the program says, not where the launch does.", arg.name);
            said.push(Diagnostic::warning("launch::fit", Span::NONE, message));
        }
        if let Some(buffer) = buffer {
            let bytes = len.saturating_mul(element.unwrap_or(Type::I32).bytes().into());
            said.extend(too_much_or_little(buffer, bytes));
            given.push(buffer.id);
        }
    }
    for buffer in program.buffers.iter().filter(|buffer| !given.contains(&buffer.id)) {
        let named = buffer.file.as_ref().zip(buffer.contents);
        let bytes = named.and_then(|(name, _)| files.bytes(name, buffer.span.start));
        if let (Some((_, contents)), Some(bytes)) = (named, bytes)
            && contents != Contents::Nothing
            && let Ok(decoded) = decode(contents, bytes, buffer)
        {
            said.extend(too_much_or_little(buffer, decoded.len() as u64));
        }
    }
    said
}

/// Contents that are not as long as their buffer.
fn too_much_or_little(buffer: &Buffer, bytes: u64) -> Option<Diagnostic> {
    let room = 4 * buffer.words();
    let rest = match bytes.cmp(&room) {
        Ordering::Equal => return None,
        Ordering::Less => "the rest is zero",
        Ordering::Greater => "the rest is left out",
    };
    let message = format!("Buffer {} has {room} bytes, and its contents have {bytes}: {rest}.", buffer.id);
    Some(Diagnostic::warning("launch::contents", buffer.span, message))
}

fn wrong(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("launch::fit", span, message)
}

fn check_sizes(launch: &Launch, limits: &Limits) -> Option<Diagnostic> {
    let [columns, rows] = launch.size;
    let width = launch.width;
    if columns == 0 || rows == 0 {
        return Some(wrong(Span::NONE, format!("A launch of {columns} by {rows} has no work-item.")));
    }
    if !width.is_power_of_two() || !(LEAST_WIDTH..=WORK_ITEMS as u32).contains(&width) {
        let message = format!("A group is a power of two from 32 to {WORK_ITEMS} wide, not {width}.");
        return Some(wrong(Span::NONE, message));
    }
    let [across, down] = launch.groups().map(u64::from);
    let items = (across * down).saturating_mul(WORK_ITEMS as u64);
    (items > limits.work_items).then(|| {
        let limit = limits.work_items;
        let message = format!("The groups have {items} work-items; limit `work_items` is {limit}.");
        Diagnostic::error("limit::work-items", Span::NONE, message)
    })
}

fn check_scratchpad(buffer: &Buffer, bytes: u32) -> Option<Diagnostic> {
    let end = u64::from(buffer.address) + 4 * buffer.words();
    let id = buffer.id;
    (end > bytes.into()).then(|| {
        let message = format!("Scratchpad buffer {id} ends at byte {end}; a scratchpad has {bytes}.");
        wrong(buffer.span, message)
    })
}

/// What a buffer holds at the start; it may be shorter than the buffer.
fn start(buffer: &Buffer, files: &Files, chosen: &LaunchOptions) -> Result<Vec<u8>, Diagnostic> {
    if let Some(argument) = chosen.arguments.iter().rfind(|one| one.buffer == u32::from(buffer.id)) {
        return decode(argument.contents, &argument.bytes, buffer);
    }
    let (Some(contents @ (Contents::Decimal | Contents::Words)), Some(name)) =
        (buffer.contents, &buffer.file)
    else {
        return Ok(Vec::new());
    };
    let bytes = files.bytes(name, buffer.span.start).ok_or_else(|| {
        let message = format!("Buffer {} is filled from `{name}`, and there is no such file.", buffer.id);
        wrong(buffer.span, message)
            .help("Give the folder with the files of the program, or the contents of the buffer")
    })?;
    decode(contents, bytes, buffer)
}

/// The bytes that contents stand for.
fn decode(contents: Contents, bytes: &[u8], buffer: &Buffer) -> Result<Vec<u8>, Diagnostic> {
    if contents != Contents::Decimal {
        return Ok(bytes.to_vec());
    }
    let not_text = || wrong(buffer.span, format!("The contents of buffer {} are no text.", buffer.id));
    let text = core::str::from_utf8(bytes).map_err(|_| not_text())?;
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let mut decoded = Vec::new();
    for word in words {
        let number = decimal::f32(word).ok_or_else(|| {
            let message = format!("`{word}` among the contents of buffer {} is no number.", buffer.id);
            wrong(buffer.span, message)
        })?;
        decoded.extend_from_slice(&number.to_le_bytes());
    }
    Ok(decoded)
}

/// Memory with the buffers of a program.
fn memory_of(buffers: &[(&Buffer, Vec<u8>)], limits: &Limits) -> Result<Memory, Diagnostic> {
    let sum = buffers.iter().fold(0u64, |sum, (buffer, _)| sum.saturating_add(4 * buffer.words()));
    if sum > limits.memory_bytes {
        let limit = limits.memory_bytes;
        let message = format!("The buffers take {sum} bytes; limit `memory_bytes` is {limit}.");
        return Err(Diagnostic::error("limit::memory-bytes", Span::NONE, message));
    }
    let place = |buffer: &Buffer| Placed {
        at: BASE + u64::from(buffer.address),
        bytes: 4 * buffer.words(),
        need: Permission::ReadWrite,
        said: None,
    };
    for (buffer, _) in buffers {
        let (id, placed) = (buffer.id, place(buffer));
        if placed.at + placed.bytes > MOST_ADDRESS {
            let most = MOST_ADDRESS - BASE;
            return Err(wrong(
                buffer.span,
                format!("Buffer {id} ends behind byte {most}, the last one there is."),
            ));
        }
    }
    let mut memory = Memory::default();
    let ranges: Vec<Placed> = buffers.iter().map(|(buffer, _)| place(buffer)).collect();
    let failed = |_| wrong(Span::NONE, "The buffers do not fit into memory.".into());
    memory.place(&ranges).map_err(failed)?;
    for (buffer, bytes) in buffers {
        let Placed { at, bytes: size, .. } = place(buffer);
        let named = memory.name(image::Buffer {
            name: buffer.id.to_string(),
            base: at,
            bytes: size,
            element: Type::F32,
            unsigned: false,
        });
        memory.copy_in(named, bytes);
    }
    memory.close_launch();
    Ok(memory)
}
