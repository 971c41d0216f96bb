//! The page's content security policy: what it may load and run. It stands in `index.html`, so that it holds on every
//! host; our own server sends the same as a header, which holds for the worker too.

const PAGE: &str = include_str!("../../index.html");

/// The header, without the end of its line.
pub fn header() -> String {
    format!("Content-Security-Policy: {}", text(PAGE).unwrap_or_default())
}

/// The policy of a page, on one line.
fn text(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"")?;
    let (policy, _) = rest.split_once('"')?;
    Some(policy.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directive(name: &str) -> Vec<String> {
        let policy = text(PAGE).expect("the page has a policy");
        let found = policy.split(';').map(str::split_whitespace).find_map(|mut words| {
            (words.next() == Some(name)).then(|| words.map(str::to_string).collect::<Vec<_>>())
        });
        found.unwrap_or_else(|| panic!("the policy says nothing of {name}"))
    }

    #[test]
    fn only_own_scripts_and_their_wasm_run() {
        assert_eq!(directive("script-src"), ["'self'", "'wasm-unsafe-eval'"]);
        assert_eq!(directive("default-src"), ["'none'"]);
        assert_eq!(header().lines().count(), 1);
    }

    #[test]
    fn the_policy_comes_before_everything_that_it_is_about() {
        let policy = PAGE.find("Content-Security-Policy").expect("the page has a policy");
        let first = ["<script", "<link"].iter().filter_map(|tag| PAGE.find(tag)).min();
        assert!(first.is_some_and(|first| policy < first));
    }

    #[test]
    fn no_script_stands_in_the_page() {
        let tags: Vec<&str> = PAGE.match_indices("<script").map(|(at, _)| &PAGE[at..]).collect();
        assert!(!tags.is_empty());
        for tag in tags {
            let (head, rest) = tag.split_once('>').expect("the tag ends");
            assert!(head.contains(" src=\"./") && rest.starts_with("</script>"), "{head}");
        }
        assert!(!include_str!("../../Trunk.toml").contains("<script>"));
    }
}
