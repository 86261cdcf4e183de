//! Whether a text orders or talks about orders, and which rule an order falls
//! under.

use super::weigh::{Found, Weighed};
use super::words::Kind;
use crate::inspect::rules;
use crate::rule::Meta;

/// From this weight on a block is an order, if a model is spoken to.
const ENOUGH_AT_A_MODEL: f32 = 4.0;
/// The same, if nobody is.
const ENOUGH: f32 = 4.0;
/// In a document about attacks, quotations aside.
const ENOUGH_ABOUT: f32 = 6.0;
/// So many different words of the trade make a document one about attacks.
const ABOUT: usize = 3;

/// The rule that a block falls under; `None` if it is no order.
pub(super) fn decide(w: &Weighed, about: usize) -> Option<&'static Meta> {
    let documents = about >= ABOUT;
    if documents && w.mention {
        return None;
    }
    let found = if documents { w.open } else { w.said };
    let enough = match () {
        () if documents => ENOUGH_ABOUT,
        () if found.at_a_model() => ENOUGH_AT_A_MODEL,
        () => ENOUGH,
    };
    (found.weight() >= enough && is_order(found)).then(|| rule(found))
}

fn is_order(f: Found) -> bool {
    f.orders() || f.has(Kind::Override) || f.has(Kind::Role) || f.has(Kind::Template)
}

/// What weighs most gives the name.
fn rule(f: Found) -> &'static Meta {
    let place = f.own(Kind::Destination) || f.own(Kind::Account);
    if f.has(Kind::Override) {
        &rules::OVERRIDE
    } else if f.has(Kind::Role) {
        &rules::UNBIND
    } else if f.has(Kind::Turn) || f.has(Kind::Template) {
        &rules::FAKE_TURN
    } else if f.has(Kind::Shell) {
        &rules::COMMAND
    } else if place && (f.own(Kind::Send) || f.own(Kind::Order)) {
        &rules::SEND
    } else if f.has(Kind::Conceal) {
        &rules::CONCEAL
    } else if f.has(Kind::Tool) {
        &rules::CALL
    } else {
        &rules::ADDRESS
    }
}
