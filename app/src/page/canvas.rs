//! A canvas that paints a [`Picture`] and tells where the pointer is. It knows nothing of what it shows.

use gloo::{
    events::{EventListener, EventListenerOptions},
    utils::{document, window},
};
use lanescope_core::session::{
    figure::picture::{Align, Ink, Label, Picture, Pixels, Rect},
    vocabulary::Colour,
};
use wasm_bindgen::{Clamped, JsCast, JsValue, prelude::Closure};
use web_sys::{
    CanvasRenderingContext2d, HtmlCanvasElement, ImageData, KeyboardEvent, PointerEvent, ResizeObserver,
    WheelEvent,
};
use yew::prelude::*;

use super::{marked::marked, palette::Palette};

/// From this size on a rectangle carries its pattern.
const PATTERN_SIZE: f64 = 5.0;

/// What the hand does, in CSS pixels of the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Touch {
    /// The pointer is here.
    Hover(f64, f64),
    /// The pointer has left.
    Leave,
    /// Pressed and released without moving.
    Click(f64, f64),
    /// Dragged by so much in x and y, now at x.
    Drag(f64, f64, f64),
    /// The wheel turned by so much at x; true to move instead of zoom.
    Wheel(f64, f64, bool),
    /// Two fingers moved apart by a factor around x.
    Pinch(f64, f64),
}

/// What a canvas shows and says.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The picture.
    pub picture: Picture,
    /// Is the page dark? A change repaints.
    pub dark: bool,
    /// What it is, for people who cannot see it.
    pub label: AttrValue,
    /// What is under the cursor, in words.
    pub value: AttrValue,
    /// Its size has changed.
    pub onsize: Callback<(f64, f64)>,
    /// The hand did something.
    pub ontouch: Callback<Touch>,
    /// A key was pressed; true if it was used.
    pub onkey: Callback<String, bool>,
    /// Keys that are its own while it has the focus, whatever they mean on the page: their names with spaces between them.
    #[prop_or_default]
    pub keys: AttrValue,
    /// Dragging sideways is ours even on a touch screen.
    #[prop_or(AttrValue::Static("touch-action: pan-y"))]
    pub style: AttrValue,
    /// It is larger than its place and scrolls there: the wheel is not ours.
    #[prop_or_default]
    pub scrolls: bool,
}

/// See the module.
#[component]
pub fn Canvas(props: &Props) -> Html {
    let node = use_node_ref();
    let size = use_state(|| (0.0, 0.0));
    use_size(&node, &size, &props.onsize);
    use_wheel(&node, &props.ontouch, props.scrolls);
    {
        let (node, size) = (node.clone(), *size);
        use_effect_with((props.picture.clone(), props.dark, size), move |(picture, _, size)| {
            if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                paint(&canvas, picture, *size);
            }
        });
    }
    let hand = use_mut_ref(Hand::default);
    let touch = |step: fn(&mut Hand, &PointerEvent) -> Option<Touch>| {
        let (hand, ontouch) = (hand.clone(), props.ontouch.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some(touch) = step(&mut hand.borrow_mut(), &event) {
                ontouch.emit(touch);
            }
        })
    };
    let onkeydown = {
        let onkey = props.onkey.clone();
        Callback::from(move |event: KeyboardEvent| {
            if !event.ctrl_key() && !event.meta_key() && !event.alt_key() && onkey.emit(event.key()) {
                event.prevent_default();
                event.stop_propagation();
            }
        })
    };
    html! {
        <div class={classes!("canvas", props.scrolls.then_some("whole"))}>
            <canvas ref={node} tabindex="0" role="img" aria-label={props.label.clone()} style={props.style.clone()} data-keys={props.keys.clone()}
                onpointermove={touch(Hand::moved)} onpointerdown={touch(Hand::down)} onpointerup={touch(Hand::up)}
                onpointercancel={touch(Hand::cancelled)} onpointerleave={touch(Hand::left)} {onkeydown} />
            <output class="under" aria-live="polite">{ marked(&props.value) }</output>
        </div>
    }
}

