//! Shows how a text is read: `frames_explain 'text' [tool]`.
#![allow(clippy::print_stdout)]

use warden_engine::frames::{Context, analyse, explain};

fn main() {
    let mut args = std::env::args().skip(1);
    let text = args.next().unwrap_or_default();
    let cx = Context::tool(&args.next().unwrap_or_else(|| "tool".into()));
    println!("{}", explain(&text, &cx));
    for h in analyse(&text, &cx) {
        println!("{} {:?} {:?} {:?}", h.rule, h.severity, &text[h.span.clone()], h.frame);
    }
}
