//! Measures the frame rules on labelled dumps:
//! `frames_eval attacks.jsonl benign.jsonl …` (a record with `poisoned` is an
//! attack). Prints per group how many records are blocked, and what was missed.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use warden_core::finding::Severity;
use warden_core::json::Limits;
use warden_core::surface::{Dump, Item, ItemKind, Part, Role, Surface};
use warden_engine::frames::{Context, Field, FieldKind, FrameHit, Siblings, analyse_fields};

fn context(item: &Item, siblings: &Siblings, texts: &[(Part, Role, String)]) -> Context {
    let mut cx = match item.kind {
        ItemKind::Tool => Context::tool(item.name.expose()),
        _ => Context::default(),
    };
    cx.siblings(siblings);
    for (part, role, text) in texts {
        if matches!(part, Part::Input) && matches!(role, Role::Key) {
            cx.param(text);
        } else if matches!(role, Role::Literal) || matches!((part, role), (Part::Output, Role::Key)) {
            cx.known(text);
        }
    }
    cx
}

fn judge(surface: &Surface) -> Vec<(String, String, FrameHit)> {
    let names: Vec<&str> = surface
        .items
        .iter()
        .filter(|i| matches!(i.kind, ItemKind::Tool | ItemKind::Prompt))
        .map(|i| i.name.expose())
        .collect();
    let siblings = Siblings::new(names.into_iter());
    let mut out = Vec::new();
    for item in &surface.items {
        let mut texts = Vec::new();
        item.visit_texts(&mut |u| texts.push((u.part, u.role, u.text.into_owned())));
        let cx = context(item, &siblings, &texts);
        let strip = |t: &str| -> String {
            t.chars().filter(|c| !matches!(u32::from(*c), 0x200b..=0x200f | 0x2060 | 0xfeff)).collect()
        };
        let mut last: Option<String> = None;
        let fields: Vec<(FieldKind, String, Option<String>)> = texts
            .iter()
            .filter_map(|(part, role, t)| {
                if matches!((part, role), (Part::Input, Role::Key)) {
                    last = Some(t.clone());
                }
                let kind = match role {
                    Role::Message => FieldKind::Message,
                    r if r.is_prose() && matches!(part, Part::Own) => FieldKind::Own,
                    r if r.is_prose() => FieldKind::Param,
                    Role::Literal | Role::Key if t.contains(' ') => FieldKind::Literal,
                    _ => return None,
                };
                Some((kind, strip(t), last.clone().filter(|_| *part == Part::Input)))
            })
            .collect();
        let fields: Vec<Field<'_>> = fields.iter().map(|(kind, t, param)| Field { text: t, kind: *kind, param: param.as_deref() }).collect();
        for h in analyse_fields(&fields, &cx) {
            let quote = fields[h.field].text[h.span.clone()].to_string();
            out.push((item.name.expose().to_string(), quote, h));
        }
    }
    out
}

fn main() {
    let verbose = std::env::var_os("V").is_some();
    let mut groups: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
    let mut rules: BTreeMap<(&str, bool), (usize, usize)> = BTreeMap::new();
    for file in std::env::args().skip(1) {
        let data = std::fs::read(&file).unwrap();
        let start = Instant::now();
        let mut spent = std::time::Duration::ZERO;
        for line in data.split(|b| *b == b'\n').filter(|l| !l.is_empty()) {
            let json: serde_json::Value = serde_json::from_slice(line).unwrap();
            let dump = Dump::read(Arc::from(line), &Limits::default()).unwrap();
            let t = Instant::now();
            let hits = judge(&dump.surface);
            spent += t.elapsed();
            let attack = json.get("poisoned").is_some();
            let s = |k: &str| json.get(k).and_then(|v| v.as_str()).unwrap_or_default();
            let group = if !attack {
                file.rsplit('/').next().unwrap_or_default().to_string()
            } else if s("technique").contains("overt-") {
                "attack overt".into()
            } else if json.get("needs_peer").is_some() || s("technique") == "Preference Manipulation" {
                "attack safetybench apart".into()
            } else if s("source") == "mcptox" {
                "attack mcptox".into()
            } else if s("source") == "mcp-safetybench" {
                "attack safetybench".into()
            } else {
                "attack others".into()
            };
            let blocked = hits.iter().any(|h| h.2.severity >= Severity::High);
            let flagged = hits.iter().any(|h| h.2.severity >= Severity::Medium);
            let g = groups.entry(group).or_default();
            g.0 += 1;
            g.1 += usize::from(blocked);
            g.2 += usize::from(flagged);
            let mut seen = std::collections::BTreeSet::new();
            for (_, _, h) in &hits {
                if seen.insert((h.rule, h.severity >= Severity::High)) {
                    let r = rules.entry((h.rule, h.severity >= Severity::High)).or_default();
                    if attack { r.0 += 1 } else { r.1 += 1 }
                }
            }
            if attack && !blocked {
                println!("MISS {} {:?}", s("id"), s("technique"));
                for t in json["tools"].as_array().into_iter().flatten() {
                    let d = t["description"].as_str().unwrap_or_default();
                    println!("     {} | {}", t["name"], d.chars().take(700).collect::<String>().replace('\n', " "));
                }
            }
            for (tool, quote, h) in &hits {
                let high = h.severity >= Severity::High;
                if !attack && (high || verbose) || attack && !blocked {
                    let tag = if attack { "    ~" } else if high { "FP" } else { "fp" };
                    println!("{tag} {} {tool} {} {:?} | {:?} | {}", s("id"), h.rule, h.severity, h.frame, quote.chars().take(400).collect::<String>().replace('\n', " "));
                }
            }
        }
        println!("# {file}: {:?} in all, {:?} in analysis, {} bytes", start.elapsed(), spent, data.len());
    }
    println!("# group: records, blocked, flagged");
    for (g, (n, b, f)) in groups {
        println!("{g:40} {n:5} {b:5} {f:5}  {:.1} %", 100.0 * b as f64 / n as f64);
    }
    println!("# rule (blocking?): attacks, honest");
    for ((r, high), (a, h)) in rules {
        println!("{r:26} {high:5} {a:5} {h:5}");
    }
}
