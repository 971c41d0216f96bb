//! The causes that only this machine has: what registers of a fixed width cost where memory does not lie as they want it, and
//! what goes part by part, and what several cores cost.

use lanescope_parts::causes;

causes! {
    /// Waits for an access that crosses a line or a page: these cycles it would not have waited for one that does not.
    CROSSING = "crossing", "access crosses a border", Waiting, Sky Falling;
    /// The way to memory is taken by a gather or scatter, whose elements enter one by one.
    ELEMENTS = "elements", "element by element", Waiting, Lavender Upright;
    /// Rows of a tile take the way to memory, or the tile unit, one in a cycle.
    TILE_ROWS = "tile-rows", "rows of a tile", Waiting, Olive Dots;
    /// Waits for the sums of a product of tiles.
    TILE_SUM = "tile-sum", "waits for sums of a tile", Waiting, Cyan Wide;
    /// Several cores work: one that has ended is joined with the others.
    JOINING = "joining", "cores are joined", Draining, Gold Level;
}
