//! Pictures as SVG files: the draw list with the colours of a theme. Nothing in the file is fetched from elsewhere.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use super::{
    Theme, palette,
    picture::{Align, Ink, Label, Picture, Pixels, Rect},
};
use crate::{
    base::OrdSet,
    trace::{Swatch, swatch::Pattern},
};

/// From this size on a rectangle carries its pattern.
const PATTERN: f64 = 5.0;
const SANS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";
const MONO: &str = "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/// A picture of a size as an SVG document. `title` and `words` are for people who cannot see it.
pub fn write(
    picture: &Picture,
    (width, height): (f64, f64),
    theme: Theme,
    title: &str,
    words: &str,
) -> String {
    let mut svg = Svg { out: String::new(), theme };
    svg.head((width, height), title, words);
    svg.patterns([picture].into_iter());
    svg.ground((width, height));
    svg.picture(picture);
    svg.out.push_str("</svg>\n");
    svg.out
}

/// A picture of one cycle of an animation: what stands still in it, and what moves, at some places of its way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// What stands still.
    pub still: Picture,
    /// What moves, at equal steps of its way.
    pub moving: Vec<Picture>,
    /// What moves, halfway: for people who wish less motion.
    pub halted: Picture,
}

/// Pictures one after the other, so many in a second, again and again. For people who wish less motion they follow each other
/// all the same, but nothing travels in them.
pub fn animated(
    frames: &[Frame],
    (width, height): (f64, f64),
    theme: Theme,
    (title, words): (&str, &str),
    rate: f64,
) -> String {
    let mut svg = Svg { out: String::new(), theme };
    svg.head((width, height), title, words);
    svg.patterns(frames.iter().map(|frame| &frame.still));
    let each = 1.0 / rate.max(0.01);
    let (all, share) = (number(each * frames.len() as f64), 100.0 / frames.len().max(1) as f64);
    let steps = frames.iter().map(|frame| frame.moving.len()).max().unwrap_or(0).max(1);
    let part = share / steps as f64;
    svg.line(format_args!(
        "<style>.f,.q,.h{{visibility:hidden}}.h{{display:none}}.f,.h{{animation:f {all}s step-end infinite}}.q{{animation:q {all}s step-end infinite}}@keyframes f{{0%{{visibility:visible}}{share:.4}%{{visibility:hidden}}}}@keyframes q{{0%{{visibility:visible}}{part:.4}%{{visibility:hidden}}}}@media (prefers-reduced-motion:reduce){{.q{{display:none}}.h{{display:inline}}}}</style>"
    ));
    svg.ground((width, height));
    for (at, frame) in frames.iter().enumerate() {
        let begin = at as f64 * each;
        svg.shown("f", begin, &frame.still);
        for (step, moving) in frame.moving.iter().enumerate() {
            svg.shown("q", begin + each * step as f64 / steps as f64, moving);
        }
        svg.shown("h", begin, &frame.halted);
    }
    svg.out.push_str("</svg>\n");
    svg.out
}

struct Svg {
    out: String,
    theme: Theme,
}

