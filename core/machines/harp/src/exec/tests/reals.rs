//! Arithmetic: shifts, divisions, reals (facts C13 to C18), in one lane.

use alloc::format;

use super::*;

/// The result of an operation on two words, `%r2 = %r0 op %r1`.
fn compute(arch: &str, rules: Rules, op: &str, a: u64, b: u64) -> u64 {
    let three = Op::named(op).expect(op).row().format.operands().len() == 3;
    let text = format!("{op} %r2, %r0{}\nhalt\n", if three { ", %r1" } else { "" });
    let config = Config { rules, ..Config::reference(super::arch(arch)) };
    let mut core = core(config, &text);
    let warp = core.warp_mut(0).expect("a warp");
    warp.set(0, 0, a);
    warp.set(1, 0, b);
    end(&mut core);
    core.warps()[0].get(2, 0)
}

const BOTH: [Rules; 2] = [Rules::REFERENCE, Rules::HARPTOOL];

#[test]
fn facts_c13_results_are_cut_to_a_word() {
    // Known differences from the original tool on words of 4 bytes.
    for rules in BOTH {
        let config = Config { rules, ..Config::reference(arch("4w8/8/1/1")) };
        let mut core = core(
            config,
            "ldi %r0, #-1\nxori %r1, %r0, #-1\niszero @p0, %r1\nori %r2, %r3, #-16\nshri %r2, %r2, #4\ndivi %r4, %r0, #-1\nmodi %r5, %r0, #-3\nhalt\n",
        );
        end(&mut core);
        let warp = &core.warps()[0];
        assert_eq!(
            (warp.predicate(0), warp.get(2, 0), warp.get(4, 0), warp.get(5, 0)),
            (1, 0x0fff_ffff, 1, 2)
        );
    }
}

#[test]
fn facts_c14_the_count_of_a_shift_is_taken_modulo_64() {
    for rules in BOTH {
        for (count, left, right) in [
            (0, 0x8000_0003, 0x8000_0003),
            (4, 0x30, 0x0800_0000),
            (31, 0x8000_0000, 1),
            (32, 0, 0),
            (63, 0, 0),
            (64, 0x8000_0003, 0x8000_0003),
            (68, 0x30, 0x0800_0000),
        ] {
            assert_eq!(compute("4w8/8/1/1", rules, "shl", 0x8000_0003, count), left, "{count}");
            assert_eq!(compute("4w8/8/1/1", rules, "shr", 0x8000_0003, count), right, "{count}");
        }
        let config = Config { rules, ..Config::reference(arch("4w8/8/1/1")) };
        let mut core = core(config, "ldi %r0, #3\nshli %r1, %r0, #-64\nshli %r2, %r0, #-60\nhalt\n");
        end(&mut core);
        assert_eq!((core.warps()[0].get(1, 0), core.warps()[0].get(2, 0)), (3, 48));
    }
}

#[test]
fn facts_c15_shr_keeps_the_sign_on_long_words_of_the_tool() {
    let of =
        |arch, rules| compute(arch, rules, "shr", if arch == "8w8/8/1/1" { 1 << 63 } else { 1 << 31 }, 4);
    assert_eq!(of("8w8/8/1/1", Rules::HARPTOOL), 0xf800_0000_0000_0000);
    assert_eq!(of("8w8/8/1/1", Rules::REFERENCE), 0x0800_0000_0000_0000);
    assert_eq!(of("4w8/8/1/1", Rules::HARPTOOL), 0x0800_0000);
}

#[test]
fn facts_c17_conversions() {
    let (tool, clean, word) = (Rules::HARPTOOL, Rules::REFERENCE, "4w8/8/1/1");
    assert_eq!(compute(word, tool, "itof", 0xffff_ffff, 0), 0x4f7f_ffff);
    assert_eq!(compute(word, clean, "itof", 0xffff_ffff, 0), (-1.0f32).to_bits().into());
    for rules in BOTH {
        assert_eq!(compute("8w8/8/1/1", rules, "itof", u64::MAX, 0), (-1.0f64).to_bits());
        assert_eq!(compute(word, rules, "ftoi", (-2.75f32).to_bits().into(), 0), 0xffff_fffe);
    }
    let large = (2.0f32.powi(40)).to_bits().into();
    assert_eq!(
        (compute(word, tool, "ftoi", large, 0), compute(word, clean, "ftoi", large, 0)),
        (0, 0x7fff_ffff)
    );
    assert_eq!(compute(word, clean, "ftoi", (-2.0f32.powi(40)).to_bits().into(), 0), 0x8000_0000);
    assert_eq!(compute("8w8/8/1/1", tool, "ftoi", 1e300f64.to_bits(), 0), 1 << 63);
    assert_eq!(compute("8w8/8/1/1", clean, "ftoi", 1e300f64.to_bits(), 0), (1 << 63) - 1);
    assert_eq!(compute(word, tool, "fneg", 0, 0), 0);
    assert_eq!(compute(word, tool, "fneg", 0x8000_0000, 0), 0);
    assert_eq!(compute(word, tool, "fneg", 0x7fc0_0000, 0), 0xff80_0000);
    assert_eq!(compute(word, tool, "fneg", 1.5f32.to_bits().into(), 0), (-1.5f32).to_bits().into());
    assert_eq!(compute(word, clean, "fneg", 0, 0), 0x8000_0000);
}

#[test]
fn facts_c18_results_are_cut_or_rounded() {
    let (one, three) = (1f32.to_bits().into(), 3f32.to_bits().into());
    assert_eq!(compute("4w8/8/1/1", Rules::HARPTOOL, "fdiv", one, three), 0x3eaa_aaaa);
    assert_eq!(compute("4w8/8/1/1", Rules::REFERENCE, "fdiv", one, three), 0x3eaa_aaab);
    let most = u64::from(f32::MAX.to_bits());
    // 2^127 and more is zero in the tool.
    assert_eq!(compute("4w8/8/1/1", Rules::HARPTOOL, "fmul", most, one), 0);
    assert_eq!(compute("4w8/8/1/1", Rules::REFERENCE, "fmul", most, one), most);
    assert_eq!(compute("4w8/8/1/1", Rules::HARPTOOL, "fdiv", one, 0), 0x7f80_0000);
    assert_eq!(compute("4w8/8/1/1", Rules::REFERENCE, "fadd", most, most), 0x7f80_0000);
    assert_eq!(
        compute("8w8/8/1/1", Rules::REFERENCE, "fsub", 1f64.to_bits(), 0.25f64.to_bits()),
        0.75f64.to_bits()
    );
}

#[test]
fn divisions_have_no_sign() {
    for rules in BOTH {
        for (op, a, b, expected) in [
            ("div", 0xffff_fff9, 2, 0x7fff_fffc),
            ("mod", 0xffff_fff9, 10, 9),
            ("mul", 0xffff_ffff, 3, 0xffff_fffd),
            ("sub", 0, 1, 0xffff_ffff),
        ] {
            assert_eq!(compute("4w8/8/1/1", rules, op, a, b), expected, "{op}");
        }
        assert_eq!(compute("4w8/8/1/1", rules, "neg", 1, 0), 0xffff_ffff);
        assert_eq!(compute("4w8/8/1/1", rules, "not", 1, 0), 0xffff_fffe);
    }
}
