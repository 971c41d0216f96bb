//! From a document to a program: the front end, the optimiser, the machine's code generator, and the launch.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::cell::RefCell;

use super::{
    binaries,
    data::{Compiled, KernelInfo, Listing, ListingLine, ParamInfo, ParamKind},
    decisions,
    host::{self, Launched},
    reader, registry,
};
use crate::{
    analysis::Intensity,
    base::order,
    codegen::lower::Features,
    document::{self, Document, Language, Limits},
    figure::Code,
    files::Files,
    front::{self, Findings, Front, HostArg, HostLaunch, Target},
    ir::{self, ImagePart, Kernel, Param, Space, Type},
    launch::{
        Grid, Launch, Number,
        bind::bind_behind,
        complete::{self, Sources},
        header::{self, Header},
        images, open,
        usage::Usage,
    },
    machines::{
        family::{Signature, Watch},
        given::{Given, Patience},
    },
    opt::{
        self, Pass, exchange,
        hints::without_prefetches,
        silence::{prints, silence},
    },
    report::{TextSize, derived::Text as SaysText},
    run::Bench,
    source::{Diagnostic, Severity, Span},
};

/// What [`compile`] makes of a document.
#[derive(Debug)]
pub struct Prepared {
    /// What was compiled.
    pub files: Files,
    /// For user interfaces.
    pub compiled: Compiled,
    /// The machine, with the program if there was no error.
    pub bench: Option<Box<dyn Bench>>,
    /// How the chosen kernel is called.
    pub signature: Option<Signature>,
    /// The chosen kernel as the front end wrote it, and optimised; `None` for assembly.
    pub kernel: Option<(Kernel, Kernel)>,
    /// The passes that made the one from the other.
    pub passes: &'static [Pass],
    /// The instructions of the program, as figures show them.
    pub code: Code,
    /// What the text says before it runs.
    pub says: SaysText,
    /// The front end's tree as text.
    pub tree: String,
    /// The buffers whose contents the launch does not say: they were made up.
    pub filled: Vec<String>,
    /// Why the chosen kernel cannot be started: the errors among the diagnostics. (What it does not use is a note.)
    pub blockers: Vec<Diagnostic>,
}

/// The kernels of a text, whatever its language.
struct Text {
    signatures: Vec<(Signature, Span)>,
    kernels: Vec<Kernel>,
    launches: Vec<HostLaunch>,
    findings: Findings,
    tree: String,
}

/// Compiles a document. What is wrong is in the diagnostics.
pub fn compile(document: &Document, limits: &Limits) -> Prepared {
    compile_while(document, limits, &mut || true)
}

