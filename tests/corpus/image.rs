//! Pictures: filters, colours, histograms, images with samplers, textures.

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[
    ("sobel.cl", sobel),
    ("separable_blur.cu", separable_blur),
    ("bilateral.cl", bilateral),
    ("median.cu", median),
    ("resize_linear.cl", resize_linear),
    ("texture_rotate.cu", texture_rotate),
    ("yuv.cl", yuv),
    ("hsv.cu", hsv),
    ("equalize.cl", equalize),
    ("morphology.cu", morphology),
    ("integral.cl", integral),
    ("negative.cl", negative),
    ("disparity.cu", disparity),
    ("dither.cl", dither),
    ("labels.cl", labels),
    ("image_stencil.cl", image_stencil),
    ("jpeg_block.cu", jpeg_block),
];

/// A pixel, or the nearest one of the picture.
fn clamped<T: Copy>(picture: &[T], width: usize, x: i32, y: i32) -> T {
    let height = picture.len() / width;
    picture[y.clamp(0, height as i32 - 1) as usize * width + x.clamp(0, width as i32 - 1) as usize]
}

/// What a function makes of the column and row of every pixel.
fn of_each<T>(width: i32, height: i32, f: impl Fn(i32, i32) -> T) -> Vec<T> {
    (0..width * height).map(|at| f(at % width, at / width)).collect()
}

fn sobel(data: &Data) {
    let picture = data.given::<u8>("in");
    let weighed = |x: i32, y: i32, weight: &dyn Fn(i32, i32) -> i32| -> i32 {
        let pixel = |dx, dy| i32::from(clamped(&picture, 24, x + dx, y + dy));
        (-1..2)
            .flat_map(|dy| (-1..2).map(move |dx| (dx, dy)))
            .map(|(dx, dy)| weight(dx, dy) * pixel(dx, dy))
            .sum()
    };
    let magnitude = |x, y| {
        let (gx, gy) =
            (weighed(x, y, &|dx, dy| dx * (2 - dy * dy)), weighed(x, y, &|dx, dy| dy * (2 - dx * dx)));
        (gx.abs() + gy.abs()).min(255) as u8
    };
    data.holds("out", &of_each(24, 16, magnitude));
}

fn separable_blur(data: &Data) {
    let picture = data.given::<u8>("in");
    let taps = [1, 4, 6, 4, 1];
    let blurred = |x: i32, y: i32| {
        let term = |k: i32| {
            let weight = taps[(k % 5) as usize] * taps[(k / 5) as usize];
            weight * i32::from(clamped(&picture, 20, x + k % 5 - 2, y + k / 5 - 2))
        };
        (((0..25).map(term).sum::<i32>() + 128) / 256) as u8
    };
    data.holds("out", &of_each(20, 16, blurred));
}

/// A mean of 25 numbers below 1, with weights that are off by a rounding or two.
fn bilateral(data: &Data) {
    let picture: Vec<f64> = data.given::<f32>("in").into_iter().map(f64::from).collect();
    let filtered = |x: i32, y: i32| {
        let centre = clamped(&picture, 16, x, y);
        let seen = (0..25).map(|k| (k % 5 - 2, k / 5 - 2)).map(|(dx, dy)| {
            let v = clamped(&picture, 16, x + dx, y + dy);
            (v, (-f64::from(dx * dx + dy * dy) / 8.0 - (v - centre).powi(2) * 8.0).exp())
        });
        let (sum, weights) = seen.fold((0.0, 0.0), |(sum, weights), (v, w)| (sum + v * w, weights + w));
        sum / weights
    };
    data.is_near::<f32>("out", &of_each(16, 12, filtered), 2e-6);
}

fn median(data: &Data) {
    let picture = data.given::<u8>("in");
    let middle = |x: i32, y: i32| {
        if x % 15 == 0 || y % 15 == 0 {
            return 7;
        }
        let mut nine: Vec<u8> = (0..9).map(|k| clamped(&picture, 16, x + k % 3 - 1, y + k / 3 - 1)).collect();
        nine.sort();
        nine[4]
    };
    data.holds("out", &of_each(16, 16, middle));
}

