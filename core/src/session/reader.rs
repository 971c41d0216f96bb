//! Who reads texts: the front end, as a part of this program (feature `front`) or as a program of its own beside it.
//!
//! A machine's worker in the browser has no front end. It hands a question as bytes to whoever was named by [`install`], and the
//! answer comes back before it goes on, so that nothing else knows which of the two it is. One program reads the texts of all workers:
//! it is built once, loaded once, and may grow without any machine getting larger (`docs/decisions/0037-front-end-beside.md`).
//!
//! What a page begins with is asked in every first visit. Its answer is shipped as a file ([`Known`]), so that the first picture waits for
//! no front end (`docs/decisions/0041-known-answers.md`).
//!
//! Deliberately absent: waiting. Whoever is installed answers at once.

use alloc::{boxed::Box, string::String, vec::Vec};

use once_cell::race::OnceBox;
use serde::{Deserialize, Serialize};

#[cfg(feature = "front")]
use crate::{document::Document, lang};
use crate::{
    document::{CompileOptions, Define, Language, Limits},
    files::Files,
    front::{Front, Target},
    source::Diagnostic,
};

/// What the front end is asked.
#[derive(Debug, Serialize, Deserialize)]
enum Question {
    /// The kernels of a program; the answer is a [`Front`].
    Kernels(Files, Language, (CompileOptions, Target), Limits),
    /// A program in assembly behind the preprocessor; the answer is a [`Preprocessed`].
    Assembly(Files, Vec<Define>),
}

/// The main text, and what there is to say of it.
pub type Preprocessed = (String, Vec<Diagnostic>);

/// Carries a question to the front end and brings the answer, both as bytes.
pub type Carry = fn(&[u8]) -> Vec<u8>;

static CARRY: OnceBox<Carry> = OnceBox::new();

/// Names who carries questions to the front end beside this program. The first one named stays.
pub fn install(carry: Carry) {
    let _ = CARRY.set(Box::new(carry));
}

/// Answers that are known before anybody asks: questions and answers, as bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known(Vec<(Vec<u8>, Vec<u8>)>);

impl Known {
    /// What is asked when these documents are opened with the usual limits.
    #[cfg(feature = "front")]
    pub fn of(documents: &[Document]) -> Known {
        let pair = |document: &Document| {
            let (language, options) = (document.language, (document.options.clone(), Target::default()));
            let question =
                Question::Kernels(document.program().without_data(), language, options, Limits::default());
            let question = postcard::to_allocvec(&question).ok()?;
            let answer = answer(&question);
            Some((question, answer))
        };
        Known(documents.iter().filter_map(pair).collect())
    }

    /// As a file: postcard.
    pub fn pack(&self) -> Vec<u8> {
        // Plain data without maps or unsized sequences: packing it cannot fail.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads a file; nothing is known if it is none.
    pub fn unpack(bytes: &[u8]) -> Known {
        postcard::from_bytes(bytes).unwrap_or_default()
    }

    /// The answer to a question.
    pub fn answer(&self, question: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| known == question).map(|(_, answer)| &answer[..])
    }
}

/// The kernels of a program.
pub fn kernels(
    files: &Files,
    language: Language,
    options: (&CompileOptions, Target),
    limits: &Limits,
) -> Front {
    #[cfg(feature = "front")]
    return lang::compile_files(files, language, options, limits);
    #[cfg(not(feature = "front"))]
    {
        let options = (options.0.clone(), options.1);
        let question = Question::Kernels(files.without_data(), language, options, limits.clone());
        ask(&question).unwrap_or_else(|wrong| Front::empty(language, Vec::from([wrong])))
    }
}

/// The main text of a program in assembly behind the C preprocessor.
pub fn assembly(files: &Files, defines: &[Define]) -> Preprocessed {
    #[cfg(feature = "front")]
    return lang::preproc::assembly::preprocess(files, defines);
    #[cfg(not(feature = "front"))]
    {
        let question = Question::Assembly(files.without_data(), defines.to_vec());
        ask(&question).unwrap_or_else(|wrong| (files.main().into(), Vec::from([wrong])))
    }
}

#[cfg(not(feature = "front"))]
fn ask<T: for<'de> Deserialize<'de>>(question: &Question) -> Result<T, Diagnostic> {
    let carry = CARRY.get().ok_or_else(|| wrong("this program has no front end"))?;
    let question =
        postcard::to_allocvec(question).map_err(|_| wrong("the question cannot be put into bytes"))?;
    postcard::from_bytes(&carry(&question)).map_err(|_| wrong("the front end's answer cannot be read"))
}

#[cfg(not(feature = "front"))]
fn wrong(what: &'static str) -> Diagnostic {
    Diagnostic::error("session::front", crate::source::Span::NONE, what)
        .help("the page's files do not belong together: load it again")
}

/// The front end's answer to a question in bytes; nothing if these are no question.
#[cfg(feature = "front")]
pub fn answer(question: &[u8]) -> Vec<u8> {
    let answer = match postcard::from_bytes(question) {
        Ok(Question::Kernels(files, language, (options, target), limits)) => {
            postcard::to_allocvec(&kernels(&files, language, (&options, target), &limits))
        }
        Ok(Question::Assembly(files, defines)) => postcard::to_allocvec(&assembly(&files, &defines)),
        Err(_) => return Vec::new(),
    };
    answer.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::session::{document_of, gallery};

    fn asked<T: for<'de> Deserialize<'de>>(question: &Question) -> T {
        let question = postcard::to_allocvec(question).expect("it is plain data");
        postcard::from_bytes(&answer(&question)).expect("the answer is of this type")
    }

    #[test]
    fn the_answer_in_bytes_is_the_answer() {
        let broken = "__global__ void f(int *a) { a[0] = b; }\nint main() { f<<<n, 32, 0>>>(0); }";
        let sources = gallery().into_iter().map(|item| item.source).chain([broken.into()]);
        for source in sources {
            let document = document_of(source);
            let (files, limits) = (document.program(), Limits::default());
            let target = Target { subgroup: 8 };
            let direct = kernels(&files, document.language, (&document.options, target), &limits);
            let question = Question::Kernels(files, document.language, (document.options, target), limits);
            assert_eq!(format!("{:?}", asked::<Front>(&question)), format!("{direct:?}"));
        }
    }

    #[test]
    fn assembly_comes_back_as_well() {
        let files = Files::one("#define N 3\nli a0, N\n");
        let question = Question::Assembly(files.clone(), Vec::new());
        let (text, said) = assembly(&files, &[]);
        assert!(text.contains("li a0, 3"), "{text}");
        assert_eq!(asked::<Preprocessed>(&question), (text, said));
    }

    /// The question that opening a document asks is among those that are known of it.
    #[test]
    fn what_a_page_begins_with_is_known() {
        let document = document_of(gallery().remove(0).source);
        let known = Known::unpack(&Known::of(core::slice::from_ref(&document)).pack());
        let question = |limits| {
            let options = (document.options.clone(), Target::default());
            let question =
                Question::Kernels(document.program().without_data(), document.language, options, limits);
            postcard::to_allocvec(&question).expect("it is plain data")
        };
        let usual = question(Limits::default());
        assert_eq!(known.answer(&usual), Some(&answer(&usual)[..]));
        let other = question(Limits { ir_instructions: 7, ..Limits::default() });
        assert_eq!(known.answer(&other), None);
        assert_eq!(Known::unpack(b"not such a file").answer(&usual), None);
    }

    #[test]
    fn what_is_no_question_has_no_answer() {
        assert_eq!(answer(&[9, 9, 9]), []);
    }
}
