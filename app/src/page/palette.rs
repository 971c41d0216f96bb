//! The colours of the canvases: read from the page's tokens, once for each theme.

use std::{cell::RefCell, rc::Rc};

use gloo::utils::{document, document_element, window};
use lanescope_core::session::{
    figure::{Ink, palette},
    vocabulary::{Colour, Pattern},
};
use wasm_bindgen::JsCast;
use web_sys::{CanvasPattern, CanvasRenderingContext2d, HtmlCanvasElement};

/// Side of a pattern's tile.
const TILE: u32 = 8;

/// See the module.
pub struct Palette {
    fills: Vec<String>,
    patterns: Vec<Option<CanvasPattern>>,
    commands: Vec<String>,
    links: Vec<String>,
    named: Vec<(Ink, String)>,
    /// Font of names.
    pub sans: String,
    /// Font of code.
    pub mono: String,
}

impl Palette {
    /// Of the theme that shows now.
    pub fn current() -> Rc<Palette> {
        thread_local! { static KEPT: RefCell<Option<(String, Rc<Palette>)>> = const { RefCell::new(None) }; }
        let key = document_element().get_attribute("data-theme").unwrap_or_default();
        KEPT.with_borrow_mut(|kept| match kept {
            Some((known, palette)) if *known == key => palette.clone(),
            _ => kept.insert((key, Rc::new(Palette::read()))).1.clone(),
        })
    }

    /// The colour of an ink.
    pub fn colour(&self, ink: Ink) -> &str {
        match ink {
            Ink::Swatch(swatch) => self.fill(swatch.colour),
            Ink::Link(index) => self.links.get(usize::from(index)).map_or("", String::as_str),
            Ink::Command(index) => self.commands.get(usize::from(index)).map_or("", String::as_str),
            named => self.named.iter().find(|(known, _)| *known == named).map_or("", |(_, colour)| colour),
        }
    }

    /// A colour of the palette of causes.
    pub fn fill(&self, colour: Colour) -> &str {
        &self.fills[colour as usize]
    }

    /// The pattern over the colour.
    pub fn pattern(&self, ink: Ink) -> Option<&CanvasPattern> {
        match ink {
            Ink::Swatch(swatch) => self.patterns[swatch.pattern as usize].as_ref(),
            _ => None,
        }
    }

    fn read() -> Palette {
        let style = window().get_computed_style(&document_element()).ok().flatten();
        let token = |name: &str| {
            let value = style.as_ref().and_then(|style| style.get_property_value(name).ok());
            value.unwrap_or_default().trim().to_string()
        };
        let lines = token("--pattern");
        let fill = |colour: &Colour| token(&format!("--{}", palette::token(*colour)));
        Palette {
            fills: Colour::ALL.iter().map(fill).collect(),
            patterns: Pattern::ALL.iter().map(|pattern| tile(*pattern, &lines)).collect(),
            links: (0..8).map(|index| token(&format!("--link-{index}"))).collect(),
            commands: (0..5).map(|index| token(&format!("--command-{index}"))).collect(),
            named: Ink::NAMED.map(|ink| (ink, token(&format!("--{}", ink.token())))).to_vec(),
            sans: format!("12px {}", token("--sans")),
            mono: format!("11px {}", token("--mono")),
        }
    }
}

fn tile(pattern: Pattern, colour: &str) -> Option<CanvasPattern> {
    let lines = pattern.lines();
    if lines.is_empty() {
        return None;
    }
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(TILE);
    canvas.set_height(TILE);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context.set_stroke_style_str(colour);
    context.set_line_width(1.0);
    context.begin_path();
    for [x1, y1, x2, y2] in lines {
        context.move_to(*x1, *y1);
        context.line_to(*x2, *y2);
    }
    context.stroke();
    context.create_pattern_with_html_canvas_element(&canvas, "repeat").ok()?
}
