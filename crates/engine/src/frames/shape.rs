//! What a literal looks like: address, path, command, account.

use super::class::*;
use super::lexicon::{LEXICON, hash};
use super::token::lower;

/// Parts of paths behind which credentials or histories lie. Sources: the
/// documents of OpenSSH, AWS, Google Cloud, Docker, Kubernetes, npm, PyPI, Git
/// and GnuPG on where they keep them, hier(7), and the clients' own configs.
const SECRET_PATHS: &[&str] = &[
    ".ssh/",
    ".ssh\\",
    "/.ssh",
    "id_rsa",
    "id_ed25519",
    "id_ecdsa",
    "/etc/passwd",
    "/etc/shadow",
    ".aws/",
    ".aws\\",
    "/.aws",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".gitconfig",
    "_history",
    ".kube/config",
    ".docker/config",
    "mcp.json",
    "claude_desktop_config",
    ".gnupg",
    "wallet.dat",
    ".pgpass",
    "/proc/",
    "auth.log",
    "login data",
    "cookies.sqlite",
    "gcloud/",
    "credentials.json",
    "credentials",
    "github_token",
    ".vault-token",
    "keychain",
    "service-account",
    "serviceaccount",
    "token.json",
    "secrets.json",
    "secrets.y",
    "private_key",
    "private.key",
    ".pem",
    ".bashrc",
    ".zshrc",
    ".profile",
    "config/database.yml",
    "shadow",
    "secret",
    "/root/",
    "authorized_keys",
];

/// Commands that reach out, destroy, or give rights.
pub(super) fn is_command(s: &str) -> bool {
    matches!(
        s,
        "curl"
            | "wget"
            | "sudo"
            | "chmod"
            | "chown"
            | "netstat"
            | "scp"
            | "rsync"
            | "powershell"
            | "nc"
            | "ncat"
            | "whoami"
            | "printenv"
            | "mkfs"
            | "iex"
            | "certutil"
            | "bitsadmin"
    )
}

/// Classes of a literal, taken as a whole.
pub(super) fn value(s: &str) -> Cls {
    let b = s.as_bytes();
    if b.len() < 2 {
        return Cls::NONE;
    }
    // A plain word is at most the name of a command.
    if b.iter().all(u8::is_ascii_alphabetic) {
        return if is_command(s) { T_CMD } else { Cls::NONE };
    }
    let has = |sign: u8| memchr::memchr(sign, b);
    if has(b':').is_some() && s.contains("://") {
        return T_URL | if is_secret_path(s) { T_SPATH } else { Cls::NONE };
    }
    let spaced = has(b' ').is_some();
    if let Some(at) = has(b'@')
        && at > 0
        && !spaced
        && s[at + 1..].contains('.')
        && b[at + 1].is_ascii_alphanumeric()
    {
        return T_EMAIL;
    }
    if is_path(s) {
        return T_PATH | if is_secret_path(s) { T_SPATH } else { Cls::NONE };
    }
    // How every name of such a file begins.
    if !spaced && b.len() > 5 && matches!(b[0], b'i' | b'I' | b'/' | b'.') && is_secret_file(s) {
        return T_PATH | T_SPATH;
    }
    if b.iter().any(u8::is_ascii_digit) && is_account(s) {
        return T_ACCOUNT;
    }
    if has(b'.').is_some() && is_host(s) { T_URL } else { Cls::NONE }
}

/// Classes of what stands inside a quotation of several words.
pub(super) fn inside(s: &str) -> Cls {
    let mut cls = Cls::NONE;
    if s.contains("$(")
        || s.contains("&&")
        || s.contains("rm -")
        || s.contains("| sh")
        || s.contains("| bash")
    {
        cls |= T_CMD;
    }
    for word in
        s.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '(' | ')' | '=' | ','))
    {
        cls |= value(word.trim_matches(|c: char| matches!(c, ':' | ';' | '[' | ']' | '{' | '}')));
    }
    cls
}

