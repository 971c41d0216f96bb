//! Instructions with their guards, operands and addresses, and numbers.

use super::*;

impl Parser<'_> {
    pub(super) fn instruction(&mut self, entry: &mut Draft) -> Parse<()> {
        let start = self.span();
        let guard = if self.mark('@') { Some(self.guard(entry)?) } else { None };
        let span = self.span();
        let name = self.word("an instruction")?;
        let mut inst = read(name, span).map_err(|(message, help)| {
            let diagnostic = Diagnostic::error("asm::instruction", span, message);
            if let Some(help) = help { diagnostic.help(help) } else { diagnostic }
        })?;
        inst.guard = guard;
        let types = inst.operand_types();
        let mut first = true;
        if let Some(ty) = types.dst {
            self.separator(&mut first)?;
            let reg = self.register(ty.bank(), entry)?;
            inst.dst = Operand::Reg(reg);
        }
        for (at, operand_type) in types.src.into_iter().enumerate() {
            if types.segments && at == 2 {
                self.separator(&mut first)?;
                inst.offset = self.segments()?;
            }
            match operand_type {
                Some(OperandType::Value(ty)) => {
                    self.separator(&mut first)?;
                    inst.src[at] = self.operand(ty, inst.op, entry)?;
                }
                Some(OperandType::Address) => {
                    self.separator(&mut first)?;
                    (inst.src[at], inst.offset) = self.address(inst.space, entry)?;
                }
                None => {}
            }
        }
        if inst.is_branch() {
            let span = self.span();
            let label = self.word("a label")?.to_owned();
            entry.branches.push((entry.program.code.len(), label, span));
        }
        if types.barrier {
            inst.offset =
                if let Some(TokenKind::Number(_)) = self.peek() { self.integer()? as i32 } else { 0 };
        }
        inst.span = self.tokens.get(self.at - 1).map_or(start, |last| start.to(last.span));
        if entry.program.code.len() >= MAX_INSTRUCTIONS {
            let message = format!("The program has more than {MAX_INSTRUCTIONS} instructions, the limit.");
            return Err(Diagnostic::error("limit::instructions", inst.span, message));
        }
        entry.program.code.push(inst);
        Ok(())
    }

    /// The number behind the operands of a shuffle.
    fn segments(&mut self) -> Parse<i32> {
        let span = self.span();
        let number = self.integer()?;
        i32::try_from(number).ok().filter(|number| number & !0x1F1F == 0).ok_or_else(|| {
            let message = format!("{number} is no number of segments: it has bits 0 to 4 and 8 to 12.");
            Diagnostic::error("asm::segments", span, message)
                .help("31 takes the warp as one segment (0 for `up`), 0x181f segments of 8 lanes.")
        })
    }

    pub(super) fn guard(&mut self, entry: &mut Draft) -> Parse<Guard> {
        let negate = self.mark('!');
        Ok(Guard { pred: self.register(Bank::P, entry)?.index, negate })
    }

    pub(super) fn separator(&mut self, first: &mut bool) -> Parse<()> {
        if core::mem::take(first) { Ok(()) } else { self.expect(',') }
    }

    pub(super) fn register(&mut self, bank: Bank, entry: &mut Draft) -> Parse<Reg> {
        let span = self.span();
        let name = self.word("a register")?;
        let reg = entry.register(name).ok_or_else(|| {
            let message = format!("The register `{name}` is not declared.");
            Diagnostic::error("asm::register", span, message).help("Declare it: `.reg .b32 %name;`")
        })?;
        if reg.bank != bank {
            let (has, wants) = (reg.bank.bits(), bank.bits());
            let message = format!("`{name}` has {has} bit(s); a register with {wants} is needed here.");
            return Err(Diagnostic::error("asm::register", span, message));
        }
        Ok(reg)
    }

    pub(super) fn operand(&mut self, ty: Ty, op: Op, entry: &mut Draft) -> Parse<Operand> {
        match self.peek() {
            Some(TokenKind::Number(_) | TokenKind::Mark('-')) => Ok(Operand::Imm(self.constant(ty)?)),
            Some(TokenKind::Word(word)) => {
                if let Some(special) = Special::parse(word) {
                    if op != Op::Mov || ty.bits() != special.bank().bits() {
                        let reads = "only `mov.u32` reads special registers, and `mov.u64` those of 64 bits";
                        return Err(self.expected(&format!("an ordinary register ({reads})")));
                    }
                    self.at += 1;
                    return Ok(Operand::Special(special));
                }
                if let Some(variable) = entry.program.variables.iter().find(|v| v.name == word) {
                    self.at += 1;
                    return Ok(Operand::Imm(variable.offset.into()));
                }
                Ok(Operand::Reg(self.register(ty.bank(), entry)?))
            }
            _ => Err(self.expected("a register or a number")),
        }
    }

    /// `[name]`, `[name+4]`, `[%rd1-8]`, `[16]`.
    pub(super) fn address(&mut self, space: Space, entry: &mut Draft) -> Parse<(Operand, i32)> {
        self.expect('[')?;
        let span = self.span();
        let (base, mut offset) = match self.peek() {
            Some(TokenKind::Word(word)) => {
                let param = entry.program.params.iter().find(|p| p.name == word).map(|p| p.offset);
                let variable = entry.program.variables.iter().find(|v| v.name == word && v.space == space);
                let fixed = if space == Space::Param { param } else { variable.map(|v| v.offset) };
                match fixed {
                    Some(at) => {
                        self.at += 1;
                        (Operand::Imm(0), i64::from(at))
                    }
                    None if space == Space::Param => return Err(unknown("parameter", word, span)),
                    None => {
                        let bank = entry.register(word).map_or(Bank::D, |reg| reg.bank);
                        let bank = if bank == Bank::P { Bank::D } else { bank };
                        (Operand::Reg(self.register(bank, entry)?), 0)
                    }
                }
            }
            _ => (Operand::Imm(0), self.integer()? as i64),
        };
        while let Some(TokenKind::Mark(sign @ ('+' | '-'))) = self.peek() {
            self.at += 1;
            let more = self.integer()? as i64;
            offset = if sign == '+' { offset.wrapping_add(more) } else { offset.wrapping_sub(more) };
        }
        self.expect(']')?;
        match (i32::try_from(offset), base) {
            (Ok(offset), base) => Ok((base, offset)),
            (Err(_), Operand::Imm(0)) => Ok((Operand::Imm(offset as u64), 0)),
            (Err(_), _) => {
                Err(Diagnostic::error("asm::offset", span, "An offset must fit into 32 bits, with its sign."))
            }
        }
    }

    /// A whole number, as 64 bits in two's complement.
    pub(super) fn integer(&mut self) -> Parse<i128> {
        let negative = self.mark('-');
        let expected = self.expected("a whole number");
        let Some(TokenKind::Number(text)) = self.next() else { return Err(expected) };
        let text = text.trim_end_matches(['U', 'u']);
        let value = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => text.parse(),
        };
        let value = i128::from(value.map_err(|_| expected)?);
        Ok(if negative { -value } else { value })
    }

    /// The bits of a number of a type.
    pub(super) fn constant(&mut self, ty: Ty) -> Parse<u64> {
        let negative = self.peek() == Some(TokenKind::Mark('-'));
        let at = self.at + usize::from(negative);
        let Some(TokenKind::Number(text)) = self.tokens.get(at).map(|token| token.kind) else {
            return Err(self.expected("a number"));
        };
        let coded =
            |prefix: &str| text.strip_prefix(prefix).and_then(|hex| u64::from_str_radix(hex, 16).ok());
        let is_hex = text.starts_with("0x") || text.starts_with("0X");
        if let Some(bits) =
            coded("0f").or_else(|| coded("0F")).or_else(|| coded("0d")).or_else(|| coded("0D"))
        {
            self.at = at + 1;
            return Ok(bits & ty.mask());
        }
        if ty.is_float() && !is_hex {
            let sign = if negative { "-" } else { "" };
            let text = format!("{sign}{text}");
            let (Some(value), Some(single)) = (decimal::f64(&text), decimal::f32(&text)) else {
                return Err(self.expected("a number"));
            };
            self.at = at + 1;
            return Ok(match ty {
                Ty::F64 => value.to_bits(),
                Ty::F16 => lanescope_parts::base::num::f16_from_f64(value).into(),
                _ => single.to_bits().into(),
            });
        }
        let span = self.span();
        let value = self.integer()?;
        let fits = value >= -(1i128 << (ty.bits().max(2) - 1)) && value <= i128::from(ty.mask());
        if !fits {
            let message = format!("{value} does not fit into `.{ty}`.");
            return Err(Diagnostic::error("asm::number", span, message));
        }
        Ok(value as u64 & ty.mask())
    }
}
