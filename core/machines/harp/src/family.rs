//! What the registry asks of HARP.
//!
//! Programs by hand and compiled kernels run with timing and without.

use alloc::{format, string::String, sync::Arc, vec::Vec};
use lanescope_parts::{
    codegen::lower::{self, Features, Lanes},
    files::Files,
    image::DataLabel,
    launch::{Arg, Grid, Launch, bind::Bound},
    machines::{
        chassis::{
            clocks::clocks,
            settings::{Code, Division},
        },
        family::{Dimensions, Family, OwnCount, Signature, SlotGroup, SlotPart, Watch},
        footprint::Footprint,
        given::Given,
        info::{AssemblerInfo, OpInfo},
        panels::MachinePanel,
        preset::{Correction, Preset},
        studies::{self, Begin, Study},
    },
    opt::{self, meeting, reciprocal},
    source::{Diagnostic, Listing, ListingLine, Span},
};

use super::{
    alone,
    asm::{self, Image, Placed, Style},
    codegen::{
        self, Entry, Profile, Recipe,
        branches::DECISION,
        calls,
        profile::{self, Training},
    },
    exec::{Config, MAX_STACK},
    footprint,
    functional::Functional,
    isa::{Arch, Kind, ROWS, Row},
    launch::Plan,
    machine::Timed,
    policies,
    rules::Rules,
    spec::{CORRECTIONS, PRESETS, Policy, Spec},
    timing::{counters, memory::main_memory, settings::Model},
    views,
};

/// Instructions of warps between two looks at what may end a run that makes a profile.
const SLICE: u64 = 1 << 16;

/// HARP in the registry.
#[derive(Clone, Copy, Debug)]
pub struct Harp;

impl Family for Harp {
    type Spec = Spec;
    type Program = Arc<Image>;
    type Running = Timed;
    type Untimed = Functional;

    const ID: &'static str = "harp";

    const NAME: &'static str = "HARP (split/join)";

    const DOC: &'static str =
        "Warps of guarded lanes whose branches diverge by split and join, or not at all.";

    const FITS: bool = true;