fn is_path(s: &str) -> bool {
    let b = s.as_bytes();
    if !matches!(b[0], b'~' | b'$' | b'%' | b'.' | b'/') && b[1] != b':' {
        return false;
    }
    if s.starts_with("~/") || s.starts_with("$HOME") || s.starts_with("%USERPROFILE%") {
        return true;
    }
    if s.starts_with("./") || s.starts_with("../") {
        return true;
    }
    if b[0] == b'/' {
        return b.len() > 4
            && b[1].is_ascii_alphanumeric() | (b[1] == b'.')
            && s[1..].contains('/');
    }
    if b.len() > 3 && b[1] == b':' && b[2] == b'\\' {
        return true;
    }
    s.starts_with(".env") && (s.len() == 4 || b[4] == b'.')
        || s.starts_with(".ssh")
        || s.starts_with(".aws")
}

fn is_secret_path(s: &str) -> bool {
    let low = lower(s);
    let env = low.rsplit(['/', '\\']).next().is_some_and(|n| {
        n == ".env" || n.starts_with(".env.") && !n.ends_with("example") && !n.ends_with("sample")
    });
    let public =
        low.ends_with(".pub") || low.contains("authorized_keys") || low.contains("known_hosts");
    (env || SECRET_PATHS.iter().any(|p| low.contains(p))) && !public || low.contains("known_hosts")
}

/// A file that holds secrets, named without a directory.
fn is_secret_file(s: &str) -> bool {
    let low = lower(s);
    ["id_rsa", "id_ed25519", "id_ecdsa"].contains(&low.as_ref())
        || low == "/etc/passwd"
        || (low.starts_with('.')
            && low.len() > 6
            && SECRET_PATHS.iter().any(|p| p.len() > 5 && low == **p))
}

/// Account numbers: IBAN (ISO 13616), wallet addresses, phone numbers
/// (E.164), and names in capitals that carry a number.
fn is_account(s: &str) -> bool {
    let b = s.as_bytes();
    let digits = b.iter().filter(|c| c.is_ascii_digit()).count();
    let alnum = b.iter().all(u8::is_ascii_alphanumeric);
    let iban = (15..=34).contains(&b.len())
        && b[..2].iter().all(u8::is_ascii_uppercase)
        && b[2..4].iter().all(u8::is_ascii_digit)
        && alnum;
    let wallet = s.starts_with("0x") && b.len() >= 12 && b[2..].iter().all(u8::is_ascii_hexdigit)
        || s.starts_with("bc1") && b.len() > 12;
    let phone =
        b[0] == b'+' && digits >= 8 && b[1..].iter().all(|c| c.is_ascii_digit() || *c == b'-');
    let tag = b.contains(&b'_')
        && digits >= 2
        && b.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_')
        && !b.iter().any(u8::is_ascii_lowercase);
    // `ACC-7781`
    let dashed = s.split_once('-').is_some_and(|(head, tail)| {
        head.len() >= 2
            && head.bytes().all(|c| c.is_ascii_uppercase())
            && tail.len() >= 3
            && tail.bytes().all(|c| c.is_ascii_digit() || c == b'-')
    });
    iban || wallet || phone || tag || dashed && head_is_account(s)
}

/// Letters before a number that speak of an account.
fn head_is_account(s: &str) -> bool {
    ["ACC", "ACCT", "IBAN", "KTO", "WALLET", "INV", "BR", "CUST"].iter().any(|h| s.starts_with(h))
}

/// A bare host name: labels and a top-level domain of a kind that is no file
/// extension.
fn is_host(s: &str) -> bool {
    const TLDS: &[&str] = &[
        "com", "org", "net", "io", "dev", "co", "ai", "app", "cloud", "example", "test", "evil",
        "xyz", "info", "biz", "ru", "cn", "local",
    ];
    let host = s.split(['/', ':']).next().unwrap_or_default();
    let mut labels = host.rsplit('.');
    let tld = labels.next().unwrap_or_default();
    labels.next().is_some_and(|l| l.len() > 1)
        && TLDS.contains(&lower(tld).as_ref())
        && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'))
}

/// Whether an identifier, spelled as words, names a secret.
pub(super) fn secret_name(words: &str) -> Cls {
    let mut parts = words.split(' ').rev();
    let last = parts.next().unwrap_or_default();
    let before = parts.next().unwrap_or_default();
    let phrase = LEXICON.phrase(hash(before), |n| (n == 0).then(|| hash(last)));
    let word = LEXICON.word(hash(last));
    let cls = phrase.map(|p| p.1.cls).or(word.map(|e| e.cls)).unwrap_or_default();
    cls & (SECRET | CONVO)
}
