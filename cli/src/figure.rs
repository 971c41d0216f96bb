//! `lanescope figure`: the picture of a panel as a file, or its numbers as text.

use std::{io::Write, path::Path};

use lanescope_core::session::{
    self, PanelInfo, Session,
    figure::{Figure, Question, Region, Takes, Theme, View, csv, number::Radix, svg, svg::Frame},
    vocabulary::{Clock, TimeUnit},
};

use crate::{
    Failure,
    args::{Colours, Figure as Options, Style},
    diagnostics::say,
    document, drive, files, tables,
};

/// Highest picture that is made if no height is given, in pixels.
const HIGHEST: f64 = 1200.0;
/// Pixels across, if nobody says how many; what has a size of its own takes more if it needs more.
const WIDTH: f64 = 960.0;
/// Lowest and highest number of pixels of a side.
const SIDES: (f64, f64) = (64.0, 16384.0);
/// Width and greatest height of an image of whole runs in pixels.
const WHOLE: (f64, f64) = (960.0, 2400.0);
/// Most cycles of an animated image, and steps of the way of what moves in one.
const CYCLES: u64 = 200;
const STEPS: u32 = 4;
/// Rows of an answer if none are given.
const ROWS: u32 = 256;

/// Runs as far as the panel needs and writes the figure.
pub fn run(options: &Options, out: &mut dyn Write) -> Result<(), Failure> {
    let kind = options.out.as_deref().map(FigureFormat::of).transpose()?;
    let (name, document) = document::read_one_undecided(&options.input)?;
    let clock = drive::Clock::start(options.input.limits.max_seconds);
    let mut session = document::open(&name, document, options.input.limits.all(), clock)?;
    let panel = panel(&session, &options.panel)?;
    let mut stop = None;
    if !panel.takes.is_empty() {
        drive::start(&mut session, &name)?;
        stop = drive::to_end(&mut session, clock);
    } else {
        // A machine's own panel looks at the machine before its first cycle. Others need none: if it cannot start, they answer.
        let _ = session.start();
    }
    // What is known before a run is asked for nothing of one.
    let question =
        if panel.takes.is_empty() { Question::default() } else { question(options, &session, &panel)? };
    let cursor = cursor(options, &session, &panel, &question)?;
    // What is known before a run has no axis of time.
    let time = match session.run() {
        Some(run) => time(&options.time, &run.clocks)?,
        None => TimeUnit::CYCLES.clone(),
    };
    session.seek(cursor, u64::MAX);
    let figure = session.figure(&panel.id, &question).unwrap_or_default();
    if !question.zoom.is_empty() && figure.is_empty() {
        return Err(format!("--zoom: {}", figure.remark).into());
    }
    page(options, &panel, &figure)?;
    let text = match kind {
        Some(FigureFormat::Svg) if options.animate.is_some() => {
            animation(options, &mut session, &panel, &question)?
        }
        _ if options.animate.is_some() => {
            return Err("--animate goes with an --out that ends in .svg".to_string().into());
        }
        Some(FigureFormat::Svg) => image(options, &panel, &figure, (&question, cursor, &time))?,
        Some(FigureFormat::Csv) => csv::write(&figure),
        None => text(&figure, Style::Text) + &at(&panel, cursor, &session),
    };
    if text.is_empty() {
        // A table without rows says why in a file for people only.
        let words = self::text(&figure, Style::Text);
        words.lines().filter(|line| !line.is_empty()).for_each(|line| say(&format!("note: {line}")));
    }
    match &options.out {
        None => write!(out, "{text}")?,
        Some(path) => write_file(path, &text)?,
    }
    stop.map_or(Ok(()), |stop| Err(drive::failure(&name, &session, &stop)))
}

/// What is written.
pub enum FigureFormat {
    /// An image.
    Svg,
    /// Numbers for other programs.
    Csv,
}

impl FigureFormat {
    /// As the ending of the file says.
    pub fn of(out: &Path) -> Result<FigureFormat, Failure> {
        match out.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => Ok(FigureFormat::Svg),
            Some("csv") => Ok(FigureFormat::Csv),
            _ => Err("--out must end in .svg or .csv".to_string().into()),
        }
    }
}

