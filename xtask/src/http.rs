//! A static file server for this machine: GET and HEAD, one thread per connection, nothing cached. The page's rules on
//! what it may load ([`crate::policy`]) go with every answer.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use crate::policy;

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

/// Serves `folder` under the path `prefix` (which begins and ends with a slash) until the program ends.
pub fn serve(listener: &TcpListener, folder: &Path, prefix: &'static str) {
    let folder: Arc<Path> = folder.into();
    for stream in listener.incoming().flatten() {
        let folder = folder.clone();
        // A visitor that goes away in the middle is no error of ours.
        std::thread::spawn(move || answer(stream, &folder, prefix).ok());
    }
}

fn answer(mut stream: TcpStream, folder: &Path, prefix: &str) -> std::io::Result<()> {
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
        let (status, kind, body) = find(method, target, folder, prefix);
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

fn find(method: &str, target: &str, folder: &Path, prefix: &str) -> (&'static str, &'static str, Vec<u8>) {
    let plain = "text/plain; charset=utf-8";
    if method != "GET" && method != "HEAD" {
        return ("405 Method Not Allowed", plain, b"only GET and HEAD".to_vec());
    }
    let found =
        file_of(target, prefix).and_then(|file| fs::read(folder.join(&file)).ok().map(|body| (file, body)));
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
    fn wasm_has_the_type_that_streaming_compilation_wants() {
        assert_eq!(content_type(Path::new("x_bg.wasm")), "application/wasm");
    }
}
