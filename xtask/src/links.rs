//! Links of the written pages lead somewhere: every relative link of a Markdown file names a file of the project, and
//! every `#part` a heading of that file. Nothing is fetched.

use std::{fs, path::Path};

use crate::shell::{Outcome, Shell, files_below};

/// Checks README.md, ARCHITECTURE.md and everything below docs/.
pub fn check(shell: &Shell) -> Outcome {
    let mut pages = vec!["README.md".into(), "ARCHITECTURE.md".into()];
    let docs = files_below(&shell.path("docs"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e == "md"));
    pages.extend(docs.map(|path| Path::new("docs").join(path)));
    let broken: Vec<String> = pages.iter().flat_map(|page| broken_links(&shell.root, page)).collect();
    if broken.is_empty() { Ok(()) } else { Err(format!("links that lead nowhere:\n{}", broken.join("\n"))) }
}

fn broken_links(root: &Path, page: &Path) -> Vec<String> {
    let Ok(text) = fs::read_to_string(root.join(page)) else {
        return vec![format!("{}: the page is missing", page.display())];
    };
    let folder = root.join(page).parent().unwrap_or(root).to_path_buf();
    let mut broken = Vec::new();
    for (number, line) in text.lines().enumerate() {
        for link in links(line).iter().filter(|link| !link.contains("://")) {
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { root.join(page) } else { folder.join(file) };
            if !target.exists() || !part.is_empty() && !has_heading(&target, part) {
                broken.push(format!("{}:{}: {link}", page.display(), number + 1));
            }
        }
    }
    broken
}

/// The targets of `[text](target)`; what stands in code is no link.
fn links(line: &str) -> Vec<String> {
    let plain: String = line.split('`').step_by(2).collect();
    plain.split("](").skip(1).filter_map(|rest| rest.split(')').next()).map(String::from).collect()
}

fn has_heading(page: &Path, part: &str) -> bool {
    let text = fs::read_to_string(page).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.strip_prefix('#'))
        .any(|line| anchor(line.trim_start_matches('#')) == part)
}

/// The name that Markdown viewers give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_and_headings_named() {
        let found = links("see [`a`](x.md#y) and [b](https://z), not `[=](int x)`");
        assert_eq!(found, ["x.md#y", "https://z"]);
        assert_eq!(anchor(" Where do I add a `setting`?"), "where-do-i-add-a-setting");
    }
}
