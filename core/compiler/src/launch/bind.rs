//! From a complete launch to memory and argument values, with every limit checked first.

use alloc::{format, vec::Vec};

use super::{Arg, ArgValue, Contents, Grid, Launch, complete::rounded_up, data};
use crate::{
    document::Limits,
    image::{BASE, Buffer, Console, MOST_ADDRESS, Memory, Misplaced, Permission, Placed, Why},
    ir::{Param, Space, Type},
    source::{Diagnostic, Span},
};

/// A launch that a machine (or the reference interpreter) can start.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its geometry; the global size is a multiple of the local one.
    pub launch: Launch,
    /// For each parameter the bits of a scalar, the address of a buffer, or the bytes of a local argument: whoever lays
    /// out work-group memory chooses its address.
    pub args: Vec<u64>,
    /// For each parameter its type.
    pub types: Vec<Type>,
    /// For each parameter: is it a local argument?
    pub local_args: Vec<bool>,
    /// Global memory with the buffers and what they hold at the start.
    pub memory: Memory,
    /// The console of a program that has one, at no address yet.
    pub console: Console,
}

/// Checks a complete launch and builds what it describes.
///
/// # Errors
/// Everything that is wrong, in sentences.
pub fn bind(
    launch: &Launch,
    params: &[Param],
    required_local: Option<[u32; 3]>,
    limits: &Limits,
) -> Result<Bound, Vec<Diagnostic>> {
    bind_behind(&[], launch, params, &Grid::WorkItems, required_local, limits)
}

/// As [`bind`], with the data of a program in front of all buffers (nothing if it has none), for what the program takes of
/// a launch's sizes.
///
/// # Errors
/// As [`bind`].
pub fn bind_behind(
    data: &[u8],
    launch: &Launch,
    params: &[Param],
    grid: &Grid,
    required_local: Option<[u32; 3]>,
    limits: &Limits,
) -> Result<Bound, Vec<Diagnostic>> {
    let mut errors = match grid {
        Grid::WorkItems => check_sizes(launch, required_local, limits),
        Grid::Cut => check_cut(launch, limits).into_iter().collect(),
        Grid::Nothing | Grid::Own(_) => grid.check(launch),
    };
    errors.extend(check_memory(launch, params, limits));
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut memory = Memory::default();
    if !data.is_empty() {
        let at = memory.allocate(".data", data.len() as u64, Type::I8, true, true);
        memory.copy_in(at, data);
    }
    if let Err(error) = place(launch, params, &mut memory) {
        return Err(Vec::from([error]));
    }
    let mut args = Vec::new();
    for param in params {
        match bind_arg(launch, param, &mut memory) {
            Ok(arg) => args.push(arg),
            Err(error) => errors.push(error),
        }
    }
    memory.close_launch();
    let local_args = params.iter().map(|param| param.ty == Type::Ptr(Space::Local)).collect();
    let types = params.iter().map(|param| param.ty).collect();
    let launch = Launch { args: Vec::new(), sizes: launch.sizes.clone(), ..*launch };
    let console = Console::new(&[], limits.console_bytes);
    if errors.is_empty() {
        Ok(Bound { launch, args, types, local_args, memory, console })
    } else {
        Err(errors)
    }
}

fn error(code: &'static str, message: alloc::string::String) -> Diagnostic {
    Diagnostic::error(code, Span::NONE, message)
}

fn show(size: [u32; 3]) -> alloc::string::String {
    format!("{} x {} x {}", size[0], size[1], size[2])
}

fn check_sizes(launch: &Launch, required_local: Option<[u32; 3]>, limits: &Limits) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let (global, local) = (launch.global, launch.local);
    if global.contains(&0) || local.contains(&0) {
        let message =
            format!("no size of a launch may be 0: global is {}, local is {}", show(global), show(local));
        return Vec::from([error("launch::zero", message)]);
    }
    if (0..3).any(|d| !global[d].is_multiple_of(local[d])) {
        let message =
            format!("the global size {} is not a multiple of the local size {}", show(global), show(local));
        let nearest = rounded_up(global, local);
        let hint = nearest.map(|up| format!("the next larger global size that is: {}", show(up)));
        errors.push(Diagnostic { help: hint, ..error("launch::multiple", message) });
    }
    errors.extend(check_items(launch, limits));
    if let Some(required) = required_local.filter(|required| *required != local) {
        let message = format!(
            "the kernel demands a local size of {}, but the launch has {}",
            show(required),
            show(local)
        );
        errors.push(error("launch::required-size", message));
    }
    errors
}

