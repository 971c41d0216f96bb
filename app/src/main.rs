//! The page: mounts the application.

use yew::prelude::*;

#[component]
fn Page() -> Html {
    html! { <main><h1>{ "Lanescope" }</h1></main> }
}

fn main() {
    yew::Renderer::<Page>::new().render();
}
