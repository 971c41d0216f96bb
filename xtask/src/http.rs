//! A static file server for this machine: GET and HEAD, one thread per connection, nothing cached. The page's rules on
//! what it may load ([`crate::policy`]) go with every answer.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::{policy, programs};

/// Content type by file extension.
const TYPES: &[(&str, &str)] = &[
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("json", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Listens on this port of the loopback interface; 0 takes a free one.
pub fn listen(port: u16) -> Result<TcpListener, String> {
    TcpListener::bind(("127.0.0.1", port)).map_err(|error| format!("cannot serve on port {port}: {error}"))
}

/// A folder, served under a path.
pub struct Site {
    folder: PathBuf,
    /// The path: it begins and ends with a slash.
    prefix: &'static str,
    /// Are programs beside the page's own still being built? Who asks for one waits until it is there.
    growing: AtomicBool,
}

impl Site {
    /// A folder in which nothing is missing.
    pub fn new(folder: &Path, prefix: &'static str) -> Site {
        Site { folder: folder.into(), prefix, growing: AtomicBool::new(false) }
    }

    /// A folder that gets more workers, until [`Site::is_whole`].
    pub fn growing(folder: &Path, prefix: &'static str) -> Site {
        Site { growing: AtomicBool::new(true), ..Site::new(folder, prefix) }
    }

    /// Nobody waits for workers any more.
    pub fn is_whole(&self) {
        self.growing.store(false, Ordering::Relaxed);
    }

    /// A file of the folder.
    fn read(&self, file: &Path) -> Option<Vec<u8>> {
        let place = self.folder.join(file);
        let is_of_program = file.file_name().is_some_and(|name| programs::has(&name.to_string_lossy()));
        while is_of_program && self.growing.load(Ordering::Relaxed) && !place.exists() {
            thread::sleep(Duration::from_millis(200));
        }
        fs::read(place).ok()
    }
}

/// Serves a site until the program ends.
pub fn serve(listener: &TcpListener, site: &Arc<Site>) {
    for stream in listener.incoming().flatten() {
        let site = site.clone();
        // A visitor that goes away in the middle is no error of ours.
        thread::spawn(move || answer(stream, &site).ok());
    }
}

fn answer(mut stream: TcpStream, site: &Site) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut request = String::new();
    let policy = policy::header();
    loop {
        request.clear();
        if reader.read_line(&mut request)? == 0 {
            return Ok(());
        }
        skip_headers(&mut reader)?;
        let mut words = request.split_whitespace();
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let (status, kind, body) = find(method, target, site);
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n{policy}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        if method != "HEAD" {
            stream.write_all(&body)?;
        }
    }
}

fn skip_headers(reader: &mut impl BufRead) -> std::io::Result<()> {
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && !line.trim_end().is_empty() {
        line.clear();
    }
    Ok(())
}

fn find(method: &str, target: &str, site: &Site) -> (&'static str, &'static str, Vec<u8>) {
    let plain = "text/plain; charset=utf-8";
    if method != "GET" && method != "HEAD" {
        return ("405 Method Not Allowed", plain, b"only GET and HEAD".to_vec());
    }
    let found = file_of(target, site.prefix).and_then(|file| site.read(&file).map(|body| (file, body)));
    match found {
        Some((file, body)) => ("200 OK", content_type(&file), body),
        None => ("404 Not Found", plain, b"not found".to_vec()),
    }
}

/// The file that a request means; `None` if it points outside.
fn file_of(target: &str, prefix: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix(prefix)?;
    let path =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_string() };
    let path = PathBuf::from(path);
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}

fn content_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    TYPES.iter().find(|(name, _)| *name == extension).map_or("application/octet-stream", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_stays_inside_the_folder() {
        assert_eq!(file_of("/a/b.js?x=1", "/"), Some("a/b.js".into()));
        assert_eq!(file_of("/", "/"), Some("index.html".into()));
        assert_eq!(file_of("/sub/", "/sub/"), Some("index.html".into()));
        assert_eq!(file_of("/../secret", "/"), None);
        assert_eq!(file_of("//etc/passwd", "/"), None);
        assert_eq!(file_of("/other", "/sub/"), None);
    }

    #[test]
    fn who_asks_for_a_worker_waits_until_it_is_built() {
        let folder = std::env::temp_dir().join(format!("lanescope-site-{}", std::process::id()));
        let worker = folder.join("simt").join(programs::WORKER[2]);
        fs::create_dir_all(worker.parent().unwrap()).unwrap();
        let site = Arc::new(Site::growing(&folder, "/"));
        assert_eq!(find("GET", "/simt/no.js", &site).0, "404 Not Found");
        let asked = thread::spawn({
            let site = site.clone();
            move || find("GET", "/simt/worker_bg.wasm", &site)
        });
        thread::sleep(Duration::from_millis(300));
        assert!(!asked.is_finished());
        fs::write(&worker, b"wasm").unwrap();
        assert_eq!(asked.join().unwrap(), ("200 OK", "application/wasm", b"wasm".to_vec()));
        site.is_whole();
        assert_eq!(find("GET", "/rvv/worker_bg.wasm", &site).0, "404 Not Found");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn wasm_has_the_type_that_streaming_compilation_wants() {
        assert_eq!(content_type(Path::new("x_bg.wasm")), "application/wasm");
    }
}
