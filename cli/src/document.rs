//! From the command line to a document and back to a session.

use std::path::{Path, PathBuf};

use lanescope_core::session::{
    self, Session,
    vocabulary::{
        Choice, CompileOptions, Contents, Define, Document, File, Language, Launch, Limits, MachineChoice,
        Severity,
    },
};

use crate::{
    Failure,
    args::Input,
    diagnostics,
    drive::Clock,
    files::{self, Budget},
    include::{self, Finder},
    launch_file,
};

/// The document that the arguments describe, with the name to show in messages.
///
/// # Errors
/// A sentence: the file cannot be read, there is no such gallery kernel or machine.
pub fn read(input: &Input) -> Result<(String, Document), Failure> {
    let limits = input.limits.all();
    if let Some(folder) = input.data.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(format!("--data {}: there is no such folder", folder.display()).into());
    }
    if let Some(folder) = input.include.iter().find(|folder| !folder.is_dir()) {
        return Err(format!("-I {}: there is no such folder", folder.display()).into());
    }
    let Text { path, source, proposed, language, name, files, units } = text(&input.file, input, &limits)?;
    let mut machines = machines(input, proposed)?.into_iter();
    let machine = machines.next().unwrap_or(MachineChoice { preset: preset("")?, changes: Vec::new() });
    let launch =
        |file: &Path| launch_file::read(file, input.data.as_deref(), language == Language::Assembly, &limits);
    let defines = input.define.iter().map(|text| define(text)).collect();
    let document = Document {
        language,
        options: CompileOptions { defines, contract: input.contract },
        kernel: input.kernel.clone(),
        launch: input.launch.as_deref().map(launch).transpose()?,
        compare: machines.collect(),
        name,
        files,
        console: input.console.as_deref().map(|from| console(from, &limits)).transpose()?.unwrap_or_default(),
        choices: input.choice.clone(),
        units,
        ..Document::new(source, machine)
    };
    Ok((path, document))
}

/// Another file with the options of the command line, but with the launch and the kernel that it proposes itself.
///
/// # Errors
/// As [`read`].
pub fn read_also(input: &Input, file: &str) -> Result<(String, Document), Failure> {
    let Text { path, source, language, name, files, units, .. } = text(file, input, &input.limits.all())?;
    let (_, document) = read(input)?;
    Ok((path, Document { source, language, name, files, units, kernel: None, launch: None, ..document }))
}

/// The same for a command that takes one machine.
///
/// # Errors
/// As [`read`], or there are several machines.
pub fn read_one(input: &Input) -> Result<(String, Document), Failure> {
    match input.machine.len() {
        0 | 1 => read(input),
        _ => Err("only `compare` and `link` take --machine more than once".to_string().into()),
    }
}

/// The same for a command that does no study: decisions about lines are for the compiler of the machine. It says which are not.
///
/// # Errors
/// As [`read_one`].
pub fn read_one_undecided(input: &Input) -> Result<(String, Document), Failure> {
    are_decisions(input)?;
    let (name, document) = read_one(input)?;
    let taken = session::compiler_decides(&document.machine.preset);
    if input.choice.iter().any(|choice| !taken.contains(&choice.id.as_str())) {
        diagnostics::say("warning: --choice decides something for `study`; this command does not use it");
    }
    Ok((name, document))
}

/// Does some machine know what is to be decided about lines?
///
/// # Errors
/// A sentence that says what can be decided.
pub fn are_decisions(input: &Input) -> Result<(), String> {
    let known = session::decisions();
    let is_unknown = |choice: &&Choice| known.iter().all(|(_, id)| *id != choice.id);
    input.choice.iter().find(is_unknown).map_or(Ok(()), |choice| {
        let ids: Vec<String> = known.iter().map(|(machine, id)| format!("{id} ({machine})")).collect();
        Err(format!("--choice {}: there is no such decision; there are {}", choice.id, ids.join(", ")))
    })
}

/// More texts are linked in front of those of `--link`.
pub fn more(input: &mut Input, more: &[PathBuf]) {
    input.linked.splice(0..0, more.iter().cloned());
}

