//! The panels that show this machine, in tab order. Those of masks, stack and lanes come with timing, which they need.

use lanescope_parts::{
    figure::panel,
    machines::panels::{MachinePanel, console::CONSOLE},
};

/// The console.
pub const PANELS: &[MachinePanel] = &panel::rows([CONSOLE]);