/// The same; a run that a compiler makes for it ends where `go_on` says `false`.
pub fn compile_while(document: &Document, limits: &Limits, go_on: &mut dyn FnMut() -> bool) -> Prepared {
    let wrong = document::check(document, limits);
    if !wrong.is_empty() {
        return nothing(wrong);
    }
    let binaries = match binaries::texts(document, limits) {
        Ok(binaries) => binaries,
        Err(wrong) => return nothing(wrong),
    };
    let files = document.program_with(&binaries);
    let (header, mut diagnostics) = header::parse(&document.source);
    let (mut bench, errors) = match registry::open(&document.machine) {
        Ok(bench) => (Some(bench), Vec::new()),
        Err(errors) => (None, errors),
    };
    let mut text = read(document, &files, limits, bench.as_deref_mut());
    if document.language != Language::Assembly && document.is_linked() {
        let message = "Texts are linked in assembly alone: a kernel includes its files.";
        diagnostics.push(Diagnostic::warning("document::unit", Span::NONE, message));
    }
    text.signatures.iter_mut().for_each(|(signature, _)| close(signature, document, &header));
    diagnostics.extend(errors);
    // Without a machine nobody has read a text in its assembly.
    let was_read = document.language != Language::Assembly || bench.is_some();
    let chosen = if was_read { choose(document, &header, &text, &mut diagnostics) } else { None };
    diagnostics.extend(chosen.map_or_else(|| text.findings.all(), |at| text.findings.seen_from(at)));
    let signature = chosen.map(|at| text.signatures[at].0.clone());
    let kernel = signature.as_ref().and_then(|s| text.kernels.iter().find(|kernel| kernel.name == s.name));
    let features =
        bench.as_ref().map_or(Features { calls: false, ..Features::ALL }, |bench| bench.features());
    let passes = opt::passes(features.calls);
    if kernel.is_some_and(prints) && !features.prints {
        let message = "`printf` prints nothing on this machine, which has no atomic operations.";
        diagnostics.push(Diagnostic::warning("launch::printf", Span::NONE, message));
    }
    let kernel = kernel.zip(signature.as_ref()).map(|(kernel, signature)| {
        let mut kernel = kernel.clone();
        with_sources(document, &header, &text, signature, None, |from| images::settle(from, &mut kernel));
        let optimised = optimised(&kernel, &features, passes);
        (kernel, optimised)
    });
    let (launch, said, filled) =
        launch(document, &files, &header, &text, signature.as_ref(), kernel.as_ref());
    diagnostics.extend(said);
    diagnostics.extend(kernel.as_ref().and_then(|kernel| too_many_lanes(kernel, &launch)));
    match (&mut bench, &kernel, chosen) {
        (Some(bench), Some((_, kernel)), _) => {
            let taken = registry::compiler_decides(&document.machine.preset);
            let made = decisions::of(&files, &document.choices, taken).and_then(|decisions| {
                let profile = bench.profile_file().map(|name| profile(document, name)).transpose()?;
                let asked = RefCell::new(&mut *go_on);
                let go_on = || (*asked.borrow_mut())();
                let patience = Patience(&go_on);
                bench.generate(&Given { decisions: &decisions, profile, patience, ..Given::new(kernel, &()) })
            });
            diagnostics.extend(made.err());
        }
        (Some(bench), None, Some(at)) => {
            bench.choose(at);
            diagnostics.extend(bench.remarks(&launch));
            if let Some(choice) = document.choices.first() {
                let message = format!(
                    "A program by hand takes no decision of a compiler: `{}@{}={}` says nothing here.",
                    choice.id, choice.line, choice.value
                );
                diagnostics.push(Diagnostic::warning("launch::choice", Span::NONE, message));
            }
        }
        _ => {}
    }
    if let (Some(bench), Some(_), Some(signature)) = (&mut bench, &kernel, &signature)
        && bench.fits()
        && !diagnostics.iter().any(Diagnostic::is_error)
    {
        diagnostics.extend(fit(bench.as_mut(), signature, &launch, limits, go_on).err());
    }
    let blockers = errors_of(&diagnostics);
    let ready = bench.as_ref().filter(|_| blockers.is_empty() && chosen.is_some());
    order::sort_by_key(&mut diagnostics, |diagnostic| (diagnostic.span().is_none(), diagnostic.span().start));
    let compiled = Compiled {
        kernels: text.signatures.iter().map(kernel_info).collect(),
        chosen,
        launch,
        ir: kernel.as_ref().map(|(_, kernel)| listing(kernel)).unwrap_or_default(),
        passes: if kernel.is_some() { pass_names(passes) } else { Vec::new() },
        assembly: ready.map(|bench| bench.listing()).unwrap_or_default(),
        facts: ready.map(|bench| bench.facts()).unwrap_or_default(),
        binaries,
        diagnostics,
    };
    let intensity = kernel.as_ref().map(|(_, kernel)| Intensity::of(kernel));
    let says = SaysText { intensity, size: TextSize::of(&compiled.assembly) };
    let code = Code::new(files.text(), &compiled.assembly, &compiled.ir);
    Prepared {
        files,
        compiled,
        bench,
        signature,
        kernel,
        passes,
        code,
        says,
        tree: text.tree,
        filled,
        blockers,
    }
}

/// The text of the file that has the profile of the kernel.
fn profile<'a>(document: &'a Document, name: &str) -> Result<&'a str, Diagnostic> {
    let wrong = |what: &str| {
        let message = format!(
            "setting `profile`: {what} `{name}` (`lanescope compile --emit profile` writes one, and `--with {name}` puts it beside the kernel)"
        );
        Diagnostic::error("launch::profile", Span::NONE, message)
    };
    let file = document.files.iter().find(|file| file.name == name);
    let file = file.ok_or_else(|| wrong("beside the kernel there is no file"))?;
    file.contents.text().ok_or_else(|| wrong("a profile is a text, unlike"))
}

