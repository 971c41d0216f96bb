//! Random texts with classes, templates of them, and pointers in objects, and what they leave in memory.
//!
//! The interpreter and the machines share the front end, so they cannot judge what an object is. Here the text and its result come from
//! one tree: statements and expressions are written as C++ and worked out in Rust, from what C++ says of copies, references and
//! specialisations. All values are unsigned words; nothing is evaluated whose order C++ leaves open.
//!
//! A row (`Row<unsigned, N>`) has N words and a pointer to one of three memories: global, work-group or private. Each row keeps to its
//! memory, so no object's pointer is of two; every work-item has its own part of each memory.

use lanescope_core::base::rng::Rng;

/// Work-items, in one group.
pub const ITEMS: u32 = 4;
/// Words of a work-item in each memory.
const PART: usize = 8;
/// Words behind a pointer that a row reads and writes.
const REACH: usize = 4;
/// How deep statements and expressions lie in each other.
const DEPTH: u32 = 3;

/// What every text begins with. The second template is a specialisation whose functions do something else.
const CLASSES: &str = "\
template <class T, int N> struct Row {
    T v[N];
    T *p;
    __device__ Row(T first, T *at) : p(at) { for (int k = 0; k < N; k++) v[k] = first + k; }
    __device__ T get(unsigned k) const { return v[k % N]; }
    __device__ T load(unsigned k) const { return p[k % 4]; }
    __device__ void set(unsigned k, T x) { v[k % N] = x; }
    __device__ void store(unsigned k, T x) { p[k % 4] = x; }
    __device__ void aim(T *at) { p = at; }
    __device__ T operator[](unsigned k) const { return get(k) ^ load(k); }
    __device__ Row &operator+=(T x) { for (T &e : v) e += x; return *this; }
};
template <class T> struct Row<T, 3> {
    T v[3];
    T *p;
    __device__ Row(T first, T *at) : p(at) { v[0] = v[1] = v[2] = first; }
    __device__ T get(unsigned k) const { return v[k % 3] * 3; }
    __device__ T load(unsigned k) const { return p[k % 4]; }
    __device__ void set(unsigned k, T x) { v[k % 3] = x; }
    __device__ void store(unsigned k, T x) { p[k % 4] = x; }
    __device__ void aim(T *at) { p = at; }
    __device__ T operator[](unsigned k) const { return get(k) ^ load(k); }
    __device__ Row &operator+=(T x) { v[0] += x; return *this; }
};
template <class A, class B> struct Both { A one; B two; };
template <int S, class R> __device__ unsigned sum(const R &row) { return row.get(S) * S + row.load(S); }
template <class R> __device__ R &pick(bool first, R &a, R &b) { return first ? a : b; }
template <class R> __device__ void exchange(R &a, R &b) { R kept = a; a = b; b = kept; }
template <class F> __device__ unsigned apply(F f, unsigned x) { return f(x) ^ 5u; }
";

/// The rows of a text: words, the memory, and how they are named. Those of one kind are of one class and memory.
const ROWS: [(usize, usize, &str); 8] = [
    (2, 0, "a0"),
    (2, 0, "a1"),
    (3, 1, "b0"),
    (3, 1, "b1"),
    (2, 2, "c0"),
    (2, 0, "both.one"),
    (3, 1, "both.two"),
    (2, 0, "list[0]"),
];
/// The second row of `list`.
const LISTED: usize = 8;
/// The memories by their names in the text.
const MEMORIES: [&str; 3] = ["g", "s", "q"];

/// A row, as it is reached.
enum Place {
    Named(usize),
    /// `list[x & 1]`.
    Listed(Box<Expression>),
    /// `pick(x & 1, a, b)`.
    Picked(Box<Expression>, usize, usize),
}

