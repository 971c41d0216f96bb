//! Any panel: the figure that the laboratory answered with, drawn, read out and moved in by the rules of its form. It
//! knows no panel by name; what a panel can be asked (a unit, a radix) is in its row.

use lanescope_core::session::{
    PanelInfo,
    figure::{
        Figure, Form, Mark, Subfigure, Takes, View,
        axis::gutter,
        diagram::Kept,
        keys::Move,
        rows::{LEAST, Rows},
    },
};
use yew::prelude::*;

use super::{
    canvas::{Canvas, Touch, use_canvas_size},
    controls::{Props, page_turns, radix_select, region_select, unit_select, way_out, width_select, zoom},
    legend,
    marked::marked,
    phase::{STILL, use_phase},
    readable::readable,
    study,
};
use crate::{
    state::{Action, Shared},
    text,
};

/// Most pixels that the picture of a study is given.
const TALLEST: f64 = 1200.0;

/// A panel and what every panel is given.
#[derive(Clone, Properties, PartialEq)]
pub struct FigureProps {
    /// The panel's row.
    pub info: PanelInfo,
    /// What every panel is given.
    pub page: Props,
}

/// See the module.
#[component]
pub fn FigurePanel(props: &FigureProps) -> Html {
    let (size, onsize) = use_canvas_size();
    let kept = use_memo((), |()| Kept::default());
    let FigureProps { info, page } = props;
    let phase = use_phase(info.takes(Takes::Zoom), page.cursor, page.pace);
    let answer = page.answer(&info.id);
    let known = answer.map(|answer| answer.figure.clone());
    let before = answer.and_then(|answer| answer.before.clone()).unwrap_or_default();
    let scrolls = info.takes(Takes::Rows);
    use_size_of_rows(page, info, known.as_deref(), size);
    let study = info.study.as_ref().map(|inputs| study::form(page, info, inputs));
    if known.is_none() && !scrolls {
        return html! { { for study } };
    }
    let figure = known.unwrap_or_default();
    // The figure may be of a unit near the selected one, because that has nothing of the kind.
    let page = &page.of_unit(figure.unit);
    let tools = tools(page, info, &figure);
    let zooms = if info.takes(Takes::Cycles) {
        zoom(&page.send, page.cursor)
    } else {
        html! {}
    };
    // What scrolls says by its canvas how much there is room for.
    if figure.is_empty() && study.is_some() {
        return html! { { for study } };
    }
    if figure.is_empty() && !scrolls {
        return html! { <>{ tools }<p class="empty">{ marked(&figure.remark) }</p><div class="legend">{ zooms }</div></> };
    }
    let (drawn, read) = split(&figure, &before);
    // What is said first stands above the picture.
    let says_first =
        matches!(figure.parts.first(), Some(Subfigure { form: Form::Text(_), .. })) && !drawn.is_empty();
    let (first, read) = read.split_at(usize::from(says_first));
    let seen = View { phase, kept: Some(&kept), ..view(page, &info.id, &drawn, size) };
    let picture = drawn.draw(&seen);
    let timed = info.takes(Takes::Cycles) || info.takes(Takes::Cursor);
    let cycle = seen.cursor.filter(|_| timed).map(|cursor| text::at_cycle(cursor, &page.time));
    // What there is to say of a study stands above its picture.
    let remark = if study.is_none() { drawn.remark.clone() } else { String::new() };
    let words = [cycle.unwrap_or_default(), drawn.words(&seen), remark];
    let value = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(" · ");
    let remark = drawn.parts.iter().find_map(|part| match &part.form {
        Form::Bars(bars) => bars.remark(&seen),
        _ => None,
    });
    // The rows of a study, of a matrix that is whole, and several parts are all in sight: their panel scrolls.
    let is_matrix = |part: &Subfigure| matches!(part.form, Form::Matrix(_));
    let whole =
        drawn.span.is_some() || !scrolls && (drawn.parts.len() > 1 || drawn.parts.iter().any(is_matrix));
    let least = if whole { drawn.height().min(TALLEST).ceil() } else { 0.0 };
    // What has a size of its own scrolls in both directions.
    let own = drawn.own_size();
    // A diagram fills the width, and is as high as its boxes need to say what they hold.
    let high = drawn.diagram().map(|diagram| diagram.kept_height(size.0, &kept).min(TALLEST));
    let style = match own {
        None if high.is_some() => {
            let high = high.unwrap_or_default().ceil();
            format!("touch-action: pan-x pan-y; min-height: {high}px")
        }
        Some((w, h)) => {
            format!("touch-action: pan-x pan-y; min-width: {}px; min-height: {}px", w.ceil(), h.ceil())
        }
        None => format!("touch-action: pan-y; min-height: {least}px"),
    };
    let ontouch = {
        let (page, drawn, info) = (page.clone(), drawn.clone(), info.clone());
        let kept = kept.clone();
        Callback::from(move |touch| {
            let view = View { kept: Some(&kept), ..view(&page, &info.id, &drawn, size) };
            touched(&page, &info, &drawn, &view, touch);
        })
    };
    let onkey = {
        let (page, drawn, id) = (page.clone(), drawn.clone(), info.id.to_string());
        Callback::from(move |key: String| pressed(&page, &id, &drawn, size, &key))
    };
    html! {
        <>
            { for study }
            { tools }
            if says_first {
                <div class="saying">{ for first.iter().map(|(part, _)| readable(page, &part.form, None)) }</div>
            }
            if !drawn.is_empty() || scrolls {
                <Canvas {picture} {style} scrolls={own.is_some() || high.is_some() || least > 0.0} dark={page.dark} label={info.label.to_string()} {value} {onsize} {ontouch} {onkey} keys={keys(&drawn)} />
            }
            if info.takes(Takes::Cycles) || !scrolls && !info.legend.is_empty() {
                <div class="legend">
                    { legend::keys(&info.legend, &page.send) }
                    if let Some(remark) = remark { <b class="remark">{ remark }</b> }
                    if scrolls { { all_units(page) } }
                    { zooms }
                </div>
            }
            if !read.is_empty() {
                <div class="scroll" tabindex="0" role="group" aria-label={info.title.to_string()}>
                    { for read.iter().map(|(part, before)| html! {
                        <>
                            if !part.title.is_empty() { <h3>{ &part.title }</h3> }
                            { readable(page, &part.form, *before) }
                        </>
                    }) }
                </div>
            }
        </>
    }
}

