//! Small programs: interpreters, queues, lists, algorithms over iterators.

use std::collections::VecDeque;

use crate::given::{Data, Row};

pub const ROWS: &[Row] = &[
    ("stack_machine.cu", stack_machine),
    ("ring_queue.cu", ring_queue),
    ("algorithms.cu", algorithms),
    ("run_lengths.cl", run_lengths),
    ("linked_lists.cl", linked_lists),
    ("stopwatch.cu", stopwatch),
    ("turtle.cu", turtle),
];

/// The clock never goes backwards, so that nobody is late; the sums are those of loops without it.
fn stopwatch(data: &Data) {
    let x = data.given::<i32>("x");
    let of = |i: usize| {
        let turn = |k: i32| if x[(i + k as usize) % 96] % 3 == 0 { k } else { 2 };
        100_000 * (0..x[i] % 7 + 1).map(turn).sum::<i32>()
    };
    data.holds("sums", &(0..96).map(of).collect::<Vec<_>>());
    data.holds("late", &[1u32; 96]);
}

/// A square takes five steps before the end, a factorial three, and ten for each turn.
fn stack_machine(data: &Data) {
    let row = |i: i32| {
        let n = 1 + i % 5;
        [i * i + 100, (1..=n).product::<i32>() + 3 + 10 * n - 5]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}

/// The digest of what leaves a queue of some places, how many found it full, and how many are left.
fn served(events: &[i32], places: usize) -> (i32, i32, i32) {
    let (mut queue, mut lost, mut digest) = (VecDeque::new(), 0, 0i32);
    for event in events {
        if *event >= 0 && queue.len() < places {
            queue.push_back(*event);
        } else if *event >= 0 {
            lost += 1;
        }
        for _ in *event..0 {
            digest = queue.pop_front().map_or(digest, |v| digest.wrapping_mul(7).wrapping_add(v));
        }
    }
    (digest, lost, queue.len() as i32)
}

fn ring_queue(data: &Data) {
    let events = data.given::<i32>("events");
    let row = |i: usize| {
        let (digest, lost, left) = served(&events[16 * i..][..16], 4);
        let shared = events.get(256 * i..256 * i + 200).map_or(48, |events| {
            let (digest, lost, _) = served(events, 8);
            digest ^ lost
        });
        [digest, lost * 10 + left, shared]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}

fn algorithms(data: &Data) {
    let (mut sorted, mut facts) = (vec![], vec![]);
    for (i, row) in data.given::<i32>("in").chunks(8).enumerate() {
        let mut places: Vec<usize> = (0..8).collect();
        // Stable, the largest first.
        places.sort_by_key(|place| -row[*place]);
        let mut row = row.to_vec();
        row.sort();
        let odd: Vec<i32> = row.iter().map(|v| v * i as i32).filter(|v| v % 2 != 0).collect();
        facts.push((places[0] * 10 + places[7]) as i32);
        facts.push(row.iter().filter(|v| **v < i as i32).count() as i32);
        facts.push((odd.len() * 100 + 8 - odd.len()) as i32);
        facts.push(odd.last().copied().unwrap_or_default());
        sorted.extend(row);
    }
    data.holds("sorted", &sorted);
    data.holds("facts", &facts);
}

/// A run of n bytes takes as many pairs as n has fives, begun ones included.
fn run_lengths(data: &Data) {
    let text = data.given::<u8>("text");
    let pairs = |row: &[u8]| row.chunk_by(|a, b| a == b).map(|run| run.len().div_ceil(5) as i32).sum();
    data.holds("length", &text.chunks(32).map(pairs).collect::<Vec<i32>>());
    data.holds("again", &text);
}

/// An odd list skips a row of eight at every other place.
fn linked_lists(data: &Data) {
    let (mut next, value) = (data.given::<i32>("next"), data.given::<i32>("value"));
    let (mut head, mut sums) = (vec![], vec![]);
    for i in 0..8usize {
        let rows: &[usize] = if i % 2 == 0 { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[0, 2, 3, 5, 6] };
        let places: Vec<usize> = rows.iter().map(|row| row * 8 + i).collect();
        sums.push(places.iter().zip(1..).map(|(at, k)| value[*at] * k).sum::<i32>());
        next[places[0]] = -1;
        places.windows(2).for_each(|pair| next[pair[1]] = pair[0] as i32);
        head.push(places[places.len() - 1] as i32);
    }
    data.holds("next", &next);
    data.holds("head", &head);
    data.holds("sum", &sums);
}

/// Three steps north, a turn to the right or left, one right, two steps, one left, five steps back, then turns and a step.
fn turtle(data: &Data) {
    let row = |i: i32| {
        // East after one turn, south or north after the second one.
        let (x, y, dir) = if i % 4 == 0 { (0 - 5, 3 - 2, 1) } else { (5, 3 + 2, 3) };
        // One turn less where a digit stands in front of it, and the step is one long.
        let last = (dir + i % 7) % 4;
        let [dx, dy] = [[0, 1], [1, 0], [0, -1], [-1, 0]][last as usize];
        [x + dx, y + dy, 60 + last]
    };
    data.holds("out", &(0..32).flat_map(row).collect::<Vec<_>>());
}
