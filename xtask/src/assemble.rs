//! The page's own folder: its text, what that names, and its program. `index.html` says in trunk's words what belongs to the page, so that
//! `trunk build` makes the same folder; a check compares both. Trunk itself would be the longest wait of a newcomer who only wants to see
//! the page (`docs/decisions/0004-building-and-serving-the-page.md`).
//!
//! Known of trunk's words: `css`, `icon` and `copy-file`, each a file that is copied beside the page, and `rust`, the program. Anything else
//! is an error.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::shell::{Outcome, files_below, with_path};

/// Scripts that the program brings along, in folders of this folder.
const SNIPPETS: &str = "snippets";

/// The files of the page's program, as wasm-bindgen writes them.
pub const PROGRAM: [&str; 2] = ["page.js", "page_bg.wasm"];

/// What starts the program, once the page has been read.
const START: &str = r#"<script type="module" src="./start.js"></script>"#;

/// A thing that the text names.
struct Asset<'a> {
    /// What it is, in trunk's word.
    kind: &'a str,
    /// Where it is, from the root of the project.
    path: &'a str,
}

/// Makes the folder anew: the text, the files that it names, and the program from the folder where it was built.
pub fn assemble(root: &Path, program: &Path, folder: &Path) -> Outcome {
    let source = root.join("index.html");
    let text = with_path(&source, fs::read_to_string(&source))?;
    if folder.exists() {
        with_path(folder, fs::remove_dir_all(folder))?;
    }
    with_path(folder, fs::create_dir_all(folder))?;
    let snippets: Vec<_> =
        files_below(&program.join(SNIPPETS)).into_iter().map(|path| Path::new(SNIPPETS).join(path)).collect();
    let mut lines = Vec::new();
    for line in text.lines() {
        match asset(line)? {
            None => lines.push(line.to_string()),
            Some(asset) => {
                if asset.kind != "rust" {
                    let from = root.join(asset.path);
                    with_path(&from, fs::copy(&from, folder.join(asset.name())))?;
                }
                lines.extend(asset.link(&snippets));
            }
        }
    }
    for name in PROGRAM.into_iter().map(PathBuf::from).chain(snippets) {
        let (from, to) = (program.join(&name), folder.join(&name));
        if let Some(inside) = to.parent() {
            with_path(inside, fs::create_dir_all(inside))?;
        }
        with_path(&from, fs::copy(&from, &to))?;
    }
    let page = folder.join("index.html");
    with_path(&page, fs::write(&page, lines.join("\n") + "\n"))
}

/// Are two folders of the page the same? Their texts may be laid out in different ways.
pub fn compare(one: &Path, other: &Path) -> Outcome {
    let (names, others) = (files_below(one), files_below(other));
    if names != others {
        return Err(format!("{} has {names:?}, {} has {others:?}", one.display(), other.display()));
    }
    let read = |folder: &Path, name: &Path| with_path(name, fs::read(folder.join(name)));
    names.iter().try_for_each(|name| {
        let (one, other) = (read(one, name)?, read(other, name)?);
        let is_text = name.extension().is_some_and(|ending| ending == "html");
        let same = one == other || is_text && tags(&one) == tags(&other);
        if same { Ok(()) } else { Err(format!("{} is another file in trunk's page", name.display())) }
    })
}

/// The tags of a page in their order, without the space and the comments between them. A tag that holds nothing may end in `/>`.
fn tags(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let mut uncommented = String::new();
    let mut rest = text.as_ref();
    while let Some((before, behind)) = rest.split_once("<!--") {
        uncommented += before;
        rest = behind.split_once("-->").map_or("", |(_, rest)| rest);
    }
    uncommented += rest;
    let one_line = |tag: &str| tag.split_whitespace().collect::<Vec<_>>().join(" ").replace("/>", ">");
    let pieces = uncommented.split('<').map(one_line);
    pieces.filter(|tag| !tag.is_empty()).collect()
}

/// What a line of the text says of trunk's.
fn asset(line: &str) -> Result<Option<Asset<'_>>, String> {
    let line = line.trim();
    if !line.starts_with("<link data-trunk ") {
        return Ok(None);
    }
    let kind = value(line, "rel").ok_or_else(|| format!("index.html: what is this? {line}"))?;
    let path = value(line, "href").ok_or_else(|| format!("index.html: where is this? {line}"))?;
    match ["css", "icon", "copy-file", "rust"].contains(&kind) {
        true => Ok(Some(Asset { kind, path })),
        false => Err(format!("index.html: `rel=\"{kind}\"` is not known to xtask/src/assemble.rs")),
    }
}

/// The value of an attribute.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

impl Asset<'_> {
    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }

    /// What stands in its place in the text of the page, whose program brings `snippets` along.
    fn link(&self, snippets: &[PathBuf]) -> Vec<String> {
        let name = self.name();
        match self.kind {
            "css" => vec![format!(r#"    <link rel="stylesheet" href="./{name}">"#)],
            "icon" => vec![format!(r#"    <link rel="icon" href="./{name}">"#)],
            "rust" => start(snippets),
            _ => Vec::new(),
        }
    }
}

/// What starts the program, and what it takes, which is loaded meanwhile.
fn start(snippets: &[PathBuf]) -> Vec<String> {
    let [script, wasm] = PROGRAM;
    let scripts = [Path::new(script)].into_iter().chain(snippets.iter().map(PathBuf::as_path));
    let ahead = |path: &Path| {
        format!(r#"    <link rel="modulepreload" href="./{}" crossorigin="anonymous">"#, path.display())
    };
    let wasm = format!(
        r#"    <link rel="preload" href="./{wasm}" crossorigin="anonymous" as="fetch" type="application/wasm">"#
    );
    [format!("    {START}")].into_iter().chain(scripts.map(ahead)).chain([wasm]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_names_is_told_by_kind_and_place() {
        let found = |line| {
            asset(line).map(|asset| asset.map(|asset| (asset.kind.to_string(), asset.path.to_string())))
        };
        let told = |kind: &str, path: &str| Ok(Some((kind.to_string(), path.to_string())));
        assert_eq!(
            found(r#"  <link data-trunk rel="css" href="static/page.css">"#),
            told("css", "static/page.css")
        );
        assert_eq!(
            found(r#"<link data-trunk rel="rust" href="app/Cargo.toml" data-bin="page">"#),
            told("rust", "app/Cargo.toml")
        );
        assert_eq!(found(r#"<link rel="icon" href="x">"#), Ok(None));
        assert!(found(r#"<link data-trunk rel="sass" href="static/page.scss">"#).is_err());
        assert!(found(r#"<link data-trunk rel="css">"#).is_err());
    }

    #[test]
    fn the_page_of_the_project_is_put_together_whole() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a project");
        let scratch = std::env::temp_dir().join(format!("lanescope-assemble-{}", std::process::id()));
        let (program, page) = (scratch.join("program"), scratch.join("page"));
        fs::create_dir_all(&program).expect("a folder");
        PROGRAM.iter().for_each(|name| fs::write(program.join(name), name).expect("a file"));
        let made = assemble(root, &program, &page);
        // The editor's file is there in a project whose packages have been bundled.
        if root.join("target/bundles/editor.js").is_file() {
            made.expect("a page");
            let text = fs::read_to_string(page.join("index.html")).expect("a text");
            assert!(!text.contains("data-trunk") && text.contains(START));
            for name in ["tokens.css", "page.css", "first.js", "start.js", "icon.svg", PROGRAM[0], PROGRAM[1]]
            {
                assert!(page.join(name).is_file(), "{name}");
            }
        }
        fs::remove_dir_all(&scratch).expect("it can go");
    }
}
