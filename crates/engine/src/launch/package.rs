//! Which package a launch line fetches and runs.

use super::line::Line;
use super::shell::Command;

/// A package named on a launch line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Package {
    /// The program that fetches it.
    pub(crate) runner: &'static str,
    /// Its name without a version.
    pub(crate) name: String,
    /// The version, tag or digest, if one is given.
    pub(crate) version: Option<String>,
}

impl Package {
    /// Whether the same line will fetch the same bytes tomorrow, as far as the
    /// registry keeps its promise.
    pub(crate) fn is_pinned(&self) -> bool {
        match &self.version {
            None => false,
            Some(v) if self.runner == "docker" => v.starts_with("sha256:") || v != "latest",
            Some(v) => v.starts_with(|c: char| c.is_ascii_digit() || c == 'v'),
        }
    }
}

/// The packages of all commands of a line.
pub(crate) fn packages(line: &Line<'_>) -> Vec<Package> {
    line.commands.iter().filter_map(package).collect()
}

fn package(command: &Command) -> Option<Package> {
    let args = command.args();
    match command.program().as_str() {
        "npx" | "bunx" | "pnpx" => npm("npx", args),
        "npm" | "pnpm" | "yarn" | "bun" => {
            let verb = args.first()?.as_str();
            matches!(verb, "exec" | "dlx" | "x").then(|| npm("npx", &args[1..]))?
        }
        "uvx" => python("uvx", args),
        "uv" => {
            (args.first()? == "tool" && args.get(1)? == "run").then(|| python("uvx", &args[2..]))?
        }
        "pipx" => (args.first()? == "run").then(|| python("pipx", &args[1..]))?,
        "docker" | "podman" | "nerdctl" => {
            let at = args.iter().position(|a| a == "run")?;
            docker(&args[at + 1..])
        }
        _ => None,
    }
}

/// Local paths, git URLs and archives are no registry names.
fn is_registry_name(name: &str) -> bool {
    !name.starts_with(['.', '/', '~', '$']) && !name.contains("://") && !name.contains(':')
}

fn npm(runner: &'static str, args: &[String]) -> Option<Package> {
    let mut args = args.iter();
    let spec = loop {
        let arg = args.next()?;
        match arg.as_str() {
            "-p" | "--package" => break args.next()?.as_str(),
            a if a.starts_with("--package=") => break &a[10..],
            "--" => {}
            a if a.starts_with('-') => {}
            a => break a,
        }
    };
    let at = spec.get(1..)?.rfind('@').map(|n| n + 1);
    let (name, version) = at.map_or((spec, None), |n| (&spec[..n], Some(spec[n + 1..].to_owned())));
    is_registry_name(name).then(|| Package { runner, name: name.to_owned(), version })
}

fn python(runner: &'static str, args: &[String]) -> Option<Package> {
    const VALUED: &[&str] =
        &["--with", "--python", "-p", "--index-url", "--env-file", "--directory"];
    let mut args = args.iter();
    let spec = loop {
        let arg = args.next()?;
        match arg.as_str() {
            "--from" | "--spec" => break args.next()?.as_str(),
            a if VALUED.contains(&a) => drop(args.next()),
            a if a.starts_with('-') => {}
            a => break a,
        }
    };
    let end = spec.find(['=', '@', '<', '>', '~', '!']).unwrap_or(spec.len());
    let version = spec[end..].trim_start_matches(['=', '@']);
    let exact = spec[end..].starts_with("==") || spec[end..].starts_with('@');
    let name = spec[..end].split('[').next().unwrap_or_default();
    is_registry_name(name).then(|| Package {
        runner,
        name: name.to_owned(),
        version: (exact && !version.is_empty()).then(|| version.to_owned()),
    })
}

fn docker(args: &[String]) -> Option<Package> {
    const FLAGS: &[&str] =
        &["-i", "-t", "-it", "-ti", "--rm", "--init", "-d", "--privileged", "--read-only"];
    let mut args = args.iter();
    let image = loop {
        let arg = args.next()?;
        if !arg.starts_with('-') {
            break arg;
        }
        if !arg.contains('=') && !FLAGS.contains(&arg.as_str()) {
            args.next();
        }
    };
    let (name, version) = match image.split_once('@') {
        Some((name, digest)) => (name, Some(digest.to_owned())),
        None => match image.rsplit_once(':') {
            Some((name, tag)) if !tag.contains('/') => (name, Some(tag.to_owned())),
            _ => (image.as_str(), None),
        },
    };
    Some(Package { runner: "docker", name: name.to_owned(), version })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<(String, Option<String>, bool)> {
        let words: Vec<_> = line.split(' ').map(str::to_owned).collect();
        let p = package(&Command { words, piped: false })?;
        let pinned = p.is_pinned();
        Some((p.name, p.version, pinned))
    }

    #[test]
    fn every_runner_is_read() {
        let some = |n: &str, v: Option<&str>, p| Some((n.to_owned(), v.map(str::to_owned), p));
        assert_eq!(of("npx -y @a/b@1.2.3 x"), some("@a/b", Some("1.2.3"), true));
        assert_eq!(of("npx -y @a/b"), some("@a/b", None, false));
        assert_eq!(of("npx srv@latest"), some("srv", Some("latest"), false));
        assert_eq!(of("uvx --from pkg==2.0 cmd"), some("pkg", Some("2.0"), true));
        assert_eq!(of("uvx pkg"), some("pkg", None, false));
        assert_eq!(
            of("docker run -i --rm -e K me/img:latest"),
            some("me/img", Some("latest"), false)
        );
        assert_eq!(of("docker run --rm img"), some("img", None, false));
        assert_eq!(of("node server.js"), None);
    }
}