    const DECIDES: &'static [&'static str] = &[DECISION];

    const INSTRUCTIONS: &'static str = "warp instructions";

    const PRESETS: &'static [Preset] = PRESETS;

    const LINKS: bool = true;

    const CORRECTIONS: &'static [Correction] = CORRECTIONS;

    const OWN_COUNTS: &'static [OwnCount] = counters::OWN;

    /// Those of words of 32 bits; what a kernel is lowered to follows from the ArchID.
    const FEATURES: Features = codegen::features(32, false);

    fn features(spec: &Spec) -> Features {
        let lanes = spec.arch().map_or(0, |arch| u32::from(arch.lanes));
        Features { calls: spec.calls, lanes: Lanes::Votes(lanes), ..Self::FEATURES }
    }

    fn ops() -> Vec<OpInfo> {
        ROWS.iter().map(op_info).collect()
    }

    fn assembler() -> AssemblerInfo {
        asm::info()
    }

    fn panels() -> &'static [MachinePanel] {
        views::PANELS
    }

    fn check(spec: &Spec) -> Result<(), String> {
        spec.pipeline().map(|_| ())
    }

    fn code(spec: &Spec) -> &Code {
        &spec.code
    }

    fn compile(given: &Given<'_, Spec>) -> Result<Arc<Image>, Diagnostic> {
        let Given { kernel, spec, .. } = *given;
        let arch = spec.arch().map_err(wrong_setting)?;
        codegen::check(arch, &kernel.name)?;
        // `bar` counts warps, whichever barrier of the text they are at.
        let mut lowered = kernel.clone();
        if calls::meet(kernel) {
            opt::optimise(&mut lowered);
        }
        if meeting::may_miss(&lowered) {
            lowered = meeting::with_one_barrier(&lowered);
        }
        if spec.code.division != Division::Exact {
            for pass in &reciprocal::PASSES {
                pass.apply(&mut lowered);
            }
        }
        lower::lower(&mut lowered, &features(spec, arch))?;
        Harp::generate(&given.with_kernel(&lowered))
    }

    fn generate(given: &Given<'_, Spec>) -> Result<Arc<Image>, Diagnostic> {
        let (kernel, decisions) = (Arc::new(given.kernel.clone()), given.decisions.into());
        let recipe = Recipe { kernel, decisions, profile: None };
        let read = |text| profile::text::read(text, given.spec.profile.as_str(), &recipe, given.spec);
        let profile = given.profile.map(read).transpose()?.map(Arc::new);
        let of = profile.as_ref().map(|profile| profile.branches.len());
        let image = codegen::generate(Recipe { profile, ..recipe }, given.spec)?;
        let has = image.entry.as_ref().map_or(0, |entry| entry.branches.len());
        match of {
            Some(of) if of != has => Err(profile::text::of_others(given.spec.profile.as_str(), of, has)),
            _ => Ok(Arc::new(image)),
        }
    }

    fn profile_file(spec: &Spec) -> Option<&str> {
        Some(spec.profile.as_str()).filter(|name| !name.is_empty())
    }

    fn profile(image: &Arc<Image>, spec: &Spec) -> Option<String> {
        let entry = image.entry.as_deref()?;
        let profile = entry.recipe.profile.as_deref()?;
        Some(profile::text::write(profile, entry, spec))
    }

    /// A policy that asks for a profile makes it of the launch: a run without timing in which every branch is split.
    fn fit(
        image: &Arc<Image>,
        spec: &Spec,
        launch: &Bound,
        watch: &mut Watch,
    ) -> Result<Option<Arc<Image>>, Diagnostic> {
        let asks = |entry: &&Entry| spec.divergence.profiles() && entry.recipe.profile.is_none();
        let Some(entry) = image.entry.as_deref().filter(asks) else {
            return Ok(None);
        };
        let profile = Some(Arc::new(trained(&entry.recipe, spec, launch, watch)?));
        codegen::generate(Recipe { profile, ..entry.recipe.clone() }, spec).map(|image| Some(Arc::new(image)))
    }

    fn departs(spec: &Spec) -> Option<&'static str> {
        (!spec.exact_compare).then_some(
            "Setting `exact_compare` is off: comparisons of integers are differences and their signs, which are wrong where the difference overflows.",
        )
    }

    fn assemble(files: &Files, spec: &Spec) -> (Vec<Arc<Image>>, Vec<Diagnostic>) {
        let arch = match spec.arch_id() {
            Ok(arch) => arch,
            Err(message) => return (Vec::new(), Vec::from([wrong_setting(message)])),
        };
        let (image, said) = asm::program(files, arch, &spec.rules());
        let Some(image) = image else { return (Vec::new(), said) };
        if image.bytes.is_empty() {
            let error = Diagnostic::error("harp::text", Span::NONE, "the program has no instruction");
            return (Vec::new(), said.into_iter().chain([error]).collect());
        }
        (Vec::from([Arc::new(image)]), said)
    }

    /// The file that a text stands for.
    fn data_files(text: &str) -> Vec<String> {
        asm::stands_for_file(text).map(String::from).into_iter().collect()
    }

    fn stands_for(name: &str, binary: &[u8]) -> Option<String> {
        asm::stands_for(name, binary)
    }

    fn object(files: &Files, spec: &Spec) -> (Option<Vec<u8>>, Vec<Diagnostic>) {
        match spec.arch_id() {
            Ok(arch) => {
                let (object, said) = asm::object(files, arch, &spec.rules());
                (object.map(|object| asm::write_object(&object)), said)
            }
            Err(message) => (None, Vec::from([wrong_setting(message)])),
        }
    }

    fn signature(image: &Arc<Image>) -> Signature {
        if let Some(entry) = &image.entry {
            return Signature {
                name: entry.name.clone(),
                params: entry.params.clone(),
                grid: Grid::WorkItems,
                required_local: entry.required_local,
                open: false,
                data: Vec::new(),
            };
        }
        let (name, params, grid, data) = ("main".into(), Vec::new(), Grid::Nothing, Vec::new());
        Signature { name, params, grid, required_local: None, open: true, data }
    }

    fn studies() -> &'static [Study<Begin<Arc<Image>, Spec>>] {
        const STUDIES: &[Study<Begin<Arc<Image>, Spec>>] = &studies::rows([policies::STUDY]);
        STUDIES
    }

    fn remarks(image: &Arc<Image>, launch: &Launch) -> Vec<Diagnostic> {
        let is_placed = |arg: &&Arg| image.entry.is_none() && arg.at.is_some();
        let wrong = |arg: &Arg| {
            let message = format!(
                "argument `{}`: buffers of a program by hand lie behind its memory; `at` cannot say where",
                arg.name
            );
            Diagnostic::error("harp::launch", Span::NONE, message)
        };
        launch.args.iter().filter(is_placed).map(wrong).collect()
    }

    /// The instructions and data of the texts. The number of an instruction is its address in bytes, as in a program counter.
    fn listing(image: &Arc<Image>) -> Listing {
        Listing { lines: laid_out(image) }
    }

    /// A flat image.
    fn binary(image: &Arc<Image>) -> Option<Vec<u8>> {
        Some(image.bytes.clone())
    }

    fn alone(
        image: &Arc<Image>,
        spec: &Spec,
        launch: &Bound,
        linked: bool,
    ) -> Option<Result<Vec<u8>, Diagnostic>> {
        let entry = image.entry.as_ref()?;
        let config = spec.kernel_config().map_err(wrong_setting);
        let object = config.and_then(|config| alone::object(image, entry, config, launch));
        Some(object.and_then(|object| match linked {
            false => Ok(asm::write_object(&object)),
            true => match asm::link(&[object], 0, &Rules::REFERENCE) {
                (Some(image), _) => Ok(image.bytes),
                (None, mut said) => Err(said.remove(0)),
            },
        }))
    }

    /// An object file says for which machine it is, and the settings must fit; a flat image is for their ArchID.
    fn disassemble(binary: &[u8], spec: &Spec) -> Option<Result<Listing, String>> {
        let text = match binary.starts_with(asm::MAGIC.as_bytes()) {
            true => asm::read_object(binary).and_then(|object| match spec.arch_id()? {
                id if object.arch.fits(id) => asm::disassemble(&object, Style::Own),
                id => Err(format!("the object is for `{}`, and setting `archid` is `{id}`", object.arch)),
            }),
            false => spec.arch().map(|arch| asm::print_image(arch, binary)),
        };
        let line = |text: &str| ListingLine::new(text.into(), Span::NONE, None);
        let lines = |text: String| Listing { lines: text.lines().map(line).collect() };
        Some(text.map(lines))
    }

    fn labels(image: &Arc<Image>) -> Vec<DataLabel> {
        if image.entry.is_some() { Vec::new() } else { asm::data_labels(image) }
    }

    fn facts(image: &Arc<Image>) -> Vec<(String, String)> {
        let rows = [("bytes of the image", image.bytes.len()), ("labels", image.names.len())];
        let rows = rows.into_iter().map(|(name, value)| (name.into(), format!("{value}")));
        rows.chain([("ArchID".into(), format!("{}", image.arch))]).collect()
    }

    fn start(image: &Arc<Image>, spec: &Spec, launch: Bound) -> Result<Timed, Diagnostic> {
        let pipeline = spec.of(image.arch).pipeline().map_err(wrong_setting)?;
        Ok(Timed::new(Self::untimed(image, spec, launch)?, pipeline))
    }

    fn untimed(image: &Arc<Image>, spec: &Spec, launch: Bound) -> Result<Functional, Diagnostic> {
        if let Some(entry) = &image.entry {
            let config = spec.kernel_config().map_err(wrong_setting)?;
            return Functional::kernel(image.clone(), entry, config, launch);
        }
        let config = config(&spec.of(image.arch))?;
        if config.rules.short_r0 && !launch.args.is_empty() {
            let message = "with `harptool_exact` a program finds no arguments: R0 is the number of lanes";
            let error = Diagnostic::error("harp::launch", Span::NONE, message);
            return Err(error.help("set `harptool_exact` to off"));
        }
        Functional::new(image.clone(), config, launch)
    }

    fn parts(image: &Arc<Image>, spec: &Spec, launch: &Bound) -> Vec<Footprint> {
        let spec = &spec.of(image.arch);
        let core = match &image.entry {
            None => config(spec).ok().map(|config| {
                let buffers: u64 = launch.memory.buffers().iter().map(|buffer| buffer.bytes).sum();
                (config.ram_bytes.saturating_add(buffers), config)
            }),
            Some(entry) => spec.kernel_config().ok().map(|config| {
                let end = Plan::new(entry, &config, launch).map_or(0, |plan| plan.end);
                (end, config)
            }),
        };
        let built = core.zip(spec.pipeline().ok());
        built.map_or_else(Vec::new, |((all, core), pipeline)| {
            footprint::parts(image, &core, &pipeline, all).into()
        })
    }

    fn dimensions(spec: &Spec) -> Dimensions {
        let group = |core| {
            let name = format!("core {core}");
            SlotGroup { parts: Vec::from([SlotPart::front_end(&name)]), name }
        };
        let slots = (0..spec.cores).map(group).collect();
        let dram = (spec.timing.mem_model == Model::Dram).then_some(spec.timing.channel.dram_mhz);
        let clocks = clocks(spec.timing.pipeline_mhz, dram);
        let memory = Dimensions::of_memory(&main_memory(&spec.timing), spec.timing.pipeline_mhz);
        let Dimensions { channels, banks, rows_close, .. } = memory;
        Dimensions { slots, clocks, channels, banks, rows_close, ..Dimensions::default() }
    }
}

