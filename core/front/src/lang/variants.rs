//! Builtins whose names say what they do: OpenCL's conversions, loads and stores of vectors, and CUDA's spellings of
//! atomics with a scope.

use super::builtins::{Access, Action, Builtin, Prototype, Rounding, builtin};
use super::token::{Dialect, In};
use super::type_names::number_named;
use super::types::{LENGTHS, Scalar, Vector, scalar, vector};

/// The builtin of this name, if it is one of a family.
pub(super) fn in_variants(name: &str, dialect: Dialect) -> Option<Builtin> {
    match dialect {
        Dialect::Cuda => {
            let plain = name.strip_suffix("_block").or(name.strip_suffix("_system"))?;
            if plain.starts_with("atomic") { builtin(plain, dialect) } else { None }
        }
        Dialect::OpenCl => conversion(name).or_else(|| memory(name)),
    }
}

fn make(form: &'static str, prototype: Prototype, action: Action) -> Builtin {
    Builtin { name: "", place: In::O, form, prototype, action }
}

/// A name without the suffix that tells how it rounds.
fn rounding(name: &str) -> (&str, Option<Rounding>) {
    let suffixes = [
        ("_rte", Rounding::Nearest),
        ("_rtz", Rounding::TowardsZero),
        ("_rtp", Rounding::Up),
        ("_rtn", Rounding::Down),
    ];
    let found = suffixes.into_iter().find_map(|(suffix, how)| Some((name.strip_suffix(suffix)?, Some(how))));
    found.unwrap_or((name, None))
}

/// `as_T` and `convert_T` (OpenCL C 1.2, 6.2.3 and 6.2.4.2).
fn conversion(name: &str) -> Option<Builtin> {
    if let Some(ty) = name.strip_prefix("as_") {
        return Some(make("as_type(x)", Prototype::To(number_named(ty)?), Action::Bits));
    }
    let (rest, how) = rounding(name.strip_prefix("convert_")?);
    let (ty, saturates) = rest.strip_suffix("_sat").map_or((rest, false), |ty| (ty, true));
    let to = number_named(ty)?;
    let floats = [Scalar::Half, Scalar::Float, Scalar::Double];
    let is_float = floats
        .into_iter()
        .any(|of| to == scalar(of) || LENGTHS.into_iter().any(|len| to == vector(Vector { of, len })));
    // Without a suffix floats are rounded to the nearest, and integers towards zero. There is no saturated float.
    let usual = if is_float { Rounding::Nearest } else { Rounding::TowardsZero };
    let action = Action::Convert(how.unwrap_or(usual), saturates);
    (!is_float || !saturates).then(|| make("convert_type(x)", Prototype::To(to), action))
}

/// `vload4`, `vstore4`, `vload_half`, `vstorea_half4_rtz` (OpenCL C 1.2, 6.12.7).
fn memory(name: &str) -> Option<Builtin> {
    let (rest, stores) = match name.strip_prefix("vload") {
        Some(rest) => (rest, false),
        None => (name.strip_prefix("vstore")?, true),
    };
    let (rest, how) = if stores { rounding(rest) } else { (rest, None) };
    let aligned = rest.strip_prefix("a_half");
    let half = rest.strip_prefix("_half").or(aligned);
    let len = match half.unwrap_or(rest) {
        "" if half.is_some() => 1,
        digits => LENGTHS.into_iter().find(|len| number(*len) == digits)?,
    };
    if half.is_none() && how.is_some() {
        return None;
    }
    // Aligned vectors of 3 take the room of 4.
    let step = if aligned.is_some() { len.next_power_of_two() } else { len };
    let access = Access { len, step, half: half.is_some(), rounding: how.unwrap_or(Rounding::Nearest) };
    Some(match stores {
        true => make("vstoren(vector, offset, pointer)", Prototype::VectorStore(access), Action::Nothing),
        false => make("vloadn(offset, pointer)", Prototype::VectorLoad(access), Action::Nothing),
    })
}

/// A length as it is written.
const fn number(len: u8) -> &'static str {
    match len {
        2 => "2",
        3 => "3",
        4 => "4",
        8 => "8",
        _ => "16",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_families() {
        let known = |name: &str| in_variants(name, Dialect::OpenCl).is_some();
        for name in [
            "as_int",
            "as_uchar16",
            "convert_float4",
            "convert_uchar3_sat_rtp",
            "convert_half2_rtz",
            "vload2",
            "vload16",
            "vload_half",
            "vload_half3",
            "vloada_half8",
            "vstore4",
            "vstore_half",
            "vstore_half2_rtn",
            "vstorea_half3_rte",
        ] {
            assert!(known(name), "{name}");
        }
        for name in [
            "as_bool",
            "as_float5",
            "convert_float4_sat",
            "convert_",
            "vload",
            "vload5",
            "vload4_rte",
            "vload_half_rte",
            "vstore",
            "vstore4_rte",
            "vload04",
            "vstore_half2_xyz",
        ] {
            assert!(!known(name), "{name}");
        }
    }
}
