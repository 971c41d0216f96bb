//! Tables as text: aligned text, Markdown or JSON.

use crate::args::Style;

/// A table with a heading row, as text that ends with a line break.
pub fn render(style: Style, heading: &[&str], rows: &[Vec<String>]) -> String {
    match style {
        Style::Text => text(heading, rows),
        Style::Markdown => markdown(heading, rows),
        Style::Json => json(heading, rows),
    }
}

/// Whole numbers as they are, others with three digits behind the point.
pub fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}

fn text(heading: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heading[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> =
            cells.zip(&widths).map(|(cell, width)| format!("{cell:width$}", width = width)).collect();
        padded.join("  ").trim_end().to_string() + "\n"
    };
    let mut out = line(&mut heading.iter().copied());
    rows.iter().for_each(|row| out += &line(&mut row.iter().map(String::as_str)));
    out
}

fn markdown(heading: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = line(heading.iter().map(|cell| cell.to_string()).collect());
    out += &line(vec!["---".into(); heading.len()]);
    for row in rows {
        out += &line(row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect());
    }
    out
}

fn json(heading: &[&str], rows: &[Vec<String>]) -> String {
    let object = |row: &Vec<String>| {
        let pairs = heading.iter().zip(row).map(|(key, cell)| (key.to_string(), cell.clone().into()));
        serde_json::Value::Object(pairs.collect())
    };
    format!("{:#}\n", serde_json::Value::Array(rows.iter().map(object).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        vec![vec!["a".into(), "x|y".into()], vec!["long".into(), "z".into()]]
    }

    #[test]
    fn text_is_aligned() {
        assert_eq!(render(Style::Text, &["id", "doc"], &rows()), "id    doc\na     x|y\nlong  z\n");
    }

    #[test]
    fn markdown_escapes_bars() {
        let table = render(Style::Markdown, &["id", "doc"], &rows());
        assert_eq!(table, "| id | doc |\n| --- | --- |\n| a | x\\|y |\n| long | z |\n");
    }
}
