//! Tests of the vocabulary crate, through its public face.

mod digest_vectors;
mod dump;
mod json_anomalies;
mod json_canonical;
mod json_differential;
mod json_limits;
mod json_properties;
mod seeds;
mod support;
mod surface_malformed;
mod surface_markers;
