//! Pseudo-instructions: what stands for one other instruction, as a table; what stands for several, as functions.
//!
//! In a pattern `$0`, `$1` … are the operands as written; operands behind the counted ones (a mask, a rounding mode) are
//! added at the end.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::lines::{Piece, Statement};

/// Name, number of operands, what it stands for.
const TABLE: &[(&str, usize, &str)] = &[
    ("nop", 0, "addi zero, zero, 0"),
    ("mv", 2, "addi $0, $1, 0"),
    ("not", 2, "xori $0, $1, -1"),
    ("neg", 2, "sub $0, zero, $1"),
    ("negw", 2, "subw $0, zero, $1"),
    ("sext.w", 2, "addiw $0, $1, 0"),
    ("zext.b", 2, "andi $0, $1, 255"),
    ("seqz", 2, "sltiu $0, $1, 1"),
    ("snez", 2, "sltu $0, zero, $1"),
    ("sltz", 2, "slt $0, $1, zero"),
    ("sgtz", 2, "slt $0, zero, $1"),
    ("sgt", 3, "slt $0, $2, $1"),
    ("sgtu", 3, "sltu $0, $2, $1"),
    ("beqz", 2, "beq $0, zero, $1"),
    ("bnez", 2, "bne $0, zero, $1"),
    ("blez", 2, "bge zero, $0, $1"),
    ("bgez", 2, "bge $0, zero, $1"),
    ("bltz", 2, "blt $0, zero, $1"),
    ("bgtz", 2, "blt zero, $0, $1"),
    ("bgt", 3, "blt $1, $0, $2"),
    ("ble", 3, "bge $1, $0, $2"),
    ("bgtu", 3, "bltu $1, $0, $2"),
    ("bleu", 3, "bgeu $1, $0, $2"),
    ("j", 1, "jal zero, $0"),
    ("jal", 1, "jal ra, $0"),
    ("jr", 1, "jalr zero, 0($0)"),
    ("jalr", 1, "jalr ra, 0($0)"),
    ("jalr", 3, "jalr $0, $2($1)"),
    ("ret", 0, "jalr zero, 0(ra)"),
    ("call", 1, "jal ra, $0"),
    ("tail", 1, "jal zero, $0"),
    ("csrr", 2, "csrrs $0, $1, zero"),
    ("csrw", 2, "csrrw zero, $0, $1"),
    ("csrs", 2, "csrrs zero, $0, $1"),
    ("csrc", 2, "csrrc zero, $0, $1"),
    ("csrwi", 2, "csrrwi zero, $0, $1"),
    ("csrsi", 2, "csrrsi zero, $0, $1"),
    ("csrci", 2, "csrrci zero, $0, $1"),
    ("rdinstret", 1, "csrrs $0, instret, zero"),
    ("frrm", 1, "csrrs $0, frm, zero"),
    ("fsrm", 1, "csrrw zero, frm, $0"),
    ("fmv.s", 2, "fsgnj.s $0, $1, $1"),
    ("fmv.d", 2, "fsgnj.d $0, $1, $1"),
    ("fmv.h", 2, "fsgnj.h $0, $1, $1"),
    ("fneg.s", 2, "fsgnjn.s $0, $1, $1"),
    ("fneg.d", 2, "fsgnjn.d $0, $1, $1"),
    ("fneg.h", 2, "fsgnjn.h $0, $1, $1"),
    ("fabs.s", 2, "fsgnjx.s $0, $1, $1"),
    ("fabs.d", 2, "fsgnjx.d $0, $1, $1"),
    ("fabs.h", 2, "fsgnjx.h $0, $1, $1"),
    ("fgt.s", 3, "flt.s $0, $2, $1"),
    ("fgt.d", 3, "flt.d $0, $2, $1"),
    ("fgt.h", 3, "flt.h $0, $2, $1"),
    ("fge.s", 3, "fle.s $0, $2, $1"),
    ("fge.d", 3, "fle.d $0, $2, $1"),
    ("fge.h", 3, "fle.h $0, $2, $1"),
    ("fmv.x.s", 2, "fmv.x.w $0, $1"),
    ("fmv.s.x", 2, "fmv.w.x $0, $1"),
    ("vneg.v", 2, "vrsub.vx $0, $1, zero"),
    ("vnot.v", 2, "vxor.vi $0, $1, -1"),
    ("vfneg.v", 2, "vfsgnjn.vv $0, $1, $1"),
    ("vfabs.v", 2, "vfsgnjx.vv $0, $1, $1"),
    ("vwcvt.x.x.v", 2, "vwadd.vx $0, $1, zero"),
    ("vwcvtu.x.x.v", 2, "vwaddu.vx $0, $1, zero"),
    ("vncvt.x.x.w", 2, "vnsrl.wx $0, $1, zero"),
    ("vmsgt.vv", 3, "vmslt.vv $0, $2, $1"),
    ("vmsgtu.vv", 3, "vmsltu.vv $0, $2, $1"),
    ("vmsge.vv", 3, "vmsle.vv $0, $2, $1"),
    ("vmsgeu.vv", 3, "vmsleu.vv $0, $2, $1"),
    ("vmslt.vi", 3, "vmsle.vi $0, $1, $2-1"),
    ("vmsltu.vi", 3, "vmsleu.vi $0, $1, $2-1"),
    ("vmsge.vi", 3, "vmsgt.vi $0, $1, $2-1"),
    ("vmsgeu.vi", 3, "vmsgtu.vi $0, $1, $2-1"),
    ("vmfgt.vv", 3, "vmflt.vv $0, $2, $1"),
    ("vmfge.vv", 3, "vmfle.vv $0, $2, $1"),
    ("vmmv.m", 2, "vmand.mm $0, $1, $1"),
    ("vmcpy.m", 2, "vmand.mm $0, $1, $1"),
    ("vmclr.m", 1, "vmxor.mm $0, $0, $0"),
    ("vmset.m", 1, "vmxnor.mm $0, $0, $0"),
    ("vmnot.m", 2, "vmnand.mm $0, $1, $1"),
    ("vpopc.m", 2, "vcpop.m $0, $1"),
    ("vle1.v", 2, "vlm.v $0, $1"),
    ("vse1.v", 2, "vsm.v $0, $1"),
    ("vfredsum.vs", 3, "vfredusum.vs $0, $1, $2"),
];

