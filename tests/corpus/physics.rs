//! Simulations: bodies, fluids, fields, automata, generators of random numbers.

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[
    ("nbody_tiles.cu", nbody_tiles),
    ("heat_plate.cl", heat_plate),
    ("wave_leapfrog.cu", wave_leapfrog),
    ("lattice_boltzmann.cl", lattice_boltzmann),
    ("cloth.cu", cloth),
    ("pi_by_darts.cl", pi_by_darts),
    ("philox.cu", philox),
    ("life_bits.cl", life_bits),
    ("ising.cu", ising),
    ("pyramid.cu", pyramid),
    ("fdtd.cl", fdtd),
    ("lennard_jones.cl", lennard_jones),
    ("lorenz.cu", lorenz),
    ("stencil_queue.cu", stencil_queue),
    ("charge_deposit.cl", charge_deposit),
    ("rule_automaton.cu", rule_automaton),
    ("burgers.cl", burgers),
    ("option_paths.cu", option_paths),
];

fn nbody_tiles(data: &Data) {
    let (pos, mut vel) = (data.given::<f32>("pos"), data.given::<f32>("vel"));
    let mut moved = pos.clone();
    for (i, (v, moved)) in vel.chunks_mut(4).zip(moved.chunks_mut(4)).enumerate() {
        let me = &pos[4 * i..];
        let mut pull = [0f32; 3];
        for other in pos.chunks(4) {
            let r = [0, 1, 2].map(|k| other[k] - me[k]);
            let inverse = 1.0 / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + 0.01).sqrt();
            let scale = other[3].abs() * (inverse * inverse * inverse);
            (0..3).for_each(|k| pull[k] += r[k] * scale);
        }
        for k in 0..3 {
            v[k] += pull[k] * 0.0625;
            moved[k] += v[k] * 0.0625;
        }
    }
    data.holds("vel", &vel);
    data.holds("newPos", &moved);
}

fn heat_plate(data: &Data) {
    let mut t = data.given::<f32>("t");
    let (first, second) = t.split_at_mut(256);
    let step = |now: &[f32], next: &mut [f32]| {
        next.copy_from_slice(now);
        for at in (0..256).filter(|at| at % 16 % 15 != 0 && at / 16 % 15 != 0) {
            next[at] += 0.125 * (now[at - 1] + now[at + 1] + now[at - 16] + now[at + 16] - 4.0 * now[at]);
        }
    };
    for _ in 0..2 {
        step(first, second);
        step(second, first);
    }
    data.holds("t", &t);
}

fn wave_leapfrog(data: &Data) {
    let mut now = data.given::<f32>("start");
    let mut before = now.clone();
    for _ in 0..7 {
        let beside = |i: usize| match i {
            0 => (0.0, now[1]),
            31 => (now[30], now[30]),
            _ => (now[i - 1], now[i + 1]),
        };
        let next = |i: usize| 2.0 * now[i] - before[i] + 0.25 * (beside(i).0 - 2.0 * now[i] + beside(i).1);
        let after = (0..32).map(next).collect();
        before = std::mem::replace(&mut now, after);
    }
    data.holds("out", &now);
}