fn check_items(launch: &Launch, limits: &Limits) -> Option<Diagnostic> {
    let (items, limit) = (launch.items(), limits.work_items);
    let message = || format!("the launch has {items} work-items; limit `work_items` is {limit}");
    (items > limit).then(|| error("limit::work-items", message()))
}

/// The sizes of a launch that the machine cuts into groups; which widths it has, it says itself.
fn check_cut(launch: &Launch, limits: &Limits) -> Option<Diagnostic> {
    let (global, local) = (launch.global, launch.local);
    if global.contains(&0) {
        let message = format!("no size of a launch may be 0: global is {}", show(global));
        return Some(error("launch::zero", message));
    }
    if global[2] != 1 || local[1..] != [1, 1] {
        let message = format!(
            "the machine cuts columns and rows into groups, and takes no other size: global is {}, local is {}",
            show(global),
            show(local)
        );
        return Some(error("launch::size", message));
    }
    check_items(launch, limits)
}

fn find<'a>(launch: &'a Launch, param: &Param) -> Option<&'a Arg> {
    launch.args.iter().find(|arg| arg.name == param.name)
}

fn check_memory(launch: &Launch, params: &[Param], limits: &Limits) -> Option<Diagnostic> {
    let bytes = |param: &Param| match find(launch, param).map(|arg| &arg.value) {
        Some(ArgValue::Local(bytes)) => *bytes,
        value => value.and_then(|value| value.contents(param)).map_or(0, |memory| memory.bytes()),
    };
    let sum = params.iter().map(bytes).fold(u64::from(launch.dynamic_local), u64::saturating_add);
    let limit = limits.memory_bytes;
    let passed = |what: &str| {
        let message = format!("the buffers of this launch take {sum} bytes; {what}");
        error("limit::memory-bytes", message)
    };
    if sum > limit {
        return Some(passed(&format!("limit `memory_bytes` is {limit}")));
    }
    let all = sum.saturating_mul(COPIES).saturating_add(params.iter().map(bytes).max().unwrap_or(0));
    (!can_be_had(all)).then(|| {
        passed(&format!("limit `memory_bytes` allows them ({limit}), but there is not as much memory here"))
    })
}

/// Buffers that a run keeps, when all of them are written: before it, after it, and those of the reference.
const COPIES: u64 = 3;

/// Is there so much memory? It is asked for in one piece and given back.
fn can_be_had(bytes: u64) -> bool {
    let mut probe: Vec<u8> = Vec::new();
    // What nobody looks at the compiler does not ask for.
    let asked =
        usize::try_from(bytes).map(|bytes| core::hint::black_box(&mut probe).try_reserve_exact(bytes));
    asked.is_ok_and(|answer| answer.is_ok()) && core::hint::black_box(probe.capacity()) as u64 >= bytes
}

/// Makes the memory of buffers that say where they lie.
fn place(launch: &Launch, params: &[Param], memory: &mut Memory) -> Result<(), Diagnostic> {
    let mut ranges = Vec::new();
    for param in params {
        let Some(Arg { at: Some(at), permission, value, .. }) = find(launch, param) else { continue };
        let Some(memory) = value.contents(param) else { continue };
        if !at.is_multiple_of(memory.align) {
            let (name, size) = (&param.name, memory.align);
            let message =
                format!("argument `{name}`: {at:#x} is no multiple of the {size} bytes of an element");
            return Err(Diagnostic::error("launch::place", param.span, message));
        }
        let bytes = memory.bytes();
        ranges.push((param, Placed { at: *at, bytes, need: need(param), said: *permission }));
    }
    let wanted: Vec<Placed> = ranges.iter().map(|(_, range)| *range).collect();
    memory.place(&wanted).map_err(|Misplaced { range: wrong, why }| {
        let param = ranges.iter().find(|(_, range)| *range == wrong).map(|(param, _)| *param);
        let (name, span) = param.map_or(("", Span::NONE), |param| (&param.name, param.span));
        let Placed { at, bytes, .. } = wrong;
        let message = match why {
            Why::NoMemory => format!(
                "argument `{name}`: {bytes} bytes cannot lie at {at:#x}: memory for buffers goes from {BASE:#x} to \
                 {MOST_ADDRESS:#x}, without the data of the program"
            ),
            Why::Contrary => format!(
                "argument `{name}`: it shares a region of memory at {at:#x} with a buffer that says another permission"
            ),
        };
        Diagnostic::error("launch::place", span, message)
    })
}

