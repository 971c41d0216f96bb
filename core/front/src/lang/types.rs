//! The types of the source languages.
//!
//! Types are interned: equal types have equal [`TypeId`]s, which are copied freely. A pointer's address space is
//! `None` where the source leaves it open (CUDA's plain pointers): lowering takes the space of what the pointer is
//! given. Sizes and alignments are those of a 64-bit little-endian device.

use alloc::{format, string::String, vec, vec::Vec};

use super::images;
use super::names::{Names, Symbol};
use super::records::{Record, record};
pub use crate::ir::Space;
use crate::{
    base::{OrdMap, OrdSet},
    ir::ImagePart,
};

mod layout;
mod named;
mod scalar;
#[cfg(test)]
mod tests;

pub use scalar::Scalar;

/// A type: index into [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u32);

impl TypeId {
    /// Has it been reported already?
    pub fn is_error(self) -> bool {
        self == ERROR
    }
}

/// A struct or union: index of [`Types::structs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StructId(pub u32);

/// Several scalars of one type that are computed with at once (OpenCL C 1.2, 6.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vector {
    /// Type of the components.
    pub of: Scalar,
    /// How many: one of [`LENGTHS`].
    pub len: u8,
}

/// How many components a vector can have.
pub const LENGTHS: [u8; 5] = [2, 3, 4, 8, 16];

impl Vector {
    /// Size in memory and alignment in bytes: 3 components take the room of 4 (OpenCL C 1.2, 6.1.5).
    pub const fn bytes(self) -> u32 {
        self.of.bytes() * (self.len as u32).next_power_of_two()
    }
}

/// What a pointer points at and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pointer {
    /// Type of the target.
    pub to: TypeId,
    /// Where the target is; `None` if the source leaves it open.
    pub space: Option<Space>,
    /// May the target not be written through this pointer?
    pub is_const: bool,
    /// Must every access happen?
    pub is_volatile: bool,
}

/// What a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TypeKind {
    /// Already reported: fits everywhere, without further messages.
    Error,
    /// No value.
    Void,
    /// A number.
    Scalar(Scalar),
    /// Numbers in a row. Those of `bool` have no name: they are what a comparison of vectors gives first.
    Vector(Vector),
    /// A pointer.
    Pointer(Pointer),
    /// An array.
    Array {
        /// Type of the elements.
        of: TypeId,
        /// How many; `None` for `[]`.
        len: Option<u64>,
    },
    /// A struct or union.
    Struct(StructId),
    /// Values in braces, whose type is that of what they are for.
    List,
    /// A function, or a pointer to one, with these parameters ([`Types::signature`]): no object has it, but parameters of templates do.
    Function(u32),
}

/// The name of a member without a name, whose members are those of the struct around it.
pub const NAMELESS: Symbol = Symbol(u32::MAX);

/// The name of a bit-field without a name, which is no member.
pub const PADDING: Symbol = Symbol(u32::MAX - 1);

/// Where a bit-field lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The number in memory that it is a part of: the smallest aligned one that holds it and those beside it.
    pub unit: Scalar,
    /// Its first bit, counted from the lowest.
    pub shift: u32,
    /// How many there are.
    pub width: u32,
    /// Is the highest the sign?
    pub signed: bool,
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// Bytes from the start of the struct; those of the number that it is a part of, if it is a bit-field.
    pub offset: u64,
    /// May it not be written?
    pub is_const: bool,
    /// Which bits of this number it is.
    pub bits: Option<Bits>,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Struct {
    /// Its tag or typedef name, if it has one.
    pub name: Option<Symbol>,
    /// `<float, 4>` behind its name, if it is an instance of a template.
    pub args: String,
    /// Is that the name of a typedef?
    pub is_alias: bool,
    /// Do all members share one place?
    pub is_union: bool,
    /// Have its members been declared?
    pub complete: bool,
    /// Its members.
    pub fields: Vec<Field>,
    /// Size in bytes.
    pub bytes: u64,
    /// Where its last member ends, in bits.
    end: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// What it is to the launch, if it is an image.
    pub image: Option<ImagePart>,
    /// Is there no scalar and no pointer in it?
    is_empty: bool,
    /// How many pointers are in it.
    pointers: u64,
    /// How many members are in it with those of its members, each as often as a way leads to it.
    members: u64,
    depth: u32,
}

