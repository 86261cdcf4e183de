//! The machine as this crate sees it: paths per platform, and variables.

use std::path::{Path, PathBuf};

use crate::{Env, Os};

/// Directories above the project that are looked at, at most.
const MAX_PARENTS: usize = 32;

impl Env {
    /// The machine this runs on. The only place that asks the real process.
    pub fn from_system() -> Self {
        let os = if cfg!(windows) {
            Os::Windows
        } else if cfg!(target_os = "macos") {
            Os::Mac
        } else {
            Os::Linux
        };
        let vars = std::env::vars_os()
            .filter_map(|(k, v)| Some((k.into_string().ok()?, v.into_string().ok()?)))
            .collect();
        Self {
            os,
            home: std::env::home_dir().unwrap_or_default(),
            cwd: std::env::current_dir().unwrap_or_default(),
            vars,
            root: PathBuf::new(),
        }
    }

    /// A variable; names are case-insensitive on Windows.
    pub(crate) fn var(&self, name: &str) -> Option<&str> {
        let exact = self.vars.get(name);
        let found = exact.or_else(|| match self.os {
            Os::Windows => {
                self.vars.iter().find(|(k, _)| k.eq_ignore_ascii_case(name)).map(|(_, v)| v)
            }
            _ => None,
        });
        found.map(String::as_str)
    }

    /// A variable that names a place, where it is set to something.
    pub(crate) fn dir_var(&self, name: &str) -> Option<PathBuf> {
        let value = self.var(name).filter(|v| !v.trim().is_empty())?;
        // `join` knows only the absolute paths of the platform it runs on.
        let drive = value.as_bytes().get(1) == Some(&b':');
        Some(if drive { PathBuf::from(value) } else { self.cwd.join(value) })
    }

    /// `$XDG_CONFIG_HOME`, else `~/.config`, whatever the platform.
    pub(crate) fn xdg_config(&self) -> PathBuf {
        self.dir_var("XDG_CONFIG_HOME").unwrap_or_else(|| self.home.join(".config"))
    }

    /// `%APPDATA%`.
    pub(crate) fn appdata(&self) -> PathBuf {
        self.dir_var("APPDATA").unwrap_or_else(|| self.home.join("AppData").join("Roaming"))
    }

    /// Where desktop applications keep their settings.
    pub(crate) fn app_support(&self) -> PathBuf {
        match self.os {
            Os::Linux => self.xdg_config(),
            Os::Mac => self.home.join("Library").join("Application Support"),
            Os::Windows => self.appdata(),
        }
    }

    /// A directory that an administrator owns, by platform. On Windows the
    /// path is relative to `%ProgramData%`.
    pub(crate) fn system(&self, linux: &str, mac: &str, program_data: &str) -> PathBuf {
        match self.os {
            Os::Linux => self.rooted(Path::new(linux)),
            Os::Mac => self.rooted(Path::new(mac)),
            Os::Windows => {
                let base = self.var("ProgramData").unwrap_or("C:\\ProgramData").to_owned();
                self.rooted(Path::new(&base)).join(program_data)
            }
        }
    }

    /// As [`Self::system`], below `%ProgramFiles%` on Windows.
    pub(crate) fn system_programs(&self, linux: &str, mac: &str, program: &str) -> PathBuf {
        match self.os {
            Os::Windows => {
                let base = self.var("ProgramFiles").unwrap_or("C:\\Program Files").to_owned();
                self.rooted(Path::new(&base)).join(program)
            }
            _ => self.system(linux, mac, program),
        }
    }

    /// An absolute path, below [`Env::root`] where there is one.
    fn rooted(&self, path: &Path) -> PathBuf {
        if self.root.as_os_str().is_empty() {
            return path.to_owned();
        }
        let text = path.to_string_lossy().replace('\\', "/");
        let relative = match text.split_once(":/") {
            Some((drive, rest)) if drive.len() == 1 => rest.to_owned(),
            _ => text.trim_start_matches('/').to_owned(),
        };
        self.root.join(relative)
    }

    /// The project directory and those above it up to the root of its git
    /// repository; only the directory itself where there is none. The home
    /// directory is never taken for the parent of a project.
    pub(crate) fn project_dirs(&self) -> Vec<PathBuf> {
        let mut dirs = Vec::new();
        for dir in self.cwd.ancestors().take(MAX_PARENTS) {
            if dir == self.home && !dirs.is_empty() {
                break;
            }
            dirs.push(dir.to_owned());
            if dir.join(".git").exists() {
                return dirs;
            }
        }
        dirs.truncate(1);
        dirs
    }

    /// A path below every project directory.
    pub(crate) fn in_project(&self, relative: &str) -> Vec<PathBuf> {
        self.project_dirs().into_iter().map(|d| d.join(relative)).collect()
    }
}
