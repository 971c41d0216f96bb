//! The table of instructions: a row each (HARP 3.3). Everything that is known of an instruction by its name follows from it.
//!
//! The space of operations has 6 bits; two of its numbers are nothing (0x3e and 0x3f), which interrupt 3 tells.

use super::format::Format;

/// What an instruction is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Integers and bits.
    Integer,
    /// Products.
    Multiply,
    /// Quotients and remainders.
    Divide,
    /// Reals.
    Real,
    /// Predicates.
    Predicate,
    /// Loads and stores.
    Memory,
    /// Jumps.
    Jump,
    /// Lanes and warps: how many there are, and which of them are on.
    Lanes,
    /// Interrupts, modes and translation.
    System,
}

/// What becomes of the bits of a word (HARP 3.4, facts 13, 14, 18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// No value is computed.
    Nothing,
    /// The low bits of the exact result, one for each bit of a word.
    Low,
    /// Operands without sign; the result is no longer than they are.
    Unsigned,
    /// The count of a shift is taken modulo 64, then the result is cut to a word.
    Count,
    /// A bit of a word or more becomes a predicate, or predicates one.
    Bit,
    /// A word goes as it is.
    Whole,
    /// The real numbers of a word.
    Real,
}

/// How an instruction goes on (HARP 3.3, "flags").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flow {
    /// With the next one.
    Next,
    /// Elsewhere: lanes that disagree on its guard are a divergent branch.
    Branch,
    /// As [`Flow::Branch`]; its number counts from the next instruction.
    Relative,
}

/// Who may execute an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Everybody.
    User,
    /// The supervisor; for others it is interrupt 3.
    Supervisor,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The instruction.
    pub op: Op,
    /// Its number.
    pub code: u8,
    /// The mnemonic.
    pub name: &'static str,
    /// Its operands.
    pub format: Format,
    /// How it goes on.
    pub flow: Flow,
    /// Who may execute it.
    pub mode: Mode,
    /// What becomes of the bits of a word.
    pub width: Width,
    /// What it is for.
    pub class: Class,
    /// What it does, in a sentence.
    pub does: &'static str,
}

macro_rules! instructions {
    ($($code:literal $op:ident $name:literal $format:ident $flow:ident $mode:ident $width:ident $class:ident $does:literal;)+) => {
        /// An instruction.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Op { $(#[doc = $does] $op = $code,)+ }

        /// All instructions, in the order of their numbers.
        pub const ROWS: &[Row] = &[$(Row {
            op: Op::$op,
            code: $code,
            name: $name,
            format: Format::$format,
            flow: Flow::$flow,
            mode: Mode::$mode,
            width: Width::$width,
            class: Class::$class,
            does: lanescope_parts::base::prose($does),
        }),+];
    };
}

impl Op {
    /// Its row.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The instruction of this name.
    pub fn named(name: &str) -> Option<Op> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.op)
    }

    /// The instruction with this number.
    pub fn numbered(code: u8) -> Option<Op> {
        ROWS.get(usize::from(code)).map(|row| row.op)
    }
}

impl Row {
    /// Is it for the supervisor alone?
    pub fn is_privileged(&self) -> bool {
        self.mode == Mode::Supervisor
    }

    /// Is it subject to the check for lanes that disagree?
    pub fn is_branch(&self) -> bool {
        self.flow != Flow::Next
    }

    /// Does its number count from the next instruction?
    pub fn is_relative(&self) -> bool {
        self.flow == Flow::Relative
    }
}

