//! Kernels of the author's package as far as their timing is known: programs with the same segments and requests (facts 17.2).
//!
//! Where scalars wait for each other, and where branches stand, is chosen so that the segments have the measured edges. Behind the end
//! stand instructions that nobody reaches: a program has as many as the original, whose upload takes as long.

use alloc::{
    format,
    string::{String, ToString},
};

use super::vectors;

/// A program with data and scratchpad buffers, and so many instructions.
fn program(data: &str, scratchpads: &str, text: &str, instructions: usize) -> String {
    let is_one = |line: &&str| !line.is_empty() && !line.ends_with(':') && !line.starts_with('#');
    let missing = instructions.saturating_sub(text.lines().filter(is_one).count());
    format!(".data\n{data}.sp_data\n{scratchpads}.text\n{text}{}", "nop\n".repeat(missing))
}

/// A segment of vector additions before a request.
fn asks(count: usize, request: &str) -> String {
    vectors(count) + request + "\n"
}

/// Points of a picture from depths: bounds check, a masked block, three indexed stores to a tile.
pub fn depth2vertex() -> String {
    let check = "smov s0, sc.dim_x\nsmov s1, sc.dim_y\nisub v2, v4, s0\nisub v3, v4, s1\nitest.g p0, v2\nitest.g p1, v3\n\
        pbool.or p0, p0, p1\nmov v5, vc.zero\nmov v6, vc.zero\nexit p0\nldglin v7, 0\n";
    let masked = format!("cpush.if there\nitest.nz p1, v6\ncmask p1\n{}cpop\nthere:\n", vectors(20));
    let stores = asks(1, "stspbidx 0") + &asks(3, "stspbidx 0").repeat(2);
    let text = format!("{check}{}{masked}{stores}{TILE_OUT}", asks(4, "sldg s2, 2, 11"));
    program("0 0x0 640 480\n1 0x180000 1920 480\n2 0x680000 16 1\n", "0 0x0 192 16\n", &text, 55)
}

/// A tile of three words for each work-item goes out; its place waits for scalars twice.
const TILE_OUT: &str =
    "smov s14, sc.wg_off_x\nsmov s15, sc.wg_off_y\nsimul s14, s14, 3\nstg2sptile 0, 1, s14, s15\nexit\n";

/// Seven points of a grid in planes of 128 by 128.
pub fn stencil() -> String {
    let check = "sldg s0, 2, 3\nsmov s3, sc.dim_x\nsmov s4, sc.dim_y\nsmov s5, 1\nisub v2, v4, s3\nisub v3, v4, s4\n\
        itest.g p0, v2\nitest.g p1, v3\npbool.or p0, p0, p1\nmov v5, vc.zero\nsmov s6, 128\nsmov s7, 129\nsmov s8, 130\nexit p0\n";
    let loads = asks(2, "ldglin v6, 0, 1, s5")
        + "ldglin v7, 0, 1, s6\n"
        + &asks(1, "siadd s9, s7, 0\nldglin v8, 0, 0, s9")
        + &asks(1, "ldglin v9, 0, 2, s7")
        + &asks(1, "ldglin v10, 0, 1, s7")
        + "siadd s10, s8, 0\nldglin v11, 0, 1, s10\n"
        + &asks(1, "siadd s11, s8, 127\nldglin v12, 0, 1, s11");
    let text = format!("{check}{loads}siadd s12, s7, 0\n{}exit\n", asks(3, "stglin v1, 1, 1, s7"));
    program("0 0x0 128 4096\n1 0x200000 128 4096\n2 0x400000 3 1\n", "", &text, 36)
}

/// Points from frequencies: a loop of 2,048, which brings a tile every 256 turns, with a branch over that.
pub fn compute_q() -> String {
    let data: String = (0..5).map(|id| format!("{id} {} 262144 1\n", id << 20)).collect();
    let head = "ldglin v0, 0\nldglin v1, 1\nldglin v2, 2\nldglin v3, 3\nsmov s4, 2048\nsmovssp sc.sd_words, 4\nldglin v4, 4\n\
        smov s6, 0\nturn:\nsand s5, s4, 255\n#bound branchcycle 255 1 255\nsicj.nz skip, s5\nsmov s9, 0\nldg2sptile 0, 5, s6\n\
        skip:\nsldsp s0, 0, s9\n";
    let body = "cos v7, v5\nsin v8, v6\n#bound branchcycle 2047 1\nsicj.nz turn, s4\nstglin v3, 3\nstglin v4, 4\nexit\n";
    let text = format!("{head}sisub s4, s4, 1\nsiadd s6, s6, 4\nsiadd s9, s9, 4\n{}{body}", vectors(8));
    program(&(data + "5 0x500000 8192 1\n"), "0 0x0 1024 1\n", &text, 30)
}

