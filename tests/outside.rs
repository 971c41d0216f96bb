//! Kernels that compilers and machines of others run too: their texts, what each is given, and what the reference leaves.
//!
//! A table of results from outside holds a digest of each buffer in the place of its bytes ([`digest`]): every NaN counts as the
//! canonical one, because no standard says which one an operation gives.

use std::fs;

use lanescope_core::{
    gallery,
    image::{Buffer, Memory},
    ir::{
        Kernel, Type,
        interp::{Interpreter, Limits as Steps},
    },
    launch::bind::{self, Bound},
    session::{
        compile::{self, Prepared},
        vocabulary::{Contents, File, Limits},
    },
};

use crate::{bless, shorthand::fnv};

/// More steps than any of these kernels needs.
const STEPS: u64 = 50_000_000;

/// The digest of a buffer in which every NaN is the canonical one. `ty` is the type of its elements by its name in OpenCL C.
pub fn digest(mut bytes: Vec<u8>, ty: &str) -> String {
    let (float, double) = (f32::NAN.to_bits().to_le_bytes(), f64::NAN.to_bits().to_le_bytes());
    match ty {
        "float" => bytes
            .as_chunks_mut()
            .0
            .iter_mut()
            .filter(|one| f32::from_le_bytes(**one).is_nan())
            .for_each(|one| *one = float),
        "double" => bytes
            .as_chunks_mut()
            .0
            .iter_mut()
            .filter(|one| f64::from_le_bytes(**one).is_nan())
            .for_each(|one| *one = double),
        _ => {}
    }
    format!("{:016x}", fnv(&bytes))
}

/// The texts of a folder of the project that kernels include.
pub fn included(folder: &str) -> Vec<File> {
    let texts = bless::texts(folder).into_iter().filter(|(name, _)| name.ends_with(".h"));
    texts.map(|(name, text)| File { name, contents: Contents::Text(text) }).collect()
}

/// A kernel that others run.
pub struct Case {
    /// Its folder and its file.
    pub name: String,
    /// Its text, with its launch in its header.
    pub source: String,
    /// What it includes.
    pub included: Vec<File>,
}

/// What a GPU has run: the kernels of the gallery, those of `oracles/gpu`, and those of `oracles/opencl`.
pub fn cases() -> Vec<Case> {
    let of_gallery = lanescope_kit::kernels::of_gallery().map(|(name, text)| Case {
        name: format!("gallery/{name}.{}", ending(text)),
        source: text.into(),
        included: Vec::new(),
    });
    let of_folder = |folder: &'static str| {
        let path = format!("tests/oracles/{folder}");
        let included = included(&path);
        let kernels = bless::texts(&path).into_iter();
        let kernels = kernels.filter(|(name, _)| name.ends_with(".cl") || name.ends_with(".cu"));
        kernels.map(move |(name, source)| Case {
            name: format!("{folder}/{name}"),
            source,
            included: included.clone(),
        })
    };
    of_gallery.chain(of_folder("gpu")).chain(of_folder("opencl")).collect()
}

/// How the file of a kernel ends: its language.
pub fn ending(text: &str) -> &'static str {
    if text.contains("__global__") { "cu" } else { "cl" }
}

/// A kernel with its launch, and what the reference leaves of it.
pub struct Work {
    /// As the front end wrote it: no pass has changed it.
    pub kernel: Kernel,
    /// What it is launched with.
    pub bound: Bound,
    /// Memory at the end; `None` if the reference comes to none.
    pub left: Option<Memory>,
}

impl Case {
    /// Compiles the kernel and runs it on the reference.
    ///
    /// # Panics
    /// With what is wrong with the text or its launch.
    pub fn work(&self) -> Work {
        let mut document = gallery::document_of(self.source.clone());
        document.files = self.included.clone();
        let Prepared { compiled, kernel, signature, .. } = compile::compile(&document, &Limits::default());
        let (kernel, _) = kernel.unwrap_or_else(|| panic!("{}: {:#?}", self.name, compiled.diagnostics));
        let params = signature.map(|signature| signature.params).unwrap_or_default();
        let bound = bind::bind(&compiled.launch, &params, kernel.required_local, &Limits::default())
            .unwrap_or_else(|errors| panic!("{}: {errors:?}", self.name));
        let steps = Steps { steps: STEPS, ..Steps::default() };
        let run = Interpreter::new(&kernel, &bound.launch, &bound.args, bound.memory.clone(), &steps);
        let left = run.and_then(|mut run| run.advance(u64::MAX).map(|_| run.memory().clone())).ok();
        Work { kernel, bound, left }
    }
}

/// The bytes of a buffer.
///
/// # Panics
/// If memory has no such buffer.
pub fn bytes(memory: &Memory, buffer: &Buffer) -> Vec<u8> {
    let byte = |at| memory.read(buffer.base + at, 1).expect("it is in the buffer") as u8;
    (0..buffer.bytes).map(byte).collect()
}

/// The type of a buffer's elements by its name in OpenCL C.
pub fn element(buffer: &Buffer) -> String {
    let name = match buffer.element {
        Type::I8 => "char",
        Type::I16 => "short",
        Type::I32 => "int",
        Type::I64 => "long",
        Type::F32 => "float",
        Type::F64 => "double",
        other => panic!("no buffer of a launch has elements of {other}"),
    };
    format!("{}{name}", if buffer.unsigned { "u" } else { "" })
}

/// A file of the project's tests.
///
/// # Panics
/// If it is not there.
pub fn read(path: &str) -> String {
    fs::read_to_string(bless::project(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
