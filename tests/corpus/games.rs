//! Searches through games and tables of choices, of the subject `tree`.

use crate::given::Data;

pub fn boruvka(data: &Data) {
    let ends = data.given::<u8>("ends");
    let mut edges: Vec<(u32, &[u8])> = data.given::<u32>("order").into_iter().zip(ends.chunks(2)).collect();
    edges.sort();
    // Kruskal: the lightest edge that joins two parts.
    let mut part: Vec<usize> = (0..32).collect();
    let (mut weight, mut components) = (0, 32);
    for (order, ends) in edges {
        let (a, b) = (part[usize::from(ends[0])], part[usize::from(ends[1])]);
        if a != b {
            part.iter_mut().filter(|part| **part == b).for_each(|part| *part = a);
            (weight, components) = (weight + order, components - 1);
        }
    }
    data.holds("weight", &[weight]);
    data.holds("components", &[components]);
}

pub fn kahn(data: &Data) {
    let before = data.given::<u8>("before");
    let mut level: Vec<i32> = Vec::new();
    for before in before.chunks(2) {
        let waited = before.iter().filter_map(|node| level.get(usize::from(*node)));
        let next = waited.max().map_or(0, |level| level + 1);
        level.push(next);
    }
    data.holds("level", &level);
}

/// The outcome for the side that is to move (marks of both in its own words), and how many positions there are.
fn outcome(other: u32, mine: u32) -> (i8, u16) {
    let lines = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100];
    if lines.iter().any(|line| other & line == *line) {
        return (-1, 1);
    }
    let open = (0..9).map(|cell| 1 << cell).filter(|bit| (other | mine) & bit == 0);
    let next: Vec<(i8, u16)> = open.map(|bit| outcome(mine | bit, other)).collect();
    (
        next.iter().map(|(won, _)| -won).max().unwrap_or(0),
        1 + next.iter().map(|(_, count)| count).sum::<u16>(),
    )
}

pub fn tic_tac_toe(data: &Data) {
    let found = data.given::<u32>("begin").into_iter().map(|seed| {
        let digits = std::iter::successors(Some(seed), |seed| Some(seed / 9)).take_while(|seed| *seed > 0);
        let mut marks: Vec<u32> = Vec::new();
        for cell in digits.map(|seed| seed % 9).chain(0..9) {
            if marks.len() < 6 && !marks.contains(&cell) {
                marks.push(cell);
            }
        }
        let side = |of: usize| marks.iter().skip(of).step_by(2).map(|cell| 1 << cell).sum::<u32>();
        outcome(side(1), side(0))
    });
    let found: Vec<(i8, u16)> = found.collect();
    data.holds("outcome", &found.iter().map(|(won, _)| *won).collect::<Vec<_>>());
    data.holds("visited", &found.iter().map(|(_, count)| *count).collect::<Vec<_>>());
}

pub fn maze(data: &Data) {
    let cells = data.given::<u8>("cells");
    let mut steps = vec![-1; 256];
    steps[0] = 0;
    let mut queue = std::collections::VecDeque::from([0usize]);
    while let Some(at) = queue.pop_front() {
        let around = [
            (at >= 16).then(|| at - 16),
            (at < 240).then(|| at + 16),
            (at % 16 > 0).then(|| at - 1),
            (at % 16 < 15).then(|| at + 1),
        ];
        for next in around.into_iter().flatten() {
            if steps[next] < 0 && cells[next] >= 3 {
                steps[next] = steps[at] + 1;
                queue.push_back(next);
            }
        }
    }
    data.holds("steps", &steps);
    data.holds("waves", &[1 + steps.iter().max().expect("256")]);
}

pub fn huffman_build(data: &Data) {
    let cost = |counts: &[u32]| {
        let mut open = counts.to_vec();
        let mut bits = 0;
        while open.len() > 1 {
            open.sort_by(|a, b| b.cmp(a));
            let joined = open.pop().unwrap_or(0) + open.pop().unwrap_or(0);
            bits += joined;
            open.push(joined);
        }
        bits
    };
    data.holds("cost", &data.given::<u32>("counts").chunks(8).map(cost).collect::<Vec<_>>());
}