/// Coordinates are rounded at 1e-7 of 7 pixels, whose differences are below 2.
fn resize_linear(data: &Data) {
    let picture: Vec<f64> = data.given::<f32>("in").into_iter().map(f64::from).collect();
    let pixels: Vec<[f64; 4]> = picture.chunks(4).map(|p| [p[0], p[1], p[2], p[3]]).collect();
    let enlarged = of_each(24, 16, |x, y| {
        let (u, v) = ((f64::from(x) + 0.5) / 24.0 * 7.0 - 0.5, (f64::from(y) + 0.5) / 16.0 * 5.0 - 0.5);
        let (a, b) = (u - u.floor(), v - v.floor());
        let pixel = |dx, dy| clamped(&pixels, 7, u.floor() as i32 + dx, v.floor() as i32 + dy);
        let [p, q, r, s] = [pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1)];
        [0, 1, 2, 3].map(|c| (p[c] * (1.0 - a) + q[c] * a) * (1.0 - b) + (r[c] * (1.0 - a) + s[c] * a) * b)
    });
    data.is_near::<f32>("out", &enlarged.concat(), 5e-6);
}

/// (x, y) comes from column 9 - y and row x - 3.
fn texture_rotate(data: &Data) {
    let turned = |x: i32, y: i32| {
        let (column, row) = (9 - y, x - 3);
        let is_inside = (0..12).contains(&column) && (0..8).contains(&row);
        if is_inside { (row * 12 + column + 1) as f32 } else { 0.0 }
    };
    data.holds("out", &of_each(16, 12, turned));
}

fn yuv(data: &Data) {
    let rgba = data.given::<u8>("rgba");
    let colour = |at: usize, k: usize| f64::from(rgba[4 * at + k]);
    // Eight bits behind the point, halves upwards.
    let mixed = |weights: [f64; 3], c: &dyn Fn(usize) -> f64| {
        ((0..3).map(|k| weights[k] * c(k)).sum::<f64>() / 256.0 + 0.5).floor()
    };
    let y = |at: usize| (mixed([66.0, 129.0, 25.0], &|k| colour(at, k)) + 16.0) as u8;
    data.holds("y", &(0..256).map(y).collect::<Vec<_>>());
    let uv = |at: usize| {
        let first = at / 8 * 32 + at % 8 * 2;
        let four = [first, first + 1, first + 16, first + 17];
        let mean = |k: usize| (four.iter().map(|at| colour(*at, k)).sum::<f64>() / 4.0 + 0.5).floor();
        [[-38.0, -74.0, 112.0], [112.0, -94.0, -18.0]].map(|weights| (mixed(weights, &mean) + 128.0) as u8)
    };
    data.holds("uv", &(0..64).flat_map(uv).collect::<Vec<_>>());
}

/// A hue that is turned by a third is the colour with its channels turned.
fn hsv(data: &Data) {
    let (rgb, found) = (data.given::<u8>("in"), data.found::<u8>("out"));
    for (p, found) in rgb.chunks(4).zip(found.chunks(4)) {
        let expected = [p[2], p[0], p[1], 255];
        let is_near = expected.iter().zip(found).all(|(a, b)| a.abs_diff(*b) <= 1);
        assert!(is_near, "{p:?} became {found:?} and not {expected:?}");
    }
    let value = |p: &[u8]| f32::from(p[0].max(p[1]).max(p[2]));
    let least = |p: &[u8]| f32::from(p[0].min(p[1]).min(p[2]));
    for (p, hsv) in rgb.chunks(4).zip(data.found::<f32>("hsv").chunks(3)) {
        assert_eq!(hsv[1..], [(value(p) - least(p)) / value(p), value(p)], "{p:?}");
        assert!((0.0..6.0).contains(&hsv[0]), "{p:?} has the hue {}", hsv[0]);
    }
}

fn equalize(data: &Data) {
    let picture = data.given::<u8>("in");
    let below = |level: u8| picture.iter().filter(|p| **p <= level).count();
    let least = below(*picture.iter().min().expect("there are pixels"));
    let level = |p: &u8| ((below(*p) - least) * 255 / (512 - least)) as u8;
    data.holds("out", &picture.iter().map(level).collect::<Vec<_>>());
}

/// A pixel stays if a cross that covers it lies in the picture as a whole; outside of the picture all is set.
fn morphology(data: &Data) {
    let picture = data.given::<u8>("in");
    let is_set =
        |x: i32, y: i32| !(0..24).contains(&x) || !(0..16).contains(&y) || picture[(y * 24 + x) as usize] > 0;
    const CROSS: [(i32, i32); 5] = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
    let fits = |x: i32, y: i32| CROSS.iter().all(|(dx, dy)| is_set(x + dx, y + dy));
    let stays = |x: i32, y: i32| u8::from(CROSS.iter().any(|(dx, dy)| fits(x + dx, y + dy)));
    data.holds("out", &of_each(24, 16, stays));
}