/// What can be chosen for a panel.
fn tools(page: &Props, info: &PanelInfo, figure: &Figure) -> Html {
    // A picture over time is of a unit only where it says of which.
    let unit = info.takes(Takes::Unit) && (figure.unit.is_some() || !info.takes(Takes::Cycles));
    let (memory, width) = (info.takes(Takes::Memory), info.takes(Takes::ElementBits));
    let radix = info.takes(Takes::Radix);
    let looks = info.takes(Takes::Zoom);
    if !(unit || memory || width || radix || looks || figure.pages.is_some()) {
        return html! {};
    }
    html! {
        <div class="tools">
            if looks { { way_out(page, info) } }
            if unit { { unit_select(page) } }
            if memory { { region_select(page) } }
            if width { { width_select(page) } }
            if radix { { radix_select(page) } }
            if let Some(pages) = &figure.pages { { page_turns(page, info, pages) } }
        </div>
    }
}

/// Tells how many columns and rows a picture of scrolling rows over time has room for.
#[hook]
fn use_size_of_rows(page: &Props, info: &PanelInfo, figure: Option<&Figure>, size: (f64, f64)) {
    let send = page.send.clone();
    let timed = info.takes(Takes::Rows) && info.takes(Takes::Cycles);
    let rows =
        figure.and_then(|figure| rows(figure, &view(page, &info.id, figure, size))).map(|rows| rows.count);
    let rows = rows.filter(|rows| *rows > 0).unwrap_or((size.1 / LEAST).max(1.0) as u32);
    let columns = (size.0 - gutter(size.0)).max(0.0) as u32;
    use_effect_with((timed, columns, rows), move |(timed, columns, rows)| {
        if *timed {
            send.emit(Action::TimelineSize(*columns, *rows));
        }
    });
}

/// Where the rows of a figure are that scroll.
fn rows(figure: &Figure, view: &View) -> Option<Rows> {
    match &figure.parts.first()?.form {
        Form::Cells(cells) => Some(cells.geometry(view).rows),
        Form::Matrix(matrix) => Some(matrix.geometry(view).rows),
        _ => None,
    }
}