/// What a statement stands for, if it is a pseudo-instruction.
pub(super) fn expand<'a>(statement: &Statement<'a>) -> Option<Statement<'a>> {
    let name: &str = &statement.head.text;
    let operands = &statement.operands;
    let extra = operands.last().is_some_and(|last| last.text == "v0.t");
    let count = operands.len() - usize::from(extra);
    let (_, _, pattern) = TABLE.iter().find(|row| row.0 == name && row.1 == count)?;
    let span = statement.span();
    let (head, rest) = pattern.split_once(' ').unwrap_or((pattern, ""));
    let mut pieces: Vec<Piece<'a>> = rest
        .split(", ")
        .map(|part| fill(part, operands))
        .map(|part| {
            let whole = operands.iter().find(|operand| operand.text == part.as_str());
            Piece::new(part.clone(), whole.map_or(span, |operand| operand.span))
        })
        .collect();
    pieces.extend(operands[count..].iter().cloned());
    Some(Statement {
        labels: Vec::new(),
        head: Piece::new(head.to_string(), statement.head.span),
        operands: pieces,
    })
}

fn fill(part: &str, operands: &[Piece<'_>]) -> String {
    operands.iter().enumerate().fold(part.to_string(), |part, (at, operand)| {
        let place = format!("${at}");
        if part.contains(&place) { part.replace(&place, &operand.text) } else { part }
    })
}

/// The steps that put a number into a register: (mnemonic, number); the first starts from zero, each further one from
/// the register.
pub(in crate::machines::rvv) fn load_number(value: i64) -> Vec<(&'static str, i64)> {
    let low = (value << 52) >> 52;
    if low == value {
        return alloc::vec![("addi", value)];
    }
    if i64::from(value as i32) == value {
        let upper = (value.wrapping_sub(low) >> 12) & 0xF_FFFF;
        let mut steps = alloc::vec![("lui", upper)];
        if low != 0 {
            steps.push(("addiw", low));
        }
        return steps;
    }
    let high = value.wrapping_sub(low) >> 12;
    let zeros = high.trailing_zeros();
    let mut steps = load_number(high >> zeros);
    steps.push(("slli", i64::from(zeros) + 12));
    if low != 0 {
        steps.push(("addi", low));
    }
    steps
}
