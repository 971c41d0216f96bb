//! Sentences of the laboratory and of lessons as the page's own elements.

use yew::prelude::*;

/// Words with `code` and **what is stressed**.
pub fn marked(words: &str) -> Html {
    // An odd one is a character that the sentence is about.
    if !words.matches('`').count().is_multiple_of(2) {
        return html! { { words } };
    }
    words
        .split('`')
        .enumerate()
        .map(|(at, part)| match at % 2 {
            1 => html! { <code>{ part }</code> },
            _ => part
                .split("**")
                .enumerate()
                .map(|(at, part)| {
                    if at % 2 == 1 {
                        html! { <b>{ part }</b> }
                    } else {
                        html! { part }
                    }
                })
                .collect(),
        })
        .collect()
}
