//! The structural rules, one per line.

use crate::rule::Rule;
use crate::rules;

/// All rules in code, in the order in which they run.
pub(crate) static RULES: &[&dyn Rule] = &[
    &rules::annotations::Annotations,
    &rules::control_characters::ControlCharacters,
    &rules::data_url::DataUrl,
    &rules::duplicate_tool::DuplicateTool,
    &rules::encoded_blob::EncodedBlob,
    &rules::endless_list::EndlessList,
    &rules::fleet::Shadow,
    &rules::fleet::NamesPeerTool,
    &rules::header_param::HeaderParam,
    &rules::hidden_unicode::HiddenUnicode,
    &rules::json_anomaly::JsonAnomaly,
    &rules::launch_config::Unpinned,
    &rules::launch_config::PlainHttp,
    &rules::launch_config::Preload,
    &rules::launch_secret::InConfig,
    &rules::launch_secret::InUrl,
    &rules::launch_secret::InArguments,
    &rules::launch_auth::NoAuth,
    &rules::launch_auth::Placeholder,
    &rules::launch_shell::PipeToShell,
    &rules::launch_shell::Destroys,
    &rules::launch_shell::EncodedCommand,
    &rules::listing::ListingChanges,
    &rules::malformed_item::MalformedItem,
    &rules::mixed_alphabets::MixedAlphabets,
    &rules::names::Names,
    &rules::overlong_text::OverlongText,
    &rules::remote_ref::RemoteRef,
    &rules::stdout_noise::StdoutNoise,
    &rules::typosquat::Typosquat,
    &rules::unread::Unread,
];
