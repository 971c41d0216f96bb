//! How a launch is cut into groups of 1,024 work-items, and what a work-item's place is in it.
//!
//! A launch of columns alone is one row. Else columns stay columns; rows of all layers are rows, those of an
//! OpenCL group one behind the
//! other: row `((layer block * row blocks + row block) * layers of a group + layer in it) * rows of a group +
//! row in it`. Several OpenCL
//! groups share a group of the machine if their sides are powers of two.

use alloc::{format, string::String};

use lanescope_parts::launch::Launch;

use crate::{exec, isa::WORK_ITEMS};

/// The cut of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Work-items of the launch.
    pub global: [u32; 3],
    /// Work-items of an OpenCL group.
    pub local: [u32; 3],
    /// Columns and rows of the machine's launch.
    pub size: [u32; 2],
    /// Columns of the machine's group.
    pub width: u32,
}

/// Widths of groups, the one that costs the memory least first (simd C14).
const WIDTHS: [u32; 6] = [128, 64, 256, 32, 512, 1024];
/// The least of them.
const LEAST_WIDTH: u32 = 32;

impl Shape {
    /// Cuts a launch. Does the kernel ask for its place in a group, or for what a group has?
    pub fn new(launch: &Launch, asks: bool) -> Result<Shape, String> {
        let (global, local) = (launch.global, if asks { launch.local } else { [1; 3] });
        let items: u64 = local.iter().map(|side| u64::from(*side)).product();
        let sides = format!("{} x {} x {}", local[0], local[1], local[2]);
        if items > WORK_ITEMS as u64 {
            return Err(format!("its groups have {items} work-items ({sides}); Sim-D has 1024 at most"));
        }
        if !local.iter().all(|side| side.is_power_of_two()) {
            return Err(format!(
                "its groups are {sides}; several groups share one of Sim-D only if \
                 their sides are powers of two"
            ));
        }
        let rows = u64::from(global[1]) * u64::from(global[2]);
        let rows = u32::try_from(rows).map_err(|_| String::from("it has more than 2^32 rows"))?;
        let size = [global[0], rows];
        let most = global[0].max(LEAST_WIDTH).checked_next_power_of_two().unwrap_or(u32::MAX);
        let fits = |width: &u32| {
            (local[0]..=most).contains(width) && local[1] * local[2] <= WORK_ITEMS as u32 / width
        };
        let width = match rows {
            1 => Some(WORK_ITEMS as u32),
            _ => WIDTHS.into_iter().find(fits),
        };
        let width = width.ok_or_else(|| {
            format!("its groups are {sides}; a group of Sim-D has at most 32 rows, so that no width fits")
        })?;
        Ok(Shape { global, local, size, width })
    }

    /// The same launch in groups of all widths that a kernel can have which asks nothing of them, this one first.
    pub fn others(&self) -> impl Iterator<Item = Shape> + use<> {
        let most = self.size[0].max(LEAST_WIDTH).checked_next_power_of_two().unwrap_or(u32::MAX);
        let (this, rows) = (*self, self.size[1]);
        let fits = move |width: &u32| *width != this.width && *width <= most && rows > 1;
        [this].into_iter().chain(WIDTHS.into_iter().filter(fits).map(move |width| Shape { width, ..this }))
    }

    /// Rows of the machine's group.
    pub const fn height(&self) -> u32 {
        WORK_ITEMS as u32 / self.width
    }

    /// Rows of an OpenCL group in the machine's launch.
    pub const fn local_rows(&self) -> u32 {
        self.local[1] * self.local[2]
    }

    /// How many OpenCL groups share one of the machine, in columns and rows.
    pub const fn sharing(&self) -> [u32; 2] {
        [self.width / self.local[0], self.height() / self.local_rows()]
    }

    /// The launch of the machine.
    pub const fn launch(&self) -> exec::Launch {
        exec::Launch { size: self.size, width: self.width }
    }
}
