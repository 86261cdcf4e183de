//! The clients crate from outside: temporary homes and projects with configs
//! as people have them.

mod claude;
mod editors;
mod entries;
mod files;
mod fuzz;
mod named;
mod paths;
mod rewrite;
mod rules;
mod terminals;
mod world;