pub fn knapsack(data: &Data) {
    let (weight, value) = (data.given::<i32>("weight"), data.given::<i32>("value"));
    let sum = |of: &[i32], items: u32| (0..12).map(|item| (items >> item & 1) as i32 * of[item]).sum::<i32>();
    let all: Vec<(i32, i32)> = (0..4096).map(|items| (sum(&weight, items), sum(&value, items))).collect();
    let best =
        |capacity: i32| all.iter().filter(|(weight, _)| *weight <= capacity).map(|(_, value)| *value).max();
    let best: Vec<i32> = (0..64).filter_map(best).collect();
    data.holds("best", &best);
    // Which items make the best value may be open; that these do is not.
    for (capacity, items) in data.found::<u16>("taken").into_iter().enumerate() {
        let (weight, value) = all[usize::from(items)];
        assert!(weight <= capacity as i32 && value == best[capacity], "items {items:#b} for {capacity}");
    }
}

pub fn matrix_chain(data: &Data) {
    /// The least cost of a product, and behind which matrix it is split.
    fn cost(p: &[u32]) -> (u32, usize) {
        let ways = (1..p.len() - 1)
            .map(|k| (cost(&p[..=k]).0 + cost(&p[k..]).0 + p[0] * p[k] * p[p.len() - 1], k - 1));
        ways.min().unwrap_or((0, 0))
    }
    let found: Vec<(u32, usize)> = data.given::<u32>("dims").chunks(8).map(cost).collect();
    data.holds("cost", &found.iter().map(|(cost, _)| *cost).collect::<Vec<_>>());
    data.holds("first_split", &found.iter().map(|(_, split)| *split as u8).collect::<Vec<_>>());
}

pub fn radix_tree(data: &Data) {
    let codes: Vec<u32> = data
        .given::<u32>("step")
        .into_iter()
        .scan(0, |sum, step| {
            *sum += step;
            Some(*sum)
        })
        .collect();
    // From the root down: a range splits where its highest bit that differs changes.
    let (mut children, mut ranges) = (vec![0i16; 62], vec![0i16; 62]);
    let mut open = vec![(0, 0, 31)];
    while let Some((node, first, last)) = open.pop() {
        let bit = 31 - (codes[first] ^ codes[last]).leading_zeros();
        let split =
            (first..last).find(|at| (codes[*at] ^ codes[at + 1]) >> bit & 1 == 1).expect("it changes");
        ranges[2 * node..2 * node + 2].copy_from_slice(&[first as i16, last as i16]);
        for (side, (first, last)) in [(first, split), (split + 1, last)].into_iter().enumerate() {
            // The node of a left range is its end, of a right one its beginning; a single code is a leaf.
            let child = if side == 0 { last } else { first };
            children[2 * node + side] = if first == last { !(child as i16) } else { child as i16 };
            if first < last {
                open.push((child, first, last));
            }
        }
    }
    data.holds("children", &children);
    data.holds("range", &ranges);
}

pub fn sudoku(data: &Data) {
    let mut first = Vec::new();
    for clues in data.given::<u32>("clues") {
        let mut row: Vec<u8> = Vec::new();
        for turn in 0..4 {
            let wanted = (clues >> (2 * turn)) as u8 % 4;
            row.extend((wanted..wanted + 4).map(|digit| digit % 4).find(|digit| !row.contains(digit)));
        }
        let mut found = Vec::new();
        fill(&mut row, &mut found);
        assert_eq!(found.len(), 12, "of the 288 squares one in 24 begins so");
        first.extend(found[0].clone());
    }
    data.holds("count", &[4u32; 16]);
    data.holds("first", &first);
}

/// All ways to go on, in the order of digits.
fn fill(cells: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let at = cells.len();
    if at == 16 {
        found.push(cells.clone());
        return;
    }
    let meets = |other: usize| {
        let (row, column) = (other / 4 == at / 4, other % 4 == at % 4);
        row || column || (other / 8 == at / 8 && other % 4 / 2 == at % 4 / 2)
    };
    for digit in 0..4 {
        if (0..at).all(|other| !meets(other) || cells[other] != digit) {
            cells.push(digit);
            fill(cells, found);
            cells.pop();
        }
    }
}
