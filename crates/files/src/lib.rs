//! Files that a person or a config names: only regular ones are read, within
//! bounds, and without ever waiting. A pipe in the place of a lock would be
//! waited for until somebody writes into it, and a device may have no end. And
//! the files under construction that take their place when they are whole.

mod temporary;

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

pub use temporary::temporary;

/// Why a file was not read. The text follows the file's name and a colon.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The system says no.
    #[error("cannot read it: {0}")]
    Io(#[from] io::Error),
    /// A directory, a pipe, a device.
    #[error("it is {0}, not a regular file")]
    NotRegular(&'static str),
    /// It has more bytes than that.
    #[error("it is larger than {}", size(*.0))]
    TooLarge(u64),
}

impl ReadError {
    /// Whether there is no such file.
    pub fn is_absent(&self) -> bool {
        let absent = [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory];
        matches!(self, Self::Io(e) if absent.contains(&e.kind()))
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b % (1 << 20) == 0 => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 && b % (1 << 10) == 0 => format!("{} KiB", b >> 10),
        b => format!("{b} bytes"),
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// When there is none, or it is no regular file.
pub fn open(path: &Path) -> Result<File, ReadError> {
    // Looked at before it is opened, since opening some devices does something;
    // and again when it is open, since it may be another by then.
    regular(path.metadata()?.file_type())?;
    let file = options().open(path)?;
    regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// Opening does not wait.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options
}

/// The same, but a pipe that somebody holds open will do, as `<(git show …)`
/// makes one. A pipe that nobody writes into is empty.
///
/// # Errors
/// When there is none, or it is something else.
pub fn open_or_pipe(path: &Path) -> Result<File, ReadError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if path.metadata()?.file_type().is_fifo() {
            let file = options().open(path)?;
            let kind = file.metadata()?.file_type();
            if !kind.is_fifo() {
                regular(kind)?;
            }
            // From here on it is waited for: its writer is there.
            rustix::fs::fcntl_setfl(&file, rustix::fs::OFlags::empty()).map_err(io::Error::from)?;
            return Ok(file);
        }
    }
    open(path)
}

/// All of a regular file that has at most `limit` bytes.
///
/// # Errors
/// When it cannot be read, is no regular file, or is larger.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    all(open(path)?, limit)
}

/// The same, with [`open_or_pipe`].
///
/// # Errors
/// When it cannot be read, is something else, or is larger.
pub fn read_or_pipe(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    all(open_or_pipe(path)?, limit)
}

fn all(file: File, limit: u64) -> Result<Vec<u8>, ReadError> {
    let length = file.metadata()?.len();
    if length > limit {
        return Err(ReadError::TooLarge(limit));
    }
    // It may grow meanwhile, and files of the system say that they are empty.
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit { Err(ReadError::TooLarge(limit)) } else { Ok(bytes) }
}

fn regular(kind: FileType) -> Result<(), ReadError> {
    if kind.is_file() { Ok(()) } else { Err(ReadError::NotRegular(named(kind))) }
}

fn named(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() { "a directory" } else { "something else" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        std::fs::write(&path, [b'a'; 11]).unwrap();
        assert_eq!(read(&path, 11).unwrap().len(), 11);
        assert!(matches!(read(&path, 10), Err(ReadError::TooLarge(10))));
        assert_eq!(read(&path, 10).unwrap_err().to_string(), "it is larger than 10 bytes");
        let missing = read(&dir.path().join("y"), 10).unwrap_err();
        assert!(missing.is_absent() && matches!(missing, ReadError::Io(_)));
        assert!(read(&path.join("below"), 10).unwrap_err().is_absent());
    }

    #[test]
    fn a_directory_is_named_as_one() {
        let dir = tempfile::tempdir().unwrap();
        let e = read(dir.path(), 10).unwrap_err();
        assert_eq!(e.to_string(), "it is a directory, not a regular file");
        assert!(!e.is_absent());
    }

    #[test]
    fn sizes_are_said_in_round_numbers() {
        assert_eq!(ReadError::TooLarge(256 << 20).to_string(), "it is larger than 256 MiB");
        assert_eq!(ReadError::TooLarge(4096).to_string(), "it is larger than 4 KiB");
    }

    /// Where a pipe will do, its writer is waited for, and nobody else.
    #[cfg(unix)]
    #[test]
    fn a_pipe_with_a_writer_is_read_to_its_end() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(read_or_pipe(&pipe, 10).unwrap(), b"");
        let (reader, mut writer) = io::pipe().unwrap();
        let fd = std::os::fd::AsRawFd::as_raw_fd(&reader);
        let path = format!("/dev/fd/{fd}");
        let writing = std::thread::spawn(move || {
            for _ in 0..3 {
                std::thread::sleep(std::time::Duration::from_millis(20));
                io::Write::write_all(&mut writer, b"abc").unwrap();
            }
        });
        assert_eq!(read_or_pipe(Path::new(&path), 9).unwrap(), b"abcabcabc");
        writing.join().unwrap();
        let e = read_or_pipe(Path::new("/dev/zero"), 10).unwrap_err();
        assert!(matches!(e, ReadError::NotRegular("a device")), "{e}");
        std::fs::write(dir.path().join("x"), "abc").unwrap();
        assert_eq!(read_or_pipe(&dir.path().join("x"), 3).unwrap(), b"abc");
    }

    /// Nobody writes into the pipe: who waits for that does not come back.
    #[cfg(unix)]
    #[test]
    fn pipes_devices_and_sockets_are_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&pipe, &link).unwrap();
        for path in [&pipe, &link] {
            let e = read(path, 10).unwrap_err();
            assert!(matches!(e, ReadError::NotRegular("a pipe")), "{e}");
        }
        let e = read(Path::new("/dev/zero"), 10).unwrap_err();
        assert!(matches!(e, ReadError::NotRegular("a device")), "{e}");
        let socket = dir.path().join("socket");
        let _listening = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let e = read(&socket, 10).unwrap_err();
        assert!(matches!(e, ReadError::NotRegular("a socket")), "{e}");
    }
}