/// Shows the units without work too; on machines where all have work there is nothing to choose.
fn all_units(page: &Props) -> Html {
    let all = page.run.as_ref().map_or(0, |run| run.units.len());
    let hidden = all - page.rows.len().min(all);
    if hidden == 0 && !page.panes.all_units {
        return html! {};
    }
    let flip = page.send.reform({
        let on = !page.panes.all_units;
        move |_: MouseEvent| Action::AllUnits(on)
    });
    let pressed = page.panes.all_units.to_string();
    html! {
        <button class="quiet idlers" aria-pressed={pressed} title={text::ALL_UNITS_DOC} onclick={flip}>
            { text::all_units(hidden) }
        </button>
    }
}

/// A part that is read as text, and the same part at the cursor's last place.
type Read<'a> = (&'a Subfigure, Option<&'a Form>);

/// The parts that are drawn, and those that are read as text. A figure that is all drawn is not copied: it may be large.
fn split<'a>(figure: &'a Shared<Figure>, before: &'a Figure) -> (Shared<Figure>, Vec<Read<'a>>) {
    let is_text = |part: &Subfigure| matches!(part.form, Form::Table(_) | Form::Text(_));
    if !figure.parts.iter().any(is_text) {
        return (figure.clone(), Vec::new());
    }
    let drawn = figure.parts.iter().filter(|part| !is_text(part)).cloned().collect();
    let read = figure.parts.iter().enumerate().filter(|(_, part)| is_text(part));
    let read = read.map(|(at, part)| (part, before.parts.get(at).map(|part| &part.form))).collect();
    (
        Shared::new(Figure {
            parts: drawn,
            remark: figure.remark.clone(),
            span: figure.span,
            ..Figure::default()
        }),
        read,
    )
}

/// How the page looks at a figure.
fn view<'a>(page: &'a Props, id: &str, figure: &Figure, size: (f64, f64)) -> View<'a> {
    View {
        size,
        window: figure.span.map_or(page.window, |span| (0.0, span as f64)),
        cursor: figure.span.is_none().then_some(page.cursor),
        first_row: page.panes.first_row,
        selected: (page.panes.unit, page.panes.lane),
        lit: &page.lit,
        marker: page.panes.marker(id),
        phase: STILL,
        time: &page.time,
        kept: None,
    }
}

fn touched(page: &Props, info: &PanelInfo, figure: &Figure, view: &View, touch: Touch) {
    let size = view.size;
    let send = |action| page.send.emit(action);
    let timed = info.takes(Takes::Cycles);
    let left = gutter(size.0);
    let pixels = (size.0 - left).max(1.0) / page.window.1.max(1e-9);
    let cycle = |x: f64| page.window.0 + (x - left) / pixels;
    let listed = rows(figure, view);
    let scroll = |pixels: f64| listed.map(|rows| Action::Scroll(pixels / rows.height, rows.last_first()));
    let over_names = |x: f64| listed.is_some() && (x < left || !timed);
    match touch {
        Touch::Hover(x, y) => send(Action::Hover(figure.at(view, x, y))),
        Touch::Leave => send(Action::Hover(None)),
        Touch::Click(x, _) | Touch::Drag(_, _, x) if figure.plot().is_some() => {
            let value = figure.plot().map(|plot| plot.value_at(view, x));
            send(Action::Marker(info.id.to_string(), value));
        }
        Touch::Click(x, y) if figure.diagram().is_some() => {
            let place = figure.block_at(view, x, y);
            let opens = place.as_ref().and_then(|(at, path)| Some((*at, path.as_ref()?)));
            match opens {
                Some((at, path)) if view.marker == Some(f64::from(at)) => {
                    send(Action::LookInto(info.id.to_string(), path.clone()));
                }
                _ => {
                    let at = place.map(|(at, _)| f64::from(at));
                    send(Action::Marker(info.id.to_string(), at));
                    send(Action::Pick(figure.at(view, x, y)));
                }
            }
        }
        Touch::Click(x, y) if listed.is_some() => match figure.at(view, x, y) {
            Some(mark) => send(Action::Pick(Some(mark))),
            None if timed && x >= left => send(Action::Seek(cycle(x).max(0.0) as u64)),
            None => {}
        },
        Touch::Click(x, y) => {
            if let Some(Mark::Unit(unit)) = row(figure, view, y) {
                send(Action::Unit(unit));
            }
            send(Action::Pick(figure.at(view, x, y)));
            if timed && x >= left {
                send(Action::Seek(cycle(x).max(0.0) as u64));
            }
        }
        Touch::Wheel(delta, x, false) if over_names(x) => scroll(delta).into_iter().for_each(send),
        Touch::Drag(dx, dy, _) => {
            if timed {
                send(Action::Pan(-dx / pixels));
            }
            scroll(-dy).into_iter().for_each(send);
        }
        _ if !timed => {}
        Touch::Wheel(delta, _, true) => send(Action::Pan(delta / pixels)),
        Touch::Wheel(delta, x, false) => send(Action::Zoom((delta * 0.0025).exp(), cycle(x))),
        Touch::Pinch(factor, x) => send(Action::Zoom(1.0 / factor, cycle(x))),
    }
}

