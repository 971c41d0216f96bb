//! Numbers as people read them: the core's, so that page, figures and terminal write them in the same way.

pub use lanescope_core::session::figure::number::*;
