//! From the common IR to code of HARP (HARP 4), for words of 4 and 8 bytes.
//!
//! `generate` and what it calls (`select`, `compare`, `reals`, `memory`) write blocks of instructions on values; `start` puts the loop over
//! groups around them. `copies` makes one value of those that are only copied into each other. `threads` jumps over tests whose outcome is known and `tails` merges tails of ways, if a person asks for
//! that; `chains` makes numbers of rows of tests for which the stack has no room. Then, on the control flow of that [`code`]: `loops` makes divergent loops uniform, `structure` does away with side entries, `guards` converts the branches
//! that are to be predicated (or `after`, when registers are given), `split` inserts `split` and `join`, [`verify()`] proves that they match and how deep the stack
//! gets. `turn` saves jumps, and entries of the stack where there are too few, `schedule` orders instructions if that is asked for, `registers` gives registers and predicates, `boot` is the start-up chain, `layout` makes bytes. The shared [`classify`](lanescope_parts::codegen::classify) says which branches lanes may
//! disagree on, [`frame`] what lies where in memory.
//!
//! What the instruction set has not is written out before, in the IR, as for every machine ([`features`]).
//!
//! [`branches`] decides what is done about each branch, by the settings, a [`profile`], the [`cost`], `ranges` of what follows from the place of a lane, and what a person says.
//!
//! [`calls`] are functions that are not written out where they are called, if a person asks for that: each is code of its own.
//!
//! Deliberately absent: everything that [`generate()`] refuses: atomics, but for the one of `printf`, which takes its room in the buffer by a software lock.

mod across;
mod after;
mod boot;
pub mod branches;
mod calling;
pub mod calls;
mod chains;
pub mod code;
mod compare;
mod copies;
pub mod cost;
mod dispatch;
pub mod emit;
pub mod flow;
pub mod frame;
mod generate;
mod guards;
mod lanes;
mod layout;
mod literal;
mod lock;
mod loops;
mod memory;
mod peephole;
mod printed;
pub mod profile;
mod ranges;
mod reals;
mod registers;
mod room;
mod schedule;
mod select;
mod sequences;
mod split;
mod start;
mod structure;
mod tails;
#[cfg(test)]
mod tests;
mod threads;
mod turn;
pub mod verify;

use alloc::{format, string::String, sync::Arc, vec::Vec};

use lanescope_parts::{
    codegen::lower::{Features, Lanes},
    image::BASE,
    ir::{FunctionId, Kernel, Param, Slot},
    machines::studies::Decision,
    source::{Diagnostic, Span},
};

pub use branches::Branch;
pub use code::{Choice, Site};
pub use lanescope_parts::codegen::classify::Static;
pub use lock::WORDS as LOCK_WORDS;
pub use profile::{Profile, Verdict};
pub use verify::verify;

use super::{
    asm::{Image, Named},
    fences::Reach,
    isa::{Arch, Format},
    spec::{Conversion, Frames, Insertion, Pseudos, Scratch, Spec, Structurise},
};
use branches::Driver;
use code::Code;
use frame::Map;
use loops::Forms;
use registers::Registers;
use room::Room;

/// What is said of a kernel that takes too much room.
const LIMIT: &str = "limit::harp";

/// An instruction takes at least so many bytes.
const LEAST_BYTES: u64 = 2;

/// What a launch must know of a compiled kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The group size that it demands.
    pub required_local: Option<[u32; 3]>,
    /// The memory that it declares.
    pub slots: Vec<Slot>,
    /// Where things lie.
    pub map: Map,
    /// What accesses mean, by the addresses of their instructions.
    pub reaches: Vec<(u64, Reach)>,
    /// Address of the first instruction.
    pub start: u64,
    /// Bytes of the frame of a lane.
    pub frame_bytes: u64,
    /// The frames begin at a multiple of this.
    pub frame_align: u64,
    /// Entries of the stack of a warp that the verifier proved to be enough.
    pub stack: usize,
    /// Do the warps of a group meet at barriers?
    pub has_barriers: bool,
    /// Does it write to the console?
    pub has_console: bool,
    /// Its branches, and what was done about them.
    pub branches: Vec<Branch>,
    /// Its control flow before `split` and `join` were inserted, and with them.
    pub flow: [Vec<flow::Shape>; 2],
    /// Where lanes come to them, by addresses in ascending order.
    pub sites: Vec<(u64, Site)>,
    /// The branches whose sides instructions are, by addresses in ascending order.
    pub owners: Vec<(u64, u32)>,
    /// What it was compiled from, to compile it again when more is known.
    pub recipe: Recipe,
}

