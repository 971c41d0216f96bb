//! The kernels of the gallery under the policies of HARP's compiler, with one lane and with many, on words of 32 and 64 bits: each leaves the
//! memory of the reference, or is refused with a reason. Policies and ArchIDs come in pairs; all of them are met by the kernels together.

use lanescope_core::session::{self, Session, vocabulary::*};
use lanescope_tests::runs;

/// One lane in a warp, 4, 16 and 64; as many warps as the groups of the gallery need.
const ARCHS: [&str; 4] = ["8w32/32/1/64", "4w16/16/4/64", "4w8/8/16/16", "8w32/32/64/8"];

/// All but `none`, under which a branch that parts lanes is the end of a run.
const POLICIES: [&str; 6] = ["sj", "pred", "static", "profile", "static-profile", "size-aware"];

/// No kernel of the gallery needs more, except those that never end.
const CYCLES: u64 = 4_000_000;

/// What a kernel needs that not every ArchID has: atomics, types of other words, more of a group than there are warps, more room for code.
const REFUSED: [&str; 5] =
    ["harp::unsupported", "limit::harp", "launch::fit", "harp::lanes", "harp::registers"];

/// Does the kernel run, and leave what it should?
fn runs(source: &str, arch: &str, policy: &str) -> bool {
    let mut document = runs::document(source, "harp/harp32");
    let changes = [("archid", arch), ("divergence", policy), ("ipdom_entries", "64")];
    document.machine.changes = changes.map(|(id, value)| (id.to_string(), value.to_string())).into();
    let mut session = Session::open(document, Limits::default());
    if let Err(found) = session.start() {
        let unknown = found.iter().find(|one| !REFUSED.contains(&one.code.as_ref()));
        assert!(unknown.is_none(), "{arch} {policy}: {unknown:?}");
        return false;
    }
    let status = session.advance(CYCLES, CYCLES);
    assert!(
        status.complete && status.halt.is_none(),
        "{arch} {policy}: {:?} {:?}",
        status.halt,
        status.cycle
    );
    let check = (0..1000).find_map(|_| session.check(10_000_000)).expect("the reference ends");
    assert!(check.pass, "{arch} {policy}: {:?} {:?}\n{source}", check.first.first(), check.remark);
    true
}

#[test]
fn kernels_leave_their_memory_under_policies_and_archids_in_pairs() {
    let mut ran = [0; ARCHS.len()];
    let ends = |name: &str| !["deadlock", "endless"].contains(&name);
    let items = session::gallery();
    let kernels =
        items.iter().filter(|item| !runs::is_refused(&item.name, "harp/harp32") && ends(&item.name));
    for (number, item) in kernels.enumerate() {
        for (at, arch) in ARCHS.iter().enumerate() {
            ran[at] += usize::from(runs(&item.source, arch, POLICIES[(number + at) % POLICIES.len()]));
        }
    }
    assert!(ran.iter().all(|count| *count >= 20), "{ran:?}");
}