enum Expression {
    Number(u32),
    Total,
    Item,
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// A function of a row with one argument: `get`, `load`, or `[]`.
    Asked(&'static str, Place, Box<Expression>),
    Sum(u32, Place),
    /// A lambda that has copied the total and a row.
    Lambda(usize, Box<Expression>),
}

enum Statement {
    Add(Expression),
    Set(Place, Expression, Expression),
    Store(Place, Expression, Expression),
    /// By a pointer to the row.
    Through(Place, Expression),
    Aim(usize, usize),
    Increase(Place, Expression),
    Copy(usize, usize),
    Exchange(usize, usize),
    If(Expression, Vec<Statement>, Vec<Statement>),
    Loop(u32, Vec<Statement>),
}

/// The words of a row, and where its pointer points.
#[derive(Clone, Default)]
struct Row {
    words: Vec<u32>,
    memory: usize,
    at: usize,
}

/// What a work-item has.
struct State {
    item: u32,
    total: u32,
    rows: Vec<Row>,
    memories: [[u32; PART]; 3],
}

/// The words of a row's class and its memory.
fn kind(row: usize) -> (usize, usize) {
    let (words, memory, _) = ROWS[if row == LISTED { LISTED - 1 } else { row }];
    (words, memory)
}

fn name(row: usize) -> &'static str {
    if row == LISTED { "list[1]" } else { ROWS[row].2 }
}

impl Row {
    fn get(&self, k: u32) -> u32 {
        let at = k as usize % self.words.len();
        if self.words.len() == 3 { self.words[at].wrapping_mul(3) } else { self.words[at] }
    }
}

impl State {
    fn load(&self, row: usize, k: u32) -> u32 {
        let row = &self.rows[row];
        self.memories[row.memory][row.at + k as usize % REACH]
    }

    fn store(&mut self, row: usize, k: u32, value: u32) {
        let Row { memory, at, .. } = self.rows[row];
        self.memories[memory][at + k as usize % REACH] = value;
    }
}

impl Place {
    fn text(&self) -> String {
        match self {
            Place::Named(row) => name(*row).into(),
            Place::Listed(x) => format!("list[{} & 1]", x.text()),
            Place::Picked(x, a, b) => format!("pick(({} & 1) != 0, {}, {})", x.text(), name(*a), name(*b)),
        }
    }

    fn row(&self, state: &State) -> usize {
        match self {
            Place::Named(row) => *row,
            Place::Listed(x) => LISTED - 1 + (x.value(state) & 1) as usize,
            Place::Picked(x, a, b) => {
                if x.value(state) & 1 != 0 {
                    *a
                } else {
                    *b
                }
            }
        }
    }
}

impl Expression {
    fn text(&self) -> String {
        match self {
            Expression::Number(n) => format!("{n}u"),
            Expression::Total => "total".into(),
            Expression::Item => "i".into(),
            Expression::Binary(operator, a, b) => format!("({} {operator} {})", a.text(), b.text()),
            Expression::Asked("[]", place, k) => format!("{}[{}]", place.text(), k.text()),
            Expression::Asked(function, place, k) => format!("{}.{function}({})", place.text(), k.text()),
            Expression::Sum(number, place) => format!("sum<{number}>({})", place.text()),
            Expression::Lambda(row, x) => {
                format!(
                    "apply([=](unsigned z) {{ return z * total + {}.get(z); }}, {})",
                    name(*row),
                    x.text()
                )
            }
        }
    }

    fn value(&self, state: &State) -> u32 {
        match self {
            Expression::Number(n) => *n,
            Expression::Total => state.total,
            Expression::Item => state.item,
            Expression::Binary(operator, a, b) => {
                let (a, b) = (a.value(state), b.value(state));
                match *operator {
                    "+" => a.wrapping_add(b),
                    "-" => a.wrapping_sub(b),
                    "*" => a.wrapping_mul(b),
                    "&" => a & b,
                    _ => a ^ b,
                }
            }
            Expression::Asked(function, place, k) => {
                let (row, k) = (place.row(state), k.value(state));
                let (own, behind) = (state.rows[row].get(k), state.load(row, k));
                match *function {
                    "get" => own,
                    "load" => behind,
                    _ => own ^ behind,
                }
            }
            Expression::Sum(number, place) => {
                let row = place.row(state);
                state.rows[row].get(*number).wrapping_mul(*number).wrapping_add(state.load(row, *number))
            }
            Expression::Lambda(row, x) => {
                let z = x.value(state);
                z.wrapping_mul(state.total).wrapping_add(state.rows[*row].get(z)) ^ 5
            }
        }
    }
}

