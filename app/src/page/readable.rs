//! Tables and lines of figures as the page's own elements: they can be read out, selected and scrolled. A value that differs from
//! the one at the cursor's last place is marked.

use lanescope_core::session::figure::{
    Form, Mark,
    table::{Look, Table, TableCell},
};
use yew::prelude::*;

use super::{controls::Props, marked::marked};
use crate::state::Action;

/// Most bits of a row of bits that are drawn.
const BITS: usize = 1024;
/// Most of them that stand apart.
const APART: usize = 64;

/// A table or lines; `before` is the same at the cursor's last place.
pub fn readable(page: &Props, form: &Form, before: Option<&Form>) -> Html {
    match (form, before) {
        (Form::Text(text), _) => {
            let line = |(text, mark)| html! { <p class="summary">{ pointed(page, mark, text) }</p> };
            text.lines.iter().map(|known| line((&known.text, known.mark))).collect()
        }
        (Form::Table(now), Some(Form::Table(before))) => table(page, now, before),
        (Form::Table(now), _) => table(page, now, &Table::default()),
        (form, _) => table(page, &form.table(), &Table::default()),
    }
}

/// Which columns have bits or words instead of numbers?
fn have_words(table: &Table) -> Vec<bool> {
    let is_words = |cell: &TableCell| {
        cell.look == Look::Bits || (cell.bits.is_none() && cell.text.starts_with(char::is_alphabetic))
    };
    let of = |column| table.rows.iter().filter_map(|row| row.get(column)).any(is_words);
    (0..table.columns.len()).map(of).collect()
}

fn table(page: &Props, now: &Table, before: &Table) -> Html {
    let have_words = have_words(now);
    html! {
        <table class="values">
            <thead><tr>{ for now.columns.iter().enumerate().map(|(at, column)| {
                let lit = column.mark.is_some_and(|mark| page.lit.shows(&mark));
                let words = have_words[at].then_some("words");
                let class = classes!(words, column.off.then_some("off"), lit.then_some("lit"));
                html! { <th scope="col" {class} onclick={pick(page, column.mark)}>{ &column.title }</th> }
            }) }</tr></thead>
            <tbody>{ for (0..now.rows.len()).map(|at| row(page, (now, &have_words), before, at)) }</tbody>
        </table>
    }
}

fn row(page: &Props, (now, have_words): (&Table, &[bool]), before: &Table, at: usize) -> Html {
    let cells = now.rows[at].iter().enumerate().map(|(column, known)| {
        let fresh = now.changed(before, at, column);
        let marks = [known.mark, now.columns.get(column).and_then(|column| column.mark)];
        let lit = marks.into_iter().flatten().any(|mark| page.lit.shows(&mark));
        let look = match known.look {
            Look::Plain | Look::Bits => None,
            Look::Changed => Some("changed"),
            Look::On => Some("on"),
            Look::Off => Some("off"),
        };
        let words = (have_words.get(column) == Some(&true)).then_some("words");
        let class = classes!(words, look, fresh.then_some("fresh"), lit.then_some("lit"));
        let (enter, leave) = (hover(page, known.mark), hover(page, None));
        let address = match known.mark {
            Some(Mark::Bytes(address, _)) => Some(format!("{address:#x}")),
            _ => None,
        };
        if column == 0 {
            return html! {
                <th scope="row" {class} title={address} onmouseenter={enter} onmouseleave={leave}>{ &known.text }</th>
            };
        }
        let click = pick(page, known.mark);
        html! { <td {class} onmouseenter={enter} onmouseleave={leave} onclick={click}>{ cell(page, known) }</td> }
    });
    html! { <tr>{ for cells }</tr> }
}

fn cell(page: &Props, cell: &TableCell) -> Html {
    if cell.look == Look::Bits { bits(&cell.text) } else { pointed(page, cell.mark, &cell.text) }
}

/// A row of bits, from a text of 1 and 0. So many that they would need several lines are one strip, in which bits that are equal
/// stand together.
pub fn bits(text: &str) -> Html {
    let bits: Vec<bool> = text.chars().take(BITS).map(|bit| bit == '1').collect();
    let many = bits.len() > APART;
    let equal = |a: &bool, b: &bool| many && a == b;
    html! {
        <span class={classes!("mask", many.then_some("many"))} role="img" aria-label={text.to_string()}>
            { for bits.chunk_by(equal).map(|run| html! {
                <i class={run[0].then_some("on")} style={many.then(|| format!("flex-grow: {}", run.len()))}></i>
            }) }
        </span>
    }
}

/// A text; one that stands for an instruction can be chosen.
fn pointed(page: &Props, mark: Option<Mark>, text: &str) -> Html {
    let Some(mark @ Mark::Pc(_)) = mark else { return marked(text) };
    let (enter, leave) = (hover(page, Some(mark)), hover(page, None));
    let lit = page.lit.shows(&mark).then_some("lit");
    html! {
        <button class={classes!("quiet", "place", lit)} title={text.to_string()} onmouseenter={enter} onmouseleave={leave}
            onclick={pick(page, Some(mark))}><code>{ text }</code></button>
    }
}

fn hover(page: &Props, mark: Option<Mark>) -> Callback<MouseEvent> {
    page.send.reform(move |_: MouseEvent| Action::Hover(mark))
}

/// Chooses what a mark stands for; nothing if it stands for nothing.
fn pick(page: &Props, mark: Option<Mark>) -> Option<Callback<MouseEvent>> {
    let mark = mark?;
    Some(page.send.reform(move |event: MouseEvent| {
        event.stop_propagation();
        Action::Pick(Some(mark))
    }))
}
