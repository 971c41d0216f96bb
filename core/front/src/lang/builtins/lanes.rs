//! Functions of the lanes of a warp (CUDA C++ Programming Guide, "Warp Vote Functions" to "Warp Shuffle Functions") and of a
//! sub-group (OpenCL C 3.0, 6.15.19, with `cl_khr_subgroup_shuffle` and `cl_khr_subgroup_shuffle_relative`).

use super::{Action as A, Prototype as S, builtins};
use crate::ir::LaneOp;
use crate::lang::token::In;
use crate::lang::types::Scalar::{Int, UInt};

/// Who takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The lanes of the mask, which is the first argument.
    Named,
    /// All lanes of the warp that have not ended.
    Whole,
    /// Those that come together.
    Present,
}

/// How values of several lanes become one.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// What the lanes of a warp do, or what one asks about its place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// The value of another lane.
    Shuffle(LaneOp),
    /// A bit for each lane in which the predicate holds.
    Ballot,
    /// A bit for each lane that takes part.
    Active,
    /// Does the predicate hold in one of them?
    Any,
    /// Does the predicate hold in all of them?
    All,
    /// Is the predicate the same in all of them?
    Uniform,
    /// The lanes with the same value.
    MatchAny,
    /// All lanes if they have the same value, else none; a pointer to whether they do.
    MatchAll,
    /// The values of the lanes that take part together.
    Reduce(Fold),
    /// The values of a whole warp together.
    Combine(Fold),
    /// The values of the lanes before (`true`: and of this one) together.
    Scan(Fold, bool),
    /// They wait for each other.
    Sync,
    /// The number of the lane.
    Number,
    /// Lanes of this warp.
    Size,
    /// Lanes of the largest warp of the group.
    LargestSize,
    /// The number of the warp in the group.
    Warp,
    /// Warps of the group.
    Warps,
    /// The number of the lane, which a machine without warps refuses.
    OwnLane,
    /// The number of the warp among those of the launch, which a machine without warps refuses.
    OwnWarp,
}

use Lanes::{
    Active, All, Any, Ballot, Combine, LargestSize, MatchAll, MatchAny, Number, OwnLane, OwnWarp, Reduce,
    Scan, Shuffle, Size, Sync, Uniform, Warp, Warps,
};
use Who::{Named, Present, Whole};

