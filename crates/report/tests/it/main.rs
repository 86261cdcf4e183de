//! Tests of the renderers.

mod hostile;
mod html;
mod json;
mod markdown;
mod samples;
mod sarif;
mod schema;
mod table;
