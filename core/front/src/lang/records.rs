//! The structs that CUDA C has without a declaration: its vector types and `dim3` (CUDA C++ Programming Guide, 7.3).

use super::types::Scalar;

/// A struct of numbers of one type, whose members are called as [`COMPONENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Type of the members.
    pub of: Scalar,
    /// How many.
    pub len: u8,
    /// Alignment in bytes.
    pub align: u64,
}

impl Record {
    /// Bytes of it: members have nothing between them or behind them.
    pub fn bytes(self) -> u32 {
        self.of.bytes() * u32::from(self.len)
    }
}

/// The names of the members.
pub const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// What may stand before the number of members.
const STEMS: [(&str, Scalar); 12] = [
    ("char", Scalar::Char),
    ("uchar", Scalar::UChar),
    ("short", Scalar::Short),
    ("ushort", Scalar::UShort),
    ("int", Scalar::Int),
    ("uint", Scalar::UInt),
    ("long", Scalar::Long),
    ("ulong", Scalar::ULong),
    ("longlong", Scalar::LongLong),
    ("ulonglong", Scalar::ULongLong),
    ("float", Scalar::Float),
    ("double", Scalar::Double),
];

/// The place of a work-item, whose members begin at 1 where they are left out.
pub const DIM3: &str = "dim3";

/// What `threadIdx` is.
pub const UINT3: &str = "uint3";

/// The struct of this name.
pub fn record(name: &str) -> Option<Record> {
    if name == DIM3 {
        return record(UINT3);
    }
    let (stem, last) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let len = last.parse().ok().filter(|len| (1..=4).contains(len))?;
    let (_, of) = STEMS.iter().find(|(text, _)| *text == stem)?;
    // 3 members are aligned as one of them, other numbers as all together, at most to 16 bytes.
    let aligned = if len == 3 { 1 } else { u64::from(len) };
    Some(Record { of: *of, len, align: (u64::from(of.bytes()) * aligned).min(16) })
}

/// Every name.
pub fn record_names() -> impl Iterator<Item = alloc::string::String> {
    let numbered = |stem| (1..=4).map(move |len| alloc::format!("{stem}{len}"));
    STEMS.into_iter().flat_map(move |(stem, _)| numbered(stem)).chain([DIM3.into()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CUDA C++ Programming Guide, table of alignment requirements.
    #[test]
    fn alignments_and_sizes() {
        let table = [
            ("char1", 1),
            ("uchar2", 2),
            ("char3", 1),
            ("uchar4", 4),
            ("short2", 4),
            ("ushort3", 2),
            ("short4", 8),
            ("int1", 4),
            ("uint2", 8),
            ("int3", 4),
            ("uint4", 16),
            ("long1", 8),
            ("ulong2", 16),
            ("longlong3", 8),
            ("ulonglong4", 16),
            ("float1", 4),
            ("float2", 8),
            ("float3", 4),
            ("float4", 16),
            ("double1", 8),
            ("double2", 16),
            ("double3", 8),
            ("double4", 16),
            ("dim3", 4),
        ];
        for (name, align) in table {
            assert_eq!(record(name).map(|found| found.align), Some(align), "{name}");
        }
        let bytes = |name| record(name).map(Record::bytes);
        assert_eq!(
            ["char3", "float3", "float4", "dim3", "double2"].map(bytes),
            [3, 12, 16, 12, 16].map(Some)
        );
        for none in ["", "float", "float5", "float0", "4", "half4", "float16", "ä4"] {
            assert_eq!(record(none), None, "{none}");
        }
        assert_eq!(record_names().filter(|name| record(name).is_none()).count(), 0);
    }
}