/// What a program may do with a buffer by its declaration.
fn need(param: &Param) -> Permission {
    let writable = param.ty.space() == Some(Space::Global) && !param.read_only;
    if writable { Permission::ReadWrite } else { Permission::Read }
}

fn bind_arg(launch: &Launch, param: &Param, memory: &mut Memory) -> Result<u64, Diagnostic> {
    let name = &param.name;
    let wrong = |what: alloc::string::String| {
        Diagnostic::error("launch::argument", param.span, format!("argument `{name}`: {what}"))
    };
    let arg = find(launch, param).ok_or_else(|| wrong("it has no value".into()))?;
    if let ArgValue::Image(image) = &arg.value
        && let Some(what) = image.wrong_size()
    {
        return Err(wrong(what));
    }
    match (&arg.value, arg.value.contents(param), param.ty.space()) {
        (ArgValue::Scalar(number) | ArgValue::Typed(number, _), _, None) => {
            data::scalar(*number, param.ty, param.unsigned)
                .map_err(|what| wrong(format!("{what}, the range of `{}`", param.source_type)))
        }
        (ArgValue::Local(bytes), _, Some(Space::Local)) => Ok(*bytes),
        (value, Some(of), Some(space))
            if space != Space::Local && matches!(value, ArgValue::Image(_)) == param.is_image() =>
        {
            if space == Space::Constant && arg.permission == Some(Permission::ReadWrite) {
                return Err(wrong("constant memory is read-only".into()));
            }
            let writable = arg.permission.unwrap_or(need(param)) == Permission::ReadWrite;
            let Contents { len, element, unsigned, init, .. } = of;
            let bytes = of.bytes();
            let at = match arg.at {
                None => memory.allocate(name, bytes, element, unsigned, writable),
                Some(base) => memory.name(Buffer { name: name.clone(), base, bytes, element, unsigned }),
            };
            memory.copy_in(at, &data::generate(init, element, len));
            Ok(memory.buffers()[at].base)
        }
        _ => Err(wrong(format!("a value of another kind than `{}` needs", param.source_type))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::{Init, Number};
    use alloc::string::String;

    fn param(name: &str, ty: Type, element: Type) -> Param {
        Param { unsigned: true, source_type: alloc::format!("{element}"), ..Param::new(name, ty, element) }
    }

    fn launch(global: [u32; 3], local: [u32; 3], args: &[(&str, ArgValue)]) -> Launch {
        let args = args.iter().map(|(name, value)| Arg::new(*name, value.clone())).collect();
        Launch { global, local, args, ..Launch::default() }
    }

    fn said(launch: &Launch, params: &[Param], limits: &Limits) -> Vec<String> {
        let errors = bind(launch, params, None, limits).err().unwrap_or_default();
        errors.into_iter().map(|e| e.message).collect()
    }

    #[test]
    fn buffers_are_filled_and_scalars_converted() {
        let params = [
            param("p", Type::Ptr(Space::Global), Type::I8),
            param("n", Type::I32, Type::I32),
            param("t", Type::Ptr(Space::Local), Type::F32),
        ];
        let data = ArgValue::Buffer { len: 3, element: None, init: Init::Fill(Number::Int(7)) };
        let number = ArgValue::Scalar(Number::Int(9));
        let launch = launch([4, 1, 1], [2, 1, 1], &[("t", ArgValue::Local(64)), ("n", number), ("p", data)]);
        let bound = bind(&launch, &params, None, &Limits::default()).unwrap();
        let base = bound.memory.buffers()[0].base;
        assert_eq!(bound.args, [base, 9, 64]);
        assert_eq!(bound.memory.copy_out(0, 0, 99), [7, 7, 7]);
    }

    #[test]
    fn buffers_lie_where_the_launch_says() {
        let pointer = |name| param(name, Type::Ptr(Space::Global), Type::I32);
        let params = [pointer("a"), pointer("b"), pointer("c")];
        let ints = |len| ArgValue::Buffer { len, element: None, init: Init::Fill(Number::Int(len.into())) };
        let mut launch = launch([1; 3], [1; 3], &[("a", ints(4)), ("b", ints(2)), ("c", ints(3))]);
        (launch.args[0].at, launch.args[2].at) = (Some(0x8_0000), Some(0x8_0008));
        let bound = bind(&launch, &params, None, &Limits::default()).unwrap();
        assert_eq!(bound.args, [0x8_0000, crate::image::BASE, 0x8_0008]);
        let words = |at| bound.memory.copy_out(at, 0, 99).chunks(4).map(|word| word[0]).collect::<Vec<_>>();
        assert_eq!((words(0), words(1), words(2)), ([4, 4, 3, 3].into(), [2, 2].into(), [3, 3, 3].into()));
        for (at, part) in
            [(0x8_0002, "no multiple of the 4 bytes"), (64, "cannot lie at 0x40"), (u64::MAX - 3, "cannot")]
        {
            launch.args[0].at = Some(at);
            let told = said(&launch, &params, &Limits::default());
            assert!(
                told.len() == 1 && told[0].starts_with("argument `a`") && told[0].contains(part),
                "{told:?}"
            );
        }
    }

    #[test]
    fn absurd_sizes_are_sentences() {
        let limits = Limits::default();
        let sizes = |global, local| said(&launch(global, local, &[]), &[], &limits);
        assert_eq!(
            sizes([0, 1, 1], [1, 1, 1]),
            ["no size of a launch may be 0: global is 0 x 1 x 1, local is 1 x 1 x 1"]
        );
        assert_eq!(
            sizes([10, 1, 1], [4, 1, 1]),
            ["the global size 10 x 1 x 1 is not a multiple of the local size 4 x 1 x 1"]
        );
        let huge = sizes([u32::MAX; 3], [u32::MAX; 3]);
        assert_eq!(huge.len(), 1);
        assert!(huge[0].contains("limit `work_items` is 16777216"), "{}", huge[0]);
    }

    #[test]
    fn the_hint_of_a_size_that_does_not_fit_is_the_next_that_does() {
        let errors = bind(&launch([10, 3, 1], [4, 3, 1], &[]), &[], None, &Limits::default()).unwrap_err();
        assert!(errors[0].help.as_deref().unwrap().ends_with("12 x 3 x 1"));
    }

    #[test]
    fn memory_is_limited() {
        let params = [param("p", Type::Ptr(Space::Global), Type::I64)];
        let of = |len| {
            launch([1; 3], [1; 3], &[("p", ArgValue::Buffer { len, element: None, init: Init::Zeros })])
        };
        let limits = Limits { memory_bytes: 80, ..Limits::default() };
        assert_eq!(said(&of(10), &params, &limits), [""; 0]);
        assert_eq!(
            said(&of(11), &params, &limits),
            ["the buffers of this launch take 88 bytes; limit `memory_bytes` is 80"]
        );
        assert!(said(&of(u64::MAX), &params, &limits)[0].contains("memory_bytes"));
        let endless = Limits { memory_bytes: u64::MAX, ..limits };
        assert!(said(&of(1 << 50), &params, &endless)[0].contains("limit `memory_bytes` allows them"));
    }

    #[test]
    fn scalars_out_of_range_name_the_parameter() {
        let params = [param("c", Type::I8, Type::I8)];
        let launch = launch([1; 3], [1; 3], &[("c", ArgValue::Scalar(Number::Int(300)))]);
        assert_eq!(
            said(&launch, &params, &Limits::default()),
            ["argument `c`: 300 is outside 0 to 255, the range of `i8`"]
        );
    }

    #[test]
    fn a_demanded_group_size_is_checked() {
        let errors = bind(&launch([8, 1, 1], [8, 1, 1], &[]), &[], Some([4, 1, 1]), &Limits::default());
        assert_eq!(errors.unwrap_err()[0].code, "launch::required-size");
        assert!(bind(&launch([8, 1, 1], [8, 1, 1], &[]), &[], Some([8, 1, 1]), &Limits::default()).is_ok());
    }
}
