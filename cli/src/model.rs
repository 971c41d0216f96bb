//! `lanescope model`: closed formulas with numbers of the command line.

use std::io::Write;

use lanescope_core::session::{self, Output};

use crate::{Failure, args::Model, tables};

/// Prints what a formula gives, or all formulas.
pub fn run(options: &Model, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(name) = &options.name else {
        let heading = ["name", "takes", "what it answers"];
        return Ok(write!(out, "{}", tables::render(options.format, &heading, &all()))?);
    };
    let given = options.numbers.iter().map(|text| number(text)).collect::<Result<Vec<_>, _>>()?;
    let outputs = session::evaluate(name, &given)?;
    let heading = ["number", "value", "unit"];
    let rows: Vec<Vec<String>> = outputs.into_iter().map(row).collect();
    Ok(write!(out, "{}", tables::render(options.format, &heading, &rows))?)
}

fn all() -> Vec<Vec<String>> {
    let takes = |model: &session::Model| {
        let inputs = model.inputs.iter().map(|input| format!("{}={}", input.id, input.default));
        inputs.collect::<Vec<_>>().join(" ")
    };
    session::models().iter().map(|model| vec![model.id.clone(), takes(model), model.doc.clone()]).collect()
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
