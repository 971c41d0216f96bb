use super::*;

fn values(id: &str, given: &[(&str, f64)]) -> Vec<Option<f64>> {
    let given: Vec<(String, f64)> = given.iter().map(|(name, value)| ((*name).into(), *value)).collect();
    evaluate(id, &given).unwrap().into_iter().map(|output| output.value).collect()
}

#[test]
fn we18_roofline_of_the_sx_9() {
    let at = |intensity| values("roofline", &[("intensity", intensity)])[0].unwrap();
    assert!([(0.25, 40.5), (0.5, 81.0), (4.0, 102.4)].iter().all(|(x, y)| (at(*x) - y).abs() < 1e-9));
    assert!((values("roofline", &[])[1].unwrap() - 0.632).abs() < 0.0005);
}

#[test]
fn we18b_roofline_of_the_i7_920() {
    let peak = 42.66;
    let of = |gbytes, gflops, intensity| {
        let given = [("gbytes", gbytes), ("gflops", gflops), ("intensity", intensity)];
        values("roofline", &given).into_iter().flatten().collect::<Vec<f64>>()
    };
    let i7 = |intensity| of(16.4, peak, intensity)[0];
    assert!((of(16.4, peak, 1.0)[1] - 2.60).abs() < 0.005);
    assert!([(0.25, 4.1), (0.5, 8.2), (4.0, peak)].iter().all(|(x, y)| (i7(*x) - y).abs() < 1e-9));
    // The SX-9 is ten times as fast at a quarter, and 2.4 times at four operations for each byte.
    let faster = |intensity| of(162.0, 102.4, intensity)[0] / i7(intensity);
    assert!((faster(0.25) - 10.0).abs() < 0.2 && (faster(4.0) - 2.4).abs() < 0.005);
}

#[test]
fn ha15_peak_rates_of_the_table() {
    let peak = |cores, bits, element, units, ghz| {
        let given = [("cores", cores), ("bits", bits), ("element", element), ("units", units), ("ghz", ghz)];
        values("peak", &given)[1].unwrap()
    };
    // Both i7 with a multiplier and an adder, single and double precision; the Xeon with two units that fuse.
    assert!((peak(4.0, 128.0, 32.0, 1.0, 2.6667) - 85.33).abs() < 0.01);
    assert!((peak(4.0, 128.0, 64.0, 1.0, 2.6667) - 42.66).abs() < 0.01);
    assert_eq!(peak(4.0, 128.0, 32.0, 1.0, 3.2), 102.4);
    assert_eq!(values("peak", &[]), [16.0, 4480.0].map(Some));
    assert_eq!(peak(28.0, 512.0, 64.0, 2.0, 2.5), 2240.0);
    // GPUs: 64 and 32 lanes of 32 and 64 bits.
    assert!((peak(56.0, 64.0 * 32.0, 32.0, 1.0, 1.48) - 10_608.6).abs() < 0.1);
    assert!((peak(80.0, 64.0 * 32.0, 32.0, 1.0, 1.53) - 15_667.0).abs() < 0.5);
    assert!((peak(56.0, 32.0 * 64.0, 64.0, 1.0, 1.48) - 5_304.0).abs() < 0.5);
}

#[test]
fn ha01_instructions_of_daxpy_by_instruction_set() {
    // Scalar, packed with four doubles, vector code in strips of 32: 2 + 8n, 3 + 8(n/4), 2 + 11(n/32) rounded up.
    let of = |elements, results, body, outside| {
        let given = [("elements", elements), ("results", results), ("body", body), ("outside", outside)];
        values("loops", &given)[0]
    };
    for n in [4.0, 32.0, 100.0, 1000.0] {
        let strips = f64::from((n as u32).div_ceil(32));
        let found = [of(n, 1.0, 8.0, 2.0), of(n, 4.0, 8.0, 3.0), of(n, 32.0, 11.0, 2.0)];
        assert_eq!(found, [2.0 + 8.0 * n, 3.0 + 2.0 * n, 2.0 + 11.0 * strips].map(Some), "{n}");
    }
}

#[test]
fn defaults_are_worked_examples() {
    // WE-03 and WE-08, WE-13, WE-12, WE-42.
    assert_eq!(values("chimes", &[]), [Some(96.0), Some(1.5)]);
    assert_eq!(values("chimes", &[("lanes", 4.0)])[0], Some(24.0));
    let banks: Vec<f64> = values("banks", &[]).into_iter().flatten().collect();
    assert_eq!(banks[..2], [4.0, 48.0]);
    assert!((banks[2] - 66.67).abs() < 0.01);
    assert_eq!(values("stride", &[]), [Some(106.0), Some(76.0)]);
    assert_eq!(values("references", &[]), [Some(1.5)]);
}

