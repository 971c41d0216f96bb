//! Texts that stand for a file in binary form, so that a program of such files is a document as any other.
//!
//! `.object "FILE"` is an object file, which is linked in the place of the text; `.image "FILE"` a flat image, which is a whole program. Each is
//! the only statement of its text. The places of their instructions are found by reading them in their order.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    files::Files,
    source::{Diagnostic, Span},
};

use super::{
    super::isa::{Arch, ArchId},
    hof,
    object::{Chunk, Object, Placed},
    pieces::{may_be_code, pieces},
};

/// What a file may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An object file.
    Object,
    /// A flat image.
    Image,
}

/// The directive of an object file.
pub const OBJECT: &str = ".object";

/// The directive of a flat image.
pub const IMAGE: &str = ".image";

/// The text that stands for a file: an object file by its first letters or the end of its name, a flat image by that alone. The header
/// of an object file says for which machine it is.
pub fn stands_for(name: &str, binary: &[u8]) -> Option<String> {
    let ends = |ending: &str| name.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(ending));
    let is_object = ends("hof") || hof::is_object(binary);
    let (directive, arch) = match (is_object, ends("bin")) {
        (true, _) => (
            OBJECT,
            hof::read(binary)
                .map_or(String::new(), |object| format!("# lanescope: set archid {}\n", object.arch)),
        ),
        (false, true) => (IMAGE, String::new()),
        _ => return None,
    };
    Some(format!("/*\n# lanescope: machine harp/harp32\n{arch}*/\n{directive} \"{name}\"\n"))
}

/// The file that a text stands for.
pub fn file(text: &str) -> Option<&str> {
    asked(text).map(|(_, name, _)| name)
}

/// The object that a text stands for, or what is wrong with its file; `None` if it is an ordinary text.
pub fn read(files: &Files, part: usize, id: ArchId) -> Option<Result<Object, Diagnostic>> {
    let (text, begin) = (files.text_of(part), files.parts()[part].span.start);
    let (kind, name, at) = asked(text)?;
    let span = Span::new(at, text.trim_end().len() as u32).behind(begin);
    Some(found(files, kind, name, span, id).map_err(|message| Diagnostic::error("harp::file", span, message)))
}

/// The object file that the main text stands for, or why it is none; `None` if it is an ordinary text.
pub fn object(files: &Files, id: ArchId) -> Option<Result<Object, Diagnostic>> {
    match asked(files.main())? {
        (Kind::Object, ..) => read(files, 0, id),
        (Kind::Image, name, at) => {
            let span = Span::new(at, files.main().trim_end().len() as u32);
            let message =
                format!("`{name}` is a flat image, which has no names: no object file can be made of it");
            Some(Err(Diagnostic::error("harp::file", span, message)))
        }
    }
}

/// What a text stands for: the file, and where the directive begins.
fn asked(text: &str) -> Option<(Kind, &str, u32)> {
    let start = text.trim_start();
    let behind = start.strip_prefix("/*").and_then(|rest| rest.split_once("*/"));
    let statement = behind.map_or(start, |(_, rest)| rest.trim_start());
    let kinds = [(Kind::Object, OBJECT), (Kind::Image, IMAGE)];
    let (kind, rest) = kinds.iter().find_map(|(kind, word)| Some((*kind, statement.strip_prefix(word)?)))?;
    let name = rest.trim().strip_prefix('"')?.strip_suffix('"').filter(|name| !name.contains('"'))?;
    Some((kind, name, (text.len() - statement.len()) as u32))
}

fn found(files: &Files, kind: Kind, name: &str, span: Span, id: ArchId) -> Result<Object, String> {
    let bytes =
        files.bytes(name, span.start).ok_or_else(|| format!("there is no file `{name}` beside this text"))?;
    if kind == Kind::Image && files.units().len() > 1 {
        return Err(format!("`{name}` is a flat image: a whole program, which is linked with no other text"));
    }
    let mut object = match kind {
        Kind::Object => hof::read(bytes).map_err(|why| format!("`{name}`: {why}"))?,
        Kind::Image => Object::flat(id, bytes),
    };
    if !object.arch.fits(id) {
        return Err(format!("`{name}` is for `{}`, and setting `archid` is `{id}`", object.arch));
    }
    if let Some(arch) = id.complete() {
        object.chunks.iter_mut().for_each(|chunk| chunk.places = places(arch, chunk, span));
    }
    Ok(object)
}

/// Where instructions begin in a chunk, if it has any, and rows of data.
fn places(arch: Arch, chunk: &Chunk, span: Span) -> Vec<Placed> {
    let is_code = may_be_code(chunk);
    let mut places: Vec<Placed> = Vec::new();
    for piece in pieces(arch, &chunk.data) {
        let is_code = is_code && piece.instruction.is_some();
        if is_code || places.last().is_none_or(|last| last.is_code) {
            places.push(Placed { at: piece.at as u64, span, is_code, element: None });
        }
    }
    if places.is_empty() && chunk.bytes > 0 {
        places.push(Placed { at: 0, span, is_code: false, element: None });
    }
    places
}
