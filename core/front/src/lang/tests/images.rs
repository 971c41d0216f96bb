//! Images against the formulas of the OpenCL specification (3.0, 8.2 and 8.3), computed here a second time: each of the tables of
//! coordinates by itself, as it is printed there.

extern crate std;

use alloc::{format, string::String, vec, vec::Vec};

use super::{Arg, interpret, kernel, run};
use crate::ir::{Kernel, verify::verify};
use crate::launch::images::{Channel, ChannelOrder, Format};
use crate::opt;

const WIDTH: i32 = 5;
const HEIGHT: i32 = 3;

/// An image: what a pixel is, its number in kernels, and the words of its pixels.
#[derive(Clone)]
struct Image {
    format: Format,
    words: Vec<u32>,
}

/// The number that a format is in kernels.
fn number(format: Format) -> u64 {
    let order = [0, 2, 5, 6][format.order as usize];
    let channel = [2, 3, 0, 1, 13, 14, 7, 8, 9, 10, 11, 12][format.channel as usize];
    order << 4 | channel
}

impl Image {
    /// Bytes that have no order; numbers of `half` and `float` are finite.
    fn new(format: Format) -> Image {
        let mut bits = 0x2545_f491u32;
        let mut next = || {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            bits >> 8
        };
        let count = (WIDTH * HEIGHT) as u32 * format.channels();
        let mut bytes: Vec<u8> = vec![];
        for _ in 0..count {
            match format.channel {
                Channel::Float => bytes.extend((next() as f32 / 4096.0 - 1024.0).to_bits().to_le_bytes()),
                Channel::Half => bytes.extend((next() as u16 & 0xbbff).to_le_bytes()),
                _ => bytes.extend(&next().to_le_bytes()[..format.element().bytes() as usize - 1]),
            }
            if !matches!(format.channel, Channel::Float | Channel::Half) {
                bytes.push(next() as u8);
            }
        }
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        Image {
            format,
            words: bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect(),
        }
    }

    fn bits(&self, x: i32, y: i32, channel: usize) -> u32 {
        let bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let size = self.format.element().bytes() as usize;
        let at = ((y * WIDTH + x) as usize * self.format.channels() as usize + channel) * size;
        bytes[at..at + size].iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte))
    }

    /// The four values of a pixel, made of the bits of its channels; of one that does not exist the colour of the border.
    fn pixel<T: Copy>(&self, x: i32, y: i32, zero: T, one: T, of: impl Fn(u32) -> T) -> [T; 4] {
        let few = matches!(self.format.order, ChannelOrder::R | ChannelOrder::Rg);
        if !(0..WIDTH).contains(&x) || !(0..HEIGHT).contains(&y) {
            return [zero, zero, zero, if few { one } else { zero }];
        }
        let at = |channel| of(self.bits(x, y, channel));
        match self.format.order {
            ChannelOrder::R => [at(0), zero, zero, one],
            ChannelOrder::Rg => [at(0), at(1), zero, one],
            ChannelOrder::Rgba => [at(0), at(1), at(2), at(3)],
            ChannelOrder::Bgra => [at(2), at(1), at(0), at(3)],
        }
    }

    fn float(&self, x: i32, y: i32) -> [f32; 4] {
        self.pixel(x, y, 0.0, 1.0, |bits| match self.format.channel {
            Channel::Unorm8 => bits as f32 / 255.0,
            Channel::Unorm16 => bits as f32 / 65535.0,
            Channel::Snorm8 => (f32::from(bits as i8) / 127.0).max(-1.0),
            Channel::Snorm16 => (f32::from(bits as i16) / 32767.0).max(-1.0),
            Channel::Half => half(bits as u16),
            Channel::Float => f32::from_bits(bits),
            Channel::Int8 => f32::from(bits as i8),
            Channel::Int16 => f32::from(bits as i16),
            Channel::Int32 => bits as i32 as f32,
            Channel::UInt8 | Channel::UInt16 | Channel::UInt32 => bits as f32,
        })
    }

    fn int(&self, x: i32, y: i32) -> [i32; 4] {
        self.pixel(x, y, 0, 1, |bits| match self.format.channel {
            Channel::Snorm8 | Channel::Int8 => i32::from(bits as i8),
            Channel::Snorm16 | Channel::Int16 => i32::from(bits as i16),
            Channel::Half => half(bits as u16) as i32,
            Channel::Float => f32::from_bits(bits) as i32,
            _ => bits as i32,
        })
    }

    fn args(&self) -> Vec<Arg> {
        let number = number(self.format);
        vec![
            Arg::Words(self.words.clone()),
            Arg::Bits(WIDTH as u64),
            Arg::Bits(HEIGHT as u64),
            Arg::Bits(number),
        ]
    }
}

