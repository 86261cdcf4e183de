//! Known weaknesses of other scanners, each as a test named after its number:
//! `w11_2_*` and `w11_3_*` for those of one reference scanner, `g*` and `x*`
//! for those of another. What stays open is in `docs/limits.md`.

mod encoding;
mod false_alarms;
mod gates;
mod guards;
mod launch;
mod shapes;