builtins! {
    LANES:
    C "__shfl_sync" => "__shfl_sync(mask, value, lane, width)", S::Exchange { mask: true, width: true }, A::Lanes(Shuffle(LaneOp::Index), Named);
    C "__shfl_up_sync" => "__shfl_up_sync(mask, value, delta, width)", S::Exchange { mask: true, width: true }, A::Lanes(Shuffle(LaneOp::Up), Named);
    C "__shfl_down_sync" => "__shfl_down_sync(mask, value, delta, width)", S::Exchange { mask: true, width: true }, A::Lanes(Shuffle(LaneOp::Down), Named);
    C "__shfl_xor_sync" => "__shfl_xor_sync(mask, value, bits, width)", S::Exchange { mask: true, width: true }, A::Lanes(Shuffle(LaneOp::Xor), Named);
    C "__shfl" => "__shfl(value, lane, width)", S::Exchange { mask: false, width: true }, A::Lanes(Shuffle(LaneOp::Index), Present);
    C "__shfl_up" => "__shfl_up(value, delta, width)", S::Exchange { mask: false, width: true }, A::Lanes(Shuffle(LaneOp::Up), Present);
    C "__shfl_down" => "__shfl_down(value, delta, width)", S::Exchange { mask: false, width: true }, A::Lanes(Shuffle(LaneOp::Down), Present);
    C "__shfl_xor" => "__shfl_xor(value, bits, width)", S::Exchange { mask: false, width: true }, A::Lanes(Shuffle(LaneOp::Xor), Present);
    C "__all_sync" => "__all_sync(mask, predicate)", S::Fixed(&[UInt, Int], Int), A::Lanes(All, Named);
    C "__any_sync" => "__any_sync(mask, predicate)", S::Fixed(&[UInt, Int], Int), A::Lanes(Any, Named);
    C "__uni_sync" => "__uni_sync(mask, predicate)", S::Fixed(&[UInt, Int], Int), A::Lanes(Uniform, Named);
    C "__ballot_sync" => "__ballot_sync(mask, predicate)", S::Fixed(&[UInt, Int], UInt), A::Lanes(Ballot, Named);
    C "__all" => "__all(predicate)", S::Fixed(&[Int], Int), A::Lanes(All, Present);
    C "__any" => "__any(predicate)", S::Fixed(&[Int], Int), A::Lanes(Any, Present);
    C "__ballot" => "__ballot(predicate)", S::Fixed(&[Int], UInt), A::Lanes(Ballot, Present);
    C "__activemask" => "__activemask()", S::Fixed(&[], UInt), A::Lanes(Active, Present);
    C "__match_any_sync" => "__match_any_sync(mask, value)", S::MatchLanes(false), A::Lanes(MatchAny, Named);
    C "__match_all_sync" => "__match_all_sync(mask, value, pointer)", S::MatchLanes(true), A::Lanes(MatchAll, Named);
    C "__reduce_add_sync" => "__reduce_add_sync(mask, value)", S::Masked, A::Lanes(Reduce(Fold::Add), Named);
    C "__reduce_min_sync" => "__reduce_min_sync(mask, value)", S::Masked, A::Lanes(Reduce(Fold::Min), Named);
    C "__reduce_max_sync" => "__reduce_max_sync(mask, value)", S::Masked, A::Lanes(Reduce(Fold::Max), Named);
    C "__reduce_and_sync" => "__reduce_and_sync(mask, value)", S::Fixed(&[UInt, UInt], UInt), A::Lanes(Reduce(Fold::And), Named);
    C "__reduce_or_sync" => "__reduce_or_sync(mask, value)", S::Fixed(&[UInt, UInt], UInt), A::Lanes(Reduce(Fold::Or), Named);
    C "__reduce_xor_sync" => "__reduce_xor_sync(mask, value)", S::Fixed(&[UInt, UInt], UInt), A::Lanes(Reduce(Fold::Xor), Named);
    C "__syncwarp" => "__syncwarp(mask)", S::Mask, A::Lanes(Sync, Named);

    B "__harp_lane" => "__harp_lane()", S::Fixed(&[], UInt), A::Lanes(OwnLane, Whole);
    B "__harp_warp" => "__harp_warp()", S::Fixed(&[], UInt), A::Lanes(OwnWarp, Whole);
    O "get_sub_group_local_id" => "get_sub_group_local_id()", S::Fixed(&[], UInt), A::Lanes(Number, Whole);
    O "get_sub_group_size" => "get_sub_group_size()", S::Fixed(&[], UInt), A::Lanes(Size, Whole);
    O "get_max_sub_group_size" => "get_max_sub_group_size()", S::Fixed(&[], UInt), A::Lanes(LargestSize, Whole);
    O "get_sub_group_id" => "get_sub_group_id()", S::Fixed(&[], UInt), A::Lanes(Warp, Whole);
    O "get_num_sub_groups" "get_enqueued_num_sub_groups" => "get_num_sub_groups()", S::Fixed(&[], UInt), A::Lanes(Warps, Whole);
    O "sub_group_barrier" => "sub_group_barrier(CLK_LOCAL_MEM_FENCE)", S::Flags(1, 2), A::Lanes(Sync, Whole);
    O "sub_group_all" => "sub_group_all(predicate)", S::Fixed(&[Int], Int), A::Lanes(All, Whole);
    O "sub_group_any" => "sub_group_any(predicate)", S::Fixed(&[Int], Int), A::Lanes(Any, Whole);
    O "sub_group_broadcast" "sub_group_shuffle" => "sub_group_shuffle(value, lane)", S::Exchange { mask: false, width: false }, A::Lanes(Shuffle(LaneOp::Index), Whole);
    O "sub_group_shuffle_xor" => "sub_group_shuffle_xor(value, bits)", S::Exchange { mask: false, width: false }, A::Lanes(Shuffle(LaneOp::Xor), Whole);
    O "sub_group_shuffle_up" => "sub_group_shuffle_up(value, delta)", S::Exchange { mask: false, width: false }, A::Lanes(Shuffle(LaneOp::Up), Whole);
    O "sub_group_shuffle_down" => "sub_group_shuffle_down(value, delta)", S::Exchange { mask: false, width: false }, A::Lanes(Shuffle(LaneOp::Down), Whole);
    O "sub_group_reduce_add" => "sub_group_reduce_add(value)", S::Number(1), A::Lanes(Combine(Fold::Add), Whole);
    O "sub_group_reduce_min" => "sub_group_reduce_min(value)", S::Number(1), A::Lanes(Combine(Fold::Min), Whole);
    O "sub_group_reduce_max" => "sub_group_reduce_max(value)", S::Number(1), A::Lanes(Combine(Fold::Max), Whole);
    O "sub_group_scan_inclusive_add" => "sub_group_scan_inclusive_add(value)", S::Number(1), A::Lanes(Scan(Fold::Add, true), Whole);
    O "sub_group_scan_inclusive_min" => "sub_group_scan_inclusive_min(value)", S::Number(1), A::Lanes(Scan(Fold::Min, true), Whole);
    O "sub_group_scan_inclusive_max" => "sub_group_scan_inclusive_max(value)", S::Number(1), A::Lanes(Scan(Fold::Max, true), Whole);
    O "sub_group_scan_exclusive_add" => "sub_group_scan_exclusive_add(value)", S::Number(1), A::Lanes(Scan(Fold::Add, false), Whole);
    O "sub_group_scan_exclusive_min" => "sub_group_scan_exclusive_min(value)", S::Number(1), A::Lanes(Scan(Fold::Min, false), Whole);
    O "sub_group_scan_exclusive_max" => "sub_group_scan_exclusive_max(value)", S::Number(1), A::Lanes(Scan(Fold::Max, false), Whole);
}
