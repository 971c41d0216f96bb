//! Figures as comma-separated values (RFC 4180): a table for each part, an empty line between two of them.

use alloc::string::String;

use super::{Figure, Table, number::GROUPS};

/// The figure as text. Lines end with a line feed; cells with commas, quotes or line breaks stand in quotes. Digits are not in
/// groups, so that other programs read the numbers.
pub fn write(figure: &Figure) -> String {
    let mut out = String::new();
    for (at, part) in figure.parts.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        table(&mut out, &part.form.table());
    }
    out
}

fn table(out: &mut String, table: &Table) {
    line(out, table.columns.iter().map(|column| column.title.as_str()));
    for row in &table.rows {
        line(out, row.iter().map(|cell| cell.text.as_str()));
    }
}

fn line<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (at, text) in cells.enumerate() {
        if at > 0 {
            out.push(',');
        }
        let text = text.replace(GROUPS, "");
        if text.contains(['"', ',', '\n', '\r']) {
            out.push('"');
            out.push_str(&text.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(&text);
        }
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Form, Text};

    #[test]
    fn cells_that_need_quotes_have_them() {
        let mut values = Table::new(&["a", "b"]);
        values.push(["1,5".into(), "say \"no\"".into()]);
        values.push([crate::figure::number::grouped(12_345), "".into()]);
        let mut figure = Figure::from(Form::Table(values));
        figure.push("more", Form::Text(Text::saying("x")));
        assert_eq!(write(&figure), "a,b\n\"1,5\",\"say \"\"no\"\"\"\n12345,\n\ntext\nx\n");
    }
}
