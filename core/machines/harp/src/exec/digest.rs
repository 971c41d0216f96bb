//! A digest of everything in a core that matters for what follows.

use lanescope_parts::image::Digest;

use super::{Cube, Kind, Warp};

impl Cube {
    /// Adds everything that the next instructions depend on.
    pub fn digest(&self, digest: &mut Digest) {
        self.warps.iter().for_each(|warp| warp.digest(digest));
        digest.bytes(self.ram.bytes());
        digest.bytes(&self.ram.output);
        self.ram.input.iter().for_each(|byte| digest.word((*byte).into()));
        self.tlb
            .pages()
            .for_each(|(from, to, flags)| [from, to, flags].iter().for_each(|word| digest.word(*word)));
        self.entries.iter().for_each(|entry| digest.word(entry.unwrap_or(u64::MAX)));
        digest.word(self.ended.into());
    }
}

impl Warp {
    fn digest(&self, digest: &mut Digest) {
        let flags = [self.interrupts, self.supervisor, self.spawned, self.waiting.is_some()];
        let flags = flags.iter().fold(0, |bits, flag| bits << 1 | u64::from(*flag));
        let fields = [self.pc, self.active.into(), self.mask, flags, self.waiting.unwrap_or(0)];
        fields.iter().chain(self.words()).for_each(|word| digest.word(*word));
        for entry in &self.stack {
            let place = match entry.kind {
                Kind::Else { pc } => pc,
                Kind::FallThrough => u64::MAX,
                Kind::Uni => u64::MAX - 1,
            };
            [entry.mask, place].iter().for_each(|word| digest.word(*word));
        }
        if let Some(shadow) = &self.shadow {
            [shadow.pc, shadow.active.into(), shadow.mask].iter().for_each(|word| digest.word(*word));
            shadow.registers.iter().for_each(|word| digest.word(*word));
            shadow.predicates.iter().for_each(|bit| digest.word((*bit).into()));
        }
    }
}
