//! The signs of the page: one table of outlines.

use yew::prelude::*;

/// A sign of 16 x 16, drawn in the colour of the text.
pub fn icon(name: &str) -> Html {
    let path = match name {
        "mark" => "M1 3h5v2H1zM8 3h7v2H8zM1 7h9v2H1zM12 7h3v2h-3zM1 11h3v2H1zM6 11h9v2H6z",
        "play" => "M4 2.5v11l9-5.5z",
        "pause" => "M4 3h3v10H4zM9 3h3v10H9z",
        "stop" => "M4 4h8v8H4z",
        "start" => "M3 3h2v10H3zM13 3v10L6 8z",
        "end" => "M11 3h2v10h-2zM3 3v10l7-5z",
        "back" => "M10 3v10L4 8zM11 3h2v10h-2z",
        "step" => "M6 3v10l6-5zM3 3h2v10H3z",
        "stall" => "M1.5 4v8l5.5-4zM8.5 3h2v10h-2zM12.5 3h2v10h-2z",
        "change" => "M1.5 4v8L6 8zM7 11h3V4h5v1.500h-3.500v7H7z",
        "undo" => "M6 3 2 6.5 6 10V7.5h4a2 2 0 0 1 0 4H5V13h5a3.5 3.5 0 0 0 0-7H6z",
        "redo" => "M10 3l4 3.5-4 3.5V7.5H6a2 2 0 0 0 0 4h5V13H6a3.5 3.5 0 0 1 0-7h4z",
        "link" => {
            "M6.5 4.5 8 3a3.5 3.5 0 0 1 5 5l-1.5 1.5-1-1L12 7a2 2 0 0 0-3-3L7.5 5.5zM9.5 11.5 8 13a3.5 3.5 0 0 1-5-5l1.5-1.5 1 1L4 9a2 2 0 0 0 3 3l1.5-1.5zM5.5 9.5l4-4 1 1-4 4z"
        }
        "book" => "M2 3h5l1 1 1-1h5v10H9l-1 1-1-1H2zM3.5 4.5v7h3.8V5.2l-.6-.7zM12.5 4.5H9.3l-.6.7v6.3h3.8z",
        "sliders" => {
            "M2 4h6v1.5H2zM11 4h3v1.5h-3zM8.5 2.5H10.5v4.5H8.5zM2 10.5h2v1.5H2zM7 10.5h7V12H7zM4.5 9H6.5v4.5H4.5z"
        }
        "theme" => "M8 2a6 6 0 1 0 0 12zM8 1a7 7 0 0 1 0 14z",
        "command" => "M2 3h12v1.5H2zM2 7.250h12v1.5H2zM2 11.5h8V13H2z",
        "help" => {
            "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.3a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 8 2.8zM7.3 10.5h1.4v1.4H7.3zM8 4.3c-1.4 0-2.3.9-2.4 2.1H7c.1-.6.4-.9 1-.9s1 .4 1 .9c0 .8-1.7 1-1.7 2.7v.5h1.3v-.4c0-1 1.8-1.2 1.8-2.9C10.4 5 9.4 4.3 8 4.3z"
        }
        "info" => {
            "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm0 1.3a5.2 5.2 0 1 1 0 10.4A5.2 5.2 0 0 1 8 2.8zM7.3 4.3h1.4v1.4H7.3zM7.3 6.9h1.4v4.9H7.3z"
        }
        "split" => "M2 3h12v10H2zM3.3 4.3v7.4h4.1V4.3zM8.6 4.3v7.4h4.1V4.3z",
        "folder" => "M1.5 3h5l1.5 2h6.500v8.500h-13zM2.800 6.300v5.900h10.400V6.300z",
        "open" => {
            "M3 3h4v1.300H4.300v7.400h7.400V9H13v4H3zM9 3h4v4h-1.300V5.200L7.900 9 7 8.100l3.800-3.800H9z"
        }
        "lesson" => "M1 6l7-3.500L15 6l-7 3.500zM4 8.500l4 2 4-2V12l-4 2-4-2z",
        "compare" => "M2 3h8v3H2zM2 7.500h12v3H2zM2 12h5v1.500H2z",
        "plus" => "M7.250 3h1.5v4.250H13v1.5H8.750V13h-1.5V8.750H3v-1.5h4.250z",
        "minus" => "M3 7.250h10v1.5H3z",
        "fit" => "M2 3h1.5v10H2zM12.5 3H14v10h-1.5zM4.5 8l2.5-2.5v1.750h2V5.5L11.5 8 9 10.5V8.750H7v1.750z",
        _ => "",
    };
    html! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d={path} /></svg> }
}
