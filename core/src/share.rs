//! Documents as links: the fragment of a URL, which never reaches a server.
//!
//! `#5.<base64url(zlib(postcard(document)))>` holds a whole document; zlib is deflate with a checksum. The number before the
//! point is the version of the layout: whoever changes [`Document`] or a type in it keeps a copy of the old one in
//! `share/old.rs`, reads it under its number, and writes the next. `tests/links/` has a link of every version; they open for
//! ever.
//!
//! A link also says how many corrections of its presets were known when it was made. Whoever opens it is told of later
//! ones: its cycles may be others today. Where a setting keeps what was before, its document gets that instead.
//!
//! `#ex=saxpy&m=simt/teaching&cycle=120` is an alias that a person can read and write. Its keys: `ex` a kernel of the
//! gallery, `m` a preset, `cycle` a cycle, `set.ID` a setting, `view.ID` a choice of the page, `vs` a preset to compare with
//! (as often as wanted).
//!
//! The keys that say where to look (`m`, `cycle`, `set.ID`, `view.ID`, `vs`) may follow a packed document too, each behind
//! a `&`.
//!
//! `#lesson=chaining` opens a lesson with its document.
//!
//! Version 1 knew no machines to compare with; versions 1 and 2 had no checksum; up to version 3 a program was one text, and
//! a link did not say which corrections it knew. Version 4 did not say which texts are linked: HARP linked all of them.

mod old;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use miniz_oxide::{
    deflate::compress_to_vec_zlib,
    inflate::{DecompressError, decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    catalog::{Here, Shelf},
    document::{Document, MachineChoice},
    machines::info::CorrectionInfo,
};

/// Version of the layout that [`encode`] writes.
const VERSION: u32 = 5;
/// Most characters of a link.
pub const LINK_LIMIT: usize = 16 << 20;
/// Bytes of a document.
const DOCUMENT_LIMIT: usize = 32 << 20;
/// How hard deflate tries (0 to 10).
const EFFORT: u8 = 9;

/// What a link of the newest version holds.
#[derive(Serialize, Deserialize)]
struct Packed<D> {
    /// How many corrections of each machine's preset are known: that of the document, then those to compare with.
    known: Vec<u32>,
    document: D,
}

/// A link that was opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The document.
    pub document: Document,
    /// What has become different since the link was made, in sentences.
    pub remarks: Vec<String>,
}

/// The fragment of a link, with `#`, by the tables of this program.
pub fn encode(document: &Document) -> String {
    write(document, &Here)
}

/// The same with a shelf of the writer's, which knows the corrections of presets.
pub fn write(document: &Document, shelf: &impl Shelf) -> String {
    let known = presets(document).map(|preset| shelf.corrections(preset).len() as u32).collect();
    let bytes = postcard::to_allocvec(&Packed { known, document }).unwrap_or_default();
    format!("#{VERSION}.{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(&bytes, EFFORT)))
}

/// The presets that a document runs on.
fn presets(document: &Document) -> impl Iterator<Item = &str> {
    core::iter::once(&document.machine).chain(&document.compare).map(|choice| choice.preset.as_str())
}

/// The fragment that opens a lesson.
pub fn lesson_link(name: &str) -> String {
    format!("#lesson={name}")
}

/// Reads a fragment, with or without `#`, or a whole URL that has one, with the tables of this program.
///
/// # Errors
/// A sentence that says what is wrong with the link.
pub fn decode(link: &str) -> Result<Document, String> {
    open(link).map(|opened| opened.document)
}

/// As [`decode`], with what has become different since the link was made.
///
/// # Errors
/// As [`decode`].
pub fn open(link: &str) -> Result<Opened, String> {
    read(link, &Here)
}

/// As [`open`], with a shelf of the reader's.
///
/// # Errors
/// As [`decode`].
pub fn read(link: &str, shelf: &impl Shelf) -> Result<Opened, String> {
    let fragment = link.trim();
    let fragment = fragment.split_once('#').map_or(fragment, |(_, fragment)| fragment);
    if fragment.is_empty() {
        return Err("the link holds no document".into());
    }
    if fragment.len() > LINK_LIMIT {
        return Err(format!("the link has {} characters; the limit is {LINK_LIMIT}", fragment.len()));
    }
    let opened = match fragment.split_once('.').map(|(version, rest)| (version.parse::<u32>(), rest)) {
        Some((Ok(VERSION), data)) => packed(data, |data| dated::<Document>(data, shelf)),
        Some((Ok(4), data)) => packed(data, |data| dated::<old::Fourth>(data, shelf)),
        Some((Ok(3), data)) => packed(data, |data| {
            unpack::<old::Second>(data, decompress_to_vec_zlib_with_limit).map(|old| undated(old, shelf))
        }),
        Some((Ok(2), data)) => packed(data, |data| {
            unpack::<old::Second>(data, decompress_to_vec_with_limit).map(|old| undated(old, shelf))
        }),
        Some((Ok(1), data)) => packed(data, |data| {
            unpack::<old::First>(data, decompress_to_vec_with_limit).map(|old| undated(old, shelf))
        }),
        Some((Ok(version), _)) => Err(format!(
            "the link has version {version}; this Lanescope reads up to version {VERSION}: it was made by another release"
        )),
        _ if fragment.contains('=') => {
            alias(fragment, shelf).map(|document| Opened { document, remarks: Vec::new() })
        }
        _ => Err(format!(
            "this is no link to a document: it should begin with `#{VERSION}.` or with a name such as `#ex=saxpy`"
        )),
    }?;
    let Opened { document, remarks } = opened;
    let document = Document { machine: shelf.renamed(document.machine), ..document };
    Ok(Opened { document, remarks })
}

/// A document of a version that says which corrections it knew.
fn dated<D: DeserializeOwned + Into<Document>>(
    data: &str,
    shelf: &impl Shelf,
) -> Result<(Vec<String>, Document), String> {
    let Packed { known, document } = unpack::<Packed<D>>(data, decompress_to_vec_zlib_with_limit)?;
    let document = document.into();
    let remarks = remarks(presets(&document).zip(known.iter().copied()), "has been", shelf);
    Ok((remarks, kept(document, known, shelf)))
}

/// A document of a version that does not say which corrections it knew.
fn undated(document: impl Into<Document>, shelf: &impl Shelf) -> (Vec<String>, Document) {
    let document = document.into();
    let none = presets(&document).map(|preset| (preset, 0));
    (remarks(none, "may have been", shelf), kept(document, core::iter::repeat(0), shelf))
}

/// The document with the settings that keep it as it was before corrections that it did not know.
fn kept(mut document: Document, known: impl IntoIterator<Item = u32>, shelf: &impl Shelf) -> Document {
    let choices = core::iter::once(&mut document.machine).chain(&mut document.compare);
    for (choice, known) in choices.zip(known) {
        let later = shelf.corrections(&choice.preset).into_iter().skip(known as usize);
        for (id, value) in later.filter_map(|correction| correction.keeps) {
            if choice.changes.iter().all(|(known, _)| *known != id) {
                choice.changes.push((id, value));
            }
        }
    }
    document
}

/// What has been corrected in presets beyond the first corrections of each, in sentences.
fn remarks<'a>(known: impl Iterator<Item = (&'a str, u32)>, been: &str, shelf: &impl Shelf) -> Vec<String> {
    let mut remarks = Vec::new();
    for (preset, known) in known {
        let later = shelf.corrections(preset).into_iter().skip(known as usize);
        for CorrectionInfo { what, .. } in later.filter(|correction| correction.keeps.is_none()) {
            let remark = format!("`{preset}` {been} corrected since this link was made: {what}.");
            if !remarks.contains(&remark) {
                remarks.push(remark);
            }
        }
    }
    remarks
}