/// The lines of the listing of an image.
fn laid_out(image: &Image) -> Vec<ListingLine> {
    let Some(arch) = image.arch.complete() else { return Vec::new() };
    let at = |placed: &Placed| usize::try_from(placed.at - image.base).unwrap_or(usize::MAX);
    let lines = |(number, placed): (usize, &Placed)| {
        let end = image.places.get(number + 1).map_or(image.bytes.len(), at).min(image.bytes.len());
        let bytes = image.bytes.get(at(placed)..end).unwrap_or_default();
        let pc = u32::try_from(placed.at).ok().filter(|_| placed.is_code);
        let (span, mut end) = (placed.span, placed.at);
        let line = move |(text, length): (String, usize)| {
            end += length as u64;
            ListingLine { bytes: Some(end - length as u64..end), ..ListingLine::new(text, span, pc) }
        };
        asm::print_lines(arch, bytes, placed.is_code).into_iter().map(line)
    };
    image.places.iter().enumerate().flat_map(lines).collect()
}

/// Begins the run that makes the profile of a kernel on a launch.
pub(super) fn training(recipe: &Recipe, spec: &Spec, launch: &Bound) -> Result<Training, Diagnostic> {
    // Splits need more of the stack than the guards that may come of them: here it is as deep as it gets.
    let split = Spec { divergence: Policy::Sj, ipdom_entries: MAX_STACK as u32, ..spec.clone() };
    let recipe = Recipe { decisions: Arc::default(), profile: None, ..recipe.clone() };
    let image = Arc::new(codegen::generate(recipe, &split)?);
    let config = split.kernel_config().map_err(wrong_setting)?;
    let entry = image.entry.clone().ok_or_else(|| wrong_setting("it is no kernel".into()))?;
    Training::new(image, &entry, config, launch, spec.profile_steps.into())
}

