//! Types that are told apart by more than what they are made of: enumerations, and functions by their parameters.

use super::*;

impl Types {
    /// A new enumeration (C++17 10.2): a number type that differs from all others, and is a scalar in everything else.
    pub fn enumeration(&mut self, of: Scalar, tag: Option<Symbol>) -> TypeId {
        let id = TypeId(self.kinds.len() as u32);
        self.kinds.push((TypeKind::Scalar(of), 0));
        self.enums.insert(id, tag);
        id
    }

    /// The type of functions with these parameters.
    pub fn function(&mut self, params: Parameters) -> TypeId {
        let known = self.signatures.iter().position(|known| *known == params);
        let at = known.unwrap_or_else(|| {
            self.signatures.push(params);
            self.signatures.len() - 1
        });
        self.intern(TypeKind::Function(at as u32), 0)
    }

    /// What a function takes, if it is the type of one.
    pub fn signature(&self, id: TypeId) -> Option<&Parameters> {
        if let TypeKind::Function(at) = self.kind(id) { self.signatures.get(at as usize) } else { None }
    }

    /// No value of an enumeration is negative, and the text says no type of it.
    pub fn without_negatives(&mut self, id: TypeId) {
        if self.is_enum(id) {
            self.unsigned.insert(id);
        }
    }

    /// Is it an enumeration?
    pub fn is_enum(&self, id: TypeId) -> bool {
        self.enums.contains_key(&id)
    }

    /// The tag of an enumeration, or the name that a typedef has given it.
    pub fn enum_name(&self, id: TypeId) -> Option<Symbol> {
        self.enums.get(&id).copied().flatten()
    }

    /// An enumeration becomes no number by itself.
    pub fn keep_apart(&mut self, id: TypeId) {
        if self.is_enum(id) {
            self.scoped.insert(id);
        }
    }

    /// Is it an enumeration that becomes no number by itself?
    pub fn is_apart(&self, id: TypeId) -> bool {
        self.scoped.contains(&id)
    }
}
