//! Launch lines and URLs: how they are taken apart, named and shown.

pub(crate) mod host;
pub(crate) mod identity;
pub(crate) mod line;
pub(crate) mod package;
pub(crate) mod redact;
pub(crate) mod secret;
pub(crate) mod shell;