fn half(bits: u16) -> f32 {
    let (exponent, digits) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let value = match exponent {
        0 => digits * 2f64.powi(-24),
        _ => (1024.0 + digits) * 2f64.powi(exponent - 25),
    };
    (if bits >> 15 == 1 { -value } else { value }) as f32
}

/// A sampler by its bits.
#[derive(Clone, Copy)]
struct Sampler(u32);

impl Sampler {
    fn mode(self) -> u32 {
        self.0 & 14
    }

    fn normalised(self) -> bool {
        self.0 & 1 != 0
    }

    /// 8.2, the nearest pixel in one direction.
    fn nearest(self, s: f32, size: i32) -> i32 {
        match (self.mode(), self.normalised()) {
            (6, true) => {
                let i = ((s - s.floor()) * size as f32).floor() as i32;
                if i > size - 1 { i - size } else { i }
            }
            (8, true) => {
                let mirrored = (s - 2.0 * (0.5 * s).round_ties_even()).abs();
                ((mirrored * size as f32).floor() as i32).min(size - 1)
            }
            (mode, normalised) => {
                let u = if normalised { s * size as f32 } else { s };
                self.address(mode, u.floor() as i32, size)
            }
        }
    }

    fn address(self, mode: u32, i: i32, size: i32) -> i32 {
        match mode {
            4 => i.clamp(-1, size),
            0 => i,
            _ => i.clamp(0, size - 1),
        }
    }

    /// 8.2, two pixels in one direction, and how far it is from the first to the second.
    fn two(self, s: f32, size: i32) -> (i32, i32, f32) {
        let fraction = |u: f32| (u - 0.5) - (u - 0.5).floor();
        match (self.mode(), self.normalised()) {
            (6, true) => {
                let u = (s - s.floor()) * size as f32;
                let i = (u - 0.5).floor() as i32;
                let (i0, i1) = (if i < 0 { size + i } else { i }, i + 1);
                (i0, if i1 > size - 1 { i1 - size } else { i1 }, fraction(u))
            }
            (8, true) => {
                let u = (s - 2.0 * (0.5 * s).round_ties_even()).abs() * size as f32;
                let i = (u - 0.5).floor() as i32;
                (i.max(0), (i + 1).min(size - 1), fraction(u))
            }
            (mode, normalised) => {
                let u = if normalised { s * size as f32 } else { s };
                let i = (u - 0.5).floor() as i32;
                (self.address(mode, i, size), self.address(mode, i.wrapping_add(1), size), fraction(u))
            }
        }
    }

    fn read(self, image: &Image, s: f32, t: f32) -> [f32; 4] {
        if self.0 & 0x20 == 0 {
            return image.float(self.nearest(s, WIDTH), self.nearest(t, HEIGHT));
        }
        let ((i0, i1, a), (j0, j1, b)) = (self.two(s, WIDTH), self.two(t, HEIGHT));
        let (t00, t10, t01, t11) =
            (image.float(i0, j0), image.float(i1, j0), image.float(i0, j1), image.float(i1, j1));
        core::array::from_fn(|c| {
            (1.0 - a) * (1.0 - b) * t00[c] + a * (1.0 - b) * t10[c] + (1.0 - a) * b * t01[c] + a * b * t11[c]
        })
    }
}

/// Every sampler, with coordinates of both kinds.
fn samplers() -> Vec<Sampler> {
    let all = [0x10, 0x20].into_iter().flat_map(|filter| {
        let of = move |mode: u32| [0, 1].map(|normalised| Sampler(filter | mode | normalised));
        [0, 2, 4, 6, 8].into_iter().flat_map(of)
    });
    all.collect()
}

