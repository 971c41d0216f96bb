//! Pseudo-instructions: what stands for others with the operands as written, as a table; what depends on a number, as functions.
//!
//! In a pattern `$0`, `$1` … are the operands as written, and a semicolon parts instructions. What a dialect hands on
//! ([`Dialect::HANDED_ON`]) is not counted and added at the end, unless there is a row for the name with it behind a space.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Dialect, compressed};
use crate::asm::{Piece, Statement};

/// A pseudo-instruction: name, number of operands, what it stands for.
pub type Pseudo = (&'static str, usize, &'static str);

/// Those of RV64G.
const TABLE: &[Pseudo] = &[
    ("nop", 0, "addi zero, zero, 0"),
    ("mv", 2, "addi $0, $1, 0"),
    ("not", 2, "xori $0, $1, -1"),
    ("neg", 2, "sub $0, zero, $1"),
    ("negw", 2, "subw $0, zero, $1"),
    ("sext.w", 2, "addiw $0, $1, 0"),
    ("zext.b", 2, "andi $0, $1, 255"),
    ("zext.w", 2, "add.uw $0, $1, zero"),
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
    ("rdcycle", 1, "csrrs $0, cycle, zero"),
    ("rdtime", 1, "csrrs $0, time, zero"),
    ("rdinstret", 1, "csrrs $0, instret, zero"),
    ("frrm", 1, "csrrs $0, frm, zero"),
    ("fsrm", 1, "csrrw zero, frm, $0"),
    ("fsrm", 2, "csrrw $0, frm, $1"),
    ("fsrmi", 1, "csrrwi zero, frm, $0"),
    ("fsrmi", 2, "csrrwi $0, frm, $1"),
    ("fsflagsi", 1, "csrrwi zero, fflags, $0"),
    ("fsflagsi", 2, "csrrwi $0, fflags, $1"),
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
];

/// Arithmetic that has another name with a number as its second source.
const NUMBERED: [(&str, &str); 19] = [
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
    ("ror", "rori"),
    ("rorw", "roriw"),
    ("bclr", "bclri"),
    ("bext", "bexti"),
    ("binv", "binvi"),
    ("bset", "bseti"),
];

/// The instruction that takes a number in place of the last source of this one.
pub(super) fn numbered(name: &str) -> Option<&'static str> {
    NUMBERED.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Is it the name of a pseudo-instruction, with operands of any number?
pub(super) fn is_known<X: Dialect>(name: &str) -> bool {
    BY_NUMBER.contains(&name) || rows::<X>().any(|row| row.0 == name)
}

/// Those that depend on a number or an address.
const BY_NUMBER: [&str; 3] = ["li", "la", "lla"];

/// All of them.
fn rows<X: Dialect>() -> impl Iterator<Item = &'static Pseudo> {
    TABLE.iter().chain(compressed::TABLE).chain(X::PSEUDO)
}

/// What a statement stands for, if it is a pseudo-instruction.
pub(super) fn expand<'a, X: Dialect>(statement: &Statement<'a>) -> Option<Vec<Statement<'a>>> {
    let name: &str = &statement.head.text;
    let operands = &statement.operands;
    let handed_on = X::HANDED_ON.filter(|text| operands.last().is_some_and(|last| last.text == *text));
    let count = operands.len() - usize::from(handed_on.is_some());
    let row = |name: &str| rows::<X>().find(|row| row.0 == name && row.1 == count);
    let own = handed_on.and_then(|text| row(&format!("{name} {text}")));
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
pub fn load_number(value: i64) -> Vec<(&'static str, i64)> {
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