/// Is something of each of more texts in the program? Kernels link none: they include their files.
pub fn are_linked(session: &Session, more: &[PathBuf]) -> Result<(), String> {
    if session.is_by_hand() {
        return Ok(());
    }
    let left = session.left_out();
    let is_left = |path: &&PathBuf| {
        let own = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_own = |name: &str| name == own || name == include::stand_in(own);
        left.iter().any(|name| name.rsplit('/').next().is_some_and(is_own))
    };
    let why = "a kernel includes its files, and nobody includes this one";
    match more.iter().find(is_left) {
        Some(path) => Err(format!("nothing of {} is in the program: {why}", path.display())),
        None => Ok(()),
    }
}

/// The machines of the command line, or else the one that the file proposes, with the settings that they know.
fn machines(input: &Input, proposed: Option<MachineChoice>) -> Result<Vec<MachineChoice>, String> {
    let mut machines = input.machine.iter().map(|named| machine(named)).collect::<Result<Vec<_>, _>>()?;
    if machines.is_empty() {
        let usual = || Ok::<_, String>(MachineChoice { preset: preset("")?, changes: Vec::new() });
        machines.push(proposed.map_or_else(usual, Ok)?);
    }
    let alone = machines.len() == 1;
    for change in &input.set {
        let (key, value) = split("--set ", change)?;
        let mut known = machines.iter_mut().filter(|machine| alone || has(machine, &key)).peekable();
        if known.peek().is_none() {
            return Err(format!("--set {change}: none of these machines has a setting `{key}`"));
        }
        known.for_each(|machine| machine.changes.push((key.clone(), value.clone())));
    }
    Ok(machines)
}

/// A preset with changed settings: `PRESET,KEY=VALUE,...`.
pub fn machine(text: &str) -> Result<MachineChoice, String> {
    let mut words = text.split(',').map(str::trim);
    let named = words.next().filter(|name| !name.is_empty());
    let preset = preset(named.ok_or_else(|| format!("--machine '{text}': it names no machine or preset"))?)?;
    let change = |word: &str| match word {
        "" => Err(format!("--machine '{text}': behind each comma stands KEY=VALUE")),
        word => split("--machine: ", word),
    };
    let changes = words.map(change).collect::<Result<_, _>>()?;
    Ok(MachineChoice { preset, changes })
}

fn split(flag: &str, change: &str) -> Result<(String, String), String> {
    let (key, value) = change.split_once('=').ok_or(format!("{flag}{change}: write KEY=VALUE"))?;
    Ok((key.trim().into(), value.trim().into()))
}

/// Does the machine have a setting of this id?
fn has(choice: &MachineChoice, key: &str) -> bool {
    let id = choice.preset.split('/').next().unwrap_or_default();
    let mut settings = session::machines()
        .into_iter()
        .filter(|machine| machine.id == id)
        .flat_map(|machine| machine.settings);
    settings.any(|setting| setting.id == key)
}

/// Compiles a document and prints its diagnostics on standard error. A run that a compiler makes for it ends with the clock.
///
/// # Errors
/// Some of them are errors.
pub fn open(name: &str, document: Document, limits: Limits, clock: Clock) -> Result<Session, Failure> {
    let wanted = document.kernel.clone();
    let said = document.launch.clone();
    let session = Session::open_while(document, limits, &mut || clock.stop().is_none());
    let text = diagnostics::Text::of(name, &session.document(), &session.compiled().binaries);
    let found = &session.compiled().diagnostics;
    if let Some(wanted) = unknown_kernel(&session, wanted.as_deref()) {
        // It may be among what could not be read.
        let notes: Vec<_> = found.iter().filter(|note| note.severity == Severity::Note).cloned().collect();
        diagnostics::print(&text, &notes);
        return Err(Failure::Message(wanted));
    }
    diagnostics::print(&text, found);
    let said_launch = said.is_some();
    if let Some(said) = said {
        unsaid(&session, &said).for_each(|name| {
            diagnostics::say(&format!(
                "note: the launch says nothing of argument `{name}`: what the text proposes is used"
            ));
        });
    }
    // On the page a default takes the place of a value of the wrong kind; a file that a person wrote is to be mended.
    if said_launch && found.iter().any(|diagnostic| diagnostic.code == "launch::kind") {
        return Err("the launch gives an argument a value of another kind".to_string().into());
    }
    let stopped = found.iter().any(|diagnostic| diagnostic.code == "limit::stopped");
    match clock.stop().filter(|_| stopped) {
        Some(stop) => Err(Failure::Limit(stop.message())),
        None if found.iter().any(|diagnostic| diagnostic.is_error()) => Err(diagnostics::failure(found)),
        None => Ok(session),
    }
}

