//! The core compiled to wasm gives in a browser what the native build gives: one test per preset of each machine
//! (`wasm-pack test --headless --chrome app --test digests`). A native test compares the list with the registry, so that
//! no preset is left out.

/// A list of the presets, and a test in a browser for each.
macro_rules! presets {
    ($($test:ident = $preset:literal,)*) => {
        #[cfg(not(target_arch = "wasm32"))]
        const TESTS: &[(&str, &str)] = &[$((stringify!($test), $preset)),*];

        #[cfg(target_arch = "wasm32")]
        mod digests_of_native_runs {
            use lanescope_tests::runs::{blessed, of};
            use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

            wasm_bindgen_test_configure!(run_in_browser);

            $(#[wasm_bindgen_test]
            fn $test() {
                let expected = blessed($preset);
                assert!(!expected.is_empty(), "no digests of {}", $preset);
                assert_eq!(expected, of($preset));
            })*
        }
    };
}

presets! {
    simt_teaching = "simt/teaching",
    simt_fermi = "simt/fermi",
    simt_gcn64 = "simt/gcn64",
    rvv_textbook = "rvv/textbook",
    rvv_textbook_2_lanes = "rvv/textbook-2-lanes",
    rvv_textbook_4_lanes = "rvv/textbook-4-lanes",
    rvv_textbook_8_lanes = "rvv/textbook-8-lanes",
    rvv_textbook_8_banks = "rvv/textbook-8-banks",
    rvv_textbook_16_banks = "rvv/textbook-16-banks",
    rvv_textbook_dram = "rvv/textbook-dram",
    rvv_cray_8_banks = "rvv/cray-8-banks",
    rvv_cray_16_banks = "rvv/cray-16-banks",
    rvv_sx_9 = "rvv/sx-9",
    rvv_long_vector = "rvv/long-vector",
    rvv_short_vector = "rvv/short-vector",
    rvv_memory_memory = "rvv/memory-memory",
    packed_textbook = "packed/textbook",
    packed_mmx = "packed/mmx",
    packed_sse = "packed/sse",
    packed_sse2 = "packed/sse2",
    packed_avx = "packed/avx",
    packed_avx2 = "packed/avx2",
    packed_avx_512 = "packed/avx-512",
    packed_amx = "packed/amx",
    packed_i7_920 = "packed/i7-920",
    packed_i7_960 = "packed/i7-960",
    packed_xeon_8180 = "packed/xeon-8180",
    packed_lee = "packed/lee",
    sim_d_author = "sim_d/author",
    sim_d_thesis = "sim_d/thesis",
    harp_harp32 = "harp/harp32",
    harp_harp64 = "harp/harp64",
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn every_preset_has_a_test_in_a_browser() {
    let named = |preset: &String| preset.replace(['/', '-'], "_");
    let wanted: Vec<(String, String)> =
        lanescope_tests::runs::presets().iter().map(|preset| (named(preset), preset.clone())).collect();
    let found: Vec<(String, String)> =
        TESTS.iter().map(|(test, preset)| (test.to_string(), preset.to_string())).collect();
    assert_eq!(found, wanted);
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_blessed_digests_are_those_of_the_presets() {
    use lanescope_tests::runs::{blessed, blessed_sample, presets};
    let of_presets: usize = presets().iter().map(|preset| blessed(preset).lines().count()).sum();
    assert_eq!(of_presets, blessed_sample().lines().count());
}
