//! Trees and graphs; the references of walks over graphs are in `graphs`, of games in `games`.

use crate::{
    games,
    given::{Data, Row},
    graphs, idioms,
};

pub const ROWS: &[Row] = &[
    ("bfs_block.cu", graphs::bfs_block),
    ("boruvka.cu", games::boruvka),
    ("bst_lookup.cl", bst_lookup),
    ("bvh_hits.cl", bvh_hits),
    ("closures.cu", idioms::closures),
    ("coloring.cu", graphs::coloring),
    ("expression.cl", expression),
    ("fenwick.cl", fenwick),
    ("floyd_warshall.cl", graphs::floyd_warshall),
    ("huffman.cl", huffman),
    ("huffman_build.cu", games::huffman_build),
    ("kahn.cl", games::kahn),
    ("kd_nearest.cu", kd_nearest),
    ("knapsack.cu", games::knapsack),
    ("lca.cu", lca),
    ("list_ranking.cl", list_ranking),
    ("matrix_chain.cl", games::matrix_chain),
    ("maze.cl", games::maze),
    ("pagerank.cl", graphs::pagerank),
    ("queens.cl", queens),
    ("radix_tree.cu", games::radix_tree),
    ("sssp.cl", graphs::sssp),
    ("sudoku.cl", games::sudoku),
    ("tic_tac_toe.cl", games::tic_tac_toe),
    ("triangles.cu", graphs::triangles),
    ("trie.cu", trie),
    ("union_find.cu", graphs::union_find),
];

fn bst_lookup(data: &Data) {
    let keys = data.given::<i32>("keys");
    // What is in the tree before splits the numbers into ranges: a key meets those that are nearest from either side.
    let met = |query: i32, end: usize| {
        let (mut low, mut high, mut steps) = (i32::MIN, i32::MAX, 0);
        for key in &keys[..end] {
            if (low..high).contains(key) && *key != low {
                steps += 1;
                if *key < query { low = *key } else { high = *key }
            }
        }
        steps
    };
    let depth = |query: i32| match keys.iter().position(|key| *key == query) {
        Some(at) => met(query, at),
        None => -met(query, keys.len()),
    };
    data.holds("depth", &data.given::<i32>("queries").into_iter().map(depth).collect::<Vec<_>>());
}

fn kd_nearest(data: &Data) {
    let points = data.given::<i32>("tree");
    let nearest = |query: &[i32]| {
        let square = |point: &[i32]| (point[0] - query[0]).pow(2) + (point[1] - query[1]).pow(2);
        points.chunks(2).map(square).min().expect("there are points")
    };
    data.holds("nearest", &data.given::<i32>("queries").chunks(2).map(nearest).collect::<Vec<_>>());
}

fn bvh_hits(data: &Data) {
    let leaves: Vec<[f32; 4]> =
        data.given::<f32>("boxes").chunks(2).map(|at| [at[0], at[1], at[0] + 30.0, at[1] + 30.0]).collect();
    // The box of a node is around those of the leaves below it.
    let of_node = |node: usize| {
        let below = (7..15).filter(|leaf| {
            std::iter::successors(Some(*leaf), |at| (*at > 0).then(|| (at - 1) / 2)).any(|at| at == node)
        });
        below
            .map(|leaf| leaves[leaf])
            .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
    };
    let boxes: Vec<[f32; 4]> = (0..15).filter_map(of_node).collect();
    let (mut hits, mut visited) = (Vec::new(), Vec::new());
    for p in data.given::<f32>("points").chunks(2) {
        let inside = |node: usize| {
            let [x0, y0, x1, y1] = boxes[node];
            (x0..=x1).contains(&p[0]) && (y0..=y1).contains(&p[1])
        };
        hits.push((7..15).filter(|leaf| inside(*leaf)).fold(0u32, |bits, leaf| bits | 1 << leaf));
        visited.push(1 + 2 * (0..7).filter(|node| inside(*node)).count() as u32);
    }
    data.holds("hits", &hits);
    data.holds("visited", &visited);
}

