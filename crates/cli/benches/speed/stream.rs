//! A stream of honest servers, the same on every machine.

use std::fmt::Write;

const VERBS: &[&str] = &["Lists", "Creates", "Updates", "Returns", "Searches", "Exports", "Counts"];
const THINGS: &[&str] =
    &["invoices", "tickets", "repositories", "notes", "events", "rows", "files"];
const TAILS: &[&str] = &[
    "of a project, newest first. Returns at most 100 per page; pass `cursor` to go on.",
    "that match the query. Use filters to narrow the result before you export it.",
    "for the given account. Requires an API token with read access.",
    "with their metadata. If nothing matches, an empty list is returned.",
    "in the workspace. Call `search` first to obtain the identifier.",
];
const PARAMS: &[&str] = &[
    "Identifier of the project, as shown in its URL.",
    "Maximum number of results (1-100).",
    "ISO 8601 date; only newer entries are returned.",
    "Free text. Quotes search for a phrase.",
    "Name of the field to sort by, e.g. created_at.",
];

/// Numbers that look random and are the same in every run (Knuth's MMIX).
struct Lcg(u64);

impl Lcg {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from[(self.0 >> 33) as usize % from.len()]
    }

    fn below(&mut self, n: u64) -> u64 {
        self.pick(&[""]);
        (self.0 >> 33) % n
    }
}

/// About `bytes` of records, one a line.
pub(crate) fn servers(bytes: usize) -> String {
    let mut out = String::with_capacity(bytes + (64 << 10));
    let mut random = Lcg(42);
    let mut n = 0;
    while out.len() < bytes {
        let tools: Vec<String> = (0..2 + random.below(20)).map(|t| tool(&mut random, t)).collect();
        let _ = writeln!(
            out,
            "{{\"id\":\"s{n}\",\"server\":{{\"name\":\"server-{n}\"}},\"tools\":[{}]}}",
            tools.join(",")
        );
        n += 1;
    }
    out
}

fn tool(random: &mut Lcg, n: u64) -> String {
    let (verb, thing) = (random.pick(VERBS), random.pick(THINGS));
    let mut text = format!("{verb} {thing} {}", random.pick(TAILS));
    for _ in 0..random.below(4) {
        let _ =
            write!(text, " {} {} {}", random.pick(VERBS), random.pick(THINGS), random.pick(TAILS));
    }
    let params: Vec<String> = (0..1 + random.below(6))
        .map(|p| {
            format!(
                "\"param_{p}\":{{\"type\":\"string\",\"description\":\"{}\"}}",
                random.pick(PARAMS)
            )
        })
        .collect();
    format!(
        "{{\"name\":\"{}_{thing}_{n}\",\"description\":\"{text}\",\"inputSchema\":{{\"type\":\"object\",\
         \"properties\":{{{}}},\"required\":[\"param_0\"]}}}}",
        verb.to_ascii_lowercase(),
        params.join(",")
    )
}
