//! A function of a program, which a launch calls: a compiled kernel, or a global label of assembly by hand.

use alloc::{format, string::String, sync::Arc, vec::Vec};

use super::{
    abi::Call,
    hart::Extension,
    isa::{Program, Symbol, TEXT},
};
use crate::{
    halt::Halt,
    image::{DataLabel, Memory},
    ir::{Param, Type},
    launch::{Grid, bind::Bound},
    machines::family::Signature,
    source::{Diagnostic, Listing, ListingLine, Span},
};

/// A function of a program.
#[derive(Clone, Debug)]
pub struct Function<X: Extension> {
    /// The program that it is in.
    pub program: Arc<Program<X>>,
    /// Its name.
    pub name: String,
    /// Address of its first instruction.
    pub entry: u64,
    /// The parameters of a compiled kernel.
    pub params: Vec<Param>,
    /// What the compiler has to say.
    pub remarks: Vec<(String, String)>,
}

impl<X: Extension> Function<X> {
    /// A compiled kernel, which is a program of its own.
    pub fn of_kernel(program: Program<X>, name: &str, params: &[Param]) -> Function<X> {
        Function { params: params.into(), ..Function::at(&Arc::new(program), name, TEXT) }
    }

    /// Every global function of a program, in the order of the text; without one, the start of the text under its first
    /// name.
    pub fn all_of(program: Program<X>) -> Vec<Function<X>> {
        let program = Arc::new(program);
        let globals =
            program.symbols.iter().filter(|symbol| symbol.global && program.pc(symbol.address).is_some());
        let found: Vec<_> =
            globals.map(|symbol| Function::at(&program, &symbol.name, symbol.address)).collect();
        if found.is_empty() {
            Vec::from([Function::at(&program, program.label(0).unwrap_or("main"), TEXT)])
        } else {
            found
        }
    }

    /// The names of its data, in ascending order of addresses.
    pub fn labels(&self) -> Vec<DataLabel> {
        let data = self.program.symbols.iter().filter(|symbol| self.program.pc(symbol.address).is_none());
        let label = |symbol: &Symbol| DataLabel {
            name: symbol.name.clone(),
            address: symbol.address,
            end: None,
            element: symbol.element.unwrap_or(Type::I32),
        };
        data.map(label).collect()
    }

    /// The functions of a program that was read, if nothing is wrong with it, with what there is to say.
    pub fn read(
        (program, diagnostics): (Program<X>, Vec<Diagnostic>),
    ) -> (Vec<Function<X>>, Vec<Diagnostic>) {
        if program.code.is_empty() || diagnostics.iter().any(Diagnostic::is_error) {
            return (Vec::new(), diagnostics);
        }
        (Function::all_of(program), diagnostics)
    }

    /// How it is called.
    pub fn signature(&self) -> Signature {
        let kernel = self.program.kernel.as_ref();
        Signature {
            name: self.name.clone(),
            params: self.params.clone(),
            grid: Grid::WorkItems,
            required_local: kernel.and_then(|kernel| kernel.required_local),
            open: kernel.is_none(),
            data: self.program.data.clone(),
        }
    }

    fn at(program: &Arc<Program<X>>, name: &str, entry: u64) -> Function<X> {
        let (params, remarks) = (Vec::new(), Vec::new());
        Function { program: program.clone(), name: name.into(), entry, params, remarks }
    }

    /// What `threads` makes of a launch, and memory with what the threads need. `stack_bytes` is for a function by hand, which
    /// also finds the console at `console_at` (0: nowhere).
    ///
    /// # Errors
    /// `launch::fit` if the launch does not fit on the machine, `launch::console` if memory lies at the console's address.
    pub fn begin<T>(
        &self,
        launch: Bound,
        stack_bytes: u64,
        console_at: u64,
        threads: impl FnOnce(&Call<'_, X>, &mut Memory) -> Result<T, Halt>,
    ) -> Result<(T, Memory), Diagnostic> {
        let Bound { launch, args, types, local_args, mut memory, console } = launch;
        let call = Call {
            program: &self.program,
            entry: self.entry,
            params: &types,
            args: &args,
            local_args: &local_args,
            launch: &launch,
            stack_bytes,
        };
        let threads = threads(&call, &mut memory).map_err(unfit)?;
        let by_hand = self.program.kernel.is_none();
        if by_hand && console_at > 0 && !memory.attach(console.at(console_at)) {
            let message = format!("memory lies at {console_at:#x}, where the console should be");
            let error = Diagnostic::error("launch::console", Span::NONE, message);
            return Err(error.help("set `console_at` to another address, or to 0 for none"));
        }
        Ok((threads, memory))
    }
}

/// Why a launch does not fit.
fn unfit(halt: Halt) -> Diagnostic {
    let message = match halt {
        Halt::Limit { limit, value } => format!("the launch passes limit `{limit}` ({value})"),
        other => format!("the launch cannot be started: {other:?}"),
    };
    Diagnostic::error("launch::fit", Span::NONE, message).help("choose smaller groups or fewer cores")
}

/// The text of a program, of lines with the instruction that each one shows.
pub fn listing<X: Extension>(program: &Program<X>, lines: Vec<(String, Option<u32>)>) -> Listing {
    let span = |pc: u32| program.code.get(pc as usize).map_or(Span::NONE, |inst| inst.span);
    let line = |(text, pc): (String, Option<u32>)| {
        let bytes = pc.map(Program::<X>::address).map(|first| first..first + 4);
        ListingLine { bytes, ..ListingLine::new(text, pc.map_or(Span::NONE, span), pc) }
    };
    Listing { lines: lines.into_iter().map(line).collect() }
}
