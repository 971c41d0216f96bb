//! The events that only this machine has: accesses that cross a border, what goes element by element, and products of tiles.

use lanescope_parts::events;

events! {
    /// An access that is one for the program crosses the border of a line or of a page, and takes longer.
    Crossing = "crossings", Passing, lasts late {
        /// The unit.
        unit: u32 = "",
        /// The instruction.
        pc: u32 = "",
        /// Address of the first byte.
        address: u64 = "",
        /// Bytes behind the border, 64 for one of a line or 4096 for one of a page.
        border: u32 = "bytes",
        /// How much longer it takes.
        late: u32 = "cycles",
    }
    /// The elements of a gather or scatter, or the rows of a tile, begin to enter memory, one in a cycle.
    OneByOne = "one-by-one", Passing, lasts life {
        /// The unit.
        unit: u32 = "",
        /// Number of the dynamic instruction, as in `stages`.
        id: u64 = "",
        /// The instruction.
        pc: u32 = "",
        /// Cycles until all are in: as many as there are.
        entering: u32 = "cycles",
        /// Cycles until the data of all of them is there.
        life: u32 = "cycles",
    }
    /// A product of tiles enters the tile unit; the rest of its course is already certain.
    TileProduct = "tile-products", Passing, lasts life {
        /// The unit.
        unit: u32 = "",
        /// Number of the dynamic instruction, as in `stages`.
        id: u64 = "",
        /// The instruction.
        pc: u32 = "",
        /// Rows of the sums: the unit takes no other product for as many cycles.
        rows: u32 = "rows",
        /// Cycles until the sums are there.
        life: u32 = "cycles",
    }
}
