//! Signing and verifying signatures, for every command that does.

use std::path::PathBuf;

use clap::Args;

/// Make a key pair to sign locks with.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden lock keygen\n  \
    warden lock sign warden.lock --key warden.key\n  \
    warden check --verify --key warden.key.pub -- npx -y some-server")]
pub(crate) struct KeygenArgs {
    /// Where the secret key goes; the public one gets `.pub` added.
    #[arg(long, value_name = "FILE", default_value = "warden.key")]
    pub(crate) out: PathBuf,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Sign a lock: with a key of your own, or as whoever an identity token names.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    warden lock sign\n  \
    warden lock sign --identity-token env:ID_TOKEN\n  \
    warden lock sign --key warden.key")]
pub(crate) struct LockSignArgs {
    /// The lock.
    #[arg(value_name = "LOCK", default_value = "warden.lock")]
    pub(crate) lock: PathBuf,
    #[command(flatten)]
    pub(crate) signer: SignerArgs,
    /// Also write the signature that mcp-warden verifies, over the digest alone.
    #[arg(long, conflicts_with = "key")]
    pub(crate) compat: bool,
    /// For that one: the package the digest belongs to, `npm:NAME@VERSION` or
    /// `pypi:NAME@VERSION`.
    #[arg(long, value_name = "COORDINATE", requires = "compat")]
    pub(crate) coordinate: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// With what to sign. Without a key it is Sigstore, as the identity of the CI
/// job or that of a token.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Signing")]
pub(crate) struct SignerArgs {
    /// Sign with this secret key (see `warden lock keygen`).
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "identity_token", "signing_config", "trust_root",
    ])]
    pub(crate) key: Option<PathBuf>,
    /// Where the identity token is: a file, or `env:NAME`. Without it the CI
    /// job's own.
    #[arg(long, value_name = "FILE|env:NAME")]
    pub(crate) identity_token: Option<String>,
    /// The services of another Sigstore instance (a signing config, JSON).
    #[arg(long, value_name = "FILE", requires = "trust_root")]
    pub(crate) signing_config: Option<PathBuf>,
    /// A newer trust root, or that of another Sigstore instance.
    #[arg(long, value_name = "FILE")]
    pub(crate) trust_root: Option<PathBuf>,
}

/// Whose signature counts: a key's, or an identity's together with who vouches
/// for it.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Signature")]
pub(crate) struct WhoseArgs {
    /// The public key that must have signed.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "certificate_identity", "certificate_oidc_issuer", "trust_root", "compat", "coordinate",
    ])]
    pub(crate) key: Option<PathBuf>,
    /// Who must have signed: an address, or the URI of a workflow.
    #[arg(long, value_name = "IDENTITY", requires = "certificate_oidc_issuer")]
    pub(crate) certificate_identity: Option<String>,
    /// Who must have vouched for that identity.
    #[arg(long, value_name = "URL", requires = "certificate_identity")]
    pub(crate) certificate_oidc_issuer: Option<String>,
    /// A newer trust root, or that of another Sigstore instance.
    #[arg(long, value_name = "FILE", requires = "certificate_identity")]
    pub(crate) trust_root: Option<PathBuf>,
    /// Be content with mcp-warden's signature, which covers less than the lock.
    #[arg(long, requires = "certificate_identity")]
    pub(crate) compat: bool,
    /// For that one: the package that it must name.
    #[arg(long, value_name = "COORDINATE", requires = "certificate_identity")]
    pub(crate) coordinate: Option<String>,
}

/// Whether a lock must be signed, and by whom.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct VerifyArgs {
    /// Require a signature: by --key, or by --certificate-identity together with
    /// --certificate-oidc-issuer. Asks nobody on the network.
    #[arg(long, help_heading = "Signature")]
    pub(crate) verify: bool,
    #[command(flatten)]
    pub(crate) whose: WhoseArgs,
}

impl WhoseArgs {
    /// Whether anybody was named.
    pub(crate) fn any(&self) -> bool {
        self.key.is_some() || self.certificate_identity.is_some()
    }
}

impl SignerArgs {
    /// Whether any of them was given; they mean nothing where nothing is signed.
    pub(crate) fn any(&self) -> bool {
        self.key.is_some()
            || self.identity_token.is_some()
            || self.signing_config.is_some()
            || self.trust_root.is_some()
    }
}
