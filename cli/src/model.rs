//! `lanescope model`: closed formulas with numbers of the command line.

use std::io::Write;

use lanescope_core::session::{self, Output};

use crate::{Failure, args::Model, tables};

/// Prints what a formula gives, or all formulas.
pub fn run(options: &Model, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(name) = &options.name else {
        let heading = ["formula", "number", "default", "unit", "takes", "what it is"];
        return Ok(write!(out, "{}", tables::render(options.format, &heading, &all()))?);
    };
    let given = options.numbers.iter().map(|text| number(text)).collect::<Result<Vec<_>, _>>()?;
    let outputs = session::evaluate(name, &given)?;
    let heading = ["number", "value", "unit"];
    let rows: Vec<Vec<String>> = outputs.into_iter().map(row).collect();
    Ok(write!(out, "{}", tables::render(options.format, &heading, &rows))?)
}

/// A row for what each formula answers, and one for each number that it takes.
fn all() -> Vec<Vec<String>> {
    let rows = |model: session::Model| {
        let empty = String::new;
        let answer = vec![model.id.clone(), empty(), empty(), empty(), empty(), model.doc];
        let input = |input: session::Input| {
            vec![model.id.clone(), input.id, input.default.to_string(), input.unit, input.takes, input.doc]
        };
        std::iter::once(answer).chain(model.inputs.into_iter().map(input)).collect::<Vec<_>>()
    };
    session::models().into_iter().flat_map(rows).collect()
}

fn number(text: &str) -> Result<(String, f64), String> {
    let parts = text.split_once('=').and_then(|(key, value)| Some((key, value.parse().ok()?)));
    parts
        .map(|(key, value)| (key.to_string(), value))
        .ok_or_else(|| format!("`{text}`: it takes KEY=VALUE with a number"))
}

fn row(output: Output) -> Vec<String> {
    let value = output.value.map_or("-".to_string(), tables::number);
    vec![output.label, value, output.unit]
}