/// The parameters of the kernel that a launch leaves out. (The page shows the value of each in its form.)
fn unsaid<'a>(session: &'a Session, said: &'a Launch) -> impl Iterator<Item = &'a str> {
    let used = session.compiled().launch.args.iter().map(|arg| arg.name.as_str());
    used.filter(|name| said.args.iter().all(|arg| arg.name != *name))
}

/// What to say if a kernel was asked for by name and the text has others. (The page takes the first one instead, so that
/// a person who renames a kernel keeps seeing one; a script that names a kernel means that one.)
fn unknown_kernel(session: &Session, wanted: Option<&str>) -> Option<String> {
    let kernels = &session.compiled().kernels;
    let wanted = wanted.filter(|name| !kernels.is_empty() && kernels.iter().all(|k| k.name != *name))?;
    let names: Vec<&str> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    Some(format!("there is no kernel `{wanted}`; there are {}", names.join(", ")))
}

/// A text, what its header proposes, its language as far as the name says it, and the files beside it.
struct Text {
    /// What messages call it.
    path: String,
    source: String,
    proposed: Option<MachineChoice>,
    language: Language,
    /// What the program calls it.
    name: String,
    files: Vec<File>,
    /// The texts that are linked.
    units: Vec<String>,
}

fn text(file: &str, input: &Input, limits: &Limits) -> Result<Text, Failure> {
    match file.strip_prefix("gallery:") {
        Some(name) => from_gallery(file, name, input, limits),
        None => from_disk(file, input, limits),
    }
}

fn from_disk(file: &str, input: &Input, limits: &Limits) -> Result<Text, Failure> {
    if file.is_empty() {
        return Err("FILE is empty: it takes the name of a kernel file, or gallery:NAME".to_string().into());
    }
    let path = Path::new(file);
    let bytes = files::read(path, &Budget::new("source_bytes", limits.source_bytes))?;
    let language = match path.extension().and_then(|ending| ending.to_str()) {
        Some("cl") => Language::OpenCl,
        Some("cu") => Language::Cuda,
        Some("s" | "S" | "sas" | "asm" | "ptx") => Language::Assembly,
        _ => Language::Auto,
    };
    let own = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(text) = stands_for(input, &own, &bytes) {
        return from_binary(file, text, (own, bytes), input, limits);
    }
    if !input.machine.is_empty() && include::is_binary(path) {
        return from_bytes(file, (own, bytes), input, limits);
    }
    if matches!(bytes.as_slice(), [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return Err(format!("{file}: this is UTF-16; save it as UTF-8").into());
    }
    let source = String::from_utf8_lossy(&bytes).into_owned();
    let preprocess = is_preprocessed(path);
    let proposed = machine_of(&source)?;
    let mut finder = Finder::new(path, &source, language, &input.include, limits.file_bytes);
    finder.know(&input.define);
    finder.read_includes(preprocess || input.linked.iter().any(|unit| is_preprocessed(unit)));
    let units = add_others(&mut finder, input, Some(&proposed))?;
    if language == Language::Assembly {
        read_data(&mut finder, input, &proposed)?;
    }
    // `-D HEADER='"x.h"'` may be what an `#include HEADER` asks for.
    let defines = input.define.iter().map(|define| format!("#define {}\n", define.replacen('=', " ", 1)));
    finder.look_for(&defines.collect::<String>())?;
    let (name, files) = finder.finish()?;
    let units = linked(language, &name, units);
    let mut text = Text { path: file.into(), source, proposed: Some(proposed), language, name, files, units };
    let read = |text: &Text, at: Option<usize>| preprocessed(text, at, input);
    let is_unit = |file: &File| text.units.contains(&file.name) && is_preprocessed(Path::new(&file.name));
    let units: Vec<usize> = (0..text.files.len()).filter(|at| is_unit(&text.files[*at])).collect();
    let units =
        units.into_iter().map(|at| Ok((at, read(&text, Some(at))?))).collect::<Result<Vec<_>, Failure>>()?;
    if preprocess {
        text.source = read(&text, None)?;
    }
    units.into_iter().for_each(|(at, unit)| text.files[at].contents = Contents::Text(unit));
    Ok(text)
}

/// Does the C preprocessor read a text in assembly first?
fn is_preprocessed(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "S")
}

