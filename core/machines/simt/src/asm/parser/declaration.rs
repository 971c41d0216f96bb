//! Declarations: registers and variables.

use super::*;

/// Most bytes of one declared variable.
const MAX_VARIABLE: u64 = 1 << 24;
/// Most bytes of all declared variables of a space.
const MAX_VARIABLES: u64 = 1 << 26;

impl Parser<'_> {
    pub(super) fn declaration(&mut self, directive: &str, entry: &mut Draft) -> Parse<()> {
        match directive {
            ".reg" => self.registers(entry),
            ".shared" => self.variable(Space::Shared, false, entry),
            ".local" => self.variable(Space::Local, false, entry),
            ".const" => self.variable(Space::Const, false, entry),
            ".extern" => {
                self.word("`.shared`")?;
                self.variable(Space::Shared, true, entry)
            }
            ".loc" | ".pragma" | ".file" | ".align" => {
                self.skip_statement();
                Ok(())
            }
            other => {
                let span = self.tokens[self.at - 1].span;
                Err(unknown("directive", other, span))
            }
        }
    }

    /// `.reg .b32 %a, %r<8>;`
    pub(super) fn registers(&mut self, entry: &mut Draft) -> Parse<()> {
        let span = self.span();
        let word = self.word("a type such as `.b32`")?;
        let ty = word.strip_prefix('.').and_then(Ty::parse).ok_or_else(|| unknown("type", word, span))?;
        loop {
            let name = self.word("the name of a register")?.to_owned();
            if self.mark('<') {
                self.integer()?;
                self.expect('>')?;
                entry.families.push((name, ty.bank()));
            } else {
                entry.declare(name, ty.bank());
            }
            if !self.mark(',') {
                return Ok(());
            }
        }
    }

    /// `.align 4 .b8 tile[1024] = {…};`
    pub(super) fn variable(&mut self, space: Space, dynamic: bool, entry: &mut Draft) -> Parse<()> {
        let (mut ty, mut align) = (Ty::B8, 0);
        let name = loop {
            let span = self.span();
            match self.word("the name of a variable")? {
                ".align" => align = self.integer()? as u32,
                word if word.starts_with('.') => {
                    ty = Ty::parse(&word[1..]).ok_or_else(|| unknown("type", word, span))?;
                }
                name => break name.to_owned(),
            }
        };
        let span = self.span();
        let mut count = 1;
        while self.mark('[') {
            count = match self.peek() {
                Some(TokenKind::Mark(']')) => 0,
                _ => (self.integer()? as u64).saturating_mul(count),
            };
            self.expect(']')?;
        }
        let bytes = count.saturating_mul(ty.bytes().into());
        if bytes > MAX_VARIABLE {
            let message = format!("`{name}` is larger than {MAX_VARIABLE} bytes, the limit of one variable.");
            return Err(Diagnostic::error("limit::variable", span, message));
        }
        let align = align.max(ty.bytes()).clamp(1, 1 << 15);
        let end = match space {
            Space::Shared => &mut entry.program.shared_bytes,
            Space::Local => &mut entry.program.local_bytes,
            _ => &mut (entry.program.constants.len() as u32),
        };
        if u64::from(*end) + u64::from(align) + bytes > MAX_VARIABLES {
            let message =
                format!("The kernel declares more than {MAX_VARIABLES} bytes, the limit of all variables.");
            return Err(Diagnostic::error("limit::variable", span, message));
        }
        let offset = end.next_multiple_of(align);
        if !dynamic {
            *end = offset + bytes as u32;
        }
        let bytes = if dynamic { 0 } else { bytes as u32 };
        entry.program.variables.push(Variable { name, space, offset, bytes });
        if space == Space::Const {
            entry.program.constants.resize((offset + bytes) as usize, 0);
            if self.mark('=') {
                self.initial_values(ty, offset as usize, bytes as usize, entry)?;
            }
        }
        Ok(())
    }

    pub(super) fn initial_values(
        &mut self,
        ty: Ty,
        offset: usize,
        bytes: usize,
        entry: &mut Draft,
    ) -> Parse<()> {
        self.expect('{')?;
        let size = ty.bytes() as usize;
        for at in 0.. {
            self.skip_ends();
            if self.mark('}') {
                break;
            }
            let value = self.constant(ty)?.to_le_bytes();
            if let Some(place) =
                entry.program.constants[offset..offset + bytes].chunks_exact_mut(size).nth(at)
            {
                place.copy_from_slice(&value[..size]);
            }
            self.mark(',');
        }
        Ok(())
    }
}
