//! A kernel that is read: its registers, and the program that it becomes.

use lanescope_parts::base::OrdMap;

use super::*;

impl Draft {
    pub(super) fn declare(&mut self, name: String, bank: Bank) -> Reg {
        let index = self.names.values().filter(|reg| reg.bank == bank).count() as u32;
        *self.names.entry(name).or_insert(Reg { bank, index })
    }

    /// The register with a name: a declared one, one of a declared family, or one whose prefix says what it is.
    pub(super) fn register(&mut self, name: &str) -> Option<Reg> {
        if let Some(reg) = self.names.get(name) {
            return Some(*reg);
        }
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let declared = self.families.iter().find(|family| family.0 == prefix).map(|family| family.1);
        let implied = match prefix {
            "%r" | "%f" | "%h" | "%rs" => Some(Bank::R),
            "%rd" | "%fd" => Some(Bank::D),
            "%p" => Some(Bank::P),
            _ => None,
        };
        let bank = declared.or(implied).filter(|_| prefix.len() < name.len())?;
        Some(self.declare(name.to_string(), bank))
    }

    /// The numbers that the names say, if all of them are names of the machine's own registers.
    pub(super) fn own_numbers(&self) -> Option<OrdMap<Reg, u32>> {
        let number = |(name, reg): (&String, &Reg)| {
            let digits = name.strip_prefix(reg.bank.prefix())?;
            let number: u32 = digits.parse().ok()?;
            (number.to_string() == digits).then_some((*reg, number))
        };
        self.names.iter().map(number).collect()
    }

    pub(super) fn finish(mut self, spec: &Spec) -> Parse<Program> {
        let dynamic = self.program.shared_bytes.next_multiple_of(16);
        for variable in &mut self.program.variables {
            if variable.bytes == 0 && variable.space == Space::Shared {
                variable.offset = dynamic;
            }
        }
        infer(&mut self.program);
        let own = self.own_numbers();
        let limits = codegen::limits(spec);
        let name = self.program.name.clone();
        let span = self.span;
        let failed =
            |message| Diagnostic::error("limit::registers", span, format!("Kernel `{name}`: {message}."));
        if let Some(numbers) = own {
            let mut program = self.program.clone();
            rename(&mut program.code, &numbers);
            if let Some(program) = codegen::as_written(program, limits) {
                return Ok(program);
            }
        }
        codegen::finish(self.program, limits, false).map_err(failed)
    }
}

fn rename(code: &mut [Inst], numbers: &OrdMap<Reg, u32>) {
    let number = |reg: Reg| numbers.get(&reg).copied().unwrap_or(reg.index);
    for inst in code {
        for operand in inst.src.iter_mut().chain([&mut inst.dst]) {
            if let Operand::Reg(reg) = operand {
                reg.index = number(*reg);
            }
        }
        if let Some(guard) = &mut inst.guard {
            guard.pred = number(Reg { bank: Bank::P, index: guard.pred });
        }
    }
}