/// Coordinates inside, at edges, outside, far away.
fn coordinates(sampler: Sampler, size: i32) -> [f32; 16] {
    let size = size as f32;
    match sampler.normalised() {
        false => [
            -2.0,
            -1.0,
            -0.51,
            -0.5,
            -0.25,
            0.0,
            0.25,
            0.5,
            0.75,
            1.5,
            2.0,
            size - 0.5,
            size,
            size + 0.3,
            1e10,
            -1e10,
        ],
        true => [-1.3, -1.0, -0.5, -0.1, -1e-9, 0.0, 0.1, 0.333, 0.5, 0.7, 0.99999, 1.0, 1.2, 1.5, 2.0, 2.7],
    }
}

fn pairs(sampler: Sampler) -> Vec<(f32, f32)> {
    let ys = coordinates(sampler, HEIGHT);
    coordinates(sampler, WIDTH).into_iter().flat_map(|x| ys.map(|y| (x, y))).collect()
}

/// Runs a kernel as it is, and compiled for its images and samplers.
fn both(kernel: &Kernel, items: u32, args: &[Arg]) -> Vec<Vec<u32>> {
    let plain = match items {
        // In each of its forms, if that takes no time.
        1 => run(kernel, [1; 3], [1; 3], args),
        _ => interpret(kernel, [items, 1, 1], [items, 1, 1], args),
    };
    let settled = settled(kernel, args);
    assert_eq!(interpret(&settled, [items, 1, 1], [items, 1, 1], args), plain, "settled");
    plain
}

fn settled(kernel: &Kernel, args: &[Arg]) -> Kernel {
    let mut settled = kernel.clone();
    for (param, arg) in settled.params.iter_mut().zip(args) {
        param.fixed = match (param.image, arg) {
            (Some(_), Arg::Bits(bits)) => Some(*bits),
            _ => None,
        };
    }
    opt::optimise_with(opt::passes(true), &mut settled, |pass, kernel| {
        verify(kernel).unwrap_or_else(|error| panic!("{}: {error}", pass.name));
    });
    assert!(settled.functions.is_empty());
    settled
}

fn words(kernel: &Kernel, image: &Image, sampler: Sampler, coordinates: &[u32], out: usize) -> Vec<u32> {
    let mut args = image.args();
    args.extend([Arg::Bits(sampler.0.into()), Arg::Words(coordinates.to_vec()), Arg::Words(vec![0; out])]);
    both(kernel, coordinates.len() as u32 / 2, &args).pop().unwrap()
}

fn of_pairs(pairs: &[(f32, f32)]) -> Vec<u32> {
    pairs.iter().flat_map(|(x, y)| [x.to_bits(), y.to_bits()]).collect()
}

const FLOATS: &str = "__kernel void test(__read_only image2d_t m, sampler_t s, __global const float2 *c, __global float4 *out) {
    int i = get_global_id(0); out[i] = read_imagef(m, s, c[i]); }";

#[test]
fn every_sampler_reads_by_the_formula() {
    let kernel = kernel(FLOATS);
    for format in ["rgba8", "r32f", "bgra8", "rg16f"].map(|name| Format::named(name).unwrap()) {
        let image = Image::new(format);
        for sampler in samplers() {
            let pairs = pairs(sampler);
            let found = words(&kernel, &image, sampler, &of_pairs(&pairs), 4 * pairs.len());
            for ((x, y), found) in pairs.iter().zip(found.chunks(4)) {
                let right = sampler.read(&image, *x, *y).map(f32::to_bits);
                assert_eq!(found, right, "{} by {:#x} at {x}, {y}", format.name(), sampler.0);
            }
        }
    }
}

/// Each pixel of every format, by functions of all three kinds, without a sampler.
#[test]
fn every_format_is_read() {
    let source = "__kernel void test(image2d_t m, __global float4 *f, __global int4 *i, __global uint4 *u) {
        int at = get_global_id(0); int2 c = (int2)(at % 5, at / 5);
        f[at] = read_imagef(m, c); i[at] = read_imagei(m, c); u[at] = read_imageui(m, c); }";
    let kernel = kernel(source);
    for format in Format::all() {
        let image = Image::new(format);
        let count = (WIDTH * HEIGHT) as usize;
        let args = [image.args(), vec![Arg::Words(vec![0; 4 * count]); 3]].concat();
        let left = both(&kernel, count as u32, &args);
        for at in 0..count {
            let (x, y) = (at as i32 % WIDTH, at as i32 / WIDTH);
            let of = |buffer: usize| &left[buffer][4 * at..4 * at + 4];
            assert_eq!(of(1), image.float(x, y).map(f32::to_bits), "{} at {at}", format.name());
            assert_eq!(of(2), image.int(x, y).map(|value| value as u32), "{} at {at}", format.name());
            if !matches!(format.channel, Channel::Half | Channel::Float) {
                assert_eq!(of(3), image.int(x, y).map(|value| value as u32), "{} at {at}", format.name());
            }
        }
    }
}

