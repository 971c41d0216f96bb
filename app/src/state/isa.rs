//! Which row of a machine's instruction table an instruction of a listing belongs to.
//!
//! A row writes its name as a pattern, such as `ld.SPACE.{f32,b32}`: words in braces are a choice, words in capitals
//! stand for any word, and every other word is meant as it stands.

use lanescope_core::session::OpInfo;

use lanescope_core::session::figure::code::mnemonic;

/// The row that fits an instruction best: every word fits, or else the longest beginning of its name.
pub fn find<'a>(ops: &'a [OpInfo], instruction: &str) -> Option<&'a OpInfo> {
    let name = mnemonic(instruction).trim_end_matches(';');
    // The first of the best: a table lists the plain form first.
    let best = ops.iter().rev().max_by_key(|op| score(&op.syntax, name))?;
    (score(&best.syntax, name) > 0).then_some(best)
}

/// How well a name fits a pattern: nothing unless the first word does.
fn score(syntax: &str, name: &str) -> usize {
    let pattern = syntax.split_whitespace().next().unwrap_or("");
    let (patterns, words): (Vec<&str>, Vec<&str>) = (pattern.split('.').collect(), name.split('.').collect());
    let exact = patterns.iter().zip(&words).take_while(|(pattern, word)| fits(pattern, word)).count();
    let whole = exact == patterns.len() && exact == words.len();
    let literal = patterns.iter().zip(&words).filter(|(pattern, word)| pattern == word).count();
    if exact == 0 { 0 } else { usize::from(whole) * 1000 + exact * 10 + literal }
}

fn fits(pattern: &str, word: &str) -> bool {
    match pattern.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(choice) => choice.split(',').any(|one| one == word),
        None => pattern == word || (!pattern.is_empty() && pattern.chars().all(|c| c.is_ascii_uppercase())),
    }
}

/// Rows whose name or meaning has every word that was typed.
pub fn search<'a>(ops: &'a [OpInfo], words: &str) -> Vec<&'a OpInfo> {
    let words: Vec<String> = words.split_whitespace().map(str::to_ascii_lowercase).collect();
    let has = |op: &OpInfo| {
        let all = format!("{} {} {}", op.syntax, op.class, op.doc).to_ascii_lowercase();
        words.iter().all(|word| all.contains(word.as_str()))
    };
    ops.iter().filter(|op| has(op)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ops() -> Vec<OpInfo> {
        let op = |syntax: &str| OpInfo { syntax: syntax.into(), class: "Int".into(), doc: syntax.into() };
        [
            "add.{s32,u32} d, a, b",
            "add.{f32} d, a, b",
            "ld.SPACE.{f32,b32} d, [a]",
            "bra label",
            "bra.uni label",
        ]
        .map(op)
        .into()
    }

    #[test]
    fn an_instruction_finds_its_row() {
        let ops = ops();
        let row = |text| find(&ops, text).map(|op| op.syntax.as_str());
        assert_eq!(row("add.f32 %f1, %f2, %f3;"), Some("add.{f32} d, a, b"));
        assert_eq!(row("@!%p0 bra.uni L3;"), Some("bra.uni label"));
        assert_eq!(row("bra L3;"), Some("bra label"));
        assert_eq!(row("ld.global.b32 %r1, [%rd0];"), Some("ld.SPACE.{f32,b32} d, [a]"));
        assert_eq!(row("add.f64 %f1, %f2, %f3;"), Some("add.{s32,u32} d, a, b"), "the nearest there is");
        assert_eq!(row("xyz"), None);
        assert_eq!(row(""), None);
    }

    #[test]
    fn a_search_wants_every_word() {
        let ops = ops();
        assert_eq!(search(&ops, "bra").len(), 2);
        assert_eq!(search(&ops, "BRA uni").len(), 1);
        assert_eq!(search(&ops, "").len(), ops.len());
    }
}