fn integral(data: &Data) {
    let picture = data.given::<i32>("in");
    let sum = |x: std::ops::Range<i32>, y: std::ops::Range<i32>| -> i32 {
        let inside = |at: &usize| x.contains(&(*at as i32 % 16)) && y.contains(&(*at as i32 / 16));
        (0..256).filter(inside).map(|at| picture[at]).sum()
    };
    data.holds("sums", &of_each(17, 17, |x, y| sum(0..x, 0..y)));
    data.holds("boxes", &of_each(16, 16, |x, y| sum(x - 2..x + 3, y - 1..y + 2)));
}

/// Every byte that is read as a part of 1 is written as itself.
fn negative(data: &Data) {
    let pixel = |(at, p): (usize, &[u8])| {
        let other = |c: u8| if at % 16 < 8 { 255 - c } else { c };
        [other(p[2]), other(p[1]), other(p[0]), p[3]]
    };
    data.holds("out", &data.given::<u8>("in").chunks(4).enumerate().flat_map(pixel).collect::<Vec<_>>());
    data.holds("info", &[1608, 1, 1, 8]);
}

fn disparity(data: &Data) {
    let (left, right) = (data.given::<u8>("left"), data.given::<u8>("right"));
    let best = |x: usize, y: usize| {
        let cost = |d: &usize| -> u32 {
            let term = |k: usize| {
                let at = (y + k / 4) * 32 + x + k % 4 + 6;
                u32::from(left[at].abs_diff(right[at - d]))
            };
            (0..12).map(term).sum()
        };
        let d = (0..6).min_by_key(cost).unwrap_or_default();
        (d as u32) << 16 | cost(&d)
    };
    data.holds("best", &of_each(22, 6, |x, y| best(x as usize, y as usize)));
}

/// The limits are those of the matrix that doubling makes: M(2n) is 4 M(n) + (0, 2; 3, 1).
fn dither(data: &Data) {
    let grey = data.given::<u8>("grey");
    let limit = |x: usize, y: usize| {
        let level = |x: usize, y: usize| [[0, 2], [3, 1]][y % 2][x % 2];
        (4 * level(x, y) + level(x / 2, y / 2)) * 16 + 8
    };
    let byte = |at: usize| (0..8).map(|k| u8::from(grey[8 * at + k] > limit(k, at / 4)) << k).sum::<u8>();
    data.holds("bits", &(0..64).map(byte).collect::<Vec<_>>());
}

/// By filling from each pixel that has no label yet.
fn labels(data: &Data) {
    let picture = data.given::<u8>("in");
    let mut label = vec![-1i32; 256];
    for first in 0..256 {
        let mut open = vec![first];
        while let Some(at) = open.pop().filter(|_| picture[first] != 0) {
            if picture[at] == 0 || label[at] >= 0 {
                continue;
            }
            label[at] = first as i32;
            let sides =
                [(at % 16 > 0, 1), (at >= 16, 16)].map(|(is_there, step)| is_there.then(|| at - step));
            let others =
                [(at % 16 < 15, 1), (at < 240, 16)].map(|(is_there, step)| is_there.then(|| at + step));
            open.extend(sides.into_iter().chain(others).flatten());
        }
    }
    data.holds("label", &label);
}

fn image_stencil(data: &Data) {
    let picture = data.given::<u8>("in");
    let pixel = |x: i32, y: i32| {
        let is_inside = (0..16).contains(&x) && (0..16).contains(&y);
        if is_inside { i32::from(picture[(y * 16 + x) as usize]) } else { 0 }
    };
    let out = of_each(16, 16, |x, y| {
        let around = pixel(x + 1, y) + pixel(x - 1, y) + pixel(x, y + 1) + pixel(x, y - 1);
        [(around - 4 * pixel(x, y)) as i16, (pixel(x, y) * -200).max(-32768) as i16]
    });
    data.holds("out", &out.concat());
}

/// Along the diagonals, up and down by turns.
fn jpeg_block(data: &Data) {
    let mut order: Vec<(usize, usize)> = (0..64).map(|at| (at % 8, at / 8)).collect();
    order.sort_by_key(|(x, y)| (x + y, if (x + y) % 2 == 0 { *x } else { *y }));
    let (mut levels, mut runs) = (vec![], vec![]);
    for block in data.given::<i16>("dct").chunks(64) {
        let mut run = 0u8;
        for (k, (x, y)) in order.iter().enumerate() {
            let level = (f64::from(block[y * 8 + x]) / (10 + 12 * (x + y)) as f64).round() as i16;
            levels.push(level);
            runs.push(if level == 0 { 255 } else { run });
            run = if level != 0 || k == 0 { 0 } else { run + 1 };
        }
    }
    data.holds("levels", &levels);
    data.holds("runs", &runs);
}