/// What the row at a height stands for, in a picture that is one form.
fn row(figure: &Figure, view: &View, y: f64) -> Option<Mark> {
    match &figure.parts.first()?.form {
        Form::Bars(bars) if figure.parts.len() == 1 => bars.row_at(view, y),
        _ => None,
    }
}

/// The keys of a figure's forms, with spaces between them.
fn keys(figure: &Figure) -> String {
    let keys = figure.parts.iter().flat_map(|part| part.form.keys()).map(|(key, _)| *key);
    keys.collect::<Vec<_>>().join(" ")
}

/// A key does what the form says. True if it was one of its keys.
fn pressed(page: &Props, id: &str, figure: &Figure, size: (f64, f64), key: &str) -> bool {
    let Some(does) = figure.parts.iter().find_map(|part| part.form.pressed(key)) else { return false };
    let (unit, lane, around) = (page.panes.unit, page.panes.lane, page.cursor as f64);
    let quarter = (page.window.1 / 4.0) as i64;
    let marker = |steps| figure.moved(&view(page, id, figure, size), steps);
    page.send.emit(match does {
        Move::Marker(steps) => Action::Marker(id.into(), marker(steps)),
        Move::NoMarker => Action::Marker(id.into(), None),
        Move::Into => match chosen(figure, &view(page, id, figure, size)) {
            Some((Some(path), _)) => Action::LookInto(id.into(), path),
            Some((None, Some(mark))) => Action::Pick(Some(mark)),
            _ => return true,
        },
        Move::Out => {
            let path = &page.panes.zoom;
            Action::LookInto(id.into(), path.rsplit_once('/').map_or("", |(outer, _)| outer).into())
        }
        Move::Cycle(by) => Action::Step(i64::from(by)),
        Move::Page(by) => Action::Step(i64::from(by) * quarter),
        // Where units without work have no row, they are passed over.
        Move::Row(by) if scrolls(figure) => Action::NextUnit(by),
        Move::Row(by) => Action::Unit(unit.saturating_add_signed(by)),
        Move::Column(by) => Action::Lane(lane.saturating_add_signed(by).min(last_column(figure))),
        Move::Nearer => Action::Zoom(0.5, around),
        Move::Further => Action::Zoom(2.0, around),
        Move::Pick => {
            match figure.parts.iter().find_map(|part| here(&part.form, &view(page, id, figure, size))) {
                Some(mark) => Action::Pick(Some(mark)),
                None => return true,
            }
        }
    });
    true
}

/// The box that the keys have chosen in a diagram: its permanent name if it can be looked into, and what it stands for.
fn chosen(figure: &Figure, view: &View) -> Option<(Option<String>, Option<Mark>)> {
    let diagram = figure.diagram()?;
    let block = diagram.blocks.get(diagram.selected(view)? as usize)?;
    Some((block.opens.then(|| block.path.clone()), block.mark))
}

/// Has it rows that scroll?
fn scrolls(figure: &Figure) -> bool {
    figure.parts.iter().any(|part| matches!(part.form, Form::Cells(_) | Form::Matrix(_)))
}

/// The last column of a matrix.
fn last_column(figure: &Figure) -> u32 {
    let columns = figure.parts.iter().filter_map(|part| match &part.form {
        Form::Matrix(matrix) => Some(matrix.columns.saturating_sub(1)),
        _ => None,
    });
    columns.max().unwrap_or(u32::MAX)
}

/// What is at the cursor and selected.
fn here(form: &Form, view: &View) -> Option<Mark> {
    match form {
        Form::Cells(cells) => cells.here(view),
        Form::Bars(bars) => bars.here(view),
        Form::Matrix(_) => Some(Mark::Lane(view.selected.0, view.selected.1)),
        _ => None,
    }
}
