//! Random kernels as source text, and the judge of what machines make of them.
//!
//! A text is written top down: `kernel` writes the frame (buffers, variables, what each work-item leaves in memory),
//! `statement` the control flow, `expression` what is computed, and [`judge`] runs it. Shapes are free: any statement
//! stands in any other, under conditions that are the same for a whole work-group or not.
//!
//! Every text ends, whatever its data: each loop has a counter that nothing else changes. None has a race: a work-item
//! writes its own elements of buffers and of work-group memory, reads those of others only between two barriers, and
//! changes common elements by atomics whose order does not matter and whose results it does not use. Barriers stand only
//! where the whole work-group comes together; operations of the lanes of a warp, which take all lanes, where a warp does, in texts that
//! have them.

mod expression;
pub mod judge;
mod kernel;
pub mod objects;
mod statement;
mod vector;

use lanescope_core::base::rng::Rng;

/// The words in which the two languages differ.
#[derive(Clone, Copy, Debug)]
struct Dialect {
    kernel: &'static str,
    function: &'static str,
    global: &'static str,
    local: &'static str,
    barrier: &'static str,
    /// Places of the work-item: global and local, and the local size, in dimensions 0 and 1.
    global_id: [&'static str; 2],
    local_id: [&'static str; 2],
    /// Add, maximum, minimum, or, and, exclusive or.
    atomics: [&'static str; 6],
    /// Are there vectors with operators?
    vectors: bool,
    /// Functions of one integer and of two.
    unary: &'static [&'static str],
    binary: &'static [&'static str],
    /// What stands before a kernel with lanes, and the number of a work-item's warp; what lanes do with a value `@` and a number `#` below 8.
    warp: &'static str,
    own_warp: &'static str,
    lanes: &'static [&'static str],
}

const OPENCL: Dialect = Dialect {
    kernel: "__kernel void",
    function: "",
    global: "__global ",
    local: "__local ",
    barrier: "barrier(CLK_LOCAL_MEM_FENCE);",
    global_id: ["get_global_id(0)", "get_global_id(1)"],
    local_id: ["get_local_id(0)", "get_local_id(1)"],
    atomics: ["atomic_add", "atomic_max", "atomic_min", "atomic_or", "atomic_and", "atomic_xor"],
    vectors: true,
    unary: &["popcount", "clz", "ctz", "convert_int_sat", "(int)abs"],
    binary: &[
        "mul_hi",
        "rotate",
        "hadd",
        "rhadd",
        "add_sat",
        "sub_sat",
        "(int)abs_diff",
        "max",
        "min",
        "mul24",
    ],
    warp: "__attribute__((intel_reqd_sub_group_size(8))) ",
    own_warp: "(int)get_sub_group_id()",
    lanes: &[
        "sub_group_shuffle_xor((int)(@), #)",
        "sub_group_shuffle((int)(@), (@) & 7)",
        "(int)sub_group_shuffle_down((long)(@), #)",
        "(int)sub_group_shuffle_up((uchar)(@), #)",
        "sub_group_broadcast((int)(@), #)",
        "sub_group_reduce_add((int)(@))",
        "sub_group_scan_exclusive_max((int)(@))",
        "(int)sub_group_scan_inclusive_add((uint)(@))",
        "sub_group_any(((@) & 7) == #) + 2 * sub_group_all(((@) & 7) != #)",
    ],
};

const CUDA: Dialect = Dialect {
    kernel: "__global__ void",
    function: "__device__ ",
    global: "",
    local: "__shared__ ",
    barrier: "__syncthreads();",
    global_id: ["blockIdx.x * blockDim.x + threadIdx.x", "blockIdx.y * blockDim.y + threadIdx.y"],
    local_id: ["threadIdx.x", "threadIdx.y"],
    atomics: ["atomicAdd", "atomicMax", "atomicMin", "atomicOr", "atomicAnd", "atomicXor"],
    vectors: false,
    unary: &["__popc", "__clz", "__ffs", "(int)__brev", "abs"],
    binary: &["__mulhi", "(int)__umulhi", "max", "min", "(int)umax", "__mul24"],
    warp: "",
    own_warp: "(lid >> 5)",
    lanes: &[
        "__shfl_xor_sync(~0u, (int)(@), #)",
        "__shfl_sync(~0u, (int)(@), (int)(@))",
        "(int)__shfl_down_sync(~0u, (long long)(@), #, 8)",
        "__shfl_up_sync(0xffffffff, (int)(@), #, 1 << #)",
        "(int)__ballot_sync(~0u, (@) & 1)",
        "(int)__match_any_sync(~0u, (@) & 3)",
        "__reduce_add_sync(~0u, (int)(@))",
        "(int)__reduce_max_sync(~0u, (unsigned)(@))",
        "__any_sync(~0u, ((@) & 7) == #) + 2 * __all_sync(~0u, ((@) & 7) != #)",
    ],
};