/// 8.3: floats are rounded to the nearest, ties to even, and end at the ends of the format, as integers do.
#[test]
fn every_format_is_written() {
    let source = "__kernel void test(__write_only image2d_t m, __global const float4 *f, __global const int4 *i, __global const uint4 *u, int which) {
        int at = get_global_id(0); int2 c = (int2)(at % 5, at / 5);
        if (which == 0) write_imagef(m, c, f[at]); else if (which == 1) write_imagei(m, c, i[at]); else write_imageui(m, c, u[at]); }";
    let kernel = kernel(source);
    let floats = [
        0.0,
        1.0,
        0.5,
        -0.5,
        2.0,
        -2.0,
        0.1,
        1.5 / 255.0,
        2.5 / 255.0,
        0.3333,
        f32::NAN,
        1e9,
        -1e9,
        0.999,
        1e-7,
    ];
    let ints = [0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65536, i32::MAX, i32::MIN];
    for format in Format::all() {
        for which in 0..3usize {
            let count = (WIDTH * HEIGHT) as usize;
            let value = |at: usize, c: usize| (at * 4 + c * 7) % 15;
            let all = |of: &dyn Fn(usize) -> u32| {
                Arg::Words((0..4 * count).map(|at| of(value(at / 4, at % 4))).collect())
            };
            let blank = Image { words: vec![0; Image::new(format).words.len()], format };
            let args = [
                blank.args(),
                vec![
                    all(&|at| floats[at].to_bits()),
                    all(&|at| ints[at] as u32),
                    all(&|at| ints[at] as u32),
                    Arg::Bits(which as u64),
                ],
            ]
            .concat();
            let left = both(&kernel, count as u32, &args);
            let image = Image { words: left[0].clone(), format };
            for at in 0..count {
                let place = |channel: usize| match format.order {
                    ChannelOrder::Bgra => [2, 1, 0, 3][channel],
                    _ => channel,
                };
                for channel in 0..format.channels() as usize {
                    let number = value(at, channel);
                    let right = match which {
                        0 => of_float(floats[number], format.channel),
                        1 => of_integer(ints[number].into(), format.channel),
                        _ => of_integer((ints[number] as u32).into(), format.channel),
                    };
                    let Some(right) = right else { continue };
                    let found = image.bits(at as i32 % WIDTH, at as i32 / WIDTH, place(channel));
                    assert_eq!(found, right, "{} {which} {}", format.name(), floats[number]);
                }
            }
        }
    }
}

/// The bits that a float becomes in a format for floats.
fn of_float(value: f32, channel: Channel) -> Option<u32> {
    let norm = |most: f32, least: f32| (value * most).round_ties_even().clamp(least, most);
    Some(match channel {
        Channel::Unorm8 => norm(255.0, 0.0) as u8 as u32,
        Channel::Unorm16 => norm(65535.0, 0.0) as u16 as u32,
        Channel::Snorm8 => norm(127.0, -128.0) as i8 as u8 as u32,
        Channel::Snorm16 => norm(32767.0, -32768.0) as i16 as u16 as u32,
        Channel::Float if !value.is_nan() => value.to_bits(),
        Channel::Half if !value.is_nan() => u32::from(crate::base::num::f16_from_f64(value.into())),
        _ => return None,
    })
}

/// The bits that an integer becomes in a format for integers.
fn of_integer(value: i64, channel: Channel) -> Option<u32> {
    let (least, most, mask) = match channel {
        Channel::Int8 => (-128, 127, 0xff),
        Channel::Int16 => (-32768, 32767, 0xffff),
        Channel::Int32 => (i32::MIN.into(), i32::MAX.into(), u32::MAX),
        Channel::UInt8 => (0, 255, 0xff),
        Channel::UInt16 => (0, 65535, 0xffff),
        Channel::UInt32 => (0, u32::MAX.into(), u32::MAX),
        _ => return None,
    };
    Some(value.clamp(least, most) as u32 & mask)
}