/// Fits the program of a kernel to its launch. What is wrong with the launch itself is said when it starts.
fn fit(
    bench: &mut dyn Bench,
    signature: &Signature,
    launch: &Launch,
    limits: &Limits,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<(), Diagnostic> {
    let mut watch = Watch { instructions: limits.functional_instructions, go_on };
    let Signature { data, params, grid, required_local, .. } = signature;
    match bind_behind(data, launch, params, grid, *required_local, limits) {
        Ok(bound) => bench.fit(&bound, &mut watch),
        Err(_) => Ok(()),
    }
}

fn nothing(diagnostics: Vec<Diagnostic>) -> Prepared {
    let blockers = diagnostics.clone();
    let compiled = Compiled {
        diagnostics,
        kernels: Vec::new(),
        chosen: None,
        launch: Launch::default(),
        ir: Listing::default(),
        passes: Vec::new(),
        assembly: Listing::default(),
        facts: Vec::new(),
        binaries: Vec::new(),
    };
    Prepared {
        files: Files::default(),
        compiled,
        bench: None,
        signature: None,
        kernel: None,
        passes: opt::passes(false),
        code: Code::default(),
        says: SaysText::default(),
        tree: String::new(),
        filled: Vec::new(),
        blockers,
    }
}

fn read(
    document: &Document,
    files: &Files,
    limits: &Limits,
    bench: Option<&mut (dyn Bench + 'static)>,
) -> Text {
    if document.language == Language::Assembly {
        let (signatures, diagnostics) = bench.map(|bench| bench.assemble(files)).unwrap_or_default();
        let signatures = signatures.into_iter().map(|signature| (signature, Span::NONE)).collect();
        return Text {
            signatures,
            kernels: Vec::new(),
            launches: Vec::new(),
            findings: Findings::of_text(diagnostics),
            tree: String::new(),
        };
    }
    let target = bench.map_or_else(Target::default, |bench| bench.target());
    let Front { kernels, signatures, launches, findings, tree, .. } =
        reader::kernels(files, document.language, (&document.options, target), limits);
    let signature = |s: front::Signature| {
        let front::Signature { name, params, required_local, span } = s;
        (
            Signature { name, params, grid: Grid::WorkItems, required_local, open: false, data: Vec::new() },
            span,
        )
    };
    let signatures = signatures.into_iter().map(signature).collect();
    Text { signatures, kernels, launches, findings, tree }
}

/// The kernel that is meant: the document's, the header's, the one that host code launches, or the first.
fn choose(
    document: &Document,
    header: &Header,
    text: &Text,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<usize> {
    let find = |name: &str| text.signatures.iter().position(|(signature, _)| signature.name == name);
    let wrong = |list: &[Diagnostic]| list.iter().any(Diagnostic::is_error);
    if text.signatures.is_empty() && !wrong(diagnostics) && !wrong(&text.findings.all()) {
        let (message, help) = match document.language {
            Language::Assembly => {
                ("there is no instruction in this text", "a program in assembly has at least one")
            }
            _ => (
                "there is no kernel in this text",
                "a kernel begins with `__kernel void` (OpenCL C) or `__global__ void` (CUDA)",
            ),
        };
        diagnostics.push(Diagnostic::error("session::no-kernel", Span::NONE, message).help(help));
    }
    let named = document.kernel.as_deref().or(header.kernel.as_deref());
    if let Some(at) = named.and_then(find) {
        return Some(at);
    }
    let launched = text.launches.iter().find_map(|launch| find(&launch.kernel));
    let used = launched.or((!text.signatures.is_empty()).then_some(0))?;
    if let Some(name) = named {
        let names: Vec<_> = text.signatures.iter().map(|(signature, _)| signature.name.as_str()).collect();
        let message = format!("there is no kernel `{name}` in this text; `{}` is used", names[used]);
        let unknown = Diagnostic::warning("session::unknown-kernel", Span::NONE, message);
        diagnostics.push(unknown.help(format!("its kernels are: {}", names.join(", "))));
    }
    Some(used)
}

/// Without what a machine lacks that no result shows, and then by the passes. What lanes do together and the machine does not know goes through
/// memory, if it can.
fn optimised(kernel: &Kernel, features: &Features, passes: &[Pass]) -> Kernel {
    let made = |before: fn(&mut Kernel)| {
        let mut kernel = kernel.clone();
        if !features.prints {
            silence(&mut kernel);
        }
        if !features.prefetches {
            without_prefetches(&mut kernel);
        }
        before(&mut kernel);
        opt::optimise_with(passes, &mut kernel, |_, _| {});
        kernel
    };
    let mut usual = made(|_| {});
    if usual.lane_op().is_none() || features.lanes.have(&usual) || exchange::through_memory(&mut usual) {
        return usual;
    }
    let mut unrolled = made(exchange::unroll);
    if exchange::through_memory(&mut unrolled) {
        return unrolled;
    }
    exchange::by_warps(&mut usual, features.widest_access());
    usual
}

/// An error where a group has more work-items than there are cells for what its lanes exchange.
fn too_many_lanes((written, optimised): &(Kernel, Kernel), launch: &Launch) -> Option<Diagnostic> {
    let inst = written.lane_op().filter(|_| optimised.lane_op().is_none())?;
    let items = launch.group_items();
    (items > u64::from(exchange::MOST)).then(|| {
        let message = format!(
            "Lanes exchange through memory here, which has room for {} work-items of a group: this one has {items}.",
            exchange::MOST
        );
        Diagnostic::error("launch::lanes", inst.span, message)
    })
}

fn launch(
    document: &Document,
    files: &Files,
    header: &Header,
    text: &Text,
    signature: Option<&Signature>,
    kernel: Option<&(Kernel, Kernel)>,
) -> (Launch, Vec<Diagnostic>, Vec<String>) {
    let Some(signature) = signature else {
        return (document.launch.clone().unwrap_or_default(), Vec::new(), Vec::new());
    };
    let kernel = kernel.map(|(_, kernel)| kernel);
    let (launch, mut said, filled) = with_sources(document, header, text, signature, kernel, |sources| {
        let (launch, said) = complete::complete(sources);
        let filled = complete::filled(sources, &launch);
        (launch, said, filled)
    });
    if let Some(host) = text.launches.iter().find(|launch| launch.kernel == signature.name) {
        let (text, all) = (files.text(), &text.launches);
        said.extend(host::remarks(&Launched {
            text,
            all,
            host,
            signature,
            header,
            document,
            launch: &launch,
        }));
    }
    (launch, said, filled)
}

/// Does something with what there is to complete a launch from; the kernel is an optimised one.
fn with_sources<T>(
    document: &Document,
    header: &Header,
    text: &Text,
    signature: &Signature,
    kernel: Option<&Kernel>,
    act: impl FnOnce(Sources) -> T,
) -> T {
    let usage = kernel.map(Usage::of).unwrap_or_default();
    let host = text.launches.iter().find(|launch| launch.kernel == signature.name);
    let args: Vec<Option<complete::HostValue>> =
        host.iter().flat_map(|host| &host.args).map(|arg| arg.map(host_value)).collect();
    let members: Vec<(usize, &str, complete::HostValue)> = host
        .iter()
        .flat_map(|host| &host.members)
        .map(|member| (member.arg, member.name.as_str(), host_value(member.value)))
        .collect();
    act(Sources {
        grid: &signature.grid,
        params: &signature.params,
        required_local: signature.required_local,
        usage: &usage,
        kernel,
        header,
        host: host.map(|host| complete::Host {
            global: host.global,
            local: host.local,
            dynamic_local: host.dynamic_local,
            args: &args,
            members: &members,
        }),
        document: document.launch.as_ref(),
        once: signature.open,
    })
}

fn host_value(value: HostArg) -> complete::HostValue {
    match value {
        HostArg::Int(value) => complete::HostValue::Number(Number::Int(value.into())),
        HostArg::Float(value) => complete::HostValue::Number(Number::Float(value)),
        HostArg::Bytes(bytes) => complete::HostValue::Bytes(bytes),
    }
}

/// Gives a signature the parameters that the launch has, if it takes any.
fn close(signature: &mut Signature, document: &Document, header: &Header) {
    if signature.open {
        signature.params = open::params(document.launch.as_ref(), header);
    }
}

/// The names of the passes; the first is what the front end wrote.
fn pass_names(passes: &[Pass]) -> Vec<String> {
    let passes = passes.iter().map(|pass| pass.name.into());
    core::iter::once("front end".into()).chain(passes).collect()
}

/// The IR after a pass, by the index of its name.
pub fn ir_after(kernel: &Kernel, passes: &[Pass], pass: usize) -> Listing {
    let Some(passes) = passes.get(..pass) else { return Listing::default() };
    listing(&optimised(kernel, &Features::ALL, passes))
}

fn listing(kernel: &Kernel) -> Listing {
    let line = |line: ir::text::Line| ListingLine::new(line.text, line.span, None);
    Listing { lines: ir::text::lines(kernel).into_iter().map(line).collect() }
}

fn kernel_info((signature, span): &(Signature, Span)) -> KernelInfo {
    KernelInfo {
        name: signature.name.clone(),
        params: signature.params.iter().filter(|param| param.part_of().is_none()).map(param_info).collect(),
        grid: signature.grid.clone(),
        span: *span,
    }
}

fn param_info(param: &Param) -> ParamInfo {
    let kind = match param.ty {
        _ if param.is_image() => ParamKind::Image,
        _ if param.image == Some(ImagePart::Sampler) => ParamKind::Sampler,
        Type::Ptr(Space::Local) => ParamKind::Local,
        Type::Ptr(_) => ParamKind::Buffer,
        _ => ParamKind::Scalar,
    };
    ParamInfo {
        name: param.name.clone(),
        source_type: param.source_type.clone(),
        kind,
        element: param.element,
        unsigned: param.unsigned,
        components: param.components,
        read_only: param.read_only,
        image: param.image,
    }
}

/// Only the errors.
fn errors_of(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).cloned().collect()
}