/// What is wrong with a run that makes a profile and has had as many instructions as any run may.
pub(super) fn passed(recipe: &Recipe, most: u64) -> Diagnostic {
    let message = format!("{}passed limit `functional_instructions` ({most})", profile_of(recipe));
    Diagnostic::error("limit::functional_instructions", Span::NONE, message)
        .help("Setting `profile_steps` says how many instructions the profile is made of.")
}

/// The beginning of a sentence about the run that makes a profile.
fn profile_of(recipe: &Recipe) -> String {
    format!("kernel `{}`: the run that makes its profile ", recipe.kernel.name)
}

/// The profile of a kernel on a launch.
///
/// # Errors
/// The launch does not fit on the machine, or `watch` ends the run.
pub(super) fn trained(
    recipe: &Recipe,
    spec: &Spec,
    launch: &Bound,
    watch: &mut Watch,
) -> Result<Profile, Diagnostic> {
    let mut training = training(recipe, spec, launch)?;
    while !training.advance(SLICE.min(watch.instructions - training.instructions())) {
        if training.instructions() >= watch.instructions {
            return Err(passed(recipe, watch.instructions));
        }
        if !(watch.go_on)() {
            let message = format!("{}was stopped before its end", profile_of(recipe));
            return Err(Diagnostic::error("limit::stopped", Span::NONE, message));
        }
    }
    Ok(training.profile())
}

/// What kernels are lowered to.
fn features(spec: &Spec, arch: Arch) -> Features {
    codegen::features(arch.bits(), spec.calls)
}

fn config(spec: &Spec) -> Result<Config, Diagnostic> {
    spec.config().map_err(wrong_setting)
}

fn wrong_setting(message: String) -> Diagnostic {
    Diagnostic::error("harp::arch", Span::NONE, message)
}

/// A row of the table for people.
fn op_info(row: &Row) -> OpInfo {
    let kinds = row.format.operands();
    let written = kinds.iter().filter(|kind| matches!(kind, Kind::To | Kind::PredicateTo)).count();
    let letter = |at: usize| char::from(b'a' + (at - written) as u8);
    let operand = |(at, kind): (usize, &Kind)| match kind {
        Kind::To => "%rd".into(),
        Kind::From => format!("%r{}", letter(at)),
        Kind::PredicateTo => "@pd".into(),
        Kind::PredicateFrom => format!("@p{}", letter(at)),
        Kind::Immediate => "#i".into(),
    };
    let operands: Vec<String> = kinds.iter().enumerate().map(operand).collect();
    let gap = if operands.is_empty() { "" } else { " " };
    let flags = match (row.is_branch(), row.is_privileged()) {
        (true, _) => " A branch: a trap where lanes disagree on its guard.",
        (_, true) => " For the supervisor alone.",
        _ => "",
    };
    OpInfo {
        syntax: format!("{}{gap}{}", row.name, operands.join(", ")),
        class: format!("{:?}", row.class),
        doc: format!("{}{flags} Code {:#04x}.", row.does, row.code),
    }
}