impl Statement {
    fn text(&self) -> String {
        let all = |list: &[Statement]| list.iter().map(Statement::text).collect::<String>();
        match self {
            Statement::Add(x) => format!("total = total * 7u + {};\n", x.text()),
            Statement::Set(place, k, x) => format!("{}.set({}, {});\n", place.text(), k.text(), x.text()),
            Statement::Store(place, k, x) => format!("{}.store({}, {});\n", place.text(), k.text(), x.text()),
            Statement::Through(place, x) => {
                format!("{{ auto *r = &{}; r->store(1, {}); r->set(0, total); }}\n", place.text(), x.text())
            }
            Statement::Aim(row, at) => format!("{}.aim({} + {at});\n", name(*row), MEMORIES[kind(*row).1]),
            Statement::Increase(place, x) => format!("{} += {};\n", place.text(), x.text()),
            Statement::Copy(to, from) => format!("{} = {};\n", name(*to), name(*from)),
            Statement::Exchange(a, b) => format!("exchange({}, {});\n", name(*a), name(*b)),
            Statement::If(x, yes, no) => {
                format!("if ({} & 1) {{\n{}}} else {{\n{}}}\n", x.text(), all(yes), all(no))
            }
            Statement::Loop(turns, body) => {
                format!("for (int k = 0; k < {turns}; k++) {{\n{}}}\n", all(body))
            }
        }
    }

    fn run(&self, state: &mut State) {
        match self {
            Statement::Add(x) => state.total = state.total.wrapping_mul(7).wrapping_add(x.value(state)),
            Statement::Set(place, k, x) => {
                let (row, k, x) = (place.row(state), k.value(state), x.value(state));
                let words = &mut state.rows[row].words;
                let at = k as usize % words.len();
                words[at] = x;
            }
            Statement::Store(place, k, x) => {
                let (row, k, x) = (place.row(state), k.value(state), x.value(state));
                state.store(row, k, x);
            }
            Statement::Through(place, x) => {
                let row = place.row(state);
                let x = x.value(state);
                state.store(row, 1, x);
                state.rows[row].words[0] = state.total;
            }
            Statement::Aim(row, at) => state.rows[*row].at = *at,
            Statement::Increase(place, x) => {
                let (row, x) = (place.row(state), x.value(state));
                let words = &mut state.rows[row].words;
                let most = if words.len() == 3 { 1 } else { words.len() };
                words[..most].iter_mut().for_each(|word| *word = word.wrapping_add(x));
            }
            Statement::Copy(to, from) => state.rows[*to] = state.rows[*from].clone(),
            Statement::Exchange(a, b) => state.rows.swap(*a, *b),
            Statement::If(x, yes, no) => {
                let list = if x.value(state) & 1 != 0 { yes } else { no };
                list.iter().for_each(|one| one.run(state));
            }
            Statement::Loop(turns, body) => {
                (0..*turns).for_each(|_| body.iter().for_each(|one| one.run(state)));
            }
        }
    }
}

/// Writes random trees.
struct Writer(Rng);

impl Writer {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u64) as usize
    }

    fn row(&mut self) -> usize {
        self.below(LISTED + 1)
    }

    /// Another row of the same class and memory, or the same.
    fn like(&mut self, row: usize) -> usize {
        let all: Vec<usize> = (0..=LISTED).filter(|other| kind(*other) == kind(row)).collect();
        all[self.below(all.len())]
    }

    fn place(&mut self, depth: u32) -> Place {
        match self.below(4) {
            0 => Place::Listed(self.inner(depth)),
            1 => {
                let row = self.row();
                Place::Picked(self.inner(depth), row, self.like(row))
            }
            _ => Place::Named(self.row()),
        }
    }

    fn inner(&mut self, depth: u32) -> Box<Expression> {
        Box::new(self.expression(depth + 1))
    }

    fn expression(&mut self, depth: u32) -> Expression {
        let choice = if depth >= DEPTH { self.below(3) } else { self.below(10) };
        match choice {
            0 => Expression::Number(self.below(100) as u32),
            1 => Expression::Total,
            2 => Expression::Item,
            3 | 4 => {
                let operator = ["+", "-", "*", "&", "^"][self.below(5)];
                Expression::Binary(operator, self.inner(depth), self.inner(depth))
            }
            5 => Expression::Sum(1 + self.below(5) as u32, self.place(depth)),
            6 => Expression::Lambda(self.below(5), self.inner(depth)),
            _ => {
                let function = ["get", "load", "[]"][self.below(3)];
                Expression::Asked(function, self.place(depth), self.inner(depth))
            }
        }
    }

    fn statements(&mut self, depth: u32) -> Vec<Statement> {
        let count = 1 + self.below(if depth == 0 { 12 } else { 3 });
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> Statement {
        match self.below(if depth >= DEPTH { 10 } else { 12 }) {
            0 | 1 => Statement::Add(self.expression(0)),
            2 | 3 => Statement::Set(self.place(1), self.expression(1), self.expression(1)),
            4 => Statement::Store(self.place(1), self.expression(1), self.expression(1)),
            5 => Statement::Through(self.place(1), self.expression(1)),
            6 => Statement::Aim(self.row(), self.below(PART - REACH + 1)),
            7 => Statement::Increase(self.place(1), self.expression(1)),
            8 => {
                let row = self.row();
                Statement::Copy(row, self.like(row))
            }
            9 => {
                let row = self.row();
                Statement::Exchange(row, self.like(row))
            }
            10 => Statement::If(self.expression(0), self.statements(depth + 1), self.statements(depth + 1)),
            _ => Statement::Loop(1 + self.below(3) as u32, self.statements(depth + 1)),
        }
    }
}

