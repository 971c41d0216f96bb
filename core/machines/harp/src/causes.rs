//! Why a warp of HARP does not go into the pipeline, beyond the causes that all machines have.

use lanescope_parts::causes;

causes! {
    /// In the pipeline, with nothing in its way: the barrel has to turn.
    CIRCULATING = "circulating", "in the pipeline", Waiting, Ice Plain;
    /// Behind an instruction that waits for its unit: nothing overtakes in front of the units.
    HEAD_OF_LINE = "head-of-line", "behind a stalled instruction", Waiting, Lemon Falling;
    /// Its result is there, but another one goes first.
    ARBITER = "arbiter", "result waits for the arbiter", Waiting, Gold Cross;
}
