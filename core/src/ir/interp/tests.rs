//! Kernels built by hand, with results that follow from the definitions.