fn list_ranking(data: &Data) {
    let mut rank = vec![0; 32];
    for (at, element) in data.given::<i32>("order").into_iter().enumerate() {
        rank[element as usize] = 31 - at as i32;
    }
    data.holds("rank", &rank);
}

fn expression(data: &Data) {
    let xy = data.given::<i32>("x").into_iter().zip(data.given::<i32>("y"));
    let value = |(id, (x, y)): (i32, (i32, i32))| {
        // x y MUL id SUB DUP x DIV NEG y ADD
        let a = x * y - id;
        let quotient = if x == 0 { 0 } else { a / x };
        y - quotient
    };
    data.holds("result", &(0..).zip(xy).map(value).collect::<Vec<_>>());
}

fn lca(data: &Data) {
    let noise = data.given::<u32>("noise");
    let above = |node: usize| {
        let up = |at: &usize| (*at > 0).then(|| noise[*at] as usize % *at);
        std::iter::successors(Some(node), up).collect::<Vec<_>>()
    };
    let ancestor = |query: &[u8]| {
        let other = above(query[1].into());
        above(query[0].into()).into_iter().find(|at| other.contains(at)).expect("the root") as i16
    };
    data.holds("ancestor", &data.given::<u8>("queries").chunks(2).map(ancestor).collect::<Vec<_>>());
}

/// How many ways there are to go on from queens in the first rows.
fn ways(queens: &[usize]) -> u32 {
    let free = |column: usize| {
        let row = queens.len();
        queens.iter().zip(0..).all(|(other, at)| column != *other && column.abs_diff(*other) != row - at)
    };
    if queens.len() == 7 {
        return 1;
    }
    (0..7).filter(|column| free(*column)).map(|column| ways(&[queens, &[column]].concat())).sum()
}

fn queens(data: &Data) {
    let begin = |at: usize| {
        let (first, second) = (at / 7, at % 7);
        if first.abs_diff(second) < 2 { 0 } else { ways(&[first, second]) }
    };
    let found: Vec<u32> = (0..49).map(begin).collect();
    assert_eq!(found.iter().sum::<u32>(), 40, "seven queens stand in 40 ways");
    data.holds("ways", &found);
}

fn huffman(data: &Data) {
    let codes = [("0", b'e'), ("10", b't'), ("110", b'a'), ("1110", b'o'), ("1111", b'n')];
    let (mut letters, mut count) = (vec![0; 1024], Vec::new());
    for (id, word) in data.given::<u32>("words").into_iter().enumerate() {
        let bits = format!("{word:032b}");
        let (mut rest, mut n) = (bits.as_str(), 0);
        while let Some((code, letter)) = codes.iter().find(|(code, _)| n < 16 && rest.starts_with(code)) {
            letters[16 * id + n] = *letter;
            rest = &rest[code.len()..];
            n += 1;
        }
        count.push(n as u8);
    }
    data.holds("count", &count);
    data.holds("letters", &letters);
}

fn trie(data: &Data) {
    let numbers = data.given::<u8>("numbers");
    let best = |number: &u8| numbers.iter().map(|other| number ^ other).max().expect("some");
    data.holds("best", &numbers.iter().map(best).collect::<Vec<_>>());
    let beginnings = |bits: u32| {
        let mut all: Vec<u8> = numbers.iter().map(|number| number >> (8 - bits)).collect();
        all.sort();
        all.dedup();
        all.len()
    };
    data.holds("nodes", &[1 + (1..=8).map(beginnings).sum::<usize>() as i32]);
}

fn fenwick(data: &Data) {
    let values = data.given::<i32>("values");
    let sum = |range: &[u8]| {
        let (a, b) = (usize::from(range[0]), usize::from(range[1]));
        values[a.min(b)..a.max(b)].iter().sum()
    };
    data.holds("sums", &data.given::<u8>("ranges").chunks(2).map(sum).collect::<Vec<i32>>());
}