#[test]
fn we17_and_we17a_avx2_executes_1517_and_vector_code_163() {
    let found: Vec<f64> = values("loops", &[]).into_iter().flatten().collect();
    // 6 * 250 + 17, 10 * 16 + 3.
    assert_eq!(found[..2], [1517.0, 163.0]);
    assert!((found[2] - 9.31).abs() < 0.005);
}

#[test]
fn we01_and_we16a_scalar_daxpy_executes_258_and_packed_67() {
    let scalar = [("results_b", 1.0), ("body_b", 8.0), ("outside_b", 2.0)];
    let packed = [("elements", 32.0), ("results", 4.0), ("body", 8.0), ("outside", 3.0)];
    let found = values("loops", &[packed, [scalar[0], scalar[1], scalar[2], ("elements", 32.0)]].concat());
    assert_eq!(found[..2], [Some(67.0), Some(258.0)]);
}

#[test]
fn we40_gpu_throughput() {
    assert!((values("throughput", &[])[0].unwrap() - 57.12).abs() < 1e-9);
}

#[test]
fn hg10_the_scarcest_resource_limits_the_groups() {
    // 65,536 / (32 x 32 x 8), 49,152 / 8,192, 64 / 8: six groups of eight warps of 64.
    assert_eq!(values("occupancy", &[]), [8.0, 6.0, 8.0, 6.0, 75.0].map(Some));
    assert_eq!(values("occupancy", &[("group_bytes", 0.0), ("each", 64.0)])[3..], [4.0, 50.0].map(Some));
    assert_eq!(values("occupancy", &[("group_bytes", 8193.0)])[3], Some(5.0));
}

/// Three blocks of 100, 200 and 300 cycles behind two levels of branches: 568 cycles if each thread takes its own way, 144.5 if
/// whole warps do, 600 if all sides are always gone through.
#[test]
fn we31_expected_time_of_divergent_code() {
    let (first, second, third) = (0.35, 0.10, 0.40);
    let blocks = [(first * second, 100.0), (first * (1.0 - second), 200.0), ((1.0 - first) * third, 300.0)];
    let sums = blocks.iter().fold([0.0; 3], |sums, (share, cycles)| {
        let found = values("branching", &[("share", *share), ("cycles", *cycles)]);
        core::array::from_fn(|at| sums[at] + found[at].expect("a number"))
    });
    for (sum, printed) in sums.into_iter().zip([568.0, 144.5, 600.0]) {
        assert!((sum - printed).abs() < 0.05, "{sum}, printed {printed}");
    }
}

#[test]
fn ha06_each_level_halves_the_lanes() {
    for (depth, efficiency) in [(0.0, 100.0), (1.0, 50.0), (2.0, 25.0), (3.0, 12.5)] {
        assert_eq!(values("divergence", &[("depth", depth)])[0], Some(efficiency));
    }
}

#[test]
fn ha09_an_offload_is_work_and_copies() {
    // 1 GB at 100 GB/s, 1 GB at 10 GB/s in two copies of 1 ms each, and 3 ms on the host.
    let given = [("gbytes", 100.0), ("latency", 1.0), ("host", 3.0)];
    assert_eq!(values("offload", &given), [10.0, 102.0, 115.0].map(Some));
}

/// A memory of 19.07 GB/s with three instructions for each byte needs 58 lanes of 1 GHz (simd 4.3).
#[test]
fn sd_101_lanes_that_keep_up_with_memory() {
    let needed = values("lanes", &[]);
    assert!((needed[0].unwrap() - 57.21).abs() < 1e-9, "{needed:?}");
    assert_eq!(needed[1], Some(58.0));
    assert_eq!(values("lanes", &[("gbytes", 29.0), ("instructions", 2.0)])[1], Some(58.0));
}

/// 64 lanes are half of the area: 128 take 1.5 times as much and are 1.35 times as fast, 256 take 2.5 times as much and are 1.57 times
/// as fast as 128 (simd 7.8).
#[test]
fn sd_102_more_lanes_take_more_area() {
    assert_eq!(values("economy", &[])[0], Some(1.5));
    assert_eq!(values("economy", &[("lanes", 64.0)])[0], Some(1.0));
    let wide = values("economy", &[("lanes", 256.0), ("faster", 1.57 * 1.35)]);
    assert_eq!(wide[0], Some(2.5));
    assert!(values("economy", &[])[1] > wide[1], "{wide:?}");
}