/// The largest of nine neighbours: two loops of three in each other.
pub fn max_pooling() -> String {
    let chain = "sldg s0, 2\nsmov s1, sc.wg_off_x\nsimul s5, s1, 2\nsiadd s6, s5, 0\nsiadd s7, s6, 0\nsiadd s8, s7, 0\n\
        smov s2, sc.wg_off_y\nsmov s3, 0\nsiadd s9, s2, 0\nsmov s10, 0\nsmov s11, 0\nsmov s12, 0\nsmov s13, 0\n\
        mov v5, vc.zero\nitest.nz p0, v5\n";
    let tile = vectors(6) + "exit p0\nldg2sptile 0, 0, s8, s9\n";
    let down = format!("smov s14, 3\ndown:\nsmov s15, 3\n{}across:\n{}", vectors(4), asks(3, "ldspbidx 0"));
    let turns = "siadd s10, s10, 1\nsisub s15, s15, 1\n#bound branchcycle 2 1\nsicj.nz across, s15\n\
        siadd s11, s11, 1\nsisub s14, s14, 1\n#bound branchcycle 2 1\nsicj.nz down, s14\n";
    let end = asks(3, "siadd s12, s11, 0\nstglin v1, 1, s12\nexit");
    let text = format!("{chain}{tile}{down}{}{turns}{end}", vectors(1));
    program("0 0x0 111 7104\n1 0x1000000 55 3520\n2 0x2000000 1 1\n", "0 0x0 65 65\n", &text, 46)
}

/// The second step of a despeckling: whole buffers, a custom stride and an iterated transfer.
pub fn srad() -> String {
    let data = "0 0x0 502 1\n1 0x800 1 458\n2 0x401000 502 458\n3 0x1000 502 458\n4 0x101000 502 458\n5 0x201000 502 458\n\
        6 0x301000 502 458\n7 0x501000 502 458\n8 0x601000 1 1\n";
    let check =
        "mov v5, vc.zero\nitest.nz p0, v5\n".to_string() + &vectors(5) + "exit p0\nsmov s0, 0\nsmov s1, 0\n";
    let stride = "smovssp sc.sd_words, 1004\nsmovssp sc.sd_period, 1004\nsmovssp sc.sd_period_cnt, 1\nsmov s2, sc.wg_off_y\n";
    let text = check
        + "ldglin v0, 2\n"
        + &asks(1, "ldgbidx 0")
        + &asks(2, "ldgbidx 1")
        + stride
        + &asks(3, "ldgcidx 2, 0, s2")
        + "mov v9, vc.zero\nmovvsp vc.mem_idx, v9\n"
        + &asks(1, "ldgidxit v10, 2")
        + "ldglin v11, 3\n"
        + &asks(1, "ldglin v12, 4")
        + &asks(1, "ldglin v13, 5")
        + &asks(1, "ldglin v14, 6")
        + &asks(2, "ldglin v15, 7")
        + "sldg s3, 8\n"
        + &asks(1, "stglin v1, 7\nexit");
    program(data, "", &text, 42)
}

/// Normals of a picture's points: a division early, a tile with a border, twelve indexed loads, three stores.
pub fn vertex2normal() -> String {
    let chain = "smov s1, sc.wg_off_x\nsidiv s2, s1, 3\nsiadd s3, s2, 1\nsiadd s4, s3, 0\nsiadd s5, s4, 0\n\
        smov s6, sc.wg_off_y\nsmov s7, 0\nsiadd s8, s6, 0\nmov v5, vc.zero\nitest.nz p0, v5\n";
    let scalars = "smov s9, 0\nsmov s10, 0\nsmov s11, 0\nsiadd s12, s9, 0\nsmov s13, 0\nsmov s2, 0\nsmov s3, 0\nsmov s4, 0\n";
    let two = asks(3, "ldspbidx 0").repeat(2);
    let loads = [7, 5, 8, 5].map(|count| asks(count, "ldspbidx 0") + &two).concat();
    let stores = format!("{}rsqrt v7, v1\nstspbidx 1\n{}", vectors(19), asks(3, "stspbidx 1").repeat(2));
    let text = format!(
        "{chain}{}exit p0\nldg2sptile 0, 0, s5, s8\n{scalars}{loads}{stores}{}",
        vectors(5),
        TILE_OUT.replace("stg2sptile 0", "stg2sptile 1")
    );
    program("0 0x0 1920 480\n1 0x400000 1920 480\n", "0 0x0 102 34\n1 0x4000 96 32\n", &text, 120)
}

/// A sparse matrix times a vector: a loop of 49 with a masked sum.
pub fn sparse() -> String {
    let data = "0 0x0 150144 1\n1 0x100000 150144 1\n2 0x200000 11948 1\n3 0x2200d0 32 1\n4 0x220000 50 1\n5 0x221800 11948 1\n\
        6 0x210000 11948 1\n";
    let head = "smov s1, sc.wg_off_x\nsmov s2, 49\nsmov s3, 0\nmov v5, vc.zero\nitest.nz p0, v5\n"
        .to_string()
        + &vectors(3)
        + "exit p0\nsmovssp sc.sd_words, 32\nsmovssp sc.sd_period, 32\nsmovssp sc.sd_period_cnt, 1\nldgcidx 3\n\
           smovssp sc.sd_words, 1\n"
        + &asks(2, "ldg2sptile 0, 4");
    let loads = "smov s4, 0\nturn:\nsldsp s5, 0, s4\nldglin v2, 1\nldglin v3, 0\n".to_string()
        + &asks(1, "ldgbidx 6");
    let masked =
        format!("cpush.if there\nitest.nz p1, v5\ncmask p1\n{}cpop\nthere:\n{}", vectors(1), vectors(2));
    let turn = "sisub s2, s2, 1\nsiadd s6, s2, 0\n#bound branchcycle 48 1\nsicj.nz turn, s6\n";
    let end = "ldglin v4, 2\n".to_string() + &asks(2, "stgbidx 5\nexit");
    program(data, "0 0x0 50 1\n", &format!("{head}{loads}{masked}{turn}{end}"), 38)
}
