//! Assembly both ways.
extern crate std;

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{base::rng::Rng, files::Files, ir::Math, source::Span};

use super::*;
use crate::{
    Spec,
    isa::{
        Atom, Bank, CacheLevel, Cmp, Detail, Guard, Inst, Operand, OperandType, Program, Reg, Shuffle, Space,
        Special, Ty, Vote, Word,
        ops::{Op, Row, Syntax, TABLE},
    },
    stack::NO_PC,
};

fn one(text: &str) -> Program {
    let (mut programs, diagnostics) = assemble(text, &Spec::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}\n{text}");
    programs.remove(0)
}

fn message(text: &str) -> String {
    let (_, diagnostics) = assemble(text, &Spec::default());
    let first = diagnostics.first().expect("no diagnostic");
    let at = &text[first.span().start as usize..first.span().end as usize];
    format!("{} | {at}", first.message)
}

/// Without places in the text, which differ.
fn bare(program: &Program) -> Program {
    let mut program = program.clone();
    program.code.iter_mut().for_each(|inst| inst.span = Span::NONE);
    program
}

fn random_inst(row: &Row, rng: &mut Rng) -> Inst {
    let pick = |rng: &mut Rng, list: &[Ty]| list[rng.below(list.len().max(1) as u64) as usize];
    let mut inst = Inst::new(row.op, Ty::Pred, Span::NONE);
    if !row.types.is_empty() {
        inst.ty = pick(rng, row.types);
    }
    inst.from = if row.from.is_empty() { inst.ty } else { pick(rng, row.from) };
    if matches!(row.op, Op::Floor | Op::Ceil | Op::Trunc | Op::Rint) {
        inst.from = inst.ty;
    }
    let space = Space::ALL[1 + rng.below(4) as usize];
    inst.flush = row.op.flushes() && (inst.ty == Ty::F32 || inst.from == Ty::F32) && rng.below(2) == 0;
    match row.word {
        Word::Nothing => {}
        Word::Cmp => {
            let floats = if row.op == Op::FSetp { Cmp::ALL.len() } else { 6 };
            inst.detail = Detail::Cmp(Cmp::ALL[rng.below(floats as u64) as usize]);
        }
        Word::Space | Word::SpaceCas => inst.space = space,
        Word::SpaceAtom => {
            inst.space = space;
            inst.detail = Detail::Atom(Atom::ALL[rng.below(Atom::ALL.len() as u64) as usize]);
        }
        Word::SpaceLevel => {
            inst.space = Space::Global;
            inst.detail = Detail::Level(CacheLevel::ALL[rng.below(2) as usize]);
        }
        Word::Math => inst.detail = Detail::Math(Math::ALL[rng.below(Math::ALL.len() as u64) as usize]),
        Word::Shuffle => {
            inst.detail = Detail::Shuffle(Shuffle::ALL[rng.below(4) as usize]);
            inst.offset = rng.next_u64() as i32 & 0x1F1F;
        }
        Word::Vote => inst.detail = Detail::Vote(Vote::ALL[rng.below(3) as usize]),
    }
    let reg = |rng: &mut Rng, bank| Reg { bank, index: rng.below(6) as u32 };
    let types = inst.operand_types();
    if let Some(ty) = types.dst {
        inst.dst = Operand::Reg(reg(rng, ty.bank()));
    }
    for (at, operand) in types.src.into_iter().enumerate() {
        inst.src[at] = match operand {
            None => Operand::None,
            Some(OperandType::Address) => {
                inst.offset = rng.below(2000) as i32 - 1000;
                let bank = if rng.below(2) == 0 { Bank::R } else { Bank::D };
                Operand::Reg(reg(rng, bank))
            }
            Some(OperandType::Value(ty)) => match rng.below(4) {
                0 if ty != Ty::Pred => Operand::Imm(rng.next_u64() & ty.mask()),
                1 if row.syntax == Syntax::Move && matches!(ty.bits(), 32 | 64) => {
                    let fitting = Special::ALL.iter().filter(|special| special.bank().bits() == ty.bits());
                    let fitting: Vec<Special> = fitting.copied().collect();
                    Operand::Special(fitting[rng.below(fitting.len() as u64) as usize])
                }
                _ => Operand::Reg(reg(rng, ty.bank())),
            },
        };
    }
    if row.syntax == Syntax::Branch {
        inst.target = rng.below(40) as u32;
    }
    if rng.below(3) == 0 {
        inst.guard = Some(Guard { pred: rng.below(6) as u32, negate: rng.below(2) == 0 });
    }
    inst
}

#[test]
fn random_programs_read_back() {
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        let code: Vec<Inst> =
            (0..40).map(|_| random_inst(&TABLE[rng.below(TABLE.len() as u64) as usize], &mut rng)).collect();
        let mut program = Program { name: "random".into(), code, ..Program::default() };
        program.name_targets();
        let read = one(&text(&program));
        let mut expected = program.clone();
        // Meeting points are worked out when a program is read.
        for (to, from) in expected.code.iter_mut().zip(&read.code) {
            to.rpc = from.rpc;
        }
        assert_eq!(bare(&read).code, expected.code, "{}", text(&program));
        assert_eq!(text(&read).lines().filter(|l| l.ends_with(';')).count(), {
            let registers = text(&read).lines().filter(|l| l.contains(".reg")).count();
            40 + registers
        });
        assert_eq!(text(&one(&text(&read))), text(&read));
    }
}

