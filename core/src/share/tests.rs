//! Links there and back, damaged ones, and what is told of them.

use super::*;
use crate::{
    base::rng::Rng,
    document::{self, *},
    ir::Type,
    launch::{Arg, ArgValue, Init, Launch, Number},
    machines::registry,
};
use alloc::vec;

fn document() -> Document {
    let init = Init::Random { seed: 3, low: Number::Int(-1), high: Number::Float(0.5) };
    let buffer = ArgValue::Buffer { len: 100, element: Some(Type::F32), init };
    Document {
        source: "__kernel void k(__global float *µ) { }\n".repeat(40),
        language: Language::OpenCl,
        options: CompileOptions { defines: vec![Define { name: "N".into(), value: None }], contract: true },
        kernel: Some("k".into()),
        launch: Some(Launch {
            global: [64, 2, 1],
            local: [8, 1, 1],
            dynamic_local: 4,
            args: vec![Arg { at: Some(0x8_0000), ..Arg::new("µ", buffer) }],
            sizes: vec![("rows".into(), 7)],
        }),
        machine: MachineChoice { preset: "simt/teaching".into(), changes: vec![("a".into(), "b".into())] },
        cycle: 120,
        view: vec![("panel".into(), "lanes".into())],
        compare: vec![MachineChoice { preset: "simt/fermi".into(), changes: Vec::new() }],
        name: "k.cl".into(),
        files: vec![
            File { name: "lib/µ.h".into(), contents: document::Contents::Text("int a;".into()) },
            File { name: "data.bin".into(), contents: document::Contents::Bytes(vec![0, 255, 7]) },
        ],
        console: b"12\n\xff".to_vec(),
        choices: vec![Choice { id: "bound".into(), file: String::new(), line: 3, value: "16".into() }],
        units: vec!["lib/µ.h".into(), "k.cl".into()],
    }
}

#[test]
fn a_document_comes_back_from_its_link() {
    let link = encode(&document());
    assert!(link.starts_with("#5.") && link.len() < 400, "{}", link.len());
    assert_eq!(decode(&link), Ok(document()));
    assert_eq!(decode(&format!("http://127.0.0.1:8080/{link}\n")), Ok(document()));
}

/// A value of a setting is a text in a link, whatever kind of setting it is of.
#[test]
fn settings_may_be_fractions_and_texts() {
    let changes: Vec<(String, String)> = [("ratio", "3/4"), ("label", "a = b, &c #µ"), ("note", "")]
        .map(|(id, value)| (id.into(), value.into()))
        .into();
    let mut document = document();
    document.machine.changes = changes;
    assert_eq!(decode(&encode(&document)), Ok(document));
    let alias = decode("#ex=saxpy&set.ratio=3%2F4&set.label=a+%3D%20b").unwrap();
    assert_eq!(alias.machine.changes[0], ("ratio".into(), "3/4".into()));
    assert_eq!(alias.machine.changes[1].1.replace('+', " "), "a = b");
}

#[test]
fn what_is_wrong_with_a_link_is_said() {
    let link = encode(&document());
    let said = |link: &str| decode(link).unwrap_err();
    assert!(said("").contains("no document"));
    assert!(said("#hello").contains("should begin with"));
    assert!(said(&link.replacen("#5.", "#7.", 1)).contains("version 7"));
    assert!(said(&link[..link.len() / 2]).contains("damaged"));
    assert!(said("#5.%%%").contains("damaged"));
    assert!(said("#ex=no-such-kernel").contains("no-such-kernel"));
    assert!(said("#ex=saxpy&cycle=x").contains("no cycle"));
}

