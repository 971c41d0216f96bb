//! stdin-free: args: vlen tests.bin out.bin
use lanescope_core::{
    image::{BASE, Memory},
    ir::Type,
    machines::rvv::{
        encode::decode,
        exec::Hart,
        isa::{Program, TEXT},
    },
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let vlen: u32 = a[1].parse().unwrap();
    let vb = vlen as usize / 8;
    let data = std::fs::read(&a[2]).unwrap();
    let mem0 = std::fs::read(&a[4]).unwrap();
    let rec = 32 + 32 * vb + 32 * 8 + 6 * 8;
    let mut out = Vec::new();
    let mut why = String::new();
    for (n, t) in data.chunks(rec).enumerate() {
        let w = |i: usize| u64::from_le_bytes(t[i * 8..i * 8 + 8].try_into().unwrap());
        let (setw, word, avl, misc) = (w(0) as u32, w(1) as u32, w(2), w(3));
        let mut m = Memory::default();
        m.allocate("m", mem0.len() as u64, Type::I8, true, true);
        m.copy_in(0, &mem0);
        let mut h = Hart::new(vlen);
        for i in 0..32 * vb {
            h.set_element(0, i as u32, 1, t[32 + i] as u64);
        }
        let q = |i: usize| {
            let o = 32 + 32 * vb + i * 8;
            u64::from_le_bytes(t[o..o + 8].try_into().unwrap())
        };
        for i in 0..32 {
            h.f[i] = q(i);
        }
        h.x[5] = avl;
        let nop = decode(0x73 | 1 << 20).unwrap();
        let p =
            Program { code: vec![decode(setw).unwrap(), decode(word).unwrap_or(nop)], ..Program::default() };
        h.step(&p, &mut m).unwrap();
        for i in 0..6 {
            h.x[10 + i] = q(32 + i);
        }
        h.x[10] = BASE + 16384;
        h.vxrm = (misc & 3) as u8;
        h.vxsat = false;
        h.vstart = (misc >> 8) as u32;
        let r = h.step(&p, &mut m);
        let bad = r.is_err();
        if let Err(e) = r {
            why += &format!("{n} {e}\n");
            h.vstart = 0;
        }
        h.x[10] = h.x[10].wrapping_sub(if h.x[10] == BASE + 16384 { h.x[10] } else { 0 });
        let _ = TEXT;
        out.extend_from_slice(h.vector_bytes());
        for i in 0..32 {
            out.extend(h.f[i].to_le_bytes());
        }
        for i in 0..6 {
            out.extend(h.x[10 + i].to_le_bytes());
        }
        for v in [h.vl as u64, h.vstart as u64, h.vxsat as u64, bad as u64] {
            out.extend(v.to_le_bytes());
        }
        for i in 0..mem0.len() as u64 / 8 {
            out.extend(m.load(BASE + 8 * i, 8).to_le_bytes());
        }
    }
    std::fs::write(&a[3], out).unwrap();
    std::fs::write(format!("{}.why", a[3]), why).unwrap();
}
