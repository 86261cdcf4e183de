//! Rendering prompts: their messages reach a model as they are.

use std::time::Duration;

use serde_json::{Map, Value, json};
use warden_core::Untrusted;
use warden_core::json::Val;
use warden_core::surface::{Seen, SurfaceBuilder};

use crate::failure::{Failure, Kind};
use crate::handshake::object;
use crate::log::Log;
use crate::session::Session;

/// Prompts that are rendered in one listing.
const MAX_PROMPTS: usize = 50;
const MAX_ARGUMENTS: usize = 20;
const MAX_NAME: usize = 256;
/// The value of every argument that a prompt requires.
const PLACEHOLDER: &str = "example";

/// A prompt and the arguments to render it with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PromptAsk {
    name: String,
    arguments: Map<String, Value>,
}

impl PromptAsk {
    /// Every prompt of a page that has a name.
    pub(crate) fn all(page: Val<'_>, log: &Log) -> Vec<Self> {
        let prompts = page.get("prompts").into_iter().flat_map(Val::items);
        prompts.take(MAX_PROMPTS + 1).filter_map(|p| Self::new(p, log)).collect()
    }

    fn new(prompt: Val<'_>, log: &Log) -> Option<Self> {
        let name = prompt.get_text("name")?.into_owned();
        if name.len() > MAX_NAME {
            log.unreachable("prompts/get", "a prompt's name is too long to be asked for");
            return None;
        }
        let arguments = prompt.get("arguments").into_iter().flat_map(Val::items);
        let required = arguments.filter(|a| a.get("required").and_then(Val::bool) == Some(true));
        let names = required.filter_map(|a| a.get_text("name").filter(|n| n.len() <= MAX_NAME));
        let arguments =
            names.take(MAX_ARGUMENTS).map(|n| (n.into_owned(), PLACEHOLDER.into())).collect();
        Some(Self { name, arguments })
    }
}

/// Renders prompts and adds their bodies to the surface. What cannot be
/// rendered is noted; only the end of the server is a failure.
pub(crate) async fn render(
    session: &mut Session,
    prompts: &[PromptAsk],
    seen: Seen,
    wait: Duration,
    into: &mut SurfaceBuilder,
    log: &Log,
) -> Result<(), Failure> {
    for (n, prompt) in prompts.iter().enumerate() {
        if n == MAX_PROMPTS {
            let why = format!("only the first {MAX_PROMPTS} prompts are rendered");
            log.unreachable("prompts/get", why);
            break;
        }
        let params = object(json!({"name": prompt.name, "arguments": prompt.arguments}));
        let name = || Untrusted::from(prompt.name.as_str());
        match session.ask("prompts/get", params, wait).await {
            Ok(answer) => {
                if answer.val().get_text("resultType").as_deref() == Some("input_required") {
                    log.unreachable(name(), "the prompt asks for input before it is rendered");
                }
                into.add_prompt_body(name(), &answer.doc, answer.result, seen);
            }
            Err(f) if f.is_refusal() => {
                let why = match prompt.arguments.is_empty() {
                    true => f.message,
                    false => format!("it takes no placeholder arguments: {}", f.message),
                };
                log.unreachable(name(), why);
            }
            Err(f) => {
                log.unreachable(name(), f.message.clone());
                // The next ones would take as long.
                if f.kind == Kind::Silent {
                    let why = "a prompt was not rendered in time; those after it were not tried";
                    log.unreachable("prompts/get", why);
                    break;
                }
                if f.kind != Kind::Json {
                    return Err(f.during("list"));
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use warden_core::json::{Limits, Mode, read};

    use super::*;
    use crate::redact::Redactor;

    #[test]
    fn only_required_arguments_get_a_placeholder() {
        let page = r#"{"prompts":[7,{"name":"a","arguments":[{"name":"x","required":true},
            {"name":"y"},{"name":"z","required":"yes"}]},{"name":"b"},{"title":"no name"}]}"#;
        let doc = read(Arc::from(page.as_bytes()), Mode::Strict, &Limits::default()).expect("JSON");
        let asks = PromptAsk::all(doc.root(), &Log::new(Redactor::default()));
        assert_eq!(asks.len(), 2);
        assert_eq!(Value::from(asks[0].arguments.clone()), json!({"x": PLACEHOLDER}));
        assert!(asks[1].arguments.is_empty());
    }
}