/// What a compiler is given beside the settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// The optimised and lowered kernel.
    pub kernel: Arc<Kernel>,
    /// What a person has decided about its lines.
    pub decisions: Arc<[Decision]>,
    /// What runs have shown of its branches.
    pub profile: Option<Arc<Profile>>,
}

/// What a machine with words of so many bits has. Words of 32 bits have `float` and no `double`, and integers of 64 bits as pairs; words of
/// 64 bits have `double`. Functions are calls if a person asks for that.
pub const fn features(bits: u32, calls: bool) -> Features {
    let long = bits == 64;
    Features {
        calls,
        lanes: Lanes::Votes(0),
        prints: true,
        long_integers: long,
        double: long,
        quotients: true,
        address_bits: bits,
        least_access: 1,
        functions: Some(|_, _| false),
        ..Features::LEAST
    }
}

/// Generates the program of an optimised and lowered kernel.
///
/// # Errors
/// What the machine cannot do, or a limit that was passed.
pub fn generate(recipe: Recipe, spec: &Spec) -> Result<Image, Diagnostic> {
    match written(&recipe, spec, Rows::Tests) {
        // Long rows of tests under guards take a conjunction for each two of them.
        Err(error) if error.code == LIMIT => written(&recipe, spec, Rows::Numbers).map_err(|_| error),
        found => found,
    }
}

/// What long rows of tests are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    /// Tests, as long as the stack has room for them.
    Tests,
    /// Numbers.
    Numbers,
}

