//! Tests that run inside a browser: the core compiled to wasm gives what the native build gives.
#![cfg(target_arch = "wasm32")]

use lanescope_tests::runs;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn runs_in_a_browser_have_the_digests_of_native_runs() {
    let expected = include_str!("digests.txt");
    let found = runs::all();
    for (expected, found) in expected.lines().zip(found.lines()) {
        assert_eq!(expected, found);
    }
    assert_eq!(expected.lines().count(), found.lines().count());
}
