//! Signing bytes and verifying signatures over bytes: with a key pair of one's
//! own ([`detached`]), or with an identity through Sigstore ([`keyless`]).
//!
//! What the bytes mean is the caller's business; the lock hands over its
//! canonical form.

pub mod detached;
pub mod files;
pub mod key;
#[cfg(feature = "sigstore")]
pub mod keyless;
pub mod reference;

pub use detached::SignatureError;
pub use files::FileError;
pub use key::{KeyError, PublicKey, SecretKey};
