//! What there is to say of launches in host code: which of several runs, and what of it is not known and therefore filled in.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    document::Document,
    front::{HostGap, HostLaunch, HostPart},
    ir::{Space, Type},
    launch::{ArgValue, Launch, header::Header},
    machines::family::Signature,
    source::Diagnostic,
};

/// Where the launch of a kernel comes from.
pub(super) struct Launched<'a> {
    /// The text of the program.
    pub text: &'a str,
    /// All launches of its host code.
    pub all: &'a [HostLaunch],
    /// The one that is taken.
    pub host: &'a HostLaunch,
    pub signature: &'a Signature,
    pub header: &'a Header,
    pub document: &'a Document,
    /// What comes out.
    pub launch: &'a Launch,
}

/// Which of several launches runs, and what of it is filled in.
pub(super) fn remarks(from: &Launched<'_>) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    if from.all.len() > 1 && from.document.launch.is_none() {
        let message = format!(
            "the host code has {} launches; this one runs, once: the first of `{}`",
            from.all.len(),
            from.host.kernel
        );
        let help = "choose another kernel by its name; of each kernel the first launch is taken";
        said.push(Diagnostic::note("launch::several", from.host.span, message).help(help));
    }
    said.extend(from.host.gaps.iter().filter_map(|gap| from.gap(gap)));
    said
}

/// What is not known, what is taken instead, and how another value is said; is it only a length?
type Words = (String, String, bool);

impl Launched<'_> {
    /// What to say of something that is not known, unless the document or the header say it.
    fn gap(&self, gap: &HostGap) -> Option<Diagnostic> {
        let (what, instead, is_length) = match gap.part {
            HostPart::Arg(at) => self.argument(at)?,
            part => self.sizes(part)?,
        };
        let message = format!("{what} is not known from the host code");
        let place = gap.place;
        let said = match is_length {
            true => Diagnostic::note("launch::host", place, message),
            false => Diagnostic::warning("launch::host", place, message),
        };
        let cause = gap.unknown;
        let range = cause.span.start as usize..cause.span.end as usize;
        let words = self.text.get(range).filter(|words| !words.contains('\n')).unwrap_or("this");
        Some(said.label(cause.span, format!("`{words}` {}", cause.why.text())).help(instead))
    }

    fn sizes(&self, part: HostPart) -> Option<Words> {
        if self.document.launch.is_some() {
            return None;
        }
        let size = |size: [u32; 3]| size.map(|n| n.to_string()).join(" x ");
        let Launch { global, local, dynamic_local, .. } = self.launch;
        let taken = format!("taken are {} work-items in groups of {}", size(*global), size(*local));
        let name = &self.host.kernel;
        match part {
            HostPart::Grid if self.header.size(*local).is_none() => Some((
                format!("the number of blocks of this launch of `{name}`"),
                format!("{taken}; `// lanescope: global N` in the text says it"),
                false,
            )),
            HostPart::Block if self.header.local.is_none() => Some((
                format!("the number of threads in a block of this launch of `{name}`"),
                format!("{taken}; `// lanescope: local N` in the text says it"),
                false,
            )),
            HostPart::DynamicLocal if self.header.dynamic_local.is_none() => Some((
                format!("the size of the dynamic shared memory of this launch of `{name}`"),
                format!("taken are {dynamic_local} bytes; `// lanescope: dynamic BYTES` in the text says it"),
                false,
            )),
            HostPart::Args => Some((
                format!("what `{name}` is given by this launch"),
                "all arguments are filled in; `// lanescope: arg NAME VALUE` in the text says one".into(),
                false,
            )),
            _ => None,
        }
    }

    fn argument(&self, at: usize) -> Option<Words> {
        // The members of a struct that is passed by value are one argument of the source.
        let params = &self.signature.params;
        let mut names: Vec<&str> = params.iter().filter_map(|param| param.name.split('.').next()).collect();
        names.dedup();
        let name = *names.get(at)?;
        let of_document =
            self.document.launch.iter().flat_map(|launch| &launch.args).map(|arg| arg.name.as_str());
        let mut said = of_document.chain(self.header.args.iter().map(|arg| arg.name.as_str()));
        if said.any(|said| said.split('.').next() == Some(name)) {
            return None;
        }
        let param = params.iter().find(|param| param.name == name);
        let value = self.launch.args.iter().find(|arg| arg.name == name).map(|arg| &arg.value);
        let components =
            |whole: bool| param.filter(|_| whole).map_or(1, |param| u64::from(param.components.max(1)));
        match (param.map(|param| param.ty), value) {
            (Some(Type::Ptr(Space::Local)), _) => None,
            // The directive counts elements as the text has them: a struct is one.
            (Some(Type::Ptr(_)), Some(ArgValue::Buffer { len, element, .. })) => Some((
                format!("the length of `{name}`"),
                format!(
                    "taken are {} elements; `// lanescope: arg {name} [N] zeros` in the text says it",
                    len / components(element.is_none())
                ),
                true,
            )),
            (_, Some(ArgValue::Image(image))) => Some((
                format!("the image `{name}`"),
                format!(
                    "taken is `{0}`; `// lanescope: arg {name} {0} random(1, 0, 255)` in the text says it",
                    image.shape(param.and_then(|param| param.image))
                ),
                false,
            )),
            _ => {
                let taken = match value.and_then(|value| value.number()) {
                    Some(number) => format!("taken is {number}; "),
                    None => String::new(),
                };
                // Of a struct each member is said by itself.
                let members = params.iter().map(|param| param.name.as_str());
                let first =
                    members.into_iter().find(|own| own.split('.').next() == Some(name)).unwrap_or(name);
                let help = format!("{taken}`// lanescope: arg {first} VALUE` in the text says it");
                Some((format!("the value of `{name}`"), help, false))
            }
        }
    }
}