/// Follows the size of the canvas.
#[hook]
fn use_size(node: &NodeRef, size: &UseStateHandle<(f64, f64)>, onsize: &Callback<(f64, f64)>) {
    let (node, size, onsize) = (node.clone(), size.clone(), onsize.clone());
    use_effect_with(node, move |node| {
        let canvas = node.cast::<HtmlCanvasElement>();
        let measured = canvas.clone();
        let on_resize = Closure::<dyn FnMut(JsValue)>::new(move |_| {
            if let Some(canvas) = &measured {
                let now = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
                size.set(now);
                onsize.emit(now);
            }
        });
        let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(canvas)) = (&observer, &canvas) {
            observer.observe(canvas);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(on_resize);
        }
    });
}

/// The wheel must not scroll the page, unless the picture itself scrolls: this needs a listener that is not passive.
#[hook]
fn use_wheel(node: &NodeRef, ontouch: &Callback<Touch>, scrolls: bool) {
    let ontouch = ontouch.clone();
    use_effect_with((node.clone(), ontouch, scrolls), |(node, ontouch, scrolls)| {
        let ontouch = ontouch.clone();
        let listener = node.cast::<HtmlCanvasElement>().filter(|_| !scrolls).map(|canvas| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&canvas, "wheel", options, move |event| {
                if let Some(event) = event.dyn_ref::<WheelEvent>() {
                    event.prevent_default();
                    let sideways = event.delta_x().abs() > event.delta_y().abs();
                    let delta = if sideways { event.delta_x() } else { event.delta_y() };
                    ontouch.emit(Touch::Wheel(
                        delta,
                        f64::from(event.offset_x()),
                        sideways || event.shift_key(),
                    ));
                }
            })
        });
        || drop(listener)
    });
}

/// The pointers that are down, to tell a click from a drag and a drag from a pinch.
#[derive(Default)]
struct Hand {
    down: Vec<(i32, f64, f64)>,
    moved: bool,
}

impl Hand {
    fn down(&mut self, event: &PointerEvent) -> Option<Touch> {
        let (x, y) = at(event);
        if let Some(target) = event.target().and_then(|target| target.dyn_into::<HtmlCanvasElement>().ok()) {
            let _ = target.set_pointer_capture(event.pointer_id());
        }
        self.moved = !self.down.is_empty();
        self.down.push((event.pointer_id(), x, y));
        None
    }

    fn moved(&mut self, event: &PointerEvent) -> Option<Touch> {
        let (x, y) = at(event);
        let Some(place) = self.down.iter().position(|(id, ..)| *id == event.pointer_id()) else {
            return Some(Touch::Hover(x, y));
        };
        let (_, old_x, old_y) = self.down[place];
        if !self.moved && (x - old_x).abs() + (y - old_y).abs() < 4.0 {
            return None;
        }
        self.moved = true;
        let other = self.down.iter().find(|(id, ..)| *id != event.pointer_id()).map(|(_, x, _)| *x);
        self.down[place] = (event.pointer_id(), x, y);
        Some(match other {
            Some(other) => {
                let (before, now) = ((old_x - other).abs().max(1.0), (x - other).abs().max(1.0));
                Touch::Pinch(now / before, (x + other) / 2.0)
            }
            None => Touch::Drag(x - old_x, y - old_y, x),
        })
    }

    fn up(&mut self, event: &PointerEvent) -> Option<Touch> {
        let (x, y) = at(event);
        let was_down = self.down.iter().any(|(id, ..)| *id == event.pointer_id());
        self.down.retain(|(id, ..)| *id != event.pointer_id());
        (was_down && !self.moved).then_some(Touch::Click(x, y))
    }

    fn cancelled(&mut self, _: &PointerEvent) -> Option<Touch> {
        self.down.clear();
        Some(Touch::Leave)
    }

    fn left(&mut self, _: &PointerEvent) -> Option<Touch> {
        self.down.is_empty().then_some(Touch::Leave)
    }
}

fn at(event: &PointerEvent) -> (f64, f64) {
    (f64::from(event.offset_x()), f64::from(event.offset_y()))
}

