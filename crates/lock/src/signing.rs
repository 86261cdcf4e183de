//! The bytes that a signature of a lock file is made over.

use std::sync::Arc;

use warden_core::json::{Mode, NumberPolicy, Val, jcs, read};

use crate::canon::Writer;
use crate::error::LockError;
use crate::read::{LIMITS, invalid};

/// The RFC 8785 form of the whole file without `warden.attestations`, so that
/// neither line ends nor spacing nor a further signature matter.
///
/// # Errors
/// When the file is no JSON, or has a number or string without such a form.
pub fn signing_bytes(file: Arc<[u8]>) -> Result<Vec<u8>, LockError> {
    let doc = read(file, Mode::Strict, &LIMITS)?;
    let root = doc.root();
    let mut w = Writer::default();
    if root.get("lockfile").is_some() {
        object(&mut w, root, "", &mut |w, name, v| match (name, v.is_obj()) {
            ("servers", true) => object(w, v, "", &mut |w, _, v| document(w, v)),
            _ => plain(w, v),
        })?;
    } else {
        document(&mut w, root)?;
    }
    Ok(w.finish().into_bytes())
}

type Each<'f> = &'f mut dyn FnMut(&mut Writer, &str, Val<'_>) -> Result<(), LockError>;

/// An object without the member `leave`.
fn object(w: &mut Writer, v: Val<'_>, leave: &str, each: Each<'_>) -> Result<(), LockError> {
    let members: Vec<(String, Val<'_>)> =
        v.members().map(|(k, v)| (k.text().unwrap_or_default().into_owned(), v)).collect();
    let mut result = Ok(());
    let kept = members.iter().filter(|(k, _)| k != leave || leave.is_empty());
    w.object(kept.map(|(k, v)| (k.as_str(), (k, *v))), |w, (k, v)| {
        if result.is_ok() {
            result = each(w, k, v);
        }
    });
    result
}

fn document(w: &mut Writer, v: Val<'_>) -> Result<(), LockError> {
    if !v.is_obj() {
        return plain(w, v);
    }
    object(w, v, "", &mut |w, name, v| match (name, v.is_obj()) {
        ("warden", true) => object(w, v, "attestations", &mut |w, _, v| plain(w, v)),
        _ => plain(w, v),
    })
}

fn plain(w: &mut Writer, v: Val<'_>) -> Result<(), LockError> {
    let bytes = jcs(v, NumberPolicy::RefuseUnsafe)
        .map_err(|e| invalid(&format!("/byte {}", e.at.start), "it has no canonical form"))?;
    w.raw(&String::from_utf8_lossy(&bytes));
    Ok(())
}
