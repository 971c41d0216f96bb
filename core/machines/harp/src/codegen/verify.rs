//! The proof that every `join` finds what its `split` pushed (HARP 4.9, "verifier").
//!
//! The stack is followed along every edge as a list of the branches that wait. Each block must be reached with one and the same list, a
//! `join` must find its own branch on top, and the list must be empty at the end. It runs on every kernel that is compiled.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::base::OrdMap;

use super::{
    code::{Code, End},
    split::is_split,
};

/// What was proved: how many entries the stack of a warp has at most. A branch on which lanes disagree takes two (HARP 3.6).
///
/// # Errors
/// The block and what is wrong there.
pub fn verify(code: &Code) -> Result<usize, (usize, String)> {
    let mut stacks: OrdMap<usize, Vec<usize>> = OrdMap::from([(0, Vec::new())]);
    let mut work = Vec::from([0]);
    let mut most = 0;
    while let Some(at) = work.pop() {
        let mut stack = stacks.get(&at).cloned().unwrap_or_default();
        let block = &code.blocks[at];
        if let Some(owner) = block.join
            && stack.pop() != Some(owner)
        {
            let found = stacks.get(&at).and_then(|stack| stack.last());
            return Err((at, format!("the `join` of block {owner} finds {}", name(found))));
        }
        if is_split(code, at) {
            stack.push(at);
        }
        most = most.max(stack.len());
        if matches!(block.end, End::Leave(_)) && !stack.is_empty() {
            return Err((at, format!("the end is reached while {} waits", name(stack.last()))));
        }
        for to in block.end.targets() {
            match stacks.get(&to) {
                None => {
                    stacks.insert(to, stack.clone());
                    work.push(to);
                }
                Some(known) if *known != stack => {
                    let message =
                        format!("block {to} is reached with {known:?} on the stack, and with {stack:?}");
                    return Err((to, message));
                }
                Some(_) => {}
            }
        }
    }
    Ok(2 * most)
}

fn name(branch: Option<&usize>) -> String {
    branch.map_or("nothing".into(), |branch| format!("block {branch}"))
}