impl Svg {
    fn head(&mut self, (width, height): (f64, f64), title: &str, words: &str) {
        let (w, h) = (number(width), number(height));
        self.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">"
        ));
        self.line(format_args!("<title>{}</title>", escaped(title)));
        self.line(format_args!("<desc>{}</desc>", escaped(words)));
    }

    fn ground(&mut self, (width, height): (f64, f64)) {
        let (w, h, ground) = (number(width), number(height), self.theme.ink(Ink::Halo));
        self.line(format_args!("<rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>"));
    }

    /// A picture that an animation of the style sheet shows from a second on.
    fn shown(&mut self, class: &str, second: f64, picture: &Picture) {
        if *picture == Picture::default() {
            return;
        }
        self.line(format_args!("<g class=\"{class}\" style=\"animation-delay:{}s\">", number(second)));
        self.picture(picture);
        self.line(format_args!("</g>"));
    }

    fn picture(&mut self, picture: &Picture) {
        if let Some(pixels) = &picture.pixels {
            self.pixels(pixels);
        }
        for (ink, rects) in &picture.fills {
            self.fills(*ink, rects);
        }
        for (ink, [x1, y1, x2, y2]) in &picture.lines {
            let colour = self.theme.ink(*ink);
            let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(|at| number(*at));
            self.line(format_args!(
                "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
            ));
        }
        for (ink, rect) in &picture.outlines {
            let (colour, place) = (self.theme.ink(*ink), attributes(rect));
            let thick = if *ink == Ink::Cursor { "2" } else { "1.5" };
            self.line(format_args!(
                "<rect {place} fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thick}\"/>"
            ));
        }
        self.labels(&picture.labels);
    }

    fn line(&mut self, text: core::fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
        self.out.push('\n');
    }

    /// The patterns that are drawn.
    fn patterns<'a>(&mut self, pictures: impl Iterator<Item = &'a Picture>) {
        let fills = pictures.flat_map(|picture| &picture.fills);
        let patterns = fills.filter_map(|(ink, _)| patterned(*ink));
        let patterns: OrdSet<Pattern> = patterns.map(|swatch| swatch.pattern).collect();
        for pattern in patterns {
            let (id, path, colour) = (pattern.id(), pattern.path(), self.theme.token("pattern"));
            self.line(format_args!(
                "<pattern id=\"{id}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path d=\"{path}\" stroke=\"{colour}\"/></pattern>"
            ));
        }
    }

    fn fills(&mut self, ink: Ink, rects: &[Rect]) {
        let colour = self.theme.ink(ink);
        self.line(format_args!("<g fill=\"{colour}\">"));
        for rect in rects {
            self.line(format_args!("<rect {}/>", attributes(rect)));
        }
        self.line(format_args!("</g>"));
        let Some(swatch) = patterned(ink) else { return };
        self.line(format_args!("<g fill=\"url(#{})\">", swatch.pattern.id()));
        for rect in rects.iter().filter(|rect| rect.w >= PATTERN && rect.h >= PATTERN) {
            self.line(format_args!("<rect {}/>", attributes(rect)));
        }
        self.line(format_args!("</g>"));
    }

    /// A rectangle for each run of equal pixels.
    fn pixels(&mut self, pixels: &Pixels) {
        let width = pixels.width.max(1) as usize;
        let rows = pixels.cells.len().div_ceil(width).max(1);
        let (w, h) = (pixels.at.w / width as f64, pixels.at.h / rows as f64);
        self.line(format_args!("<g shape-rendering=\"crispEdges\">"));
        for (row, cells) in pixels.cells.chunks(width).enumerate() {
            let mut at = 0;
            for run in cells.chunk_by(|a, b| a == b) {
                let (from, count) = (at, run.len());
                at += count;
                let (colour, strength) = run[0];
                if strength == 0 {
                    continue;
                }
                let rect = Rect {
                    x: pixels.at.x + from as f64 * w,
                    y: pixels.at.y + row as f64 * h,
                    w: count as f64 * w,
                    h,
                };
                let colour = self.theme.token(&palette::token(colour));
                self.line(format_args!("<rect {} fill=\"{colour}\"/>", attributes(&rect)));
            }
        }
        self.line(format_args!("</g>"));
    }

    fn labels(&mut self, labels: &[Label]) {
        self.line(format_args!("<g font-size=\"12\" font-family=\"{SANS}\" dominant-baseline=\"central\">"));
        for label in labels {
            let (x, y, text) = (number(label.x), number(label.y), escaped(&label.text));
            let colour = self.theme.ink(label.ink);
            let anchor = if label.align == Align::Centre { " text-anchor=\"middle\"" } else { "" };
            let font = if label.ink.is_code() {
                format!(" font-size=\"11\" font-family=\"{MONO}\"")
            } else {
                String::new()
            };
            self.line(format_args!(
                "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\"{anchor}{font}>{text}</text>"
            ));
        }
        self.line(format_args!("</g>"));
    }
}

/// The swatch of an ink, if it has a pattern.
fn patterned(ink: Ink) -> Option<Swatch> {
    match ink {
        Ink::Swatch(swatch) if !swatch.pattern.lines().is_empty() => Some(swatch),
        _ => None,
    }
}

fn attributes(rect: &Rect) -> String {
    let [x, y, w, h] = [rect.x, rect.y, rect.w.max(0.0), rect.h.max(0.0)].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
}

/// A number of pixels with at most two digits behind the point.
fn number(value: f64) -> String {
    let text = format!("{:.2}", if value.is_finite() { value } else { 0.0 });
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".into() } else { short.to_string() }
}

/// A text in XML: without characters that it forbids, with those named that mean something.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            letter if letter.is_control() || matches!(letter, '\u{FFFE}' | '\u{FFFF}') => {}
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::swatch::Colour;

    #[test]
    fn a_picture_is_written_as_it_is() {
        let mut picture = Picture::default();
        let swatch = Swatch { colour: Colour::Orange, pattern: Pattern::Falling };
        picture.fill(Ink::Swatch(swatch), 1.0, 2.0, 30.5, 10.0);
        picture.label(Ink::Text, Align::Centre, 16.0, 7.0, "a<b & \"c\"");
        let svg = write(&picture, (100.0, 20.0), Theme::Dark, "T", "");
        assert!(svg.contains("viewBox=\"0 0 100 20\""));
        assert!(
            svg.contains("<g fill=\"#d97742\">\n<rect x=\"1\" y=\"2\" width=\"30.5\" height=\"10\"/>"),
            "{svg}"
        );
        assert!(svg.contains("<pattern id=\"falling\"") && svg.contains("fill=\"url(#falling)\""));
        assert!(svg.contains(">a&lt;b &amp; &quot;c&quot;</text>"));
    }

    #[test]
    fn equal_pixels_are_one_rectangle_and_empty_ones_none() {
        let (on, off) = ((Colour::Blue, 255), (Colour::Mist, 0));
        let at = Rect { x: 0.0, y: 0.0, w: 40.0, h: 10.0 };
        let picture = Picture {
            pixels: Some(Pixels { at, width: 4, cells: [on, on, off, on].into() }),
            ..Picture::default()
        };
        let svg = write(&picture, (40.0, 10.0), Theme::Light, "", "");
        assert_eq!(svg.matches("<rect").count(), 3, "the ground and two runs: {svg}");
        assert!(svg.contains("x=\"30\" y=\"0\" width=\"10\" height=\"10\""));
    }

    #[test]
    fn numbers_are_short_and_sane() {
        assert_eq!(
            [1.0, 0.5, -0.001, 2.346, f64::NAN].map(number),
            ["1", "0.5", "0", "2.35", "0"].map(String::from)
        );
    }
}
