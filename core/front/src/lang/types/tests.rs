use super::*;

/// C99 6.3.1.8 on a machine with 32-bit int and 64-bit long.
#[test]
fn usual_arithmetic_conversions() {
    use Scalar::*;
    let table = [
        (Char, Char, Int),
        (UShort, Short, Int),
        (Bool, Bool, Int),
        (Int, UInt, UInt),
        (UInt, Long, Long),
        (Long, ULong, ULong),
        (Int, Float, Float),
        (ULong, Float, Float),
        (Float, Double, Double),
        (UChar, UInt, UInt),
    ];
    for (a, b, common) in table {
        assert_eq!(a.common(b), common, "{a:?} {b:?}");
        assert_eq!(b.common(a), common, "{b:?} {a:?}");
    }
}

#[test]
fn structs_are_laid_out_with_padding() {
    let (mut types, mut names) = (Types::new(), Names::new());
    let (id, ty) = types.declare_struct(None, false);
    let mut name = |text| names.intern(text);
    let mut member = |text, ty, align| Member { align, ..Member::of(name(text), ty) };
    let members = vec![
        member("c", scalar(Scalar::Char), 1),
        member("d", DOUBLE, 1),
        member("s", scalar(Scalar::Short), 4),
    ];
    types.complete_struct(id, members, 1);
    let offsets: Vec<u64> = types.structs[id.0 as usize].fields.iter().map(|field| field.offset).collect();
    assert_eq!(offsets, [0, 8, 16]);
    assert_eq!((types.bytes(ty), types.align(ty)), (24, 8));
    let (id, ty) = types.declare_struct(None, false);
    types.complete_struct(id, vec![member("c", scalar(Scalar::Char), 1), member("i", INT, 16)], 1);
    assert_eq!(
        (types.structs[id.0 as usize].fields[1].offset, types.bytes(ty), types.align(ty)),
        (16, 32, 16)
    );
}

#[test]
fn equal_types_are_one() {
    let mut types = Types::new();
    let (a, b) = (types.array(FLOAT, Some(4)), types.array(FLOAT, Some(4)));
    assert_eq!(a, b);
    assert_ne!(a, types.array(FLOAT, Some(5)));
    assert_eq!(types.bytes(a), 16);
}

/// Every vector has the number that [`vector`] computes, with OpenCL C's sizes.
#[test]
fn vectors_are_known_from_the_start() {
    let types = Types::new();
    for of in Scalar::ALL.iter().copied() {
        for (len, room) in LENGTHS.into_iter().zip([2, 4, 4, 8, 16]) {
            let ty = vector(Vector { of, len });
            assert_eq!(types.as_vector(ty), Some(Vector { of, len }));
            assert_eq!((types.bytes(ty), types.align(ty)), (room * u64::from(of.bytes()), types.bytes(ty)));
        }
    }
    assert_eq!(vector(Vector { of: Scalar::Int, len: 5 }), ERROR);
}

/// Structs that hold two of each other hold nothing in the end: nobody looks into all of them.
#[test]
fn what_holds_nothing_is_not_walked_through() {
    let (mut types, mut names) = (Types::new(), Names::new());
    let name = names.intern("m");
    let member = |ty| Member::of(name, ty);
    let mut ty = VOID;
    for depth in 0..60 {
        let (id, next) = types.declare_struct(None, false);
        types.complete_struct(id, if depth == 0 { vec![] } else { vec![member(ty), member(ty)] }, 1);
        ty = next;
    }
    let (id, one) = types.declare_struct(None, false);
    types.complete_struct(id, vec![], 1);
    types.give_address(id);
    let many = types.array(one, Some(1 << 40));
    assert_eq!((types.bytes(one), types.first_leaf(ty), types.first_leaf(many)), (1, None, None));
}

/// Unions and what is empty hold two of each other and do not grow: all ways to a member count.
#[test]
fn members_count_as_often_as_a_way_leads_to_them() {
    for is_union in [false, true] {
        let (mut types, mut names) = (Types::new(), Names::new());
        let name = names.intern("m");
        let mut ty = types.declare_struct(None, false).1;
        for depth in 1..=15 {
            let (id, next) = types.declare_struct(None, is_union);
            let member = Member::of(name, types.array(ty, Some(3)));
            types.complete_struct(id, vec![member; 2], 1);
            ty = next;
            assert_eq!((types.bytes(ty), types.too_large(ty)), (0, depth > 14), "{depth}");
        }
    }
}