/// Writes a figure of whole runs to a file, with a title and a sentence that an image carries.
pub fn save(figure: &Figure, path: &Path, colours: Colours, words: (&str, &str)) -> Result<(), Failure> {
    let text = match FigureFormat::of(path)? {
        FigureFormat::Csv => csv::write(figure),
        FigureFormat::Svg => {
            let window = (0.0, figure.span.unwrap_or(1) as f64);
            let size = (WHOLE.0, figure.height().clamp(SIDES.0, WHOLE.1).ceil());
            let picture = figure.draw(&View { window, ..View::plain(size) });
            svg::write(&picture, size, theme(colours), words.0, words.1)
        }
    };
    write_file(path, &text)
}

fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let named = |error| format!("{}: {error}", path.display());
    Ok(files::write(path, |out| out.write_all(text.as_bytes())).map_err(named)?)
}

/// The theme of that name.
fn theme(colours: Colours) -> Theme {
    match colours {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
    }
}

fn panel(session: &Session, id: &str) -> Result<PanelInfo, Failure> {
    let panels = session.panels();
    let mut all = session::machines().into_iter().flat_map(|machine| machine.panels);
    if all.any(|panel| panel.study.is_some() && panel.id == id) {
        return Err(format!("`{id}` is a study: `lanescope study {id} FILE`").into());
    }
    panels.iter().find(|panel| panel.id == id).cloned().ok_or_else(|| {
        let ids: Vec<&str> = panels.iter().map(|panel| &*panel.id).collect();
        format!("this machine has no panel `{id}`; there are {}", ids.join(", ")).into()
    })
}

fn question(options: &Options, session: &Session, panel: &PanelInfo) -> Result<Question, Failure> {
    let end = session.status().frontier.max(1);
    let (from, to) = options.cycles.unwrap_or((0, end));
    if from >= end {
        return Err(format!("--cycles: the run ends before cycle {from}; it has {end} cycles").into());
    }
    let (first, last) = options.rows.unwrap_or((0, u64::from(ROWS)));
    if panel.takes(Takes::Memory) {
        offset(options, session)?;
    }
    let zoom = options.zoom.clone().filter(|zoom| zoom != "chip").unwrap_or_default();
    if !zoom.is_empty() && !panel.takes(Takes::Zoom) {
        let id = &panel.id;
        return Err(format!("--zoom {zoom}: the panel `{id}` has no boxes; diagram is one that has").into());
    }
    let short = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    let units = session.run().map_or(0, |run| run.units.len());
    if options.unit as usize >= units.max(1) {
        return Err(format!("--unit {}: the machine has the units 0 to {}", options.unit, units - 1).into());
    }
    if let Some(pc) = options.pc {
        instruction(pc, session, panel)?;
    }
    if panel.takes(Takes::Rows) && first >= units.max(1) as u64 {
        return Err(format!("--rows: there are {units} rows, from 0 on; none is row {first}").into());
    }
    Ok(Question {
        cycles: (from, to.min(end)),
        columns: options.width.unwrap_or(WIDTH) as u32,
        rows: (short(first), short(last - first)),
        idle: options.idle,
        unit: options.unit,
        instruction: options.pc,
        radix: radix(&options.radix)?,
        element_bits: options.bits.unwrap_or(0),
        region: region(options, session)?,
        offset: options.offset,
        count: options.count.unwrap_or(u64::MAX),
        zoom,
    })
}

/// Is there an instruction that the panel can follow?
fn instruction(pc: u32, session: &Session, panel: &PanelInfo) -> Result<(), Failure> {
    if !panel.takes(Takes::Instruction) {
        return Err(format!(
            "--pc {pc}: the panel `{}` follows no instruction; follow is one that does",
            panel.id
        )
        .into());
    }
    let listing = &session.compiled().assembly.lines;
    let known = listing.iter().any(|line| line.pc == Some(pc));
    if known {
        Ok(())
    } else {
        Err(format!("--pc {pc}: the listing has no instruction of this number").into())
    }
}