/// What a memory has at first.
fn first(memory: usize, item: u32, at: usize) -> u32 {
    1000 * memory as u32 + 10 * item + at as u32
}

/// The text of a seed, and what it leaves in its buffer `out`, work-item by work-item.
pub fn text(seed: u64) -> (String, Vec<u32>) {
    let mut writer = Writer(Rng::new(seed));
    let body = writer.statements(0);
    let firsts: Vec<(u32, usize)> =
        (0..5).map(|_| (writer.below(50) as u32, writer.below(PART - REACH + 1))).collect();
    let declared = |row: usize| {
        let ((words, memory, name), (first, at)) = (ROWS[row], firsts[row]);
        format!("Row<unsigned, {words}> {name}(i + {first}u, {} + {at});\n", MEMORIES[memory])
    };
    let rows: String = (0..5).map(declared).collect();
    let shown: Vec<String> = (0..=LISTED)
        .flat_map(|row| {
            (0..kind(row).0)
                .map(move |k| format!("{}.v[{k}]", name(row)))
                .chain([format!("{}.load(0)", name(row))])
        })
        .chain(MEMORIES.iter().flat_map(|memory| (0..PART).map(move |at| format!("{memory}[{at}]"))))
        .collect();
    let left: String = shown.iter().enumerate().map(|(at, what)| format!("out[{at}] = {what};\n")).collect();
    let width = shown.len() + 1;
    let source = format!(
        "// lanescope: global {ITEMS}\n// lanescope: local {ITEMS}\n// lanescope: arg out [{}]\n// lanescope: arg a [{}]\n\
         {CLASSES}__global__ void k(unsigned *out, unsigned *a) {{\n\
         __shared__ unsigned shared[{1}];\nunsigned i = threadIdx.x, total = i, q[{PART}];\n\
         unsigned *g = a + i * {PART}, *s = shared + i * {PART};\nout += i * {width};\n\
         for (unsigned k = 0; k < {PART}; k++) {{ g[k] = 10 * i + k; s[k] = 1000 + 10 * i + k; q[k] = 2000 + 10 * i + k; }}\n\
         {rows}Both<Row<unsigned, 2>, Row<unsigned, 3>> both = {{ a0, b0 }};\nRow<unsigned, 2> list[2] = {{ a0, a1 }};\n\
         {}{left}out[{}] = total;\n}}\n",
        width * ITEMS as usize,
        PART * ITEMS as usize,
        body.iter().map(Statement::text).collect::<String>(),
        width - 1,
    );
    let items = (0..ITEMS).flat_map(|item| {
        let row = |row: usize| {
            let ((count, memory, _), (first, at)) = (ROWS[row], firsts[row]);
            let step = u32::from(count == 2);
            Row { words: (0..count as u32).map(|k| item + first + k * step).collect(), memory, at }
        };
        let mut rows: Vec<Row> = (0..5).map(row).collect();
        [0, 2, 0, 1].iter().for_each(|from: &usize| rows.push(rows[*from].clone()));
        let memories = std::array::from_fn(|memory| std::array::from_fn(|at| first(memory, item, at)));
        let mut state = State { item, total: item, rows, memories };
        body.iter().for_each(|one| one.run(&mut state));
        let rows = (0..=LISTED).flat_map(|row| {
            let words = state.rows[row].words.clone();
            words.into_iter().chain([state.load(row, 0)])
        });
        rows.chain(state.memories.into_iter().flatten()).chain([state.total]).collect::<Vec<u32>>()
    });
    (source, items.collect())
}
