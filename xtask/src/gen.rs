//! `cargo xtask gen`: tables of the documentation that follow from tables in the code. The laboratory's own command
//! line prints them. A page says itself what it shows, between two marks: `<!-- list settings --machine simt -->` and
//! `<!-- /list -->`.

use std::{fs, path::PathBuf, process::Command};

use crate::shell::{Outcome, Shell, files_below, say, with_path};

/// A page: where it is, its text, and its text with new tables.
struct Page {
    path: PathBuf,
    old: String,
    new: String,
}

impl Page {
    fn is_stale(&self) -> bool {
        self.old != self.new
    }
}

/// Writes every generated part.
pub fn run(shell: &Shell, arguments: &[String]) -> Outcome {
    if arguments.iter().any(|argument| argument == "--check") {
        return check(shell);
    }
    for page in pages(shell)?.iter().filter(|page| page.is_stale()) {
        say(&format!("writing {}", page.path.display()));
        with_path(&page.path, fs::write(&page.path, &page.new))?;
    }
    Ok(())
}

/// Is every generated part up to date?
pub fn check(shell: &Shell) -> Outcome {
    let pages = pages(shell)?;
    let stale: Vec<String> =
        pages.iter().filter(|page| page.is_stale()).map(|page| page.path.display().to_string()).collect();
    if stale.is_empty() {
        Ok(())
    } else {
        Err(format!("out of date, run cargo xtask gen: {}", stale.join(", ")))
    }
}

/// Pages of the documentation with a generated part.
fn pages(shell: &Shell) -> Result<Vec<Page>, String> {
    let folder = shell.path("docs");
    let mut pages = Vec::new();
    for path in files_below(&folder).into_iter().map(|path| folder.join(path)) {
        if path.extension().is_some_and(|ending| ending == "md") {
            let old = with_path(&path, fs::read_to_string(&path))?;
            let new = replace(&old, |list| ask(shell, list))
                .map_err(|error| format!("{}: {error}", path.display()))?;
            pages.push(Page { path, old, new });
        }
    }
    Ok(pages)
}

/// What `lanescope list …` says, or what runs that were measured elsewhere take here (`list calibration …`).
fn ask(shell: &Shell, arguments: &[&str]) -> Result<String, String> {
    let mut command = match arguments {
        ["list", "calibration", table @ ..] => {
            let mut command = Command::new(shell.built("--example", "calibration")?);
            command.args(table);
            command
        }
        _ => {
            let mut command = Command::new(shell.built("--bin", "lanescope")?);
            command.args(arguments).args(["--format", "markdown"]);
            command
        }
    };
    command.current_dir(&shell.root);
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_string()),
        false => {
            Err(format!("lanescope {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)))
        }
    }
}

/// Puts what `table` says between each pair of marks.
fn replace(text: &str, table: impl Fn(&[&str]) -> Result<String, String>) -> Result<String, String> {
    const OPEN: &str = "<!-- list ";
    const CLOSE: &str = "<!-- /list -->";
    let (mut new, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (what, after) = after.split_once(" -->").ok_or("a mark has no end")?;
        let (_, after) = after.split_once(CLOSE).ok_or_else(|| format!("list {what} has no {CLOSE}"))?;
        let words: Vec<&str> = ["list"].into_iter().chain(what.split_whitespace()).collect();
        new += &format!("{before}{OPEN}{what} -->\n{}\n{CLOSE}", table(&words)?);
        rest = after;
    }
    Ok(new + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_changes() {
        let text = "a <!-- list t --x y -->old<!-- /list --> b <!-- list u --><!-- /list -->";
        let new = replace(text, |words| Ok(words.join("+"))).unwrap();
        let expected =
            "a <!-- list t --x y -->\nlist+t+--x+y\n<!-- /list --> b <!-- list u -->\nlist+u\n<!-- /list -->";
        assert_eq!(new, expected);
        assert!(replace("<!-- list t -->old", |_| Ok(String::new())).is_err());
        assert_eq!(replace("no marks", |_| Err("asked".into())).unwrap(), "no marks");
    }
}