/// What is written outside of an image is not written; questions about it are answered; buffers of pixels are rows.
#[test]
fn edges_questions_and_rows() {
    let source = "float4 twice(image1d_buffer_t b, int i) { return 2.0f * read_imagef(b, i); }
        __kernel void test(__read_write image2d_t m, read_only image1d_buffer_t b, __global int *out) {
        write_imageui(m, (int2)(-1, 0), (uint4)(7)); write_imageui(m, (int2)(5, 0), (uint4)(7)); write_imageui(m, (int2)(0, 3), (uint4)(7));
        int2 d = get_image_dim(m);
        out[0] = get_image_width(m); out[1] = get_image_height(m); out[2] = d.x + 100 * d.y;
        out[3] = get_image_channel_order(m); out[4] = get_image_channel_data_type(m); out[5] = get_image_width(b);
        out[6] = as_int(twice(b, 2).x); out[7] = as_int(read_imagef(b, 4).x); out[8] = read_imageui(b, 1).w; }";
    let mut args = Image { format: Format::RGBA8, words: vec![0; 15] }.args();
    let row: Vec<u32> = [1.5f32, 2.5, 3.5, 4.5].map(f32::to_bits).into();
    args.extend([Arg::Words(row), Arg::Bits(4), Arg::Bits(1), Arg::Bits(0x0e), Arg::Words(vec![0; 9])]);
    let left = both(&kernel(source), 1, &args);
    assert_eq!(left[0], [0; 15]);
    assert_eq!(left[2], [5, 3, 305, 0x10b5, 0x10d2, 4, 7f32.to_bits(), 0, 1]);
}

/// Samplers of the program, of a function and of the launch are all the same, and so are images that functions pass on.
#[test]
fn samplers_and_images_are_passed_on() {
    let read = "out[0] = as_int(read_imagef(m, s, c).x);";
    let constant = "CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR";
    let head = "__kernel void test(image2d_t m, __global int *out)";
    let sources = [
        format!("__constant sampler_t s = {constant}; {head} {{ float2 c = (float2)(1.3f, -0.2f); {read} }}"),
        format!("const sampler_t s = {constant}; {head} {{ float2 c = (float2)(1.3f, -0.2f); {read} }}"),
        format!("{head} {{ const sampler_t s = {constant}; float2 c = (float2)(1.3f, -0.2f); {read} }}"),
        format!(
            "float of(read_only image2d_t m, sampler_t s, float2 c) {{ return read_imagef(m, s, c).x; }}
                 float at(image2d_t m, const sampler_t s) {{ return of(m, s, (float2)(1.3f, -0.2f)); }}
                 {head} {{ out[0] = as_int(at(m, {constant})); }}"
        ),
    ];
    let image = Image::new(Format::RGBA8);
    let right = Sampler(0x29).read(&image, 1.3, -0.2)[0].to_bits();
    for source in sources {
        let args = [image.args(), vec![Arg::Words(vec![0])]].concat();
        assert_eq!(both(&kernel(&source), 1, &args)[1], [right], "{source}");
    }
}

/// The nearest pixel of `rgba8`, clamped to the edge: a load of its four bytes, and a quotient for each channel.
#[test]
fn a_read_is_a_handful_of_instructions() {
    let source = "__kernel void test(image2d_t m, __global float4 *out) {
        const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
        int x = get_global_id(0); out[x] = read_imagef(m, s, (int2)(x, 1)); }";
    let settled =
        settled(&kernel(source), &[Image::new(Format::RGBA8).args(), vec![Arg::Words(vec![])]].concat());
    let text = crate::ir::text::print(&settled);
    assert_eq!(
        (settled.blocks.len(), text.matches("= load").count(), text.matches("fdiv").count()),
        (1, 1, 4),
        "{text}"
    );
    assert!(text.lines().count() < 60, "{text}");
}