#[test]
fn declarations_read_back() {
    let source = "\
.entry k(.param .u64 .ptr .global .align 4 x, .param .u8 c, .param .f64 d)
  .reqntid 32, 2, 1
  .subgroup 16
{
  .reg .b32 %r<2>;
  .reg .b64 %rd<1>;
  .shared .align 1 .b8 flags[3];
  .shared .align 2 .b8 tile[64];
  .extern .shared .align 16 .b8 more[];
  .const .align 1 .b8 table[4] = {1, 2, 3, 255};
  ld.param.u64 %rd0, [x];
  ld.param.u8 %r0, [c];
  ld.shared.u32 %r1, [tile+8];
  ld.shared.u32 %r1, [80];
  ld.const.u8 %r1, [table+3];
  mov.u32 %r0, 1;
  exit;
}
";
    let program = one(source);
    assert_eq!((program.shared_bytes, program.variables[1].offset, program.variables[2].offset), (68, 4, 80));
    assert_eq!(program.params.iter().map(|param| param.offset).collect::<Vec<_>>(), [0, 8, 16]);
    assert_eq!(program.constants, [1, 2, 3, 255]);
    assert_eq!(program.required_local, Some([32, 2, 1]));
    assert_eq!(program.code[2].offset, 12);
    let printed = text(&program);
    assert_eq!(text(&one(&printed)), printed);
}

#[test]
fn registers_of_any_name_are_allocated() {
    let program = one(".visible .entry k(.param .u64 k_param_0)
{
    .reg .pred %p<2>; .reg .f32 %f<3>; .reg .b32 index, %r<2>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [k_param_0];   // a comment
    mov.u32 index, %tid.x;            /* and
                                         another */
    mul.wide.u32 %rd2, index, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3];
    setp.gt.f32 %p1, %f1, 0f3F800000;
    @%p1 bra $L_end;
    fma.rn.f32 %f2, %f1, 2.5, -1e-3;
    st.global.f32 [%rd3], %f2;
$L_end:
    ret;
}");
    assert_eq!(program.code.len(), 10);
    // Parameter and product live together, then only the sum; index and loaded value never meet.
    assert_eq!((program.registers.d, program.registers.r, program.registers.p), (2, 1, 1));
    assert_eq!(program.code[5].src[1], Operand::Imm(1f32.to_bits().into()));
    assert_eq!(program.code[7].src[2], Operand::Imm((-1e-3f32).to_bits().into()));
    assert_eq!((program.code[6].target, program.code[6].rpc), (9, 9));
    assert_eq!(program.code[9].rpc, NO_PC);
    let param = &program.params[0];
    assert_eq!((param.space, param.element), (Some(Space::Global), Some(Ty::F32)));
}

#[test]
fn a_guarded_write_keeps_the_other_lanes() {
    let program = one(".entry k(.param .u64 x) {
    .reg .b32 a, b, c; .reg .pred q; .reg .b64 p;
    ld.param.u64 p, [x];
    mov.u32 a, %tid.x;
    setp.gt.u32 q, a, 3;
    mov.u32 b, 7;
    @q mov.u32 b, a;
    mov.u32 c, 9;
    st.global.u32 [p], b;
    st.global.u32 [p+4], c;
    exit; }");
    let written = |pc: usize| program.code[pc].dst;
    assert_eq!(written(3), written(4), "the same register");
    assert_ne!(written(4), written(5), "not given away while other lanes hold a value in it");
    // Under one guard from first to last, a temporary needs no room before it is written.
    let local = one(".entry k(.param .u64 x) {
    .reg .b32 a, b, c; .reg .pred q; .reg .b64 p;
    ld.param.u64 p, [x];
    mov.u32 a, %tid.x;
    setp.gt.u32 q, a, 3;
    @q add.u32 b, a, 1;
    @q st.global.u32 [p], b;
    exit; }");
    assert_eq!(local.registers.r, 1);
}

#[test]
fn registers_with_the_machines_names_stay() {
    let program = one(".entry k() { .reg .b32 %r<9>; mov.u32 %r7, 1\n mov.u32 %r3, %r7\n exit }");
    assert_eq!(program.registers.r, 8);
    assert_eq!(program.code[1].dst, Operand::Reg(Reg { bank: Bank::R, index: 3 }));
}

