//! Keyless signatures through Sigstore: an identity provider vouches for who
//! signs, a certificate authority (Fulcio) for ten minutes certifies a key that
//! is then thrown away, a public log (Rekor) records that it was used in time.
//!
//! Verifying needs no network: all of it is in the bundle, and the trust root
//! says whose word counts.

mod services;
mod sign;
mod token;
mod trust;
mod verify;

pub use services::{Services, ServicesError};
pub use sign::{SignError, Signed, sign};
pub use token::{TokenError, TokenSource};
pub use trust::{EMBEDDED_AS_OF, TrustRoot, TrustRootError};
pub use verify::{MAX_BUNDLE, Policy, PolicyError, Verified, VerifyError, verify};
