//! The mask and the vector registers. A group of registers that forms one operand is one row; it is cut into elements as
//! the vector type says, or into those of another width that is chosen, for the same bits can be read in many ways.

use lanescope_core::session::vocabulary::VectorFile;
use yew::prelude::*;

use super::controls::{Props, chosen, radix_select, unit_select};
use crate::{
    format,
    format::Radix,
    protocol::Frame,
    state::{Action, Shared, view::ELEMENTS},
    text,
};

/// Elements of a page of columns.
const COLUMNS: u32 = 64;
/// Number of vector registers.
const REGISTERS: u32 = 32;

/// How the registers are cut.
#[derive(Clone, Copy)]
struct Cut {
    /// Bits of an element.
    bits: u32,
    /// Registers of a row.
    step: u32,
    /// Elements of a row.
    elements: u32,
    /// Elements from this one on are beyond the vector length.
    end: u32,
    /// Is it what the vector type says?
    own: bool,
}

impl Cut {
    fn new(file: &VectorFile, wanted: u32) -> Cut {
        // Before a vector type is set: double words.
        let sew = if file.sew == 0 { 64 } else { file.sew };
        let (bits, step) = (if wanted == 0 { sew } else { wanted }, file.registers.max(1));
        let own = bits == file.sew;
        let elements = if own { file.vlmax } else { step * file.vlen / bits };
        // A part of an element that is within the length is within it too.
        let end = u64::from(file.vl) * u64::from(file.sew) / u64::from(bits);
        Cut { bits, step, elements: elements.max(1), end: end as u32, own }
    }
}

/// See the module.
#[component]
pub fn Vectors(props: &Props) -> Html {
    let page = use_state(|| 0u32);
    let file = |frame: &Option<Shared<Frame>>| frame.as_ref()?.snapshot.as_ref()?.registers.vector.clone();
    let Some(now) = file(&props.frame) else {
        return html! { <div class="scroll"><div class="tools">{ unit_select(props) }</div><p class="empty">{ text::VECTORS_EMPTY }</p></div> };
    };
    let before = file(&props.before);
    let cut = Cut::new(&now, props.panes.element_bits);
    let first = (*page * COLUMNS).min((cut.elements - 1) / COLUMNS * COLUMNS);
    let columns = first..(first + COLUMNS).min(cut.elements);
    let turn = |by: i32| {
        let (page, from) = (page.clone(), first / COLUMNS);
        Callback::from(move |_: MouseEvent| page.set(from.saturating_add_signed(by)))
    };
    let table = Table { props, now: &now, before: before.as_ref(), cut, columns: columns.clone() };
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={text::VECTORS_LABEL}>
            <div class="tools">
                { unit_select(props) }{ width_select(props) }{ radix_select(props) }
                <span class="vtype"><b>{ text::vector_state(&now.vtype, now.vl, now.vlmax, now.vlen) }</b></span>
                if cut.elements > COLUMNS {
                    <span>
                        <button class="quiet" disabled={first == 0} onclick={turn(-1)}>{ text::PAGE_BACK }</button>
                        { text::elements(columns.start, columns.end - 1, cut.elements) }
                        <button class="quiet" disabled={columns.end == cut.elements} onclick={turn(1)}>{ text::PAGE_ON }</button>
                    </span>
                }
                <span class="note"><i class="fresh"></i>{ text::JUST_CHANGED_NOTE }</span>
            </div>
            { mask(&now, props.map.has_masks()) }
            { table.draw() }
        </div>
    }
}

/// A select for the width of elements.
fn width_select(props: &Props) -> Html {
    let change =
        props.send.reform(|event: Event| Action::ElementBits(chosen(&event).parse().unwrap_or_default()));
    let options = ELEMENTS.iter().map(|bits| {
        let words = if *bits == 0 { text::ELEMENTS_OWN.into() } else { format!("e{bits}") };
        html! { <option value={bits.to_string()} selected={*bits == props.panes.element_bits}>{ words }</option> }
    });
    html! { <label class="field">{ text::ELEMENTS_AS }<select onchange={change}>{ for options }</select></label> }
}

