//! Known weaknesses of other scanners, each as a test.