/// The units of a program: none if only its main text is one.
fn linked(language: Language, main: &str, more: Vec<String>) -> Vec<String> {
    match language {
        Language::Assembly if !more.is_empty() => std::iter::once(main.into()).chain(more).collect(),
        _ => Vec::new(),
    }
}

/// A program in binary form: a text stands for it.
fn from_binary(
    file: &str,
    source: String,
    (own, bytes): (String, Vec<u8>),
    input: &Input,
    limits: &Limits,
) -> Result<Text, Failure> {
    let (path, language) = (Path::new(file), Language::Assembly);
    let proposed = machine_of(&source)?;
    let beside = path.with_file_name(include::stand_in(&own));
    let mut finder = Finder::new(&beside, &source, language, &input.include, limits.file_bytes);
    finder.push(path, own, Contents::Bytes(bytes));
    let units = add_others(&mut finder, input, Some(&proposed))?;
    let (name, files) = finder.finish()?;
    let units = linked(language, &name, units);
    Ok(Text { path: file.into(), source, proposed: Some(proposed), language, name, files, units })
}

/// A program in the binary form of the machine of the command line, which runs as its disassembly.
fn from_bytes(
    file: &str,
    (own, bytes): (String, Vec<u8>),
    input: &Input,
    limits: &Limits,
) -> Result<Text, Failure> {
    let (path, language) = (Path::new(file), Language::Assembly);
    let beside = path.with_file_name("");
    let mut finder = Finder::new(&beside, "", language, &input.include, limits.file_bytes);
    finder.push(path, own.clone(), Contents::Bytes(bytes));
    let more = add_others(&mut finder, input, None)?;
    let (_, files) = finder.finish()?;
    let units = std::iter::once(own).chain(more).collect();
    let (source, name) = (String::new(), String::new());
    Ok(Text { path: file.into(), source, proposed: None, language, name, files, units })
}

/// Adds the other files of the program, which is for the machine that it proposes unless the command line says another one. Gives the
/// names of those that are linked.
fn add_others(
    finder: &mut Finder<'_>,
    input: &Input,
    proposed: Option<&MachineChoice>,
) -> Result<Vec<String>, Failure> {
    let named = input.machine.first().and_then(|named| Some(machine(named).ok()?.preset));
    let preset = named.or_else(|| Some(proposed?.preset.clone())).unwrap_or_default();
    let stand_in = |name: &str, bytes: &[u8]| session::stands_for(&preset, name, bytes);
    let mut units = Vec::new();
    for path in &input.linked {
        units.extend(finder.add(path, stand_in)?);
    }
    input.with.iter().try_for_each(|path| finder.add(path, stand_in).map(drop))?;
    Ok(units)
}

/// The text that stands for the main file, if it is a program in binary form of the machine of the command line, or else of any.
fn stands_for(input: &Input, name: &str, bytes: &[u8]) -> Option<String> {
    let of = |preset: &str| session::stands_for(preset, name, bytes);
    match input.machine.first() {
        Some(named) => of(&machine(named).ok()?.preset),
        None => session::machines().iter().find_map(|known| of(&known.presets.first()?.id)),
    }
}

/// The machine that a text names in its header, with the settings there; else the usual one.
fn machine_of(source: &str) -> Result<MachineChoice, String> {
    let MachineChoice { preset: named, changes } = session::document_of(source.into()).machine;
    let preset = preset(&named).map_err(|error| format!("`lanescope: machine` in the text: {error}"))?;
    Ok(MachineChoice { preset, changes })
}