/// The bits of the mask register for the elements below the vector length.
fn mask(file: &VectorFile, used: bool) -> Html {
    if !used {
        return html! { <p class="summary note">{ text::NO_MASKS }</p> };
    }
    let on = file.mask.iter().filter(|bit| **bit).count();
    let words = text::mask(on, file.mask.len());
    html! {
        <p class="summary">
            <b>{ text::MASK }</b>
            <span class="mask" role="img" aria-label={words.clone()}>
                { for file.mask.iter().map(|bit| html! { <i class={bit.then_some("on")}></i> }) }
            </span>
            <span>{ words }</span>
        </p>
    }
}

struct Table<'a> {
    props: &'a Props,
    now: &'a VectorFile,
    before: Option<&'a VectorFile>,
    cut: Cut,
    columns: std::ops::Range<u32>,
}

impl Table<'_> {
    fn draw(&self) -> Html {
        let masked = self.cut.own && self.props.map.has_masks();
        html! {
            <table class="values">
                <thead><tr>
                    <th scope="col">{ text::REGISTER }</th>
                    { for self.columns.clone().map(|index| {
                        let off = masked && self.now.mask.get(index as usize) == Some(&false);
                        html! { <th scope="col" class={off.then_some("off")}>{ index }</th> }
                    }) }
                </tr></thead>
                <tbody>{ for (0..REGISTERS).step_by(self.cut.step as usize).map(|register| self.row(register)) }</tbody>
            </table>
        }
    }

    fn row(&self, register: u32) -> Html {
        let Cut { bits, step, end, own, .. } = self.cut;
        let name =
            if step > 1 { format!("v{register}–v{}", register + step - 1) } else { format!("v{register}") };
        let radix = match self.props.panes.radix {
            Radix::Auto if own => self.props.map.vector_radix(&format!("v{register}"), self.pc()),
            chosen => chosen,
        };
        let cell = |index: u32| {
            let value = self.now.element(register, index, bits);
            let fresh = self.before.is_some_and(|before| before.element(register, index, bits) != value);
            let class = classes!(fresh.then_some("fresh"), (index >= end).then_some("off"));
            html! { <td {class}>{ value.map(|value| format::value(value, bits, radix)).unwrap_or_default() }</td> }
        };
        html! { <tr key={register}><th scope="row">{ name }</th>{ for self.columns.clone().map(cell) }</tr> }
    }

    /// The next instruction of the selected unit.
    fn pc(&self) -> u32 {
        let snapshot = self.props.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
        let unit = snapshot.and_then(|snapshot| snapshot.units.get(self.props.panes.unit as usize));
        unit.and_then(|unit| unit.pc).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(sew: u32, registers: u32) -> VectorFile {
        let vlmax = (registers * 2048).checked_div(sew).unwrap_or(0);
        VectorFile {
            vlen: 2048,
            vl: vlmax / 2,
            vlmax,
            sew,
            registers,
            vtype: String::new(),
            bytes: vec![0; 32 * 256],
            mask: Vec::new(),
        }
    }

    #[test]
    fn hv25_a_register_is_cut_into_elements_of_any_width() {
        // The register of 2048 bits of the text: 32 x 64, 64 x 32, 128 x 16 or 256 x 8 bits.
        let elements = [64, 32, 16, 8].map(|bits| Cut::new(&file(64, 1), bits).elements);
        assert_eq!(elements, [32, 64, 128, 256]);
        assert_eq!(Cut::new(&file(64, 8), 8).elements, 8 * 256);
    }

    #[test]
    fn the_vector_length_ends_at_the_same_byte_in_every_width() {
        let ends = [0, 64, 32, 8].map(|bits| Cut::new(&file(64, 1), bits).end);
        assert_eq!(ends, [16, 16, 32, 128]);
    }

    #[test]
    fn without_a_vector_type_there_are_double_words() {
        let cut = Cut::new(&file(0, 1), 0);
        assert_eq!((cut.bits, cut.elements, cut.end, cut.own), (64, 32, 0, false));
    }
}