/// What is absent is named, with a way around.
#[test]
fn images_of_other_forms_are_refused_by_name() {
    let cases = [
        ("__kernel void k(read_only image3d_t m) { }", "image3d_t", "three dimensions"),
        ("__kernel void k(read_only image2d_array_t m) { }", "image2d_array_t", "Arrays of images"),
        ("__kernel void k(read_only image1d_t m) { }", "image1d_t", "one dimension"),
        ("__kernel void k(read_only image2d_depth_t m) { }", "image2d_depth_t", "samples and depths"),
        ("__kernel void k(__global image2d_t *m) { }", "m", "in memory"),
        (
            "__kernel void k(image2d_t m, __global int *o) { o[0] = get_image_depth(m); }",
            "get_image_depth",
            "Functions of images",
        ),
        ("__global__ void k(cudaSurfaceObject_t s) { }", "cudaSurfaceObject_t", "Surfaces"),
        (
            "texture<float, 2, cudaReadModeElementType> t; __global__ void k(float *o) { o[0] = tex2D(t, 0.5f, 0.5f); }",
            "texture",
            "References to textures",
        ),
        (
            "__global__ void k(cudaTextureObject_t t, float *o) { o[0] = tex3D<float>(t, 0, 0, 0); }",
            "tex3D",
            "other forms",
        ),
        (
            "__global__ void k(cudaTextureObject_t t, float *o) { o[0] = tex2DLod<float4>(t, 0, 0, 0).x; }",
            "tex2DLod",
            "other forms",
        ),
        (
            "__global__ void k(cudaTextureObject_t *t, float *o) { o[0] = tex2D<float>(t[1], 0, 0); }",
            "t",
            "in memory",
        ),
        (
            "__constant__ cudaTextureObject_t t; __global__ void k(float *o) { o[0] = tex2D<float>(t, 0, 0); }",
            "t",
            "in memory",
        ),
    ];
    for (source, at, words) in cases {
        let said = super::front(source).diagnostics;
        let named = |one: &crate::source::Diagnostic| {
            let span = one.span();
            source.get(span.start as usize..span.end as usize) == Some(at)
        };
        let found = said.iter().find(|one| one.code == "unsupported::image" && named(one));
        let found = found.unwrap_or_else(|| panic!("{source}: {said:#?}"));
        assert!(found.message.contains(words) && found.help.is_some(), "{found:#?}");
    }
}

/// Textures of CUDA, whose sampler lies in the format.
#[test]
fn textures_are_read_as_numbers_of_a_type() {
    let source = "struct Of { cudaTextureObject_t t; int n; };
        __device__ float of(cudaTextureObject_t t, float x) { return tex2D<float>(t, x, 1.5f); }
        __global__ void test(Of o, float *f, int *i) {
        f[0] = of(o.t, 2.25f); float4 v = tex2D<float4>(o.t, 2.25f, 1.5f); f[1] = v.x; f[2] = v.w;
        float2 two = tex1Dfetch<float2>(o.t, 7); f[3] = two.y; f[4] = tex1Dfetch<float>(o.t, 15); f[5] = tex1Dfetch<float>(o.t, -1);
        uchar4 u = tex2D<uchar4>(o.t, 3.75f, 2.0f); i[0] = u.x; i[1] = u.w; i[2] = tex1Dfetch<unsigned char>(o.t, 14); i[3] = tex1Dfetch<int>(o.t, 3); }";
    let image = Image::new(Format::RGBA8);
    let kernel = kernel(source);
    let names: Vec<String> = kernel.params.iter().map(|param| param.name.clone()).collect();
    assert_eq!(names, ["o.t", "o.t.width", "o.t.height", "o.t.format", "o.n", "f", "i"]);
    let sampler = Sampler(0x22);
    let mut args = image.args();
    args[3] = Arg::Bits(number(Format::RGBA8) | u64::from(sampler.0) << 8);
    args.extend([Arg::Bits(0), Arg::Words(vec![0; 6]), Arg::Words(vec![0; 4])]);
    let left = both(&kernel, 1, &args);
    let at = sampler.read(&image, 2.25, 1.5);
    let right = [at[0], at[0], at[3], image.float(2, 1)[1], 0.0, 0.0];
    assert_eq!(left[1], right.map(f32::to_bits));
    let whole = image.int(3, 2);
    assert_eq!(
        left[2],
        [whole[0], whole[3], image.int(4, 2)[0], image.int(3, 0)[0]].map(|value| value as u32)
    );
}