impl Struct {
    /// Is nothing laid out in it? A bit-field without a name is (C++17 12.2.4), though nobody can ask for it.
    pub fn is_bare(&self) -> bool {
        self.fields.is_empty() && self.end == 0
    }
}

/// A member that is to be laid out.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// May it not be written?
    pub is_const: bool,
    /// Alignment in bytes that an attribute asks for; 1 if none does.
    pub align: u64,
    /// How many bits it has, if it is a bit-field.
    pub width: Option<u32>,
    /// Is it a base behind whose last member others may begin?
    pub is_open: bool,
}

impl Member {
    /// One with nothing but a name and a type.
    pub const fn of(name: Symbol, ty: TypeId) -> Member {
        Member { name, ty, is_const: false, align: 1, width: None, is_open: false }
    }
}

/// How deep types may be nested in each other.
pub const MAX_DEPTH: u32 = 64;

/// How many members a struct may have with those of its members, each as often as a way leads to it: every stage goes through all of them.
/// (Unions and what is empty can hold two of each other without becoming larger.)
pub const MAX_MEMBERS: u64 = 1 << 14;

/// Every type of a text.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Vec<(TypeKind, u32)>,
    ids: OrdMap<TypeKind, TypeId>,
    /// Structs and unions.
    pub structs: Vec<Struct>,
    /// The structs that exist without being declared, by their names.
    records: OrdMap<Symbol, TypeId>,
    /// The enumerations that are types of their own, with the names that they have.
    enums: OrdMap<TypeId, Option<Symbol>>,
    /// Enumerations of which no value is negative and of which the text says no type: `unsigned` lies below them, though they are computed with as `int`.
    unsigned: OrdSet<TypeId>,
    /// Enumerations that become no numbers by themselves (`enum class`).
    scoped: OrdSet<TypeId>,
    /// What functions take that are types.
    signatures: Vec<Parameters>,
}

/// What tells functions of a name apart: the type of each parameter, whether it is a reference, and one to a value.
pub type Parameters = Vec<(TypeId, bool, bool)>;

/// The type of what has already been reported.
pub const ERROR: TypeId = TypeId(0);
/// No value.
pub const VOID: TypeId = TypeId(1);
/// Values in braces.
pub const LIST: TypeId = TypeId(2 + (Scalar::ALL.len() * (1 + LENGTHS.len())) as u32);
/// The type of `nullptr`: it becomes every pointer.
pub const NULLPTR: TypeId = TypeId(LIST.0 + 1);
/// `bool`.
pub const BOOL: TypeId = scalar(Scalar::Bool);
/// `int`.
pub const INT: TypeId = scalar(Scalar::Int);
/// `unsigned int`.
pub const UINT: TypeId = scalar(Scalar::UInt);
/// 64-bit signed.
pub const LONG: TypeId = scalar(Scalar::Long);
/// `size_t`.
pub const SIZE: TypeId = scalar(Scalar::ULong);
/// `float`.
pub const FLOAT: TypeId = scalar(Scalar::Float);
/// `double`.
pub const DOUBLE: TypeId = scalar(Scalar::Double);

/// The type of a scalar.
pub const fn scalar(scalar: Scalar) -> TypeId {
    TypeId(2 + scalar as u32)
}

/// The type of a vector; [`ERROR`] if there is none of this length.
pub const fn vector(vector: Vector) -> TypeId {
    let mut at = 0;
    while at < LENGTHS.len() {
        if LENGTHS[at] == vector.len {
            let before = 2 + Scalar::ALL.len() + vector.of as usize * LENGTHS.len();
            return TypeId((before + at) as u32);
        }
        at += 1;
    }
    ERROR
}

