//! Standard output. Nothing that was to be printed is lost in silence: a stream that is closed or full is an error. Only a
//! reader that has gone (`| head`) is none.

use std::io::{self, Write};

/// Standard output, as the shell has handed it over.
pub fn stdout() -> Box<dyn Write> {
    if start::was_closed() { Box::new(Closed) } else { Box::new(io::stdout().lock()) }
}

/// A stream that is not there. (The standard library puts `/dev/null` in its place before `main`, so that no file that is
/// opened later gets its number.)
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("it is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What only code that runs before `main` can find out.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[allow(unsafe_code)]
mod start {
    use std::{
        ffi::c_int,
        io,
        sync::atomic::{AtomicBool, Ordering::Relaxed},
    };

    /// The error of a number that belongs to no open file.
    const EBADF: i32 = 9;

    static CLOSED: AtomicBool = AtomicBool::new(false);

    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;

    unsafe extern "C" {
        /// Of the C library: 1 for a terminal, else 0 and an error.
        safe fn isatty(number: c_int) -> c_int;
    }

    extern "C" fn look() {
        let closed = isatty(1) == 0 && io::Error::last_os_error().raw_os_error() == Some(EBADF);
        CLOSED.store(closed, Relaxed);
    }

    pub fn was_closed() -> bool {
        CLOSED.load(Relaxed)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod start {
    pub fn was_closed() -> bool {
        false
    }
}