/// Is there a byte at the offset in the memory that is shown?
fn offset(options: &Options, session: &Session) -> Result<(), Failure> {
    let run = session.run();
    let (name, bytes) = match region(options, session)? {
        Region::Buffer(at) => match run.and_then(|run| run.buffers.get(at as usize)) {
            Some(buffer) => (buffer.name.as_str(), buffer.bytes),
            None => return Ok(()),
        },
        Region::Local(_) => ("local", run.map_or(0, |run| run.local_bytes.into())),
    };
    match options.offset > 0 && options.offset >= bytes {
        true => Err(format!("--offset {}: `{name}` has {bytes} bytes", options.offset).into()),
        false => Ok(()),
    }
}

/// Has the panel pages, where one is asked for, and is there something on this one?
fn page(options: &Options, panel: &PanelInfo, figure: &Figure) -> Result<(), Failure> {
    let Options { offset, count, .. } = options;
    let asked = [(*offset > 0).then_some("offset"), count.map(|_| "count")].into_iter().flatten().next();
    let Some(asked) = asked else { return Ok(()) };
    if panel.page().is_none() {
        let id = &panel.id;
        return Err(format!("--{asked}: the panel `{id}` has no pages; memory is one that has").into());
    }
    match &figure.pages {
        Some(pages) if *offset >= pages.all => {
            Err(format!("--offset {offset}: there are {} {}", pages.all, pages.of).into())
        }
        // All of it is in sight.
        None if *offset > 0 && !figure.is_empty() => {
            Err(format!("--offset {offset}: the panel `{}` has fewer than that", panel.id).into())
        }
        _ => Ok(()),
    }
}

/// A unit of time of the machine by its id.
fn time(id: &str, clocks: &[Clock]) -> Result<TimeUnit, Failure> {
    let units = TimeUnit::all(clocks);
    let ids: Vec<&str> = units.iter().map(|unit| &*unit.id).collect();
    let known = format!("--time {id}: it takes one of {}", ids.join(", "));
    units.iter().find(|unit| unit.id == id).cloned().ok_or_else(|| known.into())
}

fn radix(name: &str) -> Result<Radix, Failure> {
    Radix::named(name).ok_or_else(|| {
        let names = Radix::ALL.map(Radix::name).join(", ");
        format!("--radix {name}: it takes one of {names}").into()
    })
}

/// The memory that is shown: a buffer by its name, or `local`.
fn region(options: &Options, session: &Session) -> Result<Region, Failure> {
    let buffers = session.run().map_or(&[][..], |run| &run.buffers);
    match options.memory.as_deref() {
        None => Ok(Region::Buffer(0)),
        Some("local") => Ok(Region::Local(options.unit)),
        Some(name) => match buffers.iter().position(|buffer| buffer.name == name) {
            Some(at) => Ok(Region::Buffer(at as u32)),
            None => {
                let names: Vec<&str> = buffers.iter().map(|buffer| buffer.name.as_str()).collect();
                Err(format!("there is no buffer `{name}`; there are {}, local", names.join(", ")).into())
            }
        },
    }
}

/// The cycle that a picture is of: the one that is given; else the middle of the window for what units and memory hold at an
/// instant, and its end for sums over the run so far.
fn cursor(
    options: &Options,
    session: &Session,
    panel: &PanelInfo,
    question: &Question,
) -> Result<u64, Failure> {
    let (from, to) = question.cycles;
    let end = session.status().frontier;
    let to = to.min(end).max(from);
    let instant = [Takes::Unit, Takes::Rows, Takes::Memory].iter().any(|part| panel.takes(*part));
    let cycle = options.cycle.unwrap_or(if instant { from + (to - from) / 2 } else { to });
    if cycle > end {
        let why = if end == 0 {
            "this picture is drawn before a run".into()
        } else {
            format!("the run has {end} cycles")
        };
        return Err(format!("--cycle {cycle}: {why}").into());
    }
    Ok(cycle)
}

/// Of which cycle a picture of an instant is, as a line; nothing for other pictures.
fn at(panel: &PanelInfo, cursor: u64, session: &Session) -> String {
    match panel.takes(Takes::Cursor) {
        true => format!("cycle {cursor} of {}\n", session.status().frontier),
        false => String::new(),
    }
}

