//! Writes what `tests/oracles/gpu/collect.py` runs on a GPU: `cargo run -p lanescope-tests --example gpu_jobs -- FILE [SEEDS]`.
//!
//! A job is a kernel with everything that it is given and what the reference leaves, in lines of a word and its values; bytes and
//! texts are in hexadecimal. Beside the [kernels with a table](outside::cases) there are as many random ones as asked for: the
//! table has none, because what a seed writes changes when the writer of random texts does.

use std::{env, fmt::Write as _, fs};

use lanescope_core::{image::Memory, session::vocabulary::Contents};
use lanescope_tests::{
    outside::{self, Case, Work},
    random,
};

fn main() {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().expect("the file to write");
    let seeds: u64 = arguments.next().map_or(0, |text| text.parse().expect("how many random kernels"));
    let random = (0..seeds).map(|seed| Case {
        name: format!("random/{seed}.{}", outside::ending(&random::text(seed))),
        source: random::text(seed),
        included: Vec::new(),
    });
    let jobs: String = outside::cases().into_iter().chain(random).map(|case| job(&case)).collect();
    fs::write(&file, jobs).unwrap_or_else(|error| panic!("{file}: {error}"));
}

fn job(case: &Case) -> String {
    let Work { kernel, bound, left } = case.work();
    let launch = &bound.launch;
    let [gx, gy, gz] = launch.global;
    let [lx, ly, lz] = launch.local;
    let mut job = format!("job {}\nkernel {}\n", case.name, kernel.name);
    job += &format!("global {gx} {gy} {gz}\nlocal {lx} {ly} {lz}\ndynamic {}\n", launch.dynamic_local);
    for file in &case.included {
        let Contents::Text(text) = &file.contents else { panic!("{} includes no text", case.name) };
        job += &format!("file {} {}\n", file.name, hex(text.as_bytes()));
    }
    let mut buffers = bound.memory.buffers().iter();
    for (at, (arg, ty)) in bound.args.iter().zip(&bound.types).enumerate() {
        if bound.local_args[at] {
            job += &format!("shared {arg}\n");
        } else if ty.space().is_some() {
            let buffer = buffers.next().expect("each pointer has a buffer");
            let of = |memory: &Memory| hex(&outside::bytes(memory, buffer));
            let left = left.as_ref().map_or_else(|| "-".into(), of);
            job += &format!(
                "buffer {} {} {} {left}\n",
                buffer.name,
                outside::element(buffer),
                of(&bound.memory)
            );
        } else {
            job += &format!("scalar {}\n", hex(&arg.to_le_bytes()[..ty.bytes() as usize]));
        }
    }
    job + &format!("text {}\n", hex(case.source.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::from("x"), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