/// The program, with rows of tests like that.
fn written(recipe: &Recipe, spec: &Spec, rows: Rows) -> Result<Image, Diagnostic> {
    let kernel = &*recipe.kernel;
    let wrong = |span: Span, message: &str| {
        Diagnostic::error("harp::kernel", span, format!("kernel `{}`: {message}", kernel.name))
    };
    let arch = spec.arch().map_err(|message| Diagnostic::error("harp::arch", Span::NONE, message))?;
    check(arch, &kernel.name)?;
    let least = u32::from(boot::LEAST.1) + peephole::SCRATCH;
    if spec.pseudos == Pseudos::Late && u32::from(arch.predicates) < least {
        let message = format!(
            "with `pseudos=late` it takes at least {least} predicates, and ArchID `{arch}` has fewer"
        );
        return Err(wrong(Span::NONE, &message));
    }
    let map = Map::new(kernel, arch);
    let mut driver = Driver::new(spec, &recipe.decisions, recipe.profile.as_deref());
    let has_calls = !kernel.functions.is_empty();
    let mut room = Room::up(arch, map.spills);
    let mut places = calls::places(kernel, arch, &mut room, spec.frames);
    // Under a policy that asks for a profile the first code is only what waits for one.
    let is_last = recipe.profile.is_some() || !spec.divergence.profiles();
    let mut units = Vec::new();
    let mut whole = has_calls.then(|| kernel.clone());
    let mut needs = Vec::new();
    // A function calls only those before it.
    for id in kernel.function_ids() {
        let Some(whole) = &mut whole else { break };
        let shape = |kernel: &mut Kernel| {
            shaped((kernel, Some(id)), (&map, &places), &needs, (arch, rows, is_last), spec, &mut driver)
        };
        let (code, _, stack) = whole.within(id, shape)?;
        needs.push(stack);
        units.push(code);
    }
    let (code, mut flow, stack) =
        shaped((kernel, None), (&map, &places), &needs, (arch, rows, is_last), spec, &mut driver)?;
    units.insert(0, code);
    if is_last && stack > spec.ipdom_entries as usize {
        let most = spec.ipdom_entries;
        let message = format!("its branches are nested so deep that the stack needs {stack} entries");
        return Err(wrong(Span::NONE, &message).help(format!(
            "Setting `ipdom_entries` is {most}. Under `divergence=pred` branches whose sides are straight code take none."
        )));
    }
    let start = map.code(kernel, arch);
    let stack_bytes = (has_calls && spec.frames == Frames::Stack).then_some(u64::from(spec.lane_bytes));
    let mut pieces = boot::chain(arch, spec.cores as u16, map.block, stack_bytes);
    for (unit, code) in units.iter_mut().enumerate() {
        let own = unit.checked_sub(1).and_then(|function| places[function].own);
        let mut own = own.unwrap_or(room);
        let calls = has_calls.then_some(spec.frames);
        let source = spec.list_schedule.then(|| (code.clone(), own, driver.clone()));
        if spec.list_schedule {
            schedule::schedule(code);
        }
        let mut found = with_registers(code, (arch, calls), &mut own, spec, &mut driver);
        // What finds no registers in another order may find them in that of the source.
        if let (Err(_), Some(before)) = (&found, source) {
            (*code, own, driver) = before;
            found = with_registers(code, (arch, calls), &mut own, spec, &mut driver);
        }
        let registers = found.map_err(|message| wrong(Span::NONE, &message))?;
        if unit == 0 && spec.if_conversion == Conversion::After {
            flow[1] = flow::of(code);
        }
        if unit > 0 {
            if spec.tail_calls {
                calls::tails(code, &registers, &places);
            }
            calls::keep(code, arch, &registers, &mut own);
        }
        let is_near = |at: i64| emit::fits(arch, Format::I3, at);
        if !code.saved.iter().all(|(_, at)| is_near(*at))
            || !is_near(own.bytes() as i64) && stack_bytes.is_some()
        {
            return Err(wrong(Span::NONE, "its private arrays leave no room for the words of its functions")
                .help("Set `calls` to off."));
        }
        match unit.checked_sub(1).map(|function| &mut places[function].own) {
            Some(Some(_)) => room::push(code, arch, own.bytes()),
            _ => room = own,
        }
        pieces.extend(layout::blocks(arch, unit, code, &registers));
    }
    let frame_bytes = match stack_bytes {
        None => room.bytes().next_multiple_of(frame::ALIGN),
        Some(most) => {
            let needed = room.bytes() + room::depths(&units)[0];
            if needed > most {
                let message = format!(
                    "the memory and the stack of a work-item take {needed} bytes, and `lane_bytes` is {most}"
                );
                return Err(wrong(Span::NONE, &message));
            }
            most
        }
    };
    driver.kept()?;
    let mut branches = driver.branches;
    let laid = layout::bytes(arch, start, &pieces).map_err(|message| wrong(Span::NONE, message))?;
    let mut image = Image::flat(arch.id(), map.layout.constants(kernel));
    image.bytes.resize(start as usize, 0);
    image.bytes.extend(laid.bytes);
    image.places = laid.places;
    for (pc, site) in &laid.sites {
        branches[site.number as usize].pc = Some(*pc);
    }
    for (inner, outer) in units.iter().flat_map(|code| &code.inside) {
        branches[*inner as usize].inside = Some(*outer);
    }
    let at = start..image.bytes.len() as u64;
    image.names = Vec::from([Named { name: kernel.name.clone(), at }]);
    if image.bytes.len() as u64 > BASE {
        return Err(too_long(kernel, &format!("{} bytes", image.bytes.len())));
    }
    image.entry = Some(Arc::new(Entry {
        name: kernel.name.clone(),
        params: kernel.params.clone(),
        required_local: kernel.required_local,
        slots: kernel.slots.clone(),
        reaches: laid.reaches,
        start,
        frame_bytes,
        frame_align: stack_bytes.unwrap_or(frame::ALIGN),
        stack,
        has_barriers: start::has_barriers(kernel),
        has_console: units.iter().any(|code| code.has_console),
        map,
        branches,
        flow,
        sites: laid.sites,
        owners: laid.owners,
        recipe: recipe.clone(),
    }));
    Ok(image)
}

