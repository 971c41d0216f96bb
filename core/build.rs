//! Lists the gallery and the lessons from their folders, so that a new file is a new item and nothing else is touched.
//!
//! `order.txt` of a folder names its items in teaching order, one in a line; items that it does not name follow by name.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    let lists = [
        ("KERNELS", "kernels", &["cl", "cu"][..], "kernel"),
        ("PROGRAMS", "kernels", &["s"], "program in assembly"),
        ("LESSONS", "lessons", &["md"], "lesson"),
    ];
    for (name, folder, endings, what) in lists {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let table = table(name, what, &in_order(&folder, endings));
        fs::write(out.join(format!("{}.rs", name.to_lowercase())), table).expect("the list can be written");
    }
}

/// The items of a folder with one of these endings, in teaching order: name and path.
fn in_order(folder: &Path, endings: &[&str]) -> Vec<(String, PathBuf)> {
    let mut items = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let part = |part: Option<&std::ffi::OsStr>| part.and_then(|p| p.to_str()).unwrap_or("").to_string();
        if endings.contains(&part(path.extension()).as_str()) {
            let name = part(path.file_stem());
            let other = items.insert(name.clone(), path);
            assert!(other.is_none(), "two files are named {name}");
        }
    }
    let order = fs::read_to_string(folder.join("order.txt")).unwrap_or_default();
    let named = order.lines().map(str::trim).filter_map(|name| items.remove_entry(name));
    let mut all: Vec<_> = named.collect();
    all.extend(items);
    all
}

fn table(name: &str, what: &str, items: &[(String, PathBuf)]) -> String {
    let row = |(name, path): &(String, PathBuf)| format!("    ({name:?}, include_str!({path:?})),\n");
    let rows: String = items.iter().map(row).collect();
    format!(
        "/// Name and text of every {what}, in teaching order.\npub const {name}: &[(&str, &str)] = &[\n{rows}];\n"
    )
}
