//! Is a text well-formed XML, as far as pictures need it: elements that are closed in their order, attributes in quotes,
//! and no bare `<` or `&`? (What they do not have, such as comments and processing instructions, is an error.)

/// The elements of a text, in the order of their beginnings.
///
/// # Errors
/// What is wrong, and at which byte.
pub fn elements(text: &str) -> Result<Vec<String>, String> {
    let (mut open, mut all, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(start) = text[at..].find('<').map(|found| at + found) {
        plain(&text[at..start], at)?;
        let end = text[start..].find('>').map(|found| start + found).ok_or(format!("{start}: no end"))?;
        let inside = &text[start + 1..end];
        at = end + 1;
        if let Some(name) = inside.strip_prefix('/') {
            let last = open.pop().ok_or(format!("{start}: nothing is open"))?;
            if last != name {
                return Err(format!("{start}: `{last}` is open, `{name}` ends"));
            }
            continue;
        }
        let (inside, alone) = inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(format!("{start}: `{name}` is no name"));
        }
        check_attributes(attributes, start)?;
        all.push(name.to_string());
        if !alone {
            open.push(name.to_string());
        }
    }
    plain(&text[at..], at)?;
    if open.is_empty() { Ok(all) } else { Err(format!("{open:?} are not closed")) }
}

fn check_attributes(text: &str, at: usize) -> Result<(), String> {
    let (mut rest, mut names) = (text.trim_start(), Vec::new());
    while !rest.is_empty() {
        let (name, behind) = rest.split_once("=\"").ok_or(format!("{at}: `{rest}` is no attribute"))?;
        let (value, behind) = behind.split_once('"').ok_or(format!("{at}: `{name}` has no end"))?;
        plain(value, at)?;
        if names.contains(&name) {
            return Err(format!("{at}: `{name}` twice"));
        }
        names.push(name);
        rest = behind.trim_start();
    }
    Ok(())
}

/// Text in which every `&` begins one of the names that XML knows.
fn plain(text: &str, at: usize) -> Result<(), String> {
    let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
    let bare =
        text.match_indices('&').any(|(found, _)| !known.iter().any(|name| text[found..].starts_with(name)));
    let forbidden = text.chars().any(|letter| letter.is_control() && letter != '\n');
    if bare || forbidden || text.contains('<') {
        Err(format!("{at}: `{text}` is not escaped"))
    } else {
        Ok(())
    }
}

#[test]
fn broken_texts_are_found() {
    assert_eq!(elements("<a b=\"1\"><c/>x &amp; y</a>").unwrap(), ["a", "c"]);
    for broken in ["<a>", "<a></b>", "</a>", "<a b=1/>", "<a>&</a>", "<a b=\"1\" b=\"2\"/>", "<a <b/>/>"] {
        assert!(elements(broken).is_err(), "{broken}");
    }
}
