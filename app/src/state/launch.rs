//! Editing the launch and what goes with it: the form shows the completed launch, and a change of one field keeps the others.

use lanescope_core::session::vocabulary::{Arg, ArgValue, Define, Init, Language, Launch, images};

use super::ArgPart;

/// The launch that is meant now: the one that was last completed, with what the document has changed since.
pub fn meant(completed: Option<&Launch>, document: Option<&Launch>) -> Launch {
    let Some(document) = document else { return completed.cloned().unwrap_or_default() };
    let known = |name: &str| document.args.iter().any(|arg| arg.name == name);
    let others = completed.into_iter().flat_map(|launch| &launch.args).filter(|arg| !known(&arg.name));
    Launch { args: document.args.iter().chain(others).cloned().collect(), ..document.clone() }
}

/// A launch with a change.
pub fn changed(mut launch: Launch, change: impl FnOnce(&mut Launch)) -> Launch {
    change(&mut launch);
    launch
}

/// Changes a part of an argument. An argument that is not known yet is made of the part.
pub fn set_part(launch: &mut Launch, name: String, part: ArgPart) {
    match (launch.args.iter_mut().find(|arg| arg.name == name), part) {
        (Some(arg), ArgPart::Place(at)) => arg.at = at,
        (Some(arg), part) => arg.value = with_part(Some(&arg.value), part),
        (None, part) => launch.args.push(Arg::new(name, with_part(None, part))),
    }
}

/// An address as people write it, in hexadecimal or decimal digits.
pub fn address(text: &str) -> Option<u64> {
    let text = text.trim();
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// Sets a size that the program names.
pub fn set_size(launch: &mut Launch, id: String, value: u64) {
    match launch.sizes.iter_mut().find(|(known, _)| *known == id) {
        Some((_, known)) => *known = value,
        None => launch.sizes.push((id, value)),
    }
}

fn with_part(now: Option<&ArgValue>, part: ArgPart) -> ArgValue {
    let (len, element, init) = match now {
        Some(ArgValue::Buffer { len, element, init }) => (*len, *element, init.clone()),
        _ => (1, None, Init::Zeros),
    };
    if let Some(ArgValue::Image(image)) = now {
        return ArgValue::Image(with_image_part(image.clone(), part));
    }
    match part {
        ArgPart::Number(number) => match now {
            Some(value) => value.with_number(number),
            None => ArgValue::Scalar(number),
        },
        ArgPart::Local(bytes) => ArgValue::Local(bytes),
        // Words that say no image leave what was.
        ArgPart::Shape(words) => images::Image::read(&words).map_or_else(
            |_| now.cloned().unwrap_or(ArgValue::Buffer { len, element, init }),
            ArgValue::Image,
        ),
        // It is no part of the value.
        ArgPart::Place(_) => now.cloned().unwrap_or(ArgValue::Buffer { len, element, init }),
        ArgPart::Length(len) => ArgValue::Buffer { len, element, init },
        ArgPart::Element(element) => ArgValue::Buffer { len, element, init },
        ArgPart::Contents(init) => ArgValue::Buffer { len, element, init },
        ArgPart::File(bytes, own) => {
            let size = u64::from(element.unwrap_or(own).bytes());
            ArgValue::Buffer {
                len: (bytes.len() as u64).div_ceil(size).max(1),
                element,
                init: Init::Bytes(bytes),
            }
        }
    }
}

/// An image with another shape, whose words say one, or other contents.
fn with_image_part(mut image: images::Image, part: ArgPart) -> images::Image {
    match part {
        ArgPart::Shape(words) => {
            if let Ok(shape) = images::Image::read(&words) {
                image = images::Image { init: image.init, ..shape };
            }
        }
        ArgPart::Contents(init) => image.init = init,
        ArgPart::File(bytes, _) => image.init = Init::Bytes(bytes),
        _ => {}
    }
    image
}

/// The language that the name of a file speaks of.
pub fn language_of(name: &str) -> Language {
    match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("cl" | "ocl" | "clh") => Language::OpenCl,
        Some("cu" | "cuh") => Language::Cuda,
        Some("s" | "sas" | "asm" | "ptx") => Language::Assembly,
        _ => Language::Auto,
    }
}

/// A macro as people write it: `NAME` or `NAME=VALUE`; `None` without a name.
pub fn define(text: &str) -> Option<Define> {
    let (name, value) = match text.trim().split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_string())),
        None => (text.trim(), None),
    };
    (!name.is_empty()).then(|| Define { name: name.into(), value })
}

