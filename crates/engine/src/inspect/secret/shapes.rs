//! The forms of credentials that providers document.
//!
//! Each is a prefix, an alphabet and a length; where the provider documents a
//! checksum or a structure, that is checked too. Sources: the providers' own
//! documentation of their token formats, read in 2026.

/// The bytes that a token is made of, behind its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// Letters and digits.
    Alnum,
    /// Base64url: letters, digits, `-` and `_`.
    Url,
    /// Base64url in parts joined by dots.
    Dotted,
    /// Base64 with `+`, `/` and `=`.
    Base64,
    /// Lower-case hexadecimal digits.
    Hex,
    /// Upper-case base32.
    Upper,
}

impl Alphabet {
    pub(super) fn has(self, b: u8) -> bool {
        match self {
            Self::Alnum => b.is_ascii_alphanumeric(),
            Self::Url => b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'),
            Self::Dotted => b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'='),
            Self::Base64 => b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='),
            Self::Hex => matches!(b, b'0'..=b'9' | b'a'..=b'f'),
            Self::Upper => b.is_ascii_uppercase() || b.is_ascii_digit(),
        }
    }
}

/// What else must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// Nothing but that it looks random.
    Random,
    /// The last six characters are a CRC-32 in base 62.
    Crc62,
    /// A JSON Web Token (RFC 7519): two parts of base64url JSON and a third.
    Jwt,
    /// Parts of these lengths, joined by dots (0: any).
    Parts(&'static [usize]),
    /// The text holds this somewhere.
    Holds(&'static str),
}

/// One form of credential.
#[derive(Debug)]
pub(super) struct Shape {
    /// Whose it is, in words.
    pub(super) name: &'static str,
    pub(super) prefix: &'static str,
    pub(super) alphabet: Alphabet,
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) check: Check,
}

const fn shape(
    name: &'static str,
    prefix: &'static str,
    alphabet: Alphabet,
    min: usize,
    max: usize,
    check: Check,
) -> Shape {
    Shape { name, prefix, alphabet, min, max, check }
}

use Alphabet::{Alnum, Base64, Dotted, Hex, Upper, Url};
use Check::{Crc62, Holds, Jwt, Parts, Random};

