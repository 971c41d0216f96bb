//! The panels that show this machine, in tab order.

mod banks;
mod convoys;
mod elements;
pub mod parts;
pub mod sites;
mod strips;
mod vectors;

use lanescope_parts::{
    figure::{About, Panel, panel},
    machines::{
        Role, UnitInfo,
        panels::{
            MachinePanel, accesses::ACCESSES, console::CONSOLE, diagram::DIAGRAM, dram::DRAM, follow::FOLLOW,
            lanes::LANES, registers::REGISTERS, timeline::TIMELINE,
        },
    },
};

/// What is the same on other machines has a sentence of its own here.
pub const PANELS: &[MachinePanel] = &panel::rows([
    Panel {
        about: About {
            says: "Front end and functional units down, cycles to the right: a cell says that an element group entered the unit, or why none did.",
            ..TIMELINE.about
        },
        ..TIMELINE
    },
    DIAGRAM,
    FOLLOW,
    convoys::CONVOYS,
    elements::ELEMENTS,
    strips::STRIPS,
    vectors::VECTORS,
    banks::BANKS,
    Panel {
        about: About {
            says: "With memory of that kind, the commands of each bank: an activate opens a row, accesses that find it open are cheap.",
            ..DRAM.about
        },
        ..DRAM
    },
    Panel {
        about: About {
            says: "The lanes of every functional unit in this cycle: one element group fills a row, masked-off elements leave their lane idle.",
            ..LANES.about
        },
        ..LANES
    },
    Panel {
        about: About {
            says: "The scalar registers of the selected unit's core; the vector registers are in Vectors.",
            ..REGISTERS.about
        },
        ..REGISTERS
    },
    Panel {
        about: About {
            says: "The addresses of the element group in the selected load/store unit: each of a pass has a bank of its own.",
            ..ACCESSES.about
        },
        ..ACCESSES
    },
    CONSOLE,
]);

/// What to say where there is no vector instruction.
const NO_VECTOR: &str = "No vector instruction lies in this window. Zoom out, or move on to one.";
/// Most vector instructions of an answer.
const INSTRUCTIONS: u32 = 1024;

/// Is a unit a front end? Vector instructions are never in there.
fn is_front_end(units: &[UnitInfo], unit: u32) -> bool {
    units.get(unit as usize).is_none_or(|info| info.role == Role::FrontEnd)
}

/// The unit whose elements are shown: the selected one, or the first behind a front end.
fn functional(units: &[UnitInfo], selected: u32) -> u32 {
    if is_front_end(units, selected) && selected + 1 < units.len() as u32 { selected + 1 } else { selected }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_unit_of_a_core_has_no_elements() {
        let unit = |(core, role)| UnitInfo::new(core, "unit", None, 4).with_role(role);
        let roles = [Role::FrontEnd, Role::Functional, Role::Functional, Role::FrontEnd, Role::Functional];
        let mut cores = [0, 0, 0, 1, 1].into_iter();
        let units = roles.map(|role| unit((cores.next().unwrap(), role)));
        assert_eq!([0, 1, 2, 3, 4].map(|at| functional(&units, at)), [1, 1, 2, 4, 4]);
        assert_eq!(functional(&units[..1], 0), 0);
    }
}
