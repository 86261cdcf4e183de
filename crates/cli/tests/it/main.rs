//! The command line as a person or a machine sees it, and the rules that the
//! workspace keeps.

mod demo;
mod harness;
mod workspace;
