//! Pseudo-instructions: what stands for others with the operands as written, as a table; what depends on a number, as functions.
//!
//! In a pattern `$0`, `$1` … are the operands as written, and a semicolon parts instructions. A mask behind the counted operands
//! is added at the end, unless there is a row for the name with ` v0.t`.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::asm::{Piece, Statement};

/// Name, number of operands, what it stands for.
const TABLE: &[(&str, usize, &str)] = &[
    ("nop", 0, "addi zero, zero, 0"),
    ("mv", 2, "addi $0, $1, 0"),
    ("not", 2, "xori $0, $1, -1"),
    ("neg", 2, "sub $0, zero, $1"),
    ("negw", 2, "subw $0, zero, $1"),
    ("sext.w", 2, "addiw $0, $1, 0"),
    ("zext.b", 2, "andi $0, $1, 255"),
    ("sext.b", 2, "slli $0, $1, 56; srai $0, $0, 56"),
    ("sext.h", 2, "slli $0, $1, 48; srai $0, $0, 48"),
    ("zext.h", 2, "slli $0, $1, 48; srli $0, $0, 48"),
    ("zext.w", 2, "slli $0, $1, 32; srli $0, $0, 32"),
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
    ("call", 2, "jal $0, $1"),
    ("tail", 1, "jal zero, $0"),
    ("jump", 2, "jal zero, $0"),
    ("unimp", 0, "csrrw zero, 0xC00, zero"),
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
    ("fsrm", 2, "csrrw $0, frm, $1"),
    ("fsrmi", 1, "csrrwi zero, frm, $0"),
    ("fsrmi", 2, "csrrwi $0, frm, $1"),
    ("frflags", 1, "csrrs $0, fflags, zero"),
    ("fsflags", 1, "csrrw zero, fflags, $0"),
    ("fsflags", 2, "csrrw $0, fflags, $1"),
    ("frcsr", 1, "csrrs $0, fcsr, zero"),
    ("fscsr", 1, "csrrw zero, fcsr, $0"),
    ("fscsr", 2, "csrrw $0, fcsr, $1"),
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
    ("vmsge.vx", 3, "vmslt.vx $0, $1, $2; vmnand.mm $0, $0, $0"),
    ("vmsgeu.vx", 3, "vmsltu.vx $0, $1, $2; vmnand.mm $0, $0, $0"),
    ("vmsge.vx v0.t", 3, "vmslt.vx $0, $1, $2, v0.t; vmxor.mm $0, $0, v0"),
    ("vmsgeu.vx v0.t", 3, "vmsltu.vx $0, $1, $2, v0.t; vmxor.mm $0, $0, v0"),
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
    ("vmandnot.mm", 3, "vmandn.mm $0, $1, $2"),
    ("vmornot.mm", 3, "vmorn.mm $0, $1, $2"),
    ("vl1r.v", 2, "vl1re8.v $0, $1"),
    ("vl2r.v", 2, "vl2re8.v $0, $1"),
    ("vl4r.v", 2, "vl4re8.v $0, $1"),
    ("vl8r.v", 2, "vl8re8.v $0, $1"),
    ("vpopc.m", 2, "vcpop.m $0, $1"),
    ("vle1.v", 2, "vlm.v $0, $1"),
    ("vse1.v", 2, "vsm.v $0, $1"),
    ("vfredsum.vs", 3, "vfredusum.vs $0, $1, $2"),
];

/// Arithmetic that has another name with a number as its second source.
const NUMBERED: [(&str, &str); 13] = [
    ("add", "addi"),
    ("and", "andi"),
    ("or", "ori"),
    ("xor", "xori"),
    ("sll", "slli"),
    ("srl", "srli"),
    ("sra", "srai"),
    ("slt", "slti"),
    ("sltu", "sltiu"),
    ("addw", "addiw"),
    ("sllw", "slliw"),
    ("srlw", "srliw"),
    ("sraw", "sraiw"),
];

/// The instruction that takes a number in place of the last source of this one.
pub(super) fn numbered(name: &str) -> Option<&'static str> {
    NUMBERED.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// What a statement stands for, if it is a pseudo-instruction.
pub(super) fn expand<'a>(statement: &Statement<'a>) -> Option<Vec<Statement<'a>>> {
    let name: &str = &statement.head.text;
    let operands = &statement.operands;
    let masked = operands.last().is_some_and(|last| last.text == "v0.t");
    let count = operands.len() - usize::from(masked);
    let row = |name: &str| TABLE.iter().find(|row| row.0 == name && row.1 == count);
    let own = if masked { row(&format!("{name} v0.t")) } else { None };
    let (_, _, pattern) = own.or_else(|| row(name))?;
    let added = if own.is_some() { &[] } else { &operands[count..] };
    Some(pattern.split("; ").map(|pattern| instance(statement, pattern, added)).collect())
}

/// An instruction of a pattern.
fn instance<'a>(statement: &Statement<'a>, pattern: &str, added: &[Piece<'a>]) -> Statement<'a> {
    let operands = &statement.operands;
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
    pieces.extend(added.iter().cloned());
    Statement {
        labels: Vec::new(),
        head: Piece::new(head.to_string(), statement.head.span),
        operands: pieces,
    }
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
