//! A kernel with its launch as a program that runs alone (HARP 2.1.3: input data is made by the host and linked into the image).
//!
//! What a launch puts into memory (its block, its arguments, what buffers begin with) becomes part of the image, as an object with a label for each buffer; linked, it
//! is a flat image. A program by hand begins at address 0, where constants of the kernel lie. So a jump stands there, to a few instructions behind
//! the code, which put back what it has covered and go on with the start-up chain.
//!
//! It runs by the words of the reference (`harptool_exact=off`), and what it leaves in its buffers is what the kernel leaves there.
//!
//! Absent: several cores, all of which would begin with that jump.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    image::BASE,
    launch::bind::Bound,
    source::{Diagnostic, Span},
};

use super::{
    asm::{Chunk, EXECUTE, Image, Object, READ, WRITE},
    codegen::{Entry, emit::pieces},
    exec::Config,
    isa::{Arch, ArchId, Instruction, Op},
    launch,
};

/// Registers that the instructions behind the code use; the first one says which core it is.
const VALUE: u8 = 1;
const ADDRESS: u8 = 2;

/// The object of a kernel with its launch. Linked at address 0 it keeps its addresses.
///
/// # Errors
/// The launch does not fit, or there is no room for the jump.
pub fn object(image: &Image, entry: &Entry, config: Config, bound: &Bound) -> Result<Object, Diagnostic> {
    let arch = config.arch;
    let wrong = |message: &str| {
        Diagnostic::error("harp::alone", Span::NONE, format!("kernel `{}`: {message}", entry.name))
    };
    if config.cores > 1 {
        return Err(wrong("a program that runs alone has one core, and `cores` says more"));
    }
    let core = launch::core(image, entry, config, bound)?;
    let mut bytes = core.ram.bytes().to_vec();
    // Memory that nobody has written is there, too: the program has no launch that asks for it.
    bytes.resize(launch::end(entry, &config, bound)? as usize, 0);
    let begin = (image.bytes.len() as u64).next_multiple_of(arch.word_bytes.into());
    let first = jump(arch, 0, begin).ok_or_else(|| wrong("its code is too long to be jumped over"))?;
    let code = restore(arch, &bytes, first.len(), begin, entry.start)
        .filter(|code| begin + code.len() as u64 <= BASE)
        .ok_or_else(|| wrong("its code leaves no room for a beginning"))?;
    bytes[..first.len()].copy_from_slice(&first);
    bytes[begin as usize..][..code.len()].copy_from_slice(&code);
    let mut labels = Vec::from([label(&entry.name, &[])]);
    for buffer in bound.memory.buffers() {
        labels.push(label(&buffer.name, &labels));
    }
    let places = bound.memory.buffers().iter().map(|buffer| (buffer.base, buffer.base + buffer.bytes));
    let starts = places.zip(&labels[1..]).map(|((start, end), name)| (start, end, &**name));
    Ok(cut(arch.id(), &bytes, &labels[0], starts))
}

/// A name as a label, which is none of those that are there already: the name of an instance of a template has other marks in it, and so may those of buffers
/// have (`::x`); a buffer may have the name of its kernel.
fn label(name: &str, taken: &[String]) -> String {
    let is_letter = |c: &char| c.is_ascii_alphanumeric() || *c == '.';
    let mut label: String = name.chars().map(|c| if is_letter(&c) { c } else { '_' }).collect();
    while taken.contains(&label) {
        label.push('_');
    }
    label
}

/// The instruction that jumps from one address to another.
fn jump(arch: Arch, from: u64, to: u64) -> Option<Vec<u8>> {
    let one = |immediate| Instruction { guard: None, op: Op::Jmpi, registers: [0; 3], immediate };
    let length = arch.encode(&one(0)).len() as u64;
    let distance = (to as i64).wrapping_sub((from + length) as i64);
    super::codegen::emit::fits(arch, Op::Jmpi.row().format, distance).then(|| arch.encode(&one(distance)))
}

/// Instructions at an address that put back the first bytes of memory, and go on at another address.
fn restore(arch: Arch, bytes: &[u8], covered: usize, at: u64, start: u64) -> Option<Vec<u8>> {
    let word = usize::from(arch.word_bytes);
    let mut code = Vec::new();
    let mut add = |op, registers, immediate| {
        code.extend(arch.encode(&Instruction { guard: None, op, registers, immediate }));
    };
    add(Op::Ldi, [ADDRESS, 0, 0], 0);
    for (number, word) in bytes.chunks(word).take(covered.div_ceil(word)).enumerate() {
        let mut whole = [0; 8];
        whole[..word.len()].copy_from_slice(word);
        for (op, piece) in pieces(arch, arch.signed(u64::from_le_bytes(whole))) {
            add(op, [VALUE, VALUE, 0], piece);
        }
        add(Op::St, [VALUE, ADDRESS, 0], (number * word.len()) as i64);
    }
    let back = jump(arch, at + code.len() as u64, start)?;
    code.extend(back);
    Some(code)
}

/// Memory as chunks: one of the program, one for each buffer with its name, and what lies behind each, which has a name, too: a text makes no
/// other chunks.
fn cut<'b>(
    arch: ArchId,
    bytes: &[u8],
    program: &str,
    buffers: impl Iterator<Item = (u64, u64, &'b str)>,
) -> Object {
    let mut chunks = Vec::new();
    let mut at = 0;
    let mut add = |to: u64, name: &str, permission: u64| {
        let whole = &bytes[at as usize..to as usize];
        // What nobody stores is 0 in memory; behind instructions no text says so.
        let stored = whole.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        let stored = if permission & EXECUTE > 0 { whole.len() } else { stored };
        let (data, bytes) = (whole[..stored].into(), whole.len() as u64);
        if bytes > 0 {
            chunks.push(Chunk {
                name: String::from(name),
                permission,
                global: true,
                data,
                bytes,
                ..Chunk::default()
            });
        }
        at = to;
    };
    let mut name = String::from(program);
    let mut permission = READ | WRITE | EXECUTE;
    for (start, end, buffer) in buffers {
        add(start, &name, permission);
        add(end, buffer, READ | WRITE);
        (name, permission) = (format!("{buffer}.end"), READ | WRITE);
    }
    add(bytes.len() as u64, &name, permission);
    Object { arch, entry: 0, chunks }
}
