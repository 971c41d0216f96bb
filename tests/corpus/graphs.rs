//! Walks over graphs, of the subject `tree`.

use crate::given::Data;

pub fn bfs_block(data: &Data) {
    let column = data.given::<i32>("column");
    let mut level = vec![-1; 64];
    level[3] = 0;
    for depth in 0..64 {
        let next: Vec<i32> = (0..64)
            .filter(|node| level[*node] == depth)
            .flat_map(|node| &column[3 * node..3 * node + 3])
            .copied()
            .collect();
        for node in next {
            let level = &mut level[node as usize];
            *level = if *level < 0 { depth + 1 } else { *level };
        }
    }
    data.holds("level", &level);
}

pub fn sssp(data: &Data) {
    let ends = data.given::<u8>("from").into_iter().zip(data.given::<u8>("to"));
    let edges: Vec<((u8, u8), u8)> = ends.zip(data.given::<u8>("weight")).collect();
    let mut distance = vec![0xffffffu32; 32];
    distance[0] = 0;
    // Dijkstra: the nearest node that is still open is done.
    let mut open: Vec<usize> = (0..32).collect();
    while let Some(at) = (0..open.len()).min_by_key(|at| distance[open[*at]]) {
        let node = open.swap_remove(at);
        for ((_, to), weight) in edges.iter().filter(|((from, _), _)| usize::from(*from) == node) {
            let way = distance[node] + u32::from(*weight);
            let to = &mut distance[usize::from(*to)];
            *to = way.min(*to);
        }
    }
    data.holds("distance", &distance);
}

pub fn pagerank(data: &Data) {
    let (rank, degree) = (data.given::<f32>("rank"), data.given::<i32>("degree"));
    let gathered = |sources: &[i32]| {
        let parts = sources.iter().map(|source| rank[*source as usize] / degree[*source as usize] as f32);
        parts.fold(0.0, |sum, part| sum + part)
    };
    let next: Vec<f32> = data
        .given::<i32>("sources")
        .chunks(4)
        .map(|sources| (1.0 - 0.85f32) / 64.0 + 0.85 * gathered(sources))
        .collect();
    data.holds("next", &next);
    data.holds("residual", &next.iter().zip(&rank).map(|(a, b)| (a - b).abs()).collect::<Vec<_>>());
}

pub fn union_find(data: &Data) {
    let mut label: Vec<i32> = (0..64).collect();
    for (a, b) in data.given::<i32>("a").into_iter().zip(data.given::<i32>("b")) {
        let (a, b) = (label[a as usize], label[b as usize]);
        label.iter_mut().filter(|label| **label == a.max(b)).for_each(|label| *label = a.min(b));
    }
    data.holds("label", &label);
    data.holds("parent", &label);
    data.holds("done", &[3u32]);
}

pub fn floyd_warshall(data: &Data) {
    let mut d = data.given::<i32>("d");
    let mut via = vec![-1; 256];
    for k in 0..16 {
        let old = d.clone();
        for (at, (d, via)) in d.iter_mut().zip(&mut via).enumerate() {
            let way = old[at / 16 * 16 + k] + old[16 * k + at % 16];
            // The way from k to k may be a loop: row and column k stay as they are.
            if at / 16 != k && at % 16 != k && way < *d {
                (*d, *via) = (way, k as i32);
            }
        }
    }
    data.holds("d", &d);
    data.holds("via", &via);
}

pub fn triangles(data: &Data) {
    let (upper, thin) = (data.given::<u64>("upper"), data.given::<u64>("thin"));
    let is_edge = |a: usize, b: usize| a < b && (upper[a] & thin[a]) >> b & 1 == 1;
    let pairs = (0..64).flat_map(|a| (0..64).map(move |b| (a, b)));
    let edges: Vec<(usize, usize)> = pairs.filter(|(a, b)| is_edge(*a, *b)).collect();
    let third =
        |(a, b): &(usize, usize)| (0..64).filter(|c| is_edge(*a, *c) && is_edge(*b, *c)).count() as u64;
    data.holds("edges", &[edges.len() as u32]);
    data.holds("triangles", &[edges.iter().map(third).sum::<u64>()]);
}

pub fn coloring(data: &Data) {
    let weight = data.given::<i32>("weight");
    let around = |v: usize| [1, 63, 7, 57, 20, 44].map(|step| (v + step) % 64);
    // In the order of their weights, each node takes the first colour that no neighbour has; its round is one more
    // than the latest round among its neighbours with larger weights.
    let mut order: Vec<usize> = (0..64).collect();
    order.sort_by_key(|v| -weight[*v]);
    let (mut color, mut round) = (vec![-1; 64], vec![0; 64]);
    for v in order {
        let taken = around(v).map(|other| color[other]);
        color[v] = (0..).find(|color| !taken.contains(color)).expect("seven are enough");
        round[v] = 1 + around(v).map(|other| round[other]).into_iter().max().expect("six");
    }
    data.holds("color", &color);
    data.holds("rounds", &[round.into_iter().max().expect("64")]);
}