fn image(
    options: &Options,
    panel: &PanelInfo,
    figure: &Figure,
    (question, cursor, time): (&Question, u64, &TimeUnit),
) -> Result<String, Failure> {
    // What has a size of its own is seen whole.
    let own = figure.own_size().map_or(0.0, |size| size.0.ceil());
    let width = options.width.unwrap_or(WIDTH.max(own));
    let highest = if own > 0.0 { SIDES.1 } else { HIGHEST };
    // The boxes of a diagram need more height in a narrow picture.
    let need = figure.diagram().map_or_else(|| figure.height(), |diagram| diagram.whole_height(width));
    let height = options.height.unwrap_or_else(|| need.clamp(SIDES.0, highest));
    let size = (width, height.ceil());
    if !figure.is_empty() {
        check_size(size)?;
    }
    // Some have a time axis of their own.
    let (from, to) = figure.span.map_or(question.cycles, |span| (0, span));
    // A cursor that nobody asked for is in the way.
    let marked = options.cycle.is_some() && panel.takes(Takes::Cycles);
    let view = View {
        window: (from as f64, (to - from).max(1) as f64),
        cursor: marked.then_some(cursor),
        first_row: question.rows.0,
        time,
        ..View::plain(size)
    };
    let of = if panel.takes(Takes::Cursor) { format!("Cycle {cursor}.") } else { String::new() };
    let moved = figure.diagram().map(|_| figure.words(&view)).unwrap_or_default();
    let words = [panel.doc.to_string(), figure.remark(&view), of, moved].join(" ");
    Ok(svg::write(&figure.draw(&view), size, theme(options.theme), &panel.title, words.trim()))
}

/// An animated image of the cycles of the window.
fn animation(
    options: &Options,
    session: &mut Session,
    panel: &PanelInfo,
    question: &Question,
) -> Result<String, Failure> {
    if !panel.takes(Takes::Zoom) {
        return Err(format!(
            "--animate: nothing moves in the panel `{}`; diagram is one where it does",
            panel.id
        )
        .into());
    }
    let (from, to) = question.cycles;
    if to - from > CYCLES {
        let message = format!(
            "--animate shows at most {CYCLES} cycles: choose them with --cycles A..B, of {from}..{to}"
        );
        return Err(message.into());
    }
    let mut figures = Vec::new();
    for cycle in from..to {
        session.seek(cycle, u64::MAX);
        figures.push(session.figure(&panel.id, question).unwrap_or_default());
    }
    let height = figures.iter().map(Figure::height).fold(SIDES.0, f64::max);
    let size = (options.width.unwrap_or(WIDTH), options.height.unwrap_or(height.min(HIGHEST)).ceil());
    check_size(size)?;
    let view = View::plain(size);
    let frames: Vec<Frame> =
        figures.iter().filter_map(Figure::diagram).map(|diagram| diagram.frame(&view, STEPS)).collect();
    if frames.is_empty() {
        return Err(figures.first().map_or(String::new(), |figure| figure.remark.clone()).into());
    }
    let words = format!("{} Cycles {from} to {}.", panel.doc, to - 1);
    let rate = f64::from(options.animate.unwrap_or(1));
    Ok(svg::animated(&frames, size, theme(options.theme), (&panel.title, &words), rate))
}

fn check_size((width, height): (f64, f64)) -> Result<(), Failure> {
    match [width, height].iter().all(|side| (SIDES.0..=SIDES.1).contains(side)) {
        true => Ok(()),
        false => Err(format!("a picture has {} to {} pixels in each direction", SIDES.0, SIDES.1).into()),
    }
}

/// The tables of the parts, each with its title, and what there is to say.
pub fn text(figure: &Figure, style: Style) -> String {
    let mut pieces: Vec<String> = Vec::new();
    for part in &figure.parts {
        let table = part.form.table();
        let heading: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
        let rows: Vec<Vec<String>> =
            table.rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect()).collect();
        let title = if part.title.is_empty() { String::new() } else { format!("{}\n", part.title) };
        pieces.push(title + &tables::render(style, &heading, &rows));
    }
    if !figure.remark.is_empty() {
        pieces.push(format!("{}\n", figure.remark));
    }
    pieces.join("\n")
}
