//! `warden init`: the files that make a repository use Warden. What is there
//! already is never changed; what would have to be added is printed.

use std::path::Path;

use warden_core::Exit;

use crate::args::InitArgs;
use crate::failure::Failure;
use crate::target::Target;
use crate::tty;

/// A file that can be written.
struct Piece {
    path: &'static str,
    text: &'static str,
    /// Whether the file, where it is there, can take the text in addition.
    shared: bool,
}

const POLICY: Piece =
    Piece { path: "warden.toml", text: include_str!("warden.toml"), shared: false };
const GITHUB: Piece =
    Piece { path: ".github/workflows/warden.yml", text: include_str!("github.yml"), shared: false };
const GITLAB: Piece =
    Piece { path: ".gitlab-ci.yml", text: include_str!("gitlab.yml"), shared: true };
const PRE_COMMIT: Piece =
    Piece { path: ".pre-commit-config.yaml", text: include_str!("pre-commit.yaml"), shared: true };

/// Runs the command.
pub(crate) fn run(args: &InitArgs) -> Result<Exit, Failure> {
    let dir = args.dir.clone().unwrap_or_else(|| ".".into());
    if !dir.is_dir() {
        return Err(Failure::Usage(format!("{}: not a directory", dir.display())));
    }
    for piece in wanted(args, &dir) {
        if args.print {
            super::print(&format!("# {}\n{}\n", piece.path, piece.text))?;
        } else {
            write(piece, &dir)?;
        }
    }
    if !args.print {
        tty::say("next: warden scan --project, then warden doctor --project");
    }
    Ok(Exit::Clean)
}

/// What was asked for, or what the directory shows that it uses.
fn wanted(args: &InitArgs, dir: &Path) -> Vec<&'static Piece> {
    let named = args.policy || args.github || args.gitlab || args.pre_commit;
    let uses = |name: &str| !named && dir.join(name).exists();
    let mut pieces = Vec::new();
    if args.policy || !named {
        pieces.push(&POLICY);
    }
    if args.github || uses(".github") {
        pieces.push(&GITHUB);
    }
    if args.gitlab || uses(".gitlab-ci.yml") {
        pieces.push(&GITLAB);
    }
    if args.pre_commit || uses(".pre-commit-config.yaml") {
        pieces.push(&PRE_COMMIT);
    }
    pieces
}

fn write(piece: &Piece, dir: &Path) -> Result<(), Failure> {
    let path = dir.join(piece.path);
    // A dangling link counts as well: it is not ours to fill.
    if path.symlink_metadata().is_ok() {
        if piece.shared {
            tty::say(&format!("{} is there; add to it:", path.display()));
            return super::print(piece.text);
        }
        tty::say(&format!("{} is there; left as it is", path.display()));
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)
            .map_err(|source| Failure::Write { path: parent.into(), source })?;
    }
    Target::open(&path)?.write(|out| out.write_all(piece.text.as_bytes()))?;
    tty::say(&format!("wrote {}", path.display()));
    Ok(())
}