fn lattice_boltzmann(data: &Data) {
    let (f, wall, mut out) = (data.given::<f32>("f"), data.given::<u8>("wall"), data.given::<f32>("out"));
    const WAYS: [(i32, i32); 9] =
        [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
    let weight = |(x, y): (i32, i32)| [4f32 / 9.0, 1f32 / 9.0, 1f32 / 36.0][(x * x + y * y) as usize];
    for at in 0..64 {
        let streamed = WAYS.map(|(x, y)| {
            let from = ((at as i32 / 8 - y).rem_euclid(8) * 8 + (at as i32 % 8 - x).rem_euclid(8)) as usize;
            let back = WAYS.iter().position(|way| *way == (-x, -y)).unwrap_or_default();
            let ahead = WAYS.iter().position(|way| *way == (x, y)).unwrap_or_default();
            if wall[from] != 0 { f[back * 64 + at] } else { f[ahead * 64 + from] }
        });
        let rho = streamed.iter().fold(0.0, |sum, f| sum + f);
        let flow = |part: fn(&(i32, i32)) -> i32| {
            WAYS.iter().zip(&streamed).fold(0.0, |sum, (way, f)| sum + f * part(way) as f32) / rho
        };
        let (u, v) = (flow(|way| way.0), flow(|way| way.1));
        for (d, (way, f)) in WAYS.iter().zip(&streamed).enumerate() {
            let along = 3.0 * (way.0 as f32 * u + way.1 as f32 * v);
            let square = 1.5 * (u * u + v * v);
            let equilibrium = weight(*way) * rho * (1.0 + along + 0.5 * along * along - square);
            out[d * 64 + at] = f + 1.25 * (equilibrium - f);
        }
    }
    data.holds("out", &out);
}

fn cloth(data: &Data) {
    let (now, old) = (data.given::<f32>("now"), data.given::<f32>("old"));
    let mut next = now.clone();
    let place = |x: i32, y: i32| {
        let p = &now[((y * 8 + x) * 3) as usize..];
        [p[0] + x as f32, p[1] - y as f32, p[2] + 0.0]
    };
    for at in 8..64 {
        let (x, y) = (at % 8, at / 8);
        let (me, mut force) = (place(x, y), [0.0, -1.0, 0.0]);
        for k in (0..9).filter(|k| *k != 4) {
            let (dx, dy) = (k % 3 - 1, k / 3 - 1);
            if (0..8).contains(&(x + dx)) && (0..8).contains(&(y + dy)) {
                let other = place(x + dx, y + dy);
                let d = [0, 1, 2].map(|k| other[k] - me[k]);
                let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
                let rest = if dx != 0 && dy != 0 { std::f32::consts::SQRT_2 } else { 1.0 };
                let scale = 4.0 * (length - rest) / length;
                force = [0, 1, 2].map(|k| force[k] + d[k] * scale);
            }
        }
        for (k, force) in force.into_iter().enumerate() {
            let at = at as usize * 3 + k;
            next[at] = now[at] * 2.0 - old[at] + force * 0.015625;
        }
    }
    data.holds("next", &next);
}

fn pi_by_darts(data: &Data) {
    let mut seeds = data.given::<u32>("seed");
    let mut hits = 0;
    for state in &mut seeds {
        let mut next = || {
            *state ^= *state << 13;
            *state ^= *state >> 17;
            *state ^= *state << 5;
            f64::from(*state >> 17)
        };
        hits += (0..40).filter(|_| next().hypot(next()) < 32768.0).count() as u32;
    }
    data.holds("seed", &seeds);
    data.holds("hits", &[hits]);
}

fn philox(data: &Data) {
    let block = |i: u32| {
        let (mut c, mut key) = ([i, i * 3, !i, 7], [0x89ab_cdefu32, 0x0123_4567u32]);
        for _ in 0..10 {
            let (p, q) = (u64::from(c[0]) * 0xD251_1F53, u64::from(c[2]) * 0xCD9E_8D57);
            c = [(q >> 32) as u32 ^ c[1] ^ key[0], q as u32, (p >> 32) as u32 ^ c[3] ^ key[1], p as u32];
            key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
        }
        c
    };
    data.holds("out", &(0..64).flat_map(block).collect::<Vec<_>>());
}

fn life_bits(data: &Data) {
    let now = data.given::<u32>("now");
    let cell = |x: usize, y: usize| now[y % 32 * 2 + x % 64 / 32] >> (x % 32) & 1;
    let lives = |x: usize, y: usize| {
        let nine: u32 = (0..9).map(|k| cell(x + 63 + k % 3, y + 31 + k / 3)).sum();
        u32::from(nine == 3 || nine == 4 && cell(x, y) == 1)
    };
    let word = |at: usize| (0..32).map(|bit| lives(at % 2 * 32 + bit, at / 2) << bit).sum::<u32>();
    data.holds("next", &(0..64).map(word).collect::<Vec<_>>());
}

fn ising(data: &Data) {
    let mut spin: Vec<i8> = data.given::<i8>("spin").iter().map(|s| if *s != 0 { 1 } else { -1 }).collect();
    let mix = |x: u32, shift: u32, factor: u32| (x ^ x >> shift).wrapping_mul(factor);
    for t in 0..6 {
        for at in (0..256).filter(|at| (at % 16 + at / 16) % 2 == t % 2) {
            let (x, y) = (at % 16, at / 16);
            let beside = [(x, y + 1), (x, y + 15), (x + 1, y), (x + 15, y)];
            let field: i8 = beside.iter().map(|(x, y)| spin[y % 16 * 16 + x % 16]).sum();
            let chance = match spin[at] * field {
                4 => 0x0400_0000,
                2 => 0x2c00_0000,
                _ => u32::MAX,
            };
            let hash = mix(mix((t * 256 + at) as u32, 16, 0x7feb_352d), 15, 0x846c_a68b);
            if hash ^ hash >> 16 <= chance {
                spin[at] = -spin[at];
            }
        }
    }
    data.holds("spin", &spin);
    let part = |k: usize| spin.iter().skip(k).step_by(4).map(|s| i32::from(*s)).sum();
    data.holds("magnet", &(0..4).map(part).collect::<Vec<i32>>());
}

/// Step by step over the whole plate.
fn pyramid(data: &Data) {
    let (mut t, power) = (data.given::<f32>("temp"), data.given::<f32>("power"));
    for _ in 0..2 {
        let pixel = |x: usize, y: usize| t[y.min(15) * 16 + x.min(15)];
        let next = |at: usize| {
            let (x, y, c) = (at % 16, at / 16, t[at]);
            let vertical = (pixel(x, y + 1) + pixel(x, y.saturating_sub(1)) - 2.0 * c) * 0.125;
            let horizontal = (pixel(x + 1, y) + pixel(x.saturating_sub(1), y) - 2.0 * c) * 0.125;
            c + 0.5 * (power[at] + vertical + horizontal + (80.0 - c) * 0.0625)
        };
        t = (0..256).map(next).collect();
    }
    data.holds("out", &t);
}

fn fdtd(data: &Data) {
    let [mut ez, mut hx, mut hy] = [[0f32; 144]; 3];
    for t in 0..8 {
        for at in 0..132 {
            hx[at] -= 0.5 * (ez[at + 12] - ez[at]);
            if at % 12 < 11 {
                hy[at] += 0.5 * (ez[at + 1] - ez[at]);
            }
        }
        for at in (12..132).filter(|at| at % 12 % 11 != 0) {
            ez[at] += 0.5 * (hy[at] - hy[at - 1] - hx[at] + hx[at - 12]);
        }
        ez[78] += 1.0 / (1 + t * t) as f32;
    }
    data.holds("ez", &ez);
    data.holds("hx", &hx);
    data.holds("hy", &hy);
}

fn lennard_jones(data: &Data) {
    let (pos, list) = (data.given::<f32>("pos"), data.given::<i32>("list"));
    let (mut force, mut energy) = (vec![], 0);
    for i in 0..64 {
        let (mut f, mut near) = ([0f32; 3], 0);
        for j in (0..8).map(|k| list[k * 64 + i] as usize).filter(|j| *j != i) {
            let d = [0, 1, 2].map(|k| pos[4 * i + k] - pos[4 * j + k]);
            let r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            if r2 < 6.25 {
                let inverse = 1.0 / r2.max(0.5);
                let sixth = inverse * inverse * inverse;
                let scale = inverse * sixth * (1.5 * sixth - 2.0);
                (0..3).for_each(|k| f[k] += d[k] * scale);
                near += 1;
            }
        }
        force.extend([f[0], f[1], f[2], near as f32]);
        energy += near * near;
    }
    data.holds("force", &force);
    data.holds("energy", &[energy]);
}

fn lorenz(data: &Data) {
    let right =
        |s: [f32; 3]| [10.0 * (s[1] - s[0]), s[0] * (28.0 - s[2]) - s[1], s[0] * s[1] - 8.0 / 3.0 * s[2]];
    let h = 0.015625f32;
    let run = |start: &[f32]| {
        let mut s = [start[0], start[1], start[2]];
        for _ in 0..5 {
            let moved = |a: f32, slope: [f32; 3]| [0, 1, 2].map(|k| a * slope[k] + s[k]);
            let k1 = right(s);
            let k2 = right(moved(h / 2.0, k1));
            let k3 = right(moved(h / 2.0, k2));
            let k4 = right(moved(h, k3));
            s = [0, 1, 2].map(|k| s[k] + h / 6.0 * (k1[k] + 2.0 * k2[k] + 2.0 * k3[k] + k4[k]));
        }
        s
    };
    data.holds("end", &data.given::<f32>("start").chunks(3).flat_map(run).collect::<Vec<_>>());
}

fn stencil_queue(data: &Data) {
    let v = data.given::<i32>("in");
    let mut out: Vec<i32> = v.iter().map(|v| -6 * v).collect();
    for (at, v) in v.iter().enumerate() {
        let place = [at % 8, at / 8 % 8, at / 64];
        for ((at_axis, size), step) in place.into_iter().zip([8, 8, 6]).zip([1, 8, 64]) {
            if at_axis > 0 {
                out[at - step] += v;
            }
            if at_axis + 1 < size {
                out[at + step] += v;
            }
        }
    }
    data.holds("out", &out);
}

fn charge_deposit(data: &Data) {
    let (at, charge) = (data.given::<u16>("at"), data.given::<i8>("charge"));
    let mut grid = [0; 64];
    for (p, charge) in at.chunks(2).zip(charge) {
        let [x, y] = [p[0], p[1]].map(|c| ((c / 512) as usize, i32::from(c % 512)));
        for (cx, wx) in [(x.0, 512 - x.1), (x.0 + 1, x.1)] {
            for (cy, wy) in [(y.0, 512 - y.1), (y.0 + 1, y.1)] {
                grid[cy % 8 * 8 + cx % 8] += wx * wy * i32::from(charge);
            }
        }
    }
    data.holds("grid", &grid);
}

fn rule_automaton(data: &Data) {
    let step = |rule: u32, cells: &[bool; 64]| {
        // Bit k has bit k - 1 on its left.
        let pattern = |k: usize| {
            4 * u32::from(cells[(k + 63) % 64]) + 2 * u32::from(cells[k]) + u32::from(cells[(k + 1) % 64])
        };
        std::array::from_fn(|k| rule >> pattern(k) & 1 == 1)
    };
    let from = |bit: usize| std::array::from_fn::<bool, 64, _>(|k| k == bit);
    let mut out = vec![];
    for i in 0..32 {
        let (mut chaos, mut complex, mut middle) = (from(32), from(i + 20), 0);
        for t in 0..32 {
            middle |= u32::from(chaos[32]) << t;
            chaos = step(30, &chaos);
            complex = step(110, &complex);
        }
        let folded = (0..32).map(|k| u32::from(complex[k] != complex[k + 32]) << k).sum();
        out.extend([middle ^ i as u32, folded]);
    }
    data.holds("out", &out);
}

fn burgers(data: &Data) {
    let mut u = data.given::<f64>("u");
    let flux = |l: f64, r: f64| if 0.5 * (l + r) > 0.0 { 0.5 * l * l } else { 0.5 * r * r };
    for _ in 0..10 {
        let next = |i: usize| u[i] - 0.25 * (flux(u[i], u[(i + 1) % 32]) - flux(u[(i + 31) % 32], u[i]));
        u = (0..32).map(next).collect();
    }
    data.holds("out", &u);
}

/// The tree in closed form, by binomial coefficients; prices of 100 in sixteen steps of four roundings. The other one against the
/// integral of the pay-off over the bell curve, by the rule of rectangles with an error below 1e-4.
fn option_paths(data: &Data) {
    let (s, t, r, v) = (100.0f64, 0.5f64, f64::from(0.02f32), f64::from(0.3f32));
    let strikes = data.given::<f32>("strike");
    let up = (v * (t / 16.0).sqrt()).exp();
    let p = ((r * t / 16.0).exp() - 1.0 / up) / (up - 1.0 / up);
    let choose = |k: i32| (0..k).fold(1.0, |all, j| all * f64::from(16 - j) / f64::from(j + 1));
    let by_tree = |x: &f32| {
        let end = |k: i32| (s * up.powi(2 * k - 16) - f64::from(*x)).max(0.0);
        let mean: f64 = (0..=16).map(|k| choose(k) * p.powi(k) * (1.0 - p).powi(16 - k) * end(k)).sum();
        mean * (-r * t).exp()
    };
    data.is_near::<f32>("tree", &strikes.iter().map(by_tree).collect::<Vec<_>>(), 2e-4);
    let by_integral = |x: &f32| {
        let term = |k: i32| {
            let z = f64::from(k) / 1000.0;
            let end = s * ((r - v * v / 2.0) * t + v * t.sqrt() * z).exp();
            (end - f64::from(*x)).max(0.0) * (-z * z / 2.0).exp()
        };
        (-8000..8000).map(term).sum::<f64>() / 1000.0 / (2.0 * std::f64::consts::PI).sqrt() * (-r * t).exp()
    };
    data.is_near::<f32>("closed", &strikes.iter().map(by_integral).collect::<Vec<_>>(), 2e-4);
}