impl Types {
    /// The types that need no declaration.
    pub fn new() -> Types {
        let (ids, records) = (OrdMap::new(), OrdMap::new());
        let mut types = Types {
            kinds: vec![],
            ids,
            structs: vec![],
            records,
            enums: OrdMap::new(),
            unsigned: OrdSet::new(),
            scoped: OrdSet::new(),
            signatures: vec![],
        };
        types.intern(TypeKind::Error, 0);
        types.intern(TypeKind::Void, 0);
        for scalar in Scalar::ALL {
            types.intern(TypeKind::Scalar(*scalar), 0);
        }
        for of in Scalar::ALL.iter().copied() {
            for len in LENGTHS {
                types.intern(TypeKind::Vector(Vector { of, len }), 0);
            }
        }
        types.intern(TypeKind::List, 0);
        // It holds nothing, and is as large as a pointer.
        let (StructId(null), _) = types.declare_struct(None, false);
        let null = &mut types.structs[null as usize];
        (null.complete, null.bytes, null.align) = (true, 8, 8);
        types
    }

    fn intern(&mut self, kind: TypeKind, depth: u32) -> TypeId {
        if depth > MAX_DEPTH {
            return ERROR;
        }
        if let Some(id) = self.ids.get(&kind) {
            return *id;
        }
        let id = TypeId(self.kinds.len() as u32);
        self.kinds.push((kind, depth));
        self.ids.insert(kind, id);
        id
    }

    /// What a type is.
    pub fn kind(&self, id: TypeId) -> TypeKind {
        self.kinds[id.0 as usize].0
    }

    fn depth(&self, id: TypeId) -> u32 {
        match self.kind(id) {
            TypeKind::Struct(id) => self.structs[id.0 as usize].depth,
            _ => self.kinds[id.0 as usize].1,
        }
    }

    /// A pointer type ([`ERROR`] beyond [`MAX_DEPTH`]).
    pub fn pointer(&mut self, pointer: Pointer) -> TypeId {
        match pointer.to {
            ERROR => ERROR,
            to => self.intern(TypeKind::Pointer(pointer), self.depth(to) + 1),
        }
    }

    /// An array type ([`ERROR`] beyond [`MAX_DEPTH`]).
    pub fn array(&mut self, of: TypeId, len: Option<u64>) -> TypeId {
        match of {
            ERROR => ERROR,
            of => self.intern(TypeKind::Array { of, len }, self.depth(of) + 1),
        }
    }

    /// A new struct or union without members yet.
    pub fn declare_struct(&mut self, name: Option<Symbol>, is_union: bool) -> (StructId, TypeId) {
        let id = StructId(self.structs.len() as u32);
        let fields = vec![];
        let complete = false;
        self.structs.push(Struct {
            name,
            args: String::new(),
            is_alias: false,
            is_union,
            complete,
            fields,
            bytes: 0,
            end: 0,
            align: 1,
            image: None,
            is_empty: true,
            pointers: 0,
            members: 0,
            depth: 1,
        });
        (id, self.intern(TypeKind::Struct(id), 1))
    }

    /// A typedef names a struct or an enumeration, which is called so if it has no tag.
    pub fn name_by_alias(&mut self, id: TypeId, name: Symbol) {
        if let Some(known @ None) = self.enums.get_mut(&id) {
            *known = Some(name);
        }
        let TypeKind::Struct(id) = self.kind(id) else { return };
        let this = &mut self.structs[id.0 as usize];
        if this.name.is_none() {
            (this.name, this.is_alias) = (Some(name), true);
        }
    }

    /// The struct that is called so without a declaration: a record of CUDA, or an image.
    pub fn record(&mut self, name: Symbol, names: &Names) -> TypeId {
        if let Some(known) = self.records.get(&name) {
            return *known;
        }
        let image = images::image(names.text(name));
        let (members, align) = match (record(names.text(name)), image) {
            (Some(Record { of, len, align }), _) => {
                let members = (0..len).filter_map(|at| names.component(at));
                let member = |name| Member::of(name, scalar(of));
                (members.map(member).collect(), align)
            }
            (None, Some(_)) => (images::members(self, names), 1),
            (None, None) => return ERROR,
        };
        let (id, ty) = self.declare_struct(None, false);
        self.complete_struct(id, members, align);
        self.structs[id.0 as usize].image = image;
        self.name_by_alias(ty, name);
        self.records.insert(name, ty);
        ty
    }

