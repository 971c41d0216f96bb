//! SD-97: a bound holds however far the refresh counter is when the launch begins, and it is no looser than that of the author's
//! tool where that one holds.
use alloc::{string::String, sync::Arc, vec::Vec};

use super::{
    super::{marks::Given, plan::Plan},
    kernels, report,
};
use crate::{
    asm::assemble,
    dram::settings::DramPart,
    exec::Launch,
    spec::Spec,
    timing::{
        settings::{Decoder, Scratchpad, Settings},
        tests::{
            kernels::text,
            microkernels::{LaunchOptions, begin},
        },
    },
};

const COPY: &str = ".data\n0 0x0 1024 1 n\n1 0x10000 1024 1 n\n.text\nldglin v0,0\nstglin v0,1\nexit\n";

/// A kernel: its name, text, launch and width of a group.
type Kernel = (&'static str, String, [u32; 2], u32);

fn all() -> Vec<Kernel> {
    Vec::from([
        ("copy", COPY.into(), [1024, 1], 1024),
        ("copy, two groups", COPY.into(), [2048, 1], 1024),
        ("phi_mag", text("phi_mag").into(), [2048, 1], 1024),
        ("relu", text("relu").into(), [256, 64], 256),
        ("depth2vertex", kernels::depth2vertex(), [640, 32], 64),
        ("stencil", kernels::stencil(), [126, 64], 128),
        ("fft_tile", text("fft_tile").into(), [128, 64], 32),
        ("fft_indexed", text("fft_indexed").into(), [128, 64], 32),
        ("max_pool", text("max_pool").into(), [55, 111], 32),
        ("vertex2normal", text("vertex2normal").into(), [64, 96], 32),
        ("compute_q", text("compute_q").into(), [2048, 1], 1024),
        ("convolution", text("convolution").into(), [218, 128], 32),
        ("sparse", kernels::sparse(), [2048, 1], 1024),
    ])
}

/// Settings under which groups wait for each other in other ways, and other clocks.
fn settings() -> Vec<Settings> {
    let changed = |change: fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        settings
    };
    Vec::from([
        changed(|_| {}),
        changed(|settings| {
            (settings.pairwise, settings.scratchpad_phases) = (true, Scratchpad::AsAccess);
        }),
        changed(|settings| {
            (settings.dram.part, settings.scratchpad_phases) =
                (DramPart::Ddr4_1866X16, Scratchpad::AsCompute);
        }),
        changed(|settings| {
            (settings.dram.part, settings.decoder) = (DramPart::Ddr4_3200X8, Decoder::ThreeStage);
        }),
    ])
}

/// Beginnings of a counter with this interval: the edges, and some between and beyond.
fn starts(refi: u32) -> Vec<u32> {
    let edges = [0, 1, refi - 3, refi - 2, refi - 1, refi, refi + 1, 12_400, 15_000];
    (0..8).map(|part| part * refi / 8 + 17).chain(edges).collect()
}

/// The cycles of a run whose counter begins like this.
fn cycles((name, source, size, width): &Kernel, settings: &Settings, start: u32) -> u64 {
    let mut settings = settings.clone();
    settings.dram.refresh_start = start;
    let mut run =
        begin(source, &LaunchOptions { size: *size, width: Some(*width), arguments: Vec::new() }, &settings);
    assert_eq!(run.advance(100_000_000), Ok(true), "{name}");
    run.cycles().unwrap()
}

/// The bounds of a kernel for some beginnings; nothing is every one.
fn bounds((_, source, size, width): &Kernel, settings: &Settings, starts: &[Option<u32>]) -> Vec<u64> {
    let spec = Spec { timing: settings.clone(), ..Spec::default() };
    let (program, diagnostics) = assemble(source, spec.options());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (program, launch) = (Arc::new(program), Launch { size: *size, width: *width });
    let mut delays = None;
    let bound = |start: &Option<u32>| {
        let said = Given { refresh_start: *start, ..Given::default() };
        let mut plan = Plan::new(program.clone(), launch, &spec, &said).unwrap().without_author();
        if let Some(known) = delays.take() {
            plan = plan.with_delays(known);
        }
        plan.advance(u64::MAX).unwrap();
        let report = plan.report().unwrap().clone();
        delays = Some(plan.into_delays());
        assert_eq!(report.refresh_start, *start);
        report.bound
    };
    starts.iter().map(bound).collect()
}

#[test]
fn sd_97_no_run_exceeds_its_bound_whenever_the_refresh_comes() {
    no_run_exceeds(&settings()[1..2]);
}

#[test]
#[ignore = "long: `cargo xtask fuzz --all` runs it"]
fn sd_97_no_run_exceeds_its_bound_with_any_settings() {
    no_run_exceeds(&settings());
}

fn no_run_exceeds(all_settings: &[Settings]) {
    for settings in all_settings {
        // What may lie anywhere takes longer to bound than to run.
        for kernel in all().into_iter().filter(|(name, ..)| *name != "max_pool") {
            let name = kernel.0;
            let starts = starts(settings.dram.part.standard().timing.refi);
            let some: Vec<Option<u32>> =
                [None].into_iter().chain(starts.iter().map(|at| Some(*at))).collect();
            let few = if name.starts_with("copy") { &some[..] } else { &some[..2] };
            let bounds = bounds(&kernel, settings, few);
            for (at, start) in starts.into_iter().enumerate() {
                let cycles = cycles(&kernel, settings, start);
                let one = bounds.get(at + 1).copied().unwrap_or(bounds[0]);
                assert!(
                    cycles <= one && one <= bounds[0],
                    "{name} from {start}: {cycles} cycles, bounds {one} {}\n{settings:?}",
                    bounds[0]
                );
            }
        }
    }
}

/// The author's tool counts a burst too many for each request, but no place of a cut rectangle: where no run exceeds its bound, ours is
/// below it.
#[test]
fn sd_97_the_bound_is_below_that_of_the_author_where_that_one_holds() {
    for kernel in all() {
        let (name, source, size, width) = &kernel;
        let settings = Settings::default();
        let report = report(source, *size, *width, &settings);
        let refi = settings.dram.part.standard().timing.refi;
        let most = starts(refi).into_iter().map(|start| cycles(&kernel, &settings, start)).max().unwrap();
        assert!(most <= report.single, "{name}: it does not hold");
        if *name == "max_pool" {
            // A row of its tile is read from memory. All its places are too many to try, so it is bounded as any rectangle is.
            let known = report.bound > report.single && 10 * report.bound < 13 * report.single;
            assert!(known, "{name}: {} {}", report.bound, report.single);
            continue;
        }
        assert!(report.bound <= report.single, "{name}: {} {}", report.bound, report.single);
    }
}

/// A single copy has nothing to hide: its bound is one refresh more than the run that meets none.
#[test]
fn sd_97_the_bound_of_a_copy_is_near_its_longest_run() {
    let kernel = &all()[0];
    let settings = Settings::default();
    let refi = settings.dram.part.standard().timing.refi;
    let most = (0..refi + 2).step_by(5).map(|start| cycles(kernel, &settings, start)).max().unwrap();
    let bound = report(&kernel.1, kernel.2, kernel.3, &settings).bound;
    assert!(most >= 820 && most <= bound, "{most} {bound}");
    assert!(100 * bound <= 102 * most, "{most} {bound}");
}