/// What the assembler reads of a `.S` file: the text behind the C preprocessor. It is the main text or a file beside it.
fn preprocessed(text: &Text, file: Option<usize>, input: &Input) -> Result<String, Failure> {
    let (name, source) = match file.map(|at| &text.files[at]) {
        Some(file) => (&file.name, file.contents.text().unwrap_or_default()),
        None => (&text.name, text.source.as_str()),
    };
    let path = Path::new(&text.path).with_file_name(name);
    let path = if file.is_some() { path.display().to_string() } else { text.path.clone() };
    let machine = MachineChoice { preset: String::new(), changes: Vec::new() };
    let document = Document {
        language: text.language,
        options: CompileOptions {
            defines: input.define.iter().map(|text| define(text)).collect(),
            contract: input.contract,
        },
        name: name.clone(),
        files: text.files.iter().filter(|beside| beside.name != *name).cloned().collect(),
        ..Document::new(source.into(), machine)
    };
    let (source, found) = session::preprocessed(&document);
    diagnostics::print(&diagnostics::Text::of(&path, &document, &[]), &found);
    match found.iter().any(|diagnostic| diagnostic.is_error()) {
        true => Err(diagnostics::failure(&found)),
        false => Ok(source),
    }
}

/// Reads the files of data that a program names: below the folder of `--data`, else beside the program. What is not there the
/// launch asks for, unless it has other contents for the buffer.
fn read_data(finder: &mut Finder<'_>, input: &Input, proposed: &MachineChoice) -> Result<(), Failure> {
    let mut asked: Vec<String> = Vec::new();
    for machine in machines(input, Some(proposed.clone()))? {
        asked.extend(finder.texts().flat_map(|text| session::data_files(&machine.preset, text)));
    }
    asked.iter().try_for_each(|name| finder.data(name, input.data.as_deref()))
}

fn from_gallery(path: &str, wanted: &str, input: &Input, limits: &Limits) -> Result<Text, Failure> {
    let gallery: Vec<_> = session::gallery().into_iter().chain(session::programs()).collect();
    let item = gallery.iter().find(|item| item.name == wanted).ok_or_else(|| {
        let names: Vec<&str> = gallery.iter().map(|item| item.name.as_str()).collect();
        format!("the gallery has no `{wanted}`; it has {}", names.join(", "))
    })?;
    let (source, proposed, language) = (item.source.clone(), item.machine.clone(), item.language);
    // A kernel of the gallery has no folder: files are named as they are given.
    let mut finder = Finder::new(Path::new(""), "", language, &[], limits.file_bytes);
    let units = add_others(&mut finder, input, proposed.as_ref())?;
    let (name, files) = finder.finish()?;
    let units = linked(language, &name, units);
    Ok(Text { path: path.into(), source, proposed, language, name, files, units })
}

/// The input of a console: a file, or standard input for `-`.
fn console(from: &Path, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let budget = Budget::new("file_bytes", limits.file_bytes);
    if from == Path::new("-") { files::read_stdin(&budget) } else { files::read(from, &budget) }
}

/// Finds a preset by machine (its first preset), by `machine/preset`, or by the part behind the slash.
fn preset(named: &str) -> Result<String, String> {
    let machines = session::machines();
    let mut all =
        machines.iter().flat_map(|machine| machine.presets.iter().map(move |preset| (machine, preset)));
    let found = all.clone().find(|(_, preset)| preset.id == named).or_else(|| {
        all.find(|(machine, preset)| {
            named.is_empty() || machine.id == named || preset.id.split('/').nth(1) == Some(named)
        })
    });
    found.map(|(_, preset)| preset.id.clone()).ok_or_else(|| {
        let ids: Vec<&str> = machines
            .iter()
            .flat_map(|machine| machine.presets.iter().map(|preset| preset.id.as_str()))
            .collect();
        format!("there is no machine or preset `{named}`; there are {}", ids.join(", "))
    })
}

fn define(text: &str) -> Define {
    match text.split_once('=') {
        Some((name, value)) => Define { name: name.into(), value: Some(value.into()) },
        None => Define { name: text.into(), value: None },
    }
}