/// 32 words to 1,024 columns are half of 256 to 256, which take 3.2 square millimetres; two words of a column at once cost as much as a
/// bus of twice the words (simd 5.5, 7.8).
#[test]
fn sd_44_the_area_of_a_crossbar() {
    assert_eq!(values("crossbar", &[]), [Some(1.6)]);
    assert_eq!(values("crossbar", &[("words", 256.0), ("columns", 256.0)]), [Some(3.2)]);
    assert_eq!(values("crossbar", &[("elements", 2.0)]), values("crossbar", &[("words", 64.0)]));
    assert_eq!(values("crossbar", &[("bits", 16.0)]), [Some(0.4)]);
}

/// The least number that an input takes, and numbers that it does not take.
fn edges(takes: Takes) -> (f64, &'static [f64]) {
    match takes {
        Takes::Share => (0.0, &[-0.1, 1.01, f64::NAN]),
        Takes::Amount => (0.0, &[-0.1, f64::INFINITY]),
        Takes::Positive => (1e-9, &[0.0, -1.0, f64::NAN]),
        Takes::Count => (0.0, &[-1.0, 0.5, 1e300]),
        Takes::OneOrMore => (1.0, &[0.0, 1.5, f64::INFINITY]),
    }
}

#[test]
fn every_formula_answers_its_defaults_and_the_least_that_it_takes() {
    for row in ROWS {
        let least: Vec<(&str, f64)> =
            row.inputs.iter().map(|input| (input.id, edges(input.takes).0)).collect();
        assert_eq!(values(row.id, &[]).len(), values(row.id, &least).len(), "{}", row.id);
        assert!(values(row.id, &[]).iter().all(Option::is_some), "{}", row.id);
    }
}

/// The least and the greatest number that an input takes.
fn ends(takes: Takes) -> [f64; 2] {
    let count = 2_f64.powi(53);
    match takes {
        Takes::Share => [-0.0, 1.0],
        Takes::Amount => [-0.0, f64::MAX],
        Takes::Positive => [f64::MIN_POSITIVE, f64::MAX],
        Takes::Count => [-0.0, count],
        Takes::OneOrMore => [1.0, count],
    }
}

/// Whatever it is given, a formula answers with numbers or says that one is too large.
#[test]
fn no_answer_is_infinite_cut_off_or_less_than_nothing() {
    for row in ROWS {
        for which in 0..1_u32 << (2 * row.inputs.len()).min(14) {
            let chosen = row.inputs.iter().zip(0..).filter_map(|(input, at)| {
                let way = which.checked_shr(2 * at).unwrap_or(0) & 3;
                Some((input.id.into(), *ends(input.takes).get(way as usize)?))
            });
            let given: Vec<(String, f64)> = chosen.collect();
            match evaluate(row.id, &given) {
                Err(error) => assert!(error.contains("is too large"), "{} {given:?}: {error}", row.id),
                Ok(outputs) => {
                    for value in outputs.into_iter().filter_map(|output| output.value) {
                        let told = value.is_sign_positive() && value < TOO_LARGE;
                        assert!(told, "{} {given:?}: {value}", row.id);
                    }
                }
            }
        }
    }
}

#[test]
fn impossible_numbers_are_refused_by_every_input() {
    for row in ROWS {
        for input in row.inputs {
            assert!(input.takes.holds(input.default), "{} {}", row.id, input.id);
            for wrong in edges(input.takes).1 {
                let error = evaluate(row.id, &[(input.id.into(), *wrong)]).unwrap_err();
                assert!(error.starts_with(&format!("`{}` takes a ", input.id)), "{}: {error}", row.id);
            }
        }
    }
}

/// A share of a whole has no unit; every other number has one, and says what it is.
#[test]
fn every_input_has_a_unit_and_a_meaning() {
    for input in ROWS.iter().flat_map(|row| row.inputs) {
        assert_eq!(input.unit.is_empty(), input.takes == Takes::Share, "{}", input.id);
        assert!(!input.doc.is_empty(), "{}", input.id);
    }
}

#[test]
fn what_a_formula_does_not_take_is_an_error() {
    let given = |name: &str, value| [(String::from(name), value)];
    assert!(
        evaluate("nothing", &[]).unwrap_err().contains("there is no formula `nothing`; there are roofline")
    );
    assert!(evaluate("amdahl", &given("x", 1.0)).unwrap_err().contains("no `x`; it takes share, faster"));
    assert_eq!(
        evaluate("amdahl", &given("share", 1.5)).unwrap_err(),
        "`share` takes a number from 0 to 1, not 1.5"
    );
}