/// A macro as [`define`] reads it.
pub fn show_define(define: &Define) -> String {
    match &define.value {
        Some(value) => format!("{}={value}", define.name),
        None => define.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::vocabulary::Type;

    use super::*;

    #[test]
    fn fields_of_an_argument_change_in_any_order() {
        let parts = [
            ArgPart::File(vec![0; 16], Type::F32),
            ArgPart::Element(Some(Type::I16)),
            ArgPart::Contents(Init::Bytes(vec![0; 16])),
        ];
        let run = |order: [usize; 3]| {
            let mut launch = Launch::default();
            for at in order {
                set_part(&mut launch, "x".into(), parts[at].clone());
            }
            launch.args.remove(0).value
        };
        let init = Init::Bytes(vec![0; 16]);
        let buffer = |len| ArgValue::Buffer { len, element: Some(Type::I16), init: init.clone() };
        assert_eq!([run([0, 1, 2]), run([0, 2, 1]), run([2, 0, 1])], [buffer(4), buffer(4), buffer(4)]);
        assert_eq!([run([1, 0, 2]), run([1, 2, 0]), run([2, 1, 0])], [buffer(8), buffer(8), buffer(8)]);
    }

    #[test]
    fn a_buffer_changes_its_place_and_keeps_its_contents() {
        let mut launch = Launch::default();
        set_part(&mut launch, "x".into(), ArgPart::Length(9));
        set_part(&mut launch, "x".into(), ArgPart::Place(address(" 0x40000")));
        let Arg { value, at, .. } = launch.args[0].clone();
        assert_eq!(
            (value, at),
            (ArgValue::Buffer { len: 9, element: None, init: Init::Zeros }, Some(0x4_0000))
        );
        set_part(&mut launch, "x".into(), ArgPart::Place(address("somewhere")));
        assert_eq!((launch.args[0].at, address("64")), (None, Some(64)));
        set_size(&mut launch, "rows".into(), 3);
        set_size(&mut launch, "rows".into(), 4);
        assert_eq!(launch.sizes, [("rows".into(), 4)]);
    }

    #[test]
    fn an_image_changes_its_shape_and_keeps_its_contents() {
        let mut launch = Launch::default();
        for (words, shape) in [
            ("image2d rgba8 4x4", "image2d rgba8 4x4"),
            ("image2d r32f 8x2", "image2d r32f 8x2"),
            ("image2d rgb 8x2", "image2d r32f 8x2"),
        ] {
            set_part(&mut launch, "m".into(), ArgPart::Shape(words.into()));
            set_part(&mut launch, "m".into(), ArgPart::Contents(Init::Bytes(vec![7])));
            let ArgValue::Image(image) = &launch.args[0].value else { panic!("{launch:?}") };
            assert_eq!((image.shape(None).as_str(), &image.init), (shape, &Init::Bytes(vec![7])), "{words}");
        }
    }

    #[test]
    fn a_launch_that_is_being_completed_keeps_what_was_changed() {
        let arg = |name: &str, bytes| Arg::new(name, ArgValue::Local(bytes));
        let completed =
            Launch { global: [64, 1, 1], args: vec![arg("a", 1), arg("b", 2)], ..Launch::default() };
        let document = Launch { global: [32, 1, 1], args: vec![arg("b", 3)], ..Launch::default() };
        let both = meant(Some(&completed), Some(&document));
        assert_eq!((both.global, both.args), ([32, 1, 1], vec![arg("b", 3), arg("a", 1)]));
        assert_eq!(meant(Some(&completed), None), completed);
    }

    #[test]
    fn macros_are_read_as_they_are_written() {
        for text in ["N=64", "DEBUG", "F(x)=((x) == 1)", "EMPTY="] {
            assert_eq!(show_define(&define(text).unwrap()), text);
        }
        assert_eq!(define(" N = 6 4 ").map(|define| show_define(&define)).as_deref(), Some("N=6 4"));
        assert_eq!((define(""), define("=3")), (None, None));
    }

    #[test]
    fn the_name_of_a_file_tells_its_language() {
        let named = |name| language_of(name);
        assert_eq!([named("a.cl"), named("b.CU")], [Language::OpenCl, Language::Cuda]);
        assert_eq!(
            [named("c.s"), named("notes.txt"), named("kernel")],
            [Language::Assembly, Language::Auto, Language::Auto]
        );
    }
}
