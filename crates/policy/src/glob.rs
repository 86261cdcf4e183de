//! Globs over names and paths.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// Globs over names: `*` is anything, and letters match in either case, since
/// a tool that is called `Delete_All` deletes as well.
#[derive(Debug)]
pub(crate) struct Names(GlobSet);

impl Names {
    pub(crate) fn new<S: AsRef<str>>(globs: &[S]) -> Result<Self, String> {
        build(globs, |b| b.case_insensitive(true).literal_separator(false)).map(Self)
    }

    pub(crate) fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
    }
}

/// Globs over paths: `*` stays within a name, `**` goes across.
#[derive(Debug)]
pub(crate) struct Paths {
    globs: GlobSet,
}

impl Paths {
    pub(crate) fn new<S: AsRef<str>>(globs: &[S]) -> Result<Self, String> {
        let globs = build(globs, |b| b.literal_separator(true).backslash_escape(true))?;
        Ok(Self { globs })
    }

    pub(crate) fn matches(&self, path: &str) -> bool {
        self.globs.is_match(path)
    }
}

fn build<S: AsRef<str>>(
    globs: &[S],
    set: impl for<'a, 'b> Fn(&'a mut GlobBuilder<'b>) -> &'a mut GlobBuilder<'b>,
) -> Result<GlobSet, String> {
    let mut all = GlobSetBuilder::new();
    for glob in globs {
        let mut builder = GlobBuilder::new(glob.as_ref());
        all.add(set(&mut builder).build().map_err(|e| e.to_string())?);
    }
    all.build().map_err(|e| e.to_string())
}