    /// Is an image in an object of this type?
    pub fn holds_image(&self, id: TypeId) -> bool {
        match self.kind(id) {
            TypeKind::Array { of, .. } => self.holds_image(of),
            TypeKind::Struct(id) => {
                let this = &self.structs[id.0 as usize];
                this.image.is_some() || this.fields.iter().any(|field| self.holds_image(field.ty))
            }
            _ => false,
        }
    }

    /// The struct behind a type.
    pub fn as_struct(&self, id: TypeId) -> Option<&Struct> {
        match self.kind(id) {
            TypeKind::Struct(id) => Some(&self.structs[id.0 as usize]),
            _ => None,
        }
    }

    /// The scalar behind a type.
    pub fn as_scalar(&self, id: TypeId) -> Option<Scalar> {
        if let TypeKind::Scalar(scalar) = self.kind(id) { Some(scalar) } else { None }
    }

    /// The vector behind a type.
    pub fn as_vector(&self, id: TypeId) -> Option<Vector> {
        if let TypeKind::Vector(vector) = self.kind(id) { Some(vector) } else { None }
    }

    /// The type of a number, or of the components of a vector.
    pub fn component(&self, id: TypeId) -> Option<Scalar> {
        self.as_vector(id).map(|vector| vector.of).or(self.as_scalar(id))
    }

    /// The pointer behind a type.
    pub fn as_pointer(&self, id: TypeId) -> Option<Pointer> {
        if let TypeKind::Pointer(pointer) = self.kind(id) { Some(pointer) } else { None }
    }

    /// The type as C writes it.
    pub fn show(&self, id: TypeId, names: &Names) -> String {
        match self.kind(id) {
            TypeKind::Error => "?".into(),
            TypeKind::Void => "void".into(),
            TypeKind::List => "{ … }".into(),
            TypeKind::Function(_) => "function".into(),
            TypeKind::Scalar(scalar) => match (self.enum_name(id), self.is_enum(id)) {
                (Some(tag), _) => format!("enum {}", names.text(tag)),
                (None, true) => "enum".into(),
                (None, false) => scalar.name().into(),
            },
            TypeKind::Vector(vector) => format!("{}{}", vector.of.name(), vector.len),
            TypeKind::Pointer(pointer) => {
                let space = pointer.space.map_or(String::new(), |space| format!("{} ", space.name()));
                let quals = match (pointer.is_const, pointer.is_volatile) {
                    (true, true) => "const volatile ",
                    (true, false) => "const ",
                    (false, true) => "volatile ",
                    (false, false) => "",
                };
                format!("{space}{quals}{}*", self.show(pointer.to, names))
            }
            TypeKind::Array { of, len } => {
                let (mut dims, mut element) = (show_len(len), of);
                while let TypeKind::Array { of, len } = self.kind(element) {
                    dims.push_str(&show_len(len));
                    element = of;
                }
                format!("{}{dims}", self.show(element, names))
            }
            TypeKind::Struct(id) => {
                let this = &self.structs[id.0 as usize];
                if id == StructId(0) {
                    return "nullptr_t".into();
                }
                let word = if this.is_union { "union" } else { "struct" };
                if let Some(name) = this.name.filter(|_| this.is_alias) {
                    return names.text(name).into();
                }
                let args = &this.args;
                this.name.map_or(word.into(), |name| {
                    let name = names.text(name);
                    let name = if args.is_empty() { name } else { name.split('<').next().unwrap_or(name) };
                    format!("{word} {name}{args}")
                })
            }
        }
    }
}

fn show_len(len: Option<u64>) -> String {
    len.map_or("[]".into(), |len| format!("[{len}]"))
}

impl Default for Types {
    fn default() -> Types {
        Types::new()
    }
}
