//! `cargo xtask gen`: tables of the documentation that follow from tables in the code. The laboratory's own command
//! line prints them; here they are put between two marks of a page, or make up a whole page.

use std::{fs, path::Path};

use crate::shell::{Outcome, Shell, say, with_path};

/// A generated part: the page, the name of its marks, and what the command line is asked.
struct Part {
    page: &'static str,
    name: &'static str,
    ask: &'static [&'static str],
}

const PARTS: &[Part] = &[
    Part { page: "docs/machines/simt.md", name: "settings", ask: &["list", "settings", "--machine", "simt"] },
    Part { page: "docs/machines/simt.md", name: "presets", ask: &["list", "presets", "--machine", "simt"] },
    Part { page: "docs/machines/simt.md", name: "ops", ask: &["list", "ops", "--machine", "simt"] },
    Part { page: "docs/machines/rvv.md", name: "presets", ask: &["list", "presets", "--machine", "rvv"] },
    Part { page: "docs/machines/rvv.md", name: "settings", ask: &["list", "settings", "--machine", "rvv"] },
    Part { page: "docs/gallery.md", name: "gallery", ask: &["list", "gallery"] },
];

/// Writes every generated part.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    if arguments.iter().any(|argument| argument == "--check") {
        return check(shell);
    }
    for (page, _, new) in pages(shell)?.into_iter().filter(|(_, old, new)| old != new) {
        say(&format!("writing {page}"));
        let path = shell.path(page);
        with_path(&path, fs::write(&path, new))?;
    }
    Ok(())
}

/// Is every generated part up to date?
pub fn check(shell: &Shell) -> Outcome {
    let pages = pages(shell)?.into_iter();
    let stale: Vec<&str> = pages.filter(|(_, old, new)| old != new).map(|(page, ..)| page).collect();
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("out of date, run cargo xtask gen: {}", stale.join(", ")))
    }
}

/// Pages with their old and new text.
fn pages(shell: &Shell) -> Result<Vec<(&'static str, String, String)>, String> {
    let mut pages: Vec<(&'static str, String, String)> = Vec::new();
    for part in PARTS {
        let table = ask(shell, part.ask)?;
        if pages.last().is_none_or(|(page, ..)| *page != part.page) {
            let path = shell.path(part.page);
            let text = with_path(&path, fs::read_to_string(&path))?;
            pages.push((part.page, text.clone(), text));
        }
        if let Some((page, _, text)) = pages.last_mut() {
            *text = replace(Path::new(page), text, part.name, &table)?;
        }
    }
    Ok(pages)
}

fn ask(shell: &Shell, arguments: &[&str]) -> Result<String, String> {
    let start = ["run", "--quiet", "--package", "lanescope-cli", "--"];
    let all = [&start[..], arguments, &["--format", "markdown"]].concat();
    let output = shell.command("cargo", &all).output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_string()),
        false => {
            Err(format!("lanescope {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)))
        }
    }
}

/// Puts `table` between `<!-- NAME -->` and `<!-- /NAME -->`.
fn replace(page: &Path, text: &str, name: &str, table: &str) -> Result<String, String> {
    let (open, close) = (format!("<!-- {name} -->"), format!("<!-- /{name} -->"));
    let missing = || format!("{} has no marks {open} {close}", page.display());
    let (before, rest) = text.split_once(&open).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&close).ok_or_else(missing)?;
    Ok(format!("{before}{open}\n{table}\n{close}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let text = "a <!-- t -->old<!-- /t --> b";
        assert_eq!(replace(Path::new("p"), text, "t", "new").unwrap(), "a <!-- t -->\nnew\n<!-- /t --> b");
        assert!(replace(Path::new("p"), text, "u", "new").is_err());
    }
}
