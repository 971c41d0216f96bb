//! What a person waits for.

use lanescope_core::session::{
    self, Session,
    vocabulary::{Document, Limits, MachineChoice},
};

use crate::{
    kernels,
    measure::{Measure, Prepare, Run, Target},
};

/// What a picture may take: natively, and in a browser.
const PAGE: Target = Target::Milliseconds(140.0, 200.0);

/// Compiling, the first result after an edit, jumping in a long run, and recording a window of one.
pub fn measures() -> Vec<Measure> {
    let measure =
        |name, target, prepare: Prepare| Measure { name, unit: "ms", target, beside: None, prepare };
    vec![
        measure("compile one gallery kernel (mean of all)", Target::Milliseconds(5.0, 10.0), compile),
        measure("edit to first result, 1,024 threads", Target::Milliseconds(100.0, 100.0), edit),
        measure("worst seek in 1 M cycles, ALU loop", Target::Milliseconds(200.0, 200.0), || {
            seek(kernels::on_four_cores(kernels::alu(4096, 12_000)))
        }),
        measure("worst seek in 1 M cycles, stream", Target::Milliseconds(200.0, 200.0), || {
            seek(kernels::on_four_cores(kernels::stream(4096, 4000)))
        }),
        measure("worst seek in 1 M cycles, 14 cores", Target::Milliseconds(200.0, 200.0), || {
            seek(kernels::on_cores(kernels::stream(14 * 1536, 2000), "14", "48"))
        }),
        measure("a window of 20,000 cycles in 1 M, ALU loop", PAGE, || {
            window(kernels::on_four_cores(kernels::alu(4096, 12_000)), 1_000_000)
        }),
        measure("a window of 20,000 cycles in 1 M, stream", PAGE, || {
            window(kernels::on_four_cores(kernels::stream(4096, 4000)), 1_000_000)
        }),
        measure("a window of 20,000 cycles in 10 M, teaching", PAGE, || {
            window(kernels::on_preset(kernels::alu(64, 500_000), "simt/teaching"), 10_000_000)
        }),
        measure("a window of 20,000 cycles in 10 M, vectors", PAGE, || {
            window(kernels::on_preset(kernels::alu(4096, 500_000), "rvv/long-vector"), 10_000_000)
        }),
        measure("a window of 20,000 cycles in 1 M, 15 cores of fermi, ALU loop", PAGE, || {
            shown(kernels::on_preset(kernels::alu(15 * 1536, 60_000), "simt/fermi"), 1_000_000)
        }),
        measure("a window of 20,000 cycles in 1 M, 15 cores of fermi, stream", PAGE, || {
            shown(kernels::on_preset(kernels::stream(15 * 1536, 60_000), "simt/fermi"), 1_000_000)
        }),
        measure("a window of 20,000 cycles in 1 M, 32 cores of gcn64, ALU loop", PAGE, || {
            shown(kernels::on_preset(kernels::alu(32 * 2560, 60_000), "simt/gcn64"), 1_000_000)
        }),
    ]
}

fn compile() -> Result<Run, String> {
    let gallery = session::gallery();
    if gallery.is_empty() {
        return Err("the gallery is empty".into());
    }
    Ok(Box::new(move || {
        for item in &gallery {
            std::hint::black_box(Session::open(plain(&item.source), Limits::default()));
        }
        Ok((gallery.len() as f64).into())
    }))
}

fn plain(source: &str) -> Document {
    Document::new(source.into(), MachineChoice { preset: "simt/teaching".into(), changes: Vec::new() })
}

fn edit() -> Result<Run, String> {
    Ok(Box::new(|| {
        let mut session = open(kernels::saxpy(1024))?;
        session.start().map_err(|found| found[0].message.clone())?;
        while !session.advance(u64::MAX, u64::MAX).complete {}
        std::hint::black_box(session.report());
        Ok(1.0.into())
    }))
}

/// Jumps backwards through a long run, each time to the end of the stretch between two keyframes: nothing is nearer than
/// the keyframe at its beginning. The work is the number of jumps.
fn seek(document: Document) -> Result<Run, String> {
    const CYCLES: u64 = 1_000_000;
    /// Keyframes are at multiples of powers of two.
    const STRETCH: u64 = 1 << 15;
    let mut session = open(document)?;
    session.start().map_err(|found| found[0].message.clone())?;
    let status = session.advance(CYCLES, CYCLES);
    if status.frontier < CYCLES {
        return Err(format!("the run has only {} cycles", status.frontier));
    }
    let mut stretch = 0;
    Ok(Box::new(move || {
        stretch = if stretch <= 1 { CYCLES / STRETCH } else { stretch - 1 };
        let place = stretch * STRETCH - 1;
        while session.seek(place, u64::MAX).cycle != place {}
        std::hint::black_box(session.snapshot(0));
        Ok(1.0.into())
    }))
}

/// Records windows of a long run, each from another place in a stretch between two keyframes. The work is their number.
fn window(document: Document, cycles: u64) -> Result<Run, String> {
    look(document, cycles, |session, from| {
        std::hint::black_box(session.record(from, from + WINDOW));
        Ok(())
    })
}

/// The same of what the page shows of a machine with many units: some rows.
fn shown(document: Document, cycles: u64) -> Result<Run, String> {
    let units: Vec<u32> = (0..40).collect();
    look(document, cycles, move |session, from| {
        match session.rows(from, from + WINDOW, 2048, &units).coarse {
            true => Err("the window is too large for a recording".into()),
            false => Ok(()),
        }
    })
}

/// Cycles of a window.
const WINDOW: u64 = 20_000;

/// Looks at windows of a long run.
fn look(
    document: Document,
    cycles: u64,
    window: impl Fn(&Session, u64) -> Result<(), String> + 'static,
) -> Result<Run, String> {
    let mut session = open(document)?;
    session.start().map_err(|found| found[0].message.clone())?;
    let status = session.advance(cycles, cycles);
    if status.frontier < cycles {
        return Err(format!("the run has only {} cycles", status.frontier));
    }
    let mut from = 0;
    Ok(Box::new(move || {
        // So far on that none of those that are kept has it.
        from = (from + 17 * WINDOW + 1234) % (cycles - WINDOW);
        window(&session, from)?;
        Ok(1.0.into())
    }))
}

/// Records a session's whole run; the cycles that it took. The report is not asked for: it goes over the whole memory,
/// which a run without a session does not.
///
/// # Errors
/// The first error, or why the run halted.
pub fn record(session: &mut Session) -> Result<u64, String> {
    session.start().map_err(|found| found[0].message.clone())?;
    loop {
        let status = session.advance(u64::MAX, u64::MAX);
        match status.halt {
            Some(halt) => return Err(halt.message),
            None if status.complete => return Ok(status.frontier),
            None => {}
        }
    }
}

/// A session of a document that has no error.
///
/// # Errors
/// The first error.
pub fn open(document: Document) -> Result<Session, String> {
    let session = Session::open(document, Limits::default());
    let error = session.compiled().diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    match error {
        Some(error) => Err(error.message.clone()),
        None => Ok(session),
    }
}