#[test]
fn errors_say_what_and_where() {
    let body = |text: &str| message(&format!(".entry k(.param .u32 n) {{\n{text}\n exit; }}"));
    assert_eq!(body("jump there;"), "There is no instruction `jump`. | jump");
    assert_eq!(body("add.b32 %r1, %r1, 1;"), "`add` does not come as `add.b32`. | add.b32");
    assert_eq!(
        body("add.sat.s32 %r1, %r1, 1;"),
        "The machine has no `.sat` (in `add.sat.s32`). | add.sat.s32"
    );
    assert_eq!(
        body("add.ftz.f64 %rd1, %rd1, 1.0;"),
        "`.ftz` goes with operations on `.f32` (in `add.ftz.f64`). | add.ftz.f64"
    );
    assert_eq!(body("bfi.b32 %r1, %r1, %r2, 0, 8;"), "The machine has no `bfi`. | bfi.b32");
    assert_eq!(body("mov.u32 x, 1;"), "The register `x` is not declared. | x");
    assert_eq!(
        body("add.s64 %rd1, %r1, 1;"),
        "`%r1` has 32 bit(s); a register with 64 is needed here. | %r1"
    );
    assert_eq!(body("bra away;"), "There is no label `away`. | away");
    assert_eq!(body("a: exit;\na: exit;"), "The label `a` is there twice. | a");
    assert_eq!(body("ld.param.u32 %r1, [m];"), "There is no parameter `m`. | m");
    assert_eq!(body("add.s32 %r1, %r2;"), "Expected `,` here. | ;");
    assert_eq!(body("add.u32 %r1, %r2, 4294967296;"), "4294967296 does not fit into `.u32`. | 4294967296");
    assert_eq!(body("exit exit;"), "Expected the end of the statement (`;`) here. | exit");
    assert_eq!(message("mov.u32 %r1, 1;"), "There is no kernel in this text. | ");
    assert!(message(".entry k() { exit;").starts_with("Expected `}`"));
    assert!(message(".entry k() { # }").starts_with("The character `#`"));
}

#[test]
fn damaged_text_never_panics() {
    let source = text(&one(
        ".entry k(.param .u64 .ptr .global x) { .shared .align 4 .b8 t[16]; ld.param.u64 %rd1, [x]; \
         @!%p1 st.shared.u8 [t-1], 0f00000000; L: atom.global.add.u32 %r1, [%rd1+4], 7; bra L; }",
    ));
    let mut rng = Rng::new(9);
    for _ in 0..3000 {
        let mut bytes = source.clone().into_bytes();
        for _ in 0..1 + rng.below(4) {
            bytes.extend_from_slice(b" ");
            let at = rng.below(bytes.len() as u64) as usize;
            match rng.below(3) {
                0 => bytes[at] = b" \n;,.[]{}()<>%@!-+:0123456789xabcdef_"[rng.below(37) as usize],
                1 => {
                    bytes.remove(at);
                }
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = assemble(&text, &Spec::default());
    }
}

/// Another text stands in the place where it is included, as if it were written there.
#[test]
fn other_files_are_included() {
    let body = ".reg .u32 %r<2>;\nmov.u32 %r0, %tid.x;\n";
    let main = |inside: &str| format!(".entry k(.param .u64 x) {{\n{inside}ret;\n}}\n");
    let whole = one(&main(&format!("{body}add.u32 %r1, %r0, 1\n")));
    let texts = [
        ("lib/body.inc", ".reg .u32 %r<2>;\n.include \"more.inc\" // and more"),
        ("lib/more.inc", "mov.u32 %r0, %tid.x"),
        ("add.inc", "add.u32 %r1, %r0, 1"),
    ];
    let main = main(".include \"lib/body.inc\"\n .include \"./add.inc\"\n");
    let (programs, diagnostics) = assemble_files(&Files::new(("", &main), texts, []), &Spec::default());
    assert_eq!(diagnostics, []);
    assert_eq!(bare(&programs[0]), bare(&whole));
}

#[test]
fn wrong_includes_are_told() {
    let code = |main: &str, texts: &[(&str, &str)]| {
        let files = Files::new(("", main), texts.iter().copied(), []);
        let (_, diagnostics) = assemble_files(&files, &Spec::default());
        diagnostics[0].code.clone().into_owned()
    };
    assert_eq!(code(".include \"no\"", &[]), "asm::file");
    assert_eq!(code(".include x", &[("x", "")]), "asm::file");
    assert_eq!(code(".include \"x", &[("x", "")]), "asm::file");
    assert_eq!(
        code(".include \"x\"", &[("x", ".include \"y\""), ("y", ".include \"x\"")]),
        "limit::include-depth"
    );
    let long = " ".repeat(1 << 20);
    assert_eq!(code(&".include \"x\"\n".repeat(65), &[("x", &long)]), "limit::included-bytes");
    let many = ";".repeat(1 << 20);
    assert_eq!(code(&".include \"x\"\n".repeat(2), &[("x", &many)]), "limit::included-tokens");
    let files = [("x", "\n.entry k { nonsense.u32 %r0; }")];
    let files = Files::new(("", ".include \"x\""), files, []);
    let (_, diagnostics) = assemble_files(&files, &Spec::default());
    assert_eq!(files.part_at(diagnostics[0].span().start), 1);
}