/// Paints a picture of this size in CSS pixels, in the browser's own pixels.
pub fn paint(canvas: &HtmlCanvasElement, picture: &Picture, (width, height): (f64, f64)) {
    let ratio = window().device_pixel_ratio();
    let (pixels_x, pixels_y) = ((width * ratio) as u32, (height * ratio) as u32);
    if canvas.width() != pixels_x || canvas.height() != pixels_y {
        canvas.set_width(pixels_x);
        canvas.set_height(pixels_y);
    }
    let Ok(Some(context)) = canvas.get_context("2d") else { return };
    let context: CanvasRenderingContext2d = context.unchecked_into();
    let palette = Palette::current();
    let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
    context.clear_rect(0.0, 0.0, width, height);
    if let Some(pixels) = &picture.pixels {
        let _ = stretch(&context, &palette, pixels);
    }
    for (ink, rects) in &picture.fills {
        fill(&context, &palette, *ink, rects);
    }
    context.set_line_width(1.5);
    for (ink, [x1, y1, x2, y2]) in &picture.lines {
        context.set_stroke_style_str(palette.colour(*ink));
        context.begin_path();
        context.move_to(*x1, *y1);
        context.line_to(*x2, *y2);
        context.stroke();
    }
    for (ink, rect) in &picture.outlines {
        context.set_stroke_style_str(palette.colour(*ink));
        context.set_line_width(if *ink == Ink::Cursor { 2.0 } else { 1.5 });
        context.stroke_rect(rect.x, rect.y, rect.w, rect.h);
    }
    labels(&context, &palette, picture);
}

fn fill(context: &CanvasRenderingContext2d, palette: &Palette, ink: Ink, rects: &[Rect]) {
    context.set_fill_style_str(palette.colour(ink));
    for rect in rects {
        context.fill_rect(rect.x, rect.y, rect.w, rect.h);
    }
    if let Some(pattern) = palette.pattern(ink) {
        context.set_fill_style_canvas_pattern(pattern);
        for rect in rects.iter().filter(|rect| rect.w >= PATTERN_SIZE && rect.h >= PATTERN_SIZE) {
            context.fill_rect(rect.x, rect.y, rect.w, rect.h);
        }
    }
}

fn labels(context: &CanvasRenderingContext2d, palette: &Palette, picture: &Picture) {
    context.set_text_baseline("middle");
    let is_code = |label: &Label| matches!(label.ink, Ink::OnIssued | Ink::OnCause | Ink::Code);
    // Setting the font is dear, the browser reads it as text each time: so first all labels in one font, then those in the other.
    for (code, font) in [(false, &palette.sans), (true, &palette.mono)] {
        context.set_font(font);
        let mut last = None;
        for label in picture.labels.iter().filter(|label| is_code(label) == code) {
            if last.replace((label.ink, label.align)) != Some((label.ink, label.align)) {
                context.set_fill_style_str(palette.colour(label.ink));
                context.set_text_align(if label.align == Align::Left { "left" } else { "center" });
            }
            let _ = context.fill_text(&label.text, label.x, label.y + 0.5);
        }
    }
}

/// Draws cells as an image of one pixel each, stretched without smoothing.
fn stretch(context: &CanvasRenderingContext2d, palette: &Palette, pixels: &Pixels) -> Result<(), JsValue> {
    let height = pixels.cells.len() as u32 / pixels.width.max(1);
    if pixels.width == 0 || height == 0 {
        return Ok(());
    }
    let colours: Vec<[u8; 3]> = Colour::ALL.iter().map(|colour| rgb(palette.fill(*colour))).collect();
    let mut bytes = Vec::with_capacity(pixels.cells.len() * 4);
    for (colour, strength) in &pixels.cells {
        let [r, g, b] = colours[*colour as usize];
        bytes.extend([r, g, b, *strength]);
    }
    let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&bytes), pixels.width, height)?;
    let small: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    small.set_width(pixels.width);
    small.set_height(height);
    let Some(inner) = small.get_context("2d")? else { return Ok(()) };
    inner.unchecked_into::<CanvasRenderingContext2d>().put_image_data(&image, 0.0, 0.0)?;
    context.set_image_smoothing_enabled(false);
    let Rect { x, y, w, h } = pixels.at;
    context.draw_image_with_html_canvas_element_and_dw_and_dh(&small, x, y, w, h)
}

/// `#rrggbb` as numbers; the tokens of the palette are written like this.
fn rgb(colour: &str) -> [u8; 3] {
    let part = |from: usize| {
        colour.get(from..from + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(128)
    };
    [part(1), part(3), part(5)]
}

/// The size of a canvas that a component keeps to lay its picture out.
#[hook]
pub fn use_canvas_size() -> ((f64, f64), Callback<(f64, f64)>) {
    let size = use_state(|| (0.0, 0.0));
    let set = {
        let setter = size.setter();
        (*use_memo((), |()| Callback::from(move |now| setter.set(now)))).clone()
    };
    (*size, set)
}
