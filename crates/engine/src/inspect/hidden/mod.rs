//! What a person does not see, or what makes a terminal show something else.

pub(super) mod html;
pub(super) mod terminal;
pub(super) mod unicode;