/// All forms. A longer prefix comes before one that it begins with.
pub(super) static SHAPES: &[Shape] = &[
    shape("GitHub token", "ghp_", Alnum, 36, 36, Crc62),
    shape("GitHub OAuth token", "gho_", Alnum, 36, 36, Crc62),
    shape("GitHub user token", "ghu_", Alnum, 36, 36, Crc62),
    shape("GitHub installation token", "ghs_", Alnum, 36, 36, Crc62),
    shape("GitHub refresh token", "ghr_", Alnum, 36, 76, Random),
    shape("GitHub fine-grained token", "github_pat_", Url, 82, 82, Random),
    shape("GitLab token", "glpat-", Dotted, 20, 64, Random),
    shape("GitLab deploy token", "gldt-", Url, 20, 64, Random),
    shape("GitLab runner token", "glrt-", Dotted, 20, 64, Random),
    shape("GitLab pipeline token", "glptt-", Url, 20, 64, Random),
    shape("GitLab agent token", "glagent-", Url, 50, 80, Random),
    shape("npm token", "npm_", Alnum, 36, 36, Crc62),
    shape("PyPI token", "pypi-AgE", Url, 50, 512, Random),
    shape("RubyGems key", "rubygems_", Hex, 48, 48, Random),
    shape("crates.io token", "cio", Alnum, 32, 32, Random),
    shape("Docker token", "dckr_pat_", Url, 27, 32, Random),
    shape("Slack bot token", "xoxb-", Url, 24, 120, Random),
    shape("Slack user token", "xoxp-", Url, 24, 120, Random),
    shape("Slack app token", "xapp-", Url, 24, 160, Random),
    shape("Slack session token", "xoxs-", Url, 24, 120, Random),
    shape("Slack refresh token", "xoxe-", Url, 24, 200, Random),
    shape("Slack webhook", "hooks.slack.com/services/T", Base64, 30, 80, Random),
    shape("Discord webhook", "discord.com/api/webhooks/", Base64, 17, 120, Holds("/")),
    shape("AWS access key", "AKIA", Upper, 16, 16, Random),
    shape("AWS temporary access key", "ASIA", Upper, 16, 16, Random),
    shape("Stripe live key", "sk_live_", Alnum, 16, 120, Random),
    shape("Stripe restricted key", "rk_live_", Alnum, 16, 120, Random),
    shape("Stripe test key", "sk_test_", Alnum, 24, 120, Random),
    shape("Stripe webhook secret", "whsec_", Base64, 32, 64, Random),
    shape("Anthropic key", "sk-ant-", Url, 32, 140, Random),
    shape("OpenRouter key", "sk-or-v1-", Hex, 64, 64, Random),
    shape("OpenAI project key", "sk-proj-", Url, 32, 200, Random),
    shape("OpenAI service key", "sk-svcacct-", Url, 32, 200, Random),
    shape("OpenAI admin key", "sk-admin-", Url, 32, 200, Random),
    shape("API key", "sk-", Alnum, 32, 64, Random),
    shape("Google API key", "AIza", Url, 35, 35, Random),
    shape("Google OAuth secret", "GOCSPX-", Url, 28, 28, Random),
    shape("Google access token", "ya29.", Url, 40, 400, Random),
    shape("Hugging Face token", "hf_", Alnum, 34, 40, Random),
    shape("Replicate token", "r8_", Alnum, 37, 40, Random),
    shape("Groq key", "gsk_", Alnum, 48, 56, Random),
    shape("Perplexity key", "pplx-", Alnum, 48, 56, Random),
    shape("xAI key", "xai-", Alnum, 70, 90, Random),
    shape("Tavily key", "tvly-", Url, 28, 64, Random),
    shape("SendGrid key", "SG.", Dotted, 66, 66, Parts(&[22, 43])),
    shape("Mailgun key", "key-", Hex, 32, 32, Random),
    shape("Twilio key", "SK", Hex, 32, 32, Random),
    shape("DigitalOcean token", "dop_v1_", Hex, 64, 64, Random),
    shape("DigitalOcean OAuth token", "doo_v1_", Hex, 64, 64, Random),
    shape("Shopify token", "shpat_", Hex, 32, 32, Random),
    shape("Shopify secret", "shpss_", Hex, 32, 32, Random),
    shape("Square token", "sq0atp-", Url, 22, 43, Random),
    shape("Square secret", "sq0csp-", Url, 43, 43, Random),
    shape("Atlassian token", "ATATT3xFfGF0", Dotted, 100, 240, Random),
    shape("Linear key", "lin_api_", Alnum, 40, 40, Random),
    shape("Notion token", "ntn_", Alnum, 40, 50, Random),
    shape("Figma token", "figd_", Url, 38, 48, Random),
    shape("Airtable token", "pat", Dotted, 79, 79, Parts(&[14, 64])),
    shape("Postman key", "PMAK-", Url, 59, 59, Random),
    shape("New Relic key", "NRAK-", Upper, 27, 27, Random),
    shape("Sentry token", "sntryu_", Hex, 64, 64, Random),
    shape("Grafana token", "glsa_", Url, 41, 41, Random),
    shape("Doppler token", "dp.pt.", Alnum, 40, 44, Random),
    shape("Vault token", "hvs.", Url, 24, 140, Random),
    shape("Pulumi token", "pul-", Hex, 40, 40, Random),
    shape("Databricks token", "dapi", Hex, 32, 32, Random),
    shape("Supabase token", "sbp_", Hex, 40, 40, Random),
    shape("PlanetScale token", "pscale_tkn_", Dotted, 32, 64, Random),
    shape("PlanetScale password", "pscale_pw_", Dotted, 32, 64, Random),
    shape("Dynatrace token", "dt0c01.", Dotted, 89, 89, Parts(&[24, 64])),
    shape("age secret key", "AGE-SECRET-KEY-1", Upper, 58, 58, Random),
    shape("1Password service token", "ops_eyJ", Base64, 250, 1200, Random),
    shape("JSON Web Token", "eyJ", Dotted, 40, 4096, Jwt),
];
