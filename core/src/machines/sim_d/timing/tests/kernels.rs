//! Kernels that the author's package brings, written here from what is known of them, take the measured cycles (facts 17.2).

use super::microkernels::{begin, columns};
use crate::machines::sim_d::{
    dram::settings::Part,
    timing::settings::{Decoder, Settings},
};

/// Squared magnitudes of two vectors.
const PHI_MAG: &str = ".data\n0 0x0 2048 1\n1 0x2000 2048 1\n2 0x4000 2048 1\n.text\n\
    ldglin v0, 0\nldglin v1, 1\nmul v0, v0, v0\nmad v0, v1, v1, v0\nstglin v0, 2\nexit\n";

/// Two biases; of two tiles that are 256 rows apart what is positive.
const RELU: &str = ".data\n0 0x0 256 512\n1 0x140000 256 512\n2 0xa0000 16 1\n.text\n\
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
        [phi_mag(|settings| settings.lanes = 64)[0], relu(|settings| settings.lanes = 64)[0]],
        [1287, 58981]
    );
    // It has no scratchpad.
    assert_eq!(phi_mag(|settings| settings.scratchpad_bus = 4)[0], 1287);
}