/// A link that knew `known` corrections of the document's presets.
fn made_when(known: &[u32]) -> String {
    let bytes = postcard::to_allocvec(&Packed { known: known.to_vec(), document: document() }).unwrap();
    format!("#5.{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(&bytes, 6)))
}

#[test]
fn a_correction_after_the_link_is_told() {
    let remarks = |link: &str| open(link).unwrap().remarks;
    assert_eq!(remarks(&encode(&document())), [""; 0]);
    let newest = registry::corrections("simt/fermi").len() as u32;
    assert!(newest > 0);
    assert_eq!(remarks(&made_when(&[newest, newest])), [""; 0]);
    // More corrections than there are, and fewer than machines: neither is told of anything.
    assert_eq!(remarks(&made_when(&[99])), [""; 0]);
    let told = remarks(&made_when(&[newest, newest - 1]));
    assert_eq!(told.len(), 1);
    let what = registry::corrections("simt/fermi").pop().unwrap().what;
    assert_eq!(told[0], format!("`simt/fermi` has been corrected since this link was made: {what}."));
    assert!(registry::corrections("rvv/textbook").is_empty() && registry::corrections("no").is_empty());
}

#[test]
fn a_document_of_before_keeps_what_a_setting_can_keep() {
    let (fixed, other) = (("vm".to_string(), "on".to_string()), ("ram_kib".to_string(), "64".to_string()));
    let document = |changes: &[(String, String)]| {
        let machine = MachineChoice { preset: "harp/harp32".into(), changes: changes.into() };
        Document::new("halt\n".into(), machine)
    };
    let made = |known: u32, document: &Document| {
        let bytes = postcard::to_allocvec(&Packed { known: vec![known], document }).unwrap();
        let link = format!("#5.{}", URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(&bytes, 6)));
        let opened = super::open(&link).unwrap();
        assert_eq!(opened.remarks, [""; 0]);
        opened.document.machine.changes
    };
    let off = ("vm".to_string(), "off".to_string());
    assert_eq!(made(0, &document(core::slice::from_ref(&other))), [other.clone(), off]);
    assert_eq!(made(0, &document(core::slice::from_ref(&fixed))), [fixed]);
    assert_eq!(made(1, &document(core::slice::from_ref(&other))), [other]);
    assert_eq!(registry::corrections("harp/harp32").len(), 1);
}

#[test]
fn keys_may_follow_a_packed_document() {
    let link = format!("{}&cycle=7&m=simt/fermi", encode(&document()));
    let shown = decode(&link).unwrap();
    assert_eq!((shown.cycle, shown.machine.preset.as_str()), (7, "simt/fermi"));
    assert_eq!(shown.source, document().source);
    assert!(decode(&format!("{}&cycle=x", encode(&document()))).unwrap_err().contains("no cycle"));
}

#[test]
fn a_small_link_cannot_grow_without_bound() {
    let bomb = compress_to_vec_zlib(&vec![0; DOCUMENT_LIMIT + 1], 6);
    let link = format!("#5.{}", URL_SAFE_NO_PAD.encode(bomb));
    assert!(decode(&link).unwrap_err().contains("limit"));
    assert!(decode(&"#5.".repeat(LINK_LIMIT)).unwrap_err().contains("limit"));
}

#[test]
fn damaged_links_never_panic() {
    let link = encode(&document()).into_bytes();
    let mut rng = Rng::new(5);
    for _ in 0..2000 {
        let mut damaged = link.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(damaged.len() as u64) as usize;
            damaged[at] = rng.below(256) as u8;
        }
        let _ = decode(&String::from_utf8_lossy(&damaged));
    }
    for len in 0..200 {
        let noise: Vec<u8> = (0..len).map(|_| rng.next_u64() as u8).collect();
        let packed = URL_SAFE_NO_PAD.encode(compress_to_vec_zlib(&noise, 1));
        for version in 2..=5 {
            let _ = decode(&format!("#{version}.{packed}"));
        }
    }
}

#[test]
fn a_flipped_bit_is_noticed() {
    let link = encode(&document());
    let packed = URL_SAFE_NO_PAD.decode(&link[3..]).unwrap();
    for bit in 0..packed.len() * 8 {
        let mut damaged = packed.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let found = decode(&format!("#5.{}", URL_SAFE_NO_PAD.encode(damaged)));
        // Two bits of the head say how hard the packer tried, which changes nothing.
        assert!(found.is_err() || found == Ok(document()), "bit {bit}");
    }
}

#[test]
fn an_alias_names_a_kernel_of_the_gallery() {
    let document = decode("#ex=saxpy&m=simt%2Ffermi&cycle=120&set.policy=lrr&vs=simt/gcn64").unwrap();
    assert_eq!(document.compare[0].preset, "simt/gcn64");
    assert!(document.source.contains("saxpy"));
    assert_eq!((document.machine.preset.as_str(), document.cycle), ("simt/fermi", 120));
    assert_eq!(document.machine.changes, [("policy".into(), "lrr".into())]);
}