/// Gives registers to code, and does what is done behind that: late guards, and pseudo-instructions. Where no predicate is free for these, some are kept
/// free in all of the code.
fn with_registers(
    code: &mut Code,
    (arch, calls): (Arch, Option<Frames>),
    room: &mut Room,
    spec: &Spec,
    driver: &mut Driver,
) -> Result<Registers, String> {
    let attempt = |code: &mut Code, room: &mut Room, driver: &mut Driver, kept_free: u32| {
        let mut registers = registers::give(code, arch, room, calls, kept_free)?;
        if spec.if_conversion == Conversion::After {
            after::convert(code, (arch, kept_free), &mut registers, driver);
            verify(code).map_err(|(_, message)| message)?;
        }
        Ok::<_, String>(peephole::expand(code, arch, &mut registers).map(|()| registers))
    };
    let is_late = spec.pseudos == Pseudos::Late;
    if is_late && spec.scratch == Scratch::Scavenged {
        let (mut one, mut own, mut judge) = (code.clone(), *room, driver.clone());
        if let Some(registers) = attempt(&mut one, &mut own, &mut judge, 0)? {
            (*code, *room, *driver) = (one, own, judge);
            return Ok(registers);
        }
    }
    let found = attempt(code, room, driver, if is_late { peephole::SCRATCH } else { 0 })?;
    found.ok_or_else(|| "no predicate is free for a choice between values".into())
}

/// What is said of a kernel that has no room.
fn too_long(kernel: &Kernel, has: &str) -> Diagnostic {
    let message = format!(
        "kernel `{}`: constants and code have {has}, and there is room for {BASE} bytes in front of the buffers",
        kernel.name
    );
    Diagnostic::error(LIMIT, Span::NONE, message)
}

/// Can a kernel be compiled for this machine?
///
/// # Errors
/// Why not.
pub fn check(arch: Arch, kernel: &str) -> Result<(), Diagnostic> {
    let wrong = |message: String| {
        Err(Diagnostic::error("harp::kernel", Span::NONE, format!("kernel `{kernel}`: {message}")))
    };
    if !matches!(arch.word_bytes, 4 | 8) {
        return wrong(format!(
            "kernels take words of 4 or 8 bytes, and ArchID `{arch}` has {}",
            arch.word_bytes
        ));
    }
    let (registers, predicates) = boot::LEAST;
    if arch.registers < registers || arch.predicates < predicates {
        return wrong(format!(
            "kernels take at least {registers} registers and {predicates} predicates, and ArchID `{arch}` has fewer"
        ));
    }
    Ok(())
}

/// Code with its control flow in the form of the machine, that control flow before and after, and the entries that the stack takes.
type Shaped = (Code, [Vec<flow::Shape>; 2], usize);

/// The code of the kernel or of one of its functions. Where `is_last` and the stack has no room, long rows of tests become numbers.
fn shaped(
    (kernel, unit): (&Kernel, Option<FunctionId>),
    (map, places): (&Map, &[calls::Place]),
    needs: &[usize],
    (arch, rows, is_last): (Arch, Rows, bool),
    spec: &Spec,
    driver: &mut Driver,
) -> Result<Shaped, Diagnostic> {
    let before = driver.clone();
    let usual = formed((kernel, unit), (map, places), needs, (arch, rows), spec, driver)?;
    if !is_last || rows == Rows::Numbers || usual.2 <= spec.ipdom_entries as usize {
        return Ok(usual);
    }
    let mut other = before;
    match formed((kernel, unit), (map, places), needs, (arch, Rows::Numbers), spec, &mut other) {
        Ok(found) if found.2 < usual.2 => {
            *driver = other;
            Ok(found)
        }
        _ => Ok(usual),
    }
}

