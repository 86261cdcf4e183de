//! A file under construction, beside the place that it is for. Whoever is
//! killed cannot remove his, so that the next one for the same place does it:
//! each is locked by its writer, and the system gives the lock up when a
//! process ends, however it ends.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// What a name ends with: this and [`RANDOM`] letters and digits.
const MARK: &str = ".part-";
const RANDOM: usize = 8;
/// Bytes of the name of the place that are taken over: a name can have 255.
const MOST: usize = 120;
/// Entries of a directory that are looked at, at most.
const MAX_VISITED: usize = 20_000;

/// A new file beside `place`, with what the umask leaves of `mode`. Those that
/// killed writers left there for the same place are removed.
///
/// # Errors
/// When it cannot be made.
pub fn temporary(place: &Path, mode: u32) -> io::Result<NamedTempFile> {
    let dir = match place.parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir,
        _ => Path::new("."),
    };
    let prefix = prefix(place.file_name().ok_or(io::ErrorKind::IsADirectory)?);
    remove_abandoned(dir, &prefix);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).rand_bytes(RANDOM);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    loop {
        let temp = builder.tempfile_in(dir)?;
        if owned(&temp) {
            return Ok(temp);
        }
    }
}

/// `.warden-NAME.part-`, so that a person sees what it was to become.
fn prefix(name: &OsStr) -> OsString {
    let name = name.to_string_lossy();
    let name: String = name.chars().filter(|c| *c != char::REPLACEMENT_CHARACTER).collect();
    let end = (0..=name.len().min(MOST)).rev().find(|n| name.is_char_boundary(*n));
    format!(".warden-{}{MARK}", &name[..end.unwrap_or(0)]).into()
}

/// Locks it. Somebody who cleans up may have come between making and locking it;
/// then it is gone. Where files cannot be locked, nobody cleans up.
#[cfg(unix)]
fn owned(temp: &NamedTempFile) -> bool {
    use std::os::unix::fs::MetadataExt;
    temp.as_file().lock().is_err() || temp.as_file().metadata().is_ok_and(|m| m.nlink() > 0)
}

/// Elsewhere a locked file cannot be read by anybody else, and a program that
/// is ended leaves its files.
#[cfg(not(unix))]
fn owned(_: &NamedTempFile) -> bool {
    true
}

/// Best effort: what cannot be removed does no harm.
fn remove_abandoned(dir: &Path, prefix: &OsStr) {
    if cfg!(not(unix)) {
        return;
    }
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.take(MAX_VISITED).flatten() {
        let regular = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !regular || !is_ours(&entry.file_name(), prefix) {
            continue;
        }
        let Ok(file) = crate::open(&entry.path()) else { continue };
        // Its writer holds the lock for as long as it lives.
        if file.try_lock().is_ok() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_ours(name: &OsStr, prefix: &OsStr) -> bool {
    let random = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
    random.is_some_and(|r| r.len() == RANDOM && r.iter().all(u8::is_ascii_alphanumeric))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(dir).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// What a killed writer leaves: nobody holds its lock.
    fn abandoned(place: &Path) -> std::path::PathBuf {
        let (file, path) = temporary(place, 0o600).unwrap().keep().unwrap();
        drop(file);
        path
    }

    #[test]
    fn what_a_killed_writer_left_is_removed_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let (place, other) = (dir.path().join("warden.lock"), dir.path().join("other.lock"));
        let held = temporary(&place, 0o600).unwrap();
        let of_another = abandoned(&other);
        for name in [
            ".warden-warden.lock.part-",
            ".warden-warden.lock.part-short",
            "warden.lock",
            ".warden-warden.lock.part-12345678x",
            ".warden-warden.lock.part-1234-678",
        ] {
            std::fs::write(dir.path().join(name), "mine").unwrap();
        }
        std::fs::create_dir(dir.path().join(".warden-warden.lock.part-aaaaaaaa")).unwrap();
        std::os::unix::fs::symlink(
            &of_another,
            dir.path().join(".warden-warden.lock.part-bbbbbbbb"),
        )
        .unwrap();
        let before = names(dir.path());
        let left = abandoned(&place);
        assert_eq!(names(dir.path()).len(), before.len() + 1);
        let new = temporary(&place, 0o600).unwrap();
        assert!(!left.exists() && held.path().exists() && new.path().exists());
        drop(new);
        assert_eq!(names(dir.path()), before);
    }

    #[test]
    fn any_name_has_one() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["x".repeat(255), "é".repeat(127), "\u{fffd}".into(), "a".into()] {
            let place = dir.path().join(name);
            let left = abandoned(&place);
            let temp = temporary(&place, 0o600).unwrap();
            assert!(!left.exists());
            temp.persist(&place).unwrap();
        }
        assert!(temporary(Path::new("/"), 0o600).is_err());
    }

    /// Many at once: none removes what another is writing.
    #[test]
    fn writers_do_not_remove_each_others() {
        let dir = tempfile::tempdir().unwrap();
        let place = dir.path().join("x");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        temporary(&place, 0o600).unwrap().persist(&place).unwrap();
                    }
                });
            }
        });
        assert_eq!(names(dir.path()), ["x"]);
    }
}