/// A packed document with its remarks, and the keys behind it.
fn packed(
    data: &str,
    unpack: impl FnOnce(&str) -> Result<(Vec<String>, Document), String>,
) -> Result<Opened, String> {
    let (data, keys) = data.split_once('&').unwrap_or((data, ""));
    let (remarks, document) = unpack(data)?;
    Ok(Opened { document: apply(document, &pairs(keys))?, remarks })
}

fn unpack<T: DeserializeOwned>(
    data: &str,
    decompress: impl FnOnce(&[u8], usize) -> Result<Vec<u8>, DecompressError>,
) -> Result<T, String> {
    let data: String = data.chars().filter(|c| !c.is_whitespace() && *c != '=').collect();
    let packed = URL_SAFE_NO_PAD.decode(data.as_bytes()).map_err(|error| {
        format!("the link is damaged: it has a character or a length that cannot be ({error})")
    })?;
    let bytes = decompress(&packed, DOCUMENT_LIMIT).map_err(|error| match error.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
            format!("the document in the link is larger than the limit of {DOCUMENT_LIMIT} bytes")
        }
        _ => "the link is damaged or was cut off".to_string(),
    })?;
    match postcard::take_from_bytes(&bytes) {
        Ok((document, [])) => Ok(document),
        _ => Err("the link is damaged: what it holds is no document".into()),
    }
}

fn alias(fragment: &str, shelf: &impl Shelf) -> Result<Document, String> {
    let pairs = pairs(fragment);
    if let Some(name) = value(&pairs, "lesson") {
        let lesson = shelf.lesson(name).ok_or_else(|| format!("there is no lesson `{name}`"))?;
        return apply(lesson, &pairs);
    }
    let name = value(&pairs, "ex").ok_or("the link names no kernel of the gallery (`ex=`)")?;
    apply(shelf.document(name).ok_or_else(|| format!("the gallery has no `{name}`"))?, &pairs)
}

fn pairs(keys: &str) -> Vec<(String, String)> {
    let pairs = keys.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    pairs.map(|(key, value)| (unescape(key), unescape(value))).collect()
}

fn value<'a>(pairs: &'a [(String, String)], key: &str) -> Option<&'a str> {
    pairs.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}

/// A document as the keys want it to be shown.
fn apply(mut document: Document, pairs: &[(String, String)]) -> Result<Document, String> {
    let value = |key| value(pairs, key);
    if let Some(preset) = value("m") {
        document.machine.preset = preset.into();
        document.machine.changes.clear();
    }
    if let Some(cycle) = value("cycle") {
        document.cycle = cycle.parse().map_err(|_| format!("`{cycle}` is no cycle"))?;
    }
    for (key, value) in pairs {
        if let Some(id) = key.strip_prefix("set.") {
            document.machine.changes.push((id.into(), value.clone()));
        } else if let Some(id) = key.strip_prefix("view.") {
            document.view.push((id.into(), value.clone()));
        } else if key == "vs" {
            document.compare.push(MachineChoice { preset: value.clone(), changes: Vec::new() });
        }
    }
    Ok(document)
}

/// Replaces `%2F` and the like; what is no such thing stays.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = (*first == b'%').then(|| core::str::from_utf8(tail.get(..2)?).ok()).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests;