instructions! {
    0x00 Nop "nop" None Next User Nothing Integer "Nothing.";
    0x01 Di "di" None Next Supervisor Nothing System "Interrupts are off.";
    0x02 Ei "ei" None Next Supervisor Nothing System "Interrupts are on.";
    0x03 Tlbadd "tlbadd" R3Source Next Supervisor Whole System
        "The page of the first address is that of the second, with the third as permissions.";
    0x04 Tlbflush "tlbflush" None Next Supervisor Nothing System "No page is known any more.";
    0x05 Neg "neg" R2 Next User Low Integer "The negative of a word.";
    0x06 Not "not" R2 Next User Low Integer "The other bits of a word.";
    0x07 And "and" R3 Next User Low Integer "Bits that both words have.";
    0x08 Or "or" R3 Next User Low Integer "Bits that one of the words has.";
    0x09 Xor "xor" R3 Next User Low Integer "Bits that one word has and the other has not.";
    0x0a Add "add" R3 Next User Low Integer "The sum.";
    0x0b Sub "sub" R3 Next User Low Integer "The difference.";
    0x0c Mul "mul" R3 Next User Low Multiply "The product.";
    0x0d Div "div" R3 Next User Unsigned Divide "The quotient without sign; a divisor of 0 is interrupt 5.";
    0x0e Mod "mod" R3 Next User Unsigned Divide "The remainder without sign; a divisor of 0 is interrupt 5.";
    0x0f Shl "shl" R3 Next User Count Integer "The first word, shifted up by the second.";
    0x10 Shr "shr" R3 Next User Count Integer "The first word, shifted down by the second; zeros come in.";
    0x11 Andi "andi" I3 Next User Low Integer "Bits that word and number have.";
    0x12 Ori "ori" I3 Next User Low Integer "Bits that word or number has.";
    0x13 Xori "xori" I3 Next User Low Integer "Bits that one of word and number has and the other has not.";
    0x14 Addi "addi" I3 Next User Low Integer "The sum of word and number.";
    0x15 Subi "subi" I3 Next User Low Integer "The word less the number.";
    0x16 Muli "muli" I3 Next User Low Multiply "The product of word and number.";
    0x17 Divi "divi" I3 Next User Unsigned Divide
        "The quotient of word and number, whose bits are taken without sign; 0 is interrupt 5.";
    0x18 Modi "modi" I3 Next User Unsigned Divide
        "The remainder of word and number, whose bits are taken without sign; 0 is interrupt 5.";
    0x19 Shli "shli" I3 Next User Count Integer "The word, shifted up by the number.";
    0x1a Shri "shri" I3 Next User Count Integer "The word, shifted down by the number; zeros come in.";
    0x1b Jali "jali" I2 Relative User Low Jump "The address of the next instruction; then a jump by the number.";
    0x1c Jalr "jalr" R2 Branch User Whole Jump "The address of the next instruction; then a jump to the word.";
    0x1d Jmpi "jmpi" I1 Relative User Low Jump "A jump by the number.";
    0x1e Jmpr "jmpr" R1 Branch User Whole Jump "A jump to the word.";
    0x1f Clone "clone" R1 Branch User Whole Lanes "All registers of this lane go to the lane with this number.";
    0x20 Jalis "jalis" I3 Relative User Low Lanes
        "The address of the next instruction; then so many lanes go on by the number.";
    0x21 Jalrs "jalrs" R3 Branch User Whole Lanes
        "The address of the next instruction; then so many lanes go on at the word.";
    0x22 Jmprt "jmprt" R1 Branch User Whole Lanes "One lane goes on at the word; the others end.";
    0x23 Ld "ld" I3 Next User Whole Memory "The word of memory at register plus number.";
    0x24 St "st" I3Source Next User Whole Memory "The first register becomes the word of memory at the second plus the number.";
    0x25 Ldi "ldi" I2 Next User Low Integer "The number.";
    0x26 Rtop "rtop" PredicateRegister Next User Bit Predicate "Is the word not 0?";
    0x27 Andp "andp" P3 Next User Bit Predicate "Are both true?";
    0x28 Orp "orp" P3 Next User Bit Predicate "Is one of both true?";
    0x29 Xorp "xorp" P3 Next User Bit Predicate "Is one of both true, and not the other?";
    0x2a Notp "notp" P2 Next User Bit Predicate "Is it false?";
    0x2b Isneg "isneg" PredicateRegister Next User Bit Predicate "Is the highest bit of the word on?";
    0x2c Iszero "iszero" PredicateRegister Next User Bit Predicate "Is the word 0?";
    0x2d Halt "halt" None Next User Nothing Lanes "The warp ends.";
    0x2e Trap "trap" None Branch User Nothing System "Interrupt 0.";
    0x2f Jmpru "jmpru" R1 Next Supervisor Whole System "A jump to the word, without the supervisor's rights.";
    0x30 Skep "skep" R1 Next Supervisor Whole System "Interrupts go to the word from now on.";
    0x31 Reti "reti" None Branch Supervisor Nothing System "As it was before the interrupt.";
    0x32 Tlbrm "tlbrm" R1 Next Supervisor Whole System "The page of the address is not known any more.";
    0x33 Itof "itof" R2 Next User Real Real "The real number that an integer is.";
    0x34 Ftoi "ftoi" R2 Next User Real Real "The integer that a real number is without its fraction.";
    0x35 Fadd "fadd" R3 Next User Real Real "The sum of real numbers.";
    0x36 Fsub "fsub" R3 Next User Real Real "The difference of real numbers.";
    0x37 Fmul "fmul" R3 Next User Real Real "The product of real numbers.";
    0x38 Fdiv "fdiv" R3 Next User Real Real "The quotient of real numbers.";
    0x39 Fneg "fneg" R2 Next User Real Real "The negative of a real number.";
    0x3a Wspawn "wspawn" R3 Next User Whole Lanes
        "A warp that never ran begins at the second word, and its register of the first's number is the third.";
    0x3b Split "split" None Next User Nothing Lanes
        "Lanes whose guard is false wait on the stack, if there are others.";
    0x3c Join "join" None Next User Nothing Lanes "The lanes on top of the stack go on.";
    0x3d Bar "bar" R2Source Next User Whole Lanes
        "The warp waits at the barrier of the first number until as many warps as the second says do.";
}
