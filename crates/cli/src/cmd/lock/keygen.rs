//! `warden lock keygen`.

use serde_json::json;
use warden_core::Exit;
use warden_sign::{SecretKey, files};

use super::signable::failure;
use crate::args::KeygenArgs;
use crate::cmd::print;
use crate::failure::Failure;

/// Runs the command.
pub(super) fn run(args: &KeygenArgs) -> Result<Exit, Failure> {
    let key = SecretKey::generate().map_err(|e| Failure::NotEvaluated(e.to_string()))?;
    let public = files::write_key_pair(&args.out, &key).map_err(failure)?;
    let id = key.public().id();
    if args.json {
        let (secret, public) = (args.out.to_string_lossy(), public.to_string_lossy());
        print(&format!("{}\n", json!({"keyId": id, "secretKey": secret, "publicKey": public})))?;
    } else {
        print(&format!(
            "key {id}\n  secret: {}  (keep it, do not commit it)\n  public: {}  (commit it)\n",
            super::shown(&args.out),
            super::shown(&public),
        ))?;
    }
    Ok(Exit::Clean)
}
