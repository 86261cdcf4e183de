//! The command line as a person or a machine sees it, and the rules that the
//! workspace keeps.

mod bypass;
mod calls;
mod ci;
mod clients;
mod corpus;
mod demo;
mod doctor;
mod harness;
mod hostile;
mod ignore;
mod inspect;
mod interrupt;
mod lock;
mod lock_kill;
mod lock_scan;
mod outputs;
mod policy;
mod record;
mod rules;
mod scan;
mod seeds;
mod sign;
mod sign_pin;
mod usage;
mod vet;
mod workspace;
mod wrap;
mod wrap_ask;
mod wrap_ends;
mod wrap_install;
mod wrap_listen;
mod wrap_many;
mod wrap_pins;
mod wrap_pins_more;
mod wrap_url;
