//! Files that are read and written: none is read past a limit, and none that was there is lost.
//!
//! A file is written beside the one that it replaces and takes its name when it is whole. So a full disk, a limit or an end
//! by force leaves what was there. What is no file, such as `/dev/null` or a pipe, is written to as it is.

use std::{
    cell::Cell,
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
    process, thread,
    time::{Duration, Instant},
};

use crate::Failure;

/// Bytes after which a device or a pipe that has not ended, such as `/dev/zero`, is taken for one that never does.
const ENDLESS_BYTES: u64 = 1 << 28;

/// For how long a pipe may have nobody who writes to it.
const NOBODY: Duration = Duration::from_millis(500);

/// Most symbolic links from one to the next.
const MAX_LINKS: u32 = 40;

/// Bytes that may still be read, of a limit with a name.
pub struct Budget {
    name: &'static str,
    limit: u64,
    left: Cell<u64>,
}

impl Budget {
    /// The whole limit.
    pub fn new(name: &'static str, limit: u64) -> Budget {
        Budget { name, limit, left: Cell::new(limit) }
    }
}

/// The bytes of a file.
///
/// # Errors
/// It cannot be read, it is larger than what is left of the limit, or it has no end.
pub fn read(path: &Path, budget: &Budget) -> Result<Vec<u8>, Failure> {
    if is_pipe(path) {
        return endless(Pipe::open(path)?, "pipe", path, budget);
    }
    let file = File::open(path).map_err(|error| failed(path, error))?;
    if file.metadata().is_ok_and(|about| about.len() > budget.left.get()) {
        return Err(too_large(path, budget));
    }
    match is_device(&file) {
        true => endless(file, "device", path, budget),
        false => all_of(file, path, budget),
    }
}

/// The bytes of something that may have no end, which is said before a limit that is higher still.
fn endless(from: impl Read, what: &str, path: &Path, budget: &Budget) -> Result<Vec<u8>, Failure> {
    if budget.left.get() <= ENDLESS_BYTES {
        return all_of(from, path, budget);
    }
    let mut bytes = Vec::new();
    from.take(ENDLESS_BYTES + 1).read_to_end(&mut bytes).map_err(|error| failed(path, error))?;
    if bytes.len() as u64 > ENDLESS_BYTES {
        let path = path.display();
        let message = format!("{path}: this is a {what} that does not end ({ENDLESS_BYTES} bytes were read)");
        return Err(message.into());
    }
    budget.left.set(budget.left.get() - bytes.len() as u64);
    Ok(bytes)
}

#[cfg(unix)]
fn is_device(file: &File) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.metadata().is_ok_and(|about| about.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_device(_: &File) -> bool {
    false
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// A named pipe. To open one waits until somebody writes to it, which may be never.
struct Pipe {
    file: File,
    path: PathBuf,
    /// When it was opened, until somebody has written.
    waits: Option<Instant>,
}

impl Pipe {
    fn open(path: &Path) -> Result<Pipe, Failure> {
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(target_os = "linux")]
        {
            /// The flag `O_NONBLOCK`.
            const NOT_TO_WAIT: i32 = 0o4000;
            std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NOT_TO_WAIT);
        }
        let file = options.open(path).map_err(|error| failed(path, error))?;
        Ok(Pipe { file, path: path.into(), waits: Some(Instant::now()) })
    }
}

impl Read for Pipe {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.file.read(into) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.waits = None,
                Ok(0) if self.waits.is_some_and(|since| since.elapsed() < NOBODY) => {}
                Ok(0) if self.waits.is_some() => {
                    let path = self.path.display();
                    return Err(io::Error::other(format!("{path} is a pipe that nobody writes to")));
                }
                read => {
                    self.waits = None;
                    return read;
                }
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

/// The bytes of standard input.
///
/// # Errors
/// As [`read`].
pub fn read_stdin(budget: &Budget) -> Result<Vec<u8>, Failure> {
    endless(io::stdin().lock(), "stream", Path::new("standard input"), budget)
}

fn all_of(from: impl Read, path: &Path, budget: &Budget) -> Result<Vec<u8>, Failure> {
    let left = budget.left.get();
    let mut bytes = Vec::new();
    from.take(left.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| failed(path, error))?;
    match left.checked_sub(bytes.len() as u64) {
        Some(rest) => budget.left.set(rest),
        None => return Err(too_large(path, budget)),
    }
    Ok(bytes)
}

fn failed(path: &Path, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::OutOfMemory => {
            format!("{}: this computer has not enough memory to read it", path.display()).into()
        }
        _ => Failure::Message(format!("{}: {error}", path.display())),
    }
}

fn too_large(path: &Path, budget: &Budget) -> Failure {
    let Budget { name, limit, .. } = budget;
    Failure::Limit(format!("{}: it is too large for limit `{name}` ({limit} bytes)", path.display()))
}

/// Writes a file. What was there stays until all of the new one is on the disk.
///
/// # Errors
/// It cannot be written, or standard output goes there.
pub fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // What has no path of its own, such as a pipe behind `/dev/stdout`, is there all the same.
    let is_there = fs::metadata(path).is_ok();
    let known = fs::canonicalize(path);
    let target = known.unwrap_or_else(|_| if is_there { path.into() } else { behind_links(path) });
    let before = match fs::metadata(&target) {
        Ok(about) => {
            // This also finds out whether it may be written.
            let there = OpenOptions::new().write(true).open(&target)?;
            if !about.is_file() {
                return filled(there, fill).map(drop);
            }
            if has_stdout(&about) {
                return Err(io::Error::other("what is printed goes to this file already"));
            }
            Some(about.permissions())
        }
        Err(_) => None,
    };
    let beside = beside(&target);
    let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
    let written = filled(file, fill).and_then(|file| {
        before.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        file.sync_all()?;
        fs::rename(&beside, &target)
    });
    if written.is_err() {
        // What went wrong is said; that the rest of it stays, too, would not help.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// The path that symbolic links lead to, where nothing has to be.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    path
}

/// Is this the file that standard output goes to? What is printed would be lost with the file that is replaced.
#[cfg(unix)]
fn has_stdout(about: &fs::Metadata) -> bool {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};
    let stdout = io::stdout().as_fd().try_clone_to_owned().and_then(|stdout| File::from(stdout).metadata());
    stdout.is_ok_and(|stdout| (stdout.dev(), stdout.ino()) == (about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn has_stdout(_: &fs::Metadata) -> bool {
    false
}

fn filled(file: File, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut out = BufWriter::new(file);
    fill(&mut out)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// A name in the same folder that nobody else uses.
fn beside(target: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}.part", process::id()));
    target.with_file_name(name)
}