/// What a text is made of beside control flow.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// Types of variables: eight of integers, two of floats.
    types: [&'static str; 10],
    /// Types of the elements of the buffers `bytes`, `shorts` and `longs`, and of `wide`.
    narrow: [&'static str; 3],
    /// Local sizes of one dimension, and of the first of two.
    flat: &'static [u64],
    rows: &'static [u64],
    /// The local size of the second dimension.
    column: u64,
    /// Atomics and work-group memory for sums?
    atomics: bool,
    /// Operations of the lanes of a warp?
    lanes: bool,
    /// May work-items return wherever they are, so that others come to barriers without them?
    leaves: bool,
}

/// The whole language.
static WHOLE: Extent = Extent {
    types: [
        "char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned int",
        "long",
        "unsigned long",
        "float",
        "double",
    ],
    narrow: ["char", "unsigned short", "long"],
    flat: &[8, 12, 16, 24, 32],
    rows: &[4, 8, 10],
    column: 3,
    atomics: true,
    lanes: false,
    leaves: false,
};

/// For machines with words of 32 bits alone, no atomics and groups whose size is a power of two.
static WORDS: Extent = Extent {
    types: {
        let (int, unsigned) = ("int", "unsigned int");
        [int, unsigned, int, unsigned, int, unsigned, int, unsigned, "float", "float"]
    },
    narrow: ["int", "unsigned int", "int"],
    flat: &[8, 16, 32, 64],
    rows: &[4, 8, 16],
    column: 2,
    atomics: false,
    lanes: false,
    leaves: false,
};

/// For all machines, with barriers that some work-items do not come to because they have returned.
static LEAVING: Extent = Extent { leaves: true, ..WORDS };

/// For machines whose lanes exchange values: groups of a part of a warp, of one, and of more.
static LANES: Extent =
    Extent { flat: &[8, 20, 32, 48, 64], rows: &[4, 8, 16], column: 4, lanes: true, ..WHOLE };

/// The same for machines that have words of 32 bits alone.
static LANES_IN_WORDS: Extent =
    Extent { flat: &[8, 16, 32, 64], rows: &[4, 8, 16], column: 4, lanes: true, ..WORDS };

/// A variable that can be named here.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: &'static str,
    /// Is it the same in the whole work-group?
    uniform: bool,
    /// May statements change it? (Counters of loops they may not.)
    free: bool,
}

/// A loop around the place where the text goes on.
#[derive(Clone, Copy, Debug)]
struct Turns {
    /// Does the whole work-group make the same turns? Then nothing in it may lead work-items apart.
    together: bool,
    /// Does `break` mean a `switch` inside of it?
    in_switch: bool,
}

/// Writes one text.
struct Author {
    rng: Rng,
    dialect: Dialect,
    extent: &'static Extent,
    text: String,
    depth: usize,
    /// Statements that may still be written.
    budget: u32,
    /// How deep an integer may be nested: some texts have short expressions and more statements.
    nesting: u32,
    variables: Vec<Variable>,
    loops: Vec<Turns>,
    /// Does the whole work-group come to this place together?
    together: bool,
    /// Has a work-item perhaps returned? Then the group never is together again.
    returned: bool,
    /// Barriers so far, and how many there were when the outermost construct around this place began.
    barriers: u32,
    barriers_before: Option<u32>,
    /// Helper functions that may be called, with the calls that are left.
    helpers: usize,
    calls: u32,
    /// In a helper function.
    in_helper: bool,
    names: u32,
    group: u64,
    /// Work-items in both dimensions.
    grid: [u64; 2],
}

/// The text of a seed, with its launch in its header.
pub fn text(seed: u64) -> String {
    Author::new(seed, &WHOLE).write(seed)
}

/// A text for machines that have words of 32 bits alone.
pub fn words(seed: u64) -> String {
    Author::new(seed, &WORDS).write(seed)
}

/// A text with barriers that work-items do not come to that have returned.
pub fn leaving(seed: u64) -> String {
    Author::new(seed, &LEAVING).write(seed)
}

/// A text with operations of the lanes of a warp, for machines that have words of 32 bits alone.
pub fn lanes_in_words(seed: u64) -> String {
    Author::new(seed, &LANES_IN_WORDS).write(seed)
}

/// A text with operations of the lanes of a warp.
pub fn lanes(seed: u64) -> String {
    Author::new(seed, &LANES).write(seed)
}

impl Author {
    fn new(seed: u64, extent: &'static Extent) -> Author {
        let mut rng = Rng::new(seed);
        let dialect = if rng.below(4) == 0 { CUDA } else { OPENCL };
        let nesting = if rng.below(2) == 0 { 1 } else { 3 };
        Author {
            rng,
            dialect,
            extent,
            text: String::new(),
            depth: 0,
            budget: 0,
            nesting,
            variables: Vec::new(),
            loops: Vec::new(),
            together: true,
            returned: false,
            barriers: 0,
            barriers_before: None,
            helpers: 0,
            calls: 0,
            in_helper: false,
            names: 0,
            group: 1,
            grid: [1; 2],
        }
    }

    /// Yes in one of so many cases.
    fn one_in(&mut self, cases: u64) -> bool {
        self.rng.below(cases) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.rng.below(from.len() as u64) as usize].clone()
    }

    /// A type of integers.
    fn number_type(&mut self) -> &'static str {
        let types: &'static [&'static str] = &self.extent.types[..8];
        self.pick(types)
    }

    /// Is the whole work-group together here, as far as it has not returned?
    fn is_together(&self) -> bool {
        self.together && (!self.returned || self.extent.leaves) && !self.in_helper
    }

    fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.depth);
        self.text += &format!("{indent}{line}\n");
    }

    /// A name that nothing has.
    fn name(&mut self, start: &str) -> String {
        self.names += 1;
        format!("{start}{}", self.names)
    }

    fn declare(&mut self, name: &str, ty: &'static str, uniform: bool, free: bool) {
        self.variables.push(Variable { name: name.into(), ty, uniform, free });
    }

    /// A variable that a condition allows, if there is one.
    fn variable(&mut self, allowed: impl Fn(&Variable) -> bool) -> Option<Variable> {
        let fit: Vec<Variable> =
            self.variables.iter().filter(|variable| allowed(variable)).cloned().collect();
        (!fit.is_empty()).then(|| self.pick(&fit))
    }
}