/// The same, with rows of tests as numbers or not.
fn formed(
    (kernel, unit): (&Kernel, Option<FunctionId>),
    (map, places): (&Map, &[calls::Place]),
    needs: &[usize],
    (arch, rows): (Arch, Rows),
    spec: &Spec,
    driver: &mut Driver,
) -> Result<Shaped, Diagnostic> {
    let (mut emit, certain) = generate::code((kernel, unit), (map, places), arch, spec, driver)?;
    emit.code.needs = needs.into();
    // What is far from fitting is refused here: each branch that is split looks at all of the code.
    let lines: usize = emit.code.blocks.iter().map(|block| block.lines.len()).sum();
    if lines as u64 * LEAST_BYTES > 2 * BASE {
        return Err(too_long(kernel, &format!("about {lines} instructions")));
    }
    copies::join(&mut emit.code);
    emit.code.skip();
    if rows == Rows::Numbers {
        for branch in chains::flatten(&mut emit) {
            driver.falls_back(branch, "there is no room for its row of tests, which has become a number");
        }
        emit.code.skip();
    }
    if spec.aggressive_opts {
        threads::thread(&mut emit.code, arch);
        emit.code.skip();
        tails::merge(&mut emit.code);
        emit.code.skip();
    }
    let forms =
        Forms { one_way_out: spec.structurise == Structurise::All, one_way_back: !spec.aggressive_opts };
    loops::normalise(&mut emit, &certain, forms);
    let nested = |()| {
        let message = format!(
            "kernel `{}`: so many branches lie inside of each other that under guards there is no room for them",
            kernel.name
        );
        Diagnostic::error(LIMIT, Span::NONE, message).help("Set `divergence` to `sj`.")
    };
    let is_early = spec.if_conversion == Conversion::Before;
    let guard = |code: &mut Code, driver: &mut Driver| match is_early {
        true => guards::convert(code, &mut |site, arms| driver.accepts(site.number, arms)).map_err(nested),
        false => {
            guards::merge(code);
            Ok(())
        }
    };
    guard(&mut emit.code, driver)?;
    let wrong = |code: &Code, (block, message): (usize, String)| {
        let message = format!("kernel `{}`: {message}", kernel.name);
        let error = Diagnostic::error("harp::divergence", code.blocks[block].span, message);
        match advice(spec) {
            Some(help) => error.help(help),
            None => error,
        }
    };
    if spec.structurise != Structurise::Off {
        structure::structure(&mut emit).map_err(|error| wrong(&emit.code, error))?;
    }
    let mut code = emit.code;
    guard(&mut code, driver)?;
    driver.left(&code);
    guards::own_sides(&mut code);
    let before = flow::of(&code);
    insert_joins(&mut code, spec.insertion).map_err(|error| wrong(&code, error))?;
    let flow = [before, flow::of(&code)];
    code.skip();
    turn::turn(&mut code);
    let mut proof = verify(&code).map_err(|error| wrong(&code, error))?;
    if proof.entries(arch.lanes) > spec.ipdom_entries as usize {
        let deep = proof.deep_first();
        turn::swap(&mut code, &deep);
        proof = verify(&code).map_err(|error| wrong(&code, error))?;
    }
    Ok((code, flow, proof.entries(arch.lanes)))
}

/// Gives every branch that is split its `join`, in the way of a setting.
///
/// # Errors
/// Why it cannot be, in a sentence without its end, and the block.
fn insert_joins(code: &mut Code, insertion: Insertion) -> Result<(), (usize, String)> {
    match insertion {
        Insertion::Reuse | Insertion::Fresh => split::insert(code, insertion),
        Insertion::Printed => literal::insert(code),
    }
}

/// Which setting made the control flow one that cannot be kept apart.
const fn advice(spec: &Spec) -> Option<&'static str> {
    match (spec.structurise, spec.aggressive_opts) {
        _ if matches!(spec.insertion, Insertion::Printed) => Some(
            "Set `insertion` to `reuse`: the algorithm as it is printed matches `split` and `join` wrongly here.",
        ),
        (Structurise::Off, _) => Some("Set `structurise` to `auto`."),
        (Structurise::Auto, true) => Some("Set `structurise` to `all`, or leave `aggressive_opts` off."),
        _ => None,
    }
}
