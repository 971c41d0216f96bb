//! Compile time. Run with `cargo test --release -p lanescope-core lang::tests::speed -- --ignored --nocapture`.

extern crate std;

use super::front;

/// Five typical kernels in 5 ms, all together.
#[test]
#[ignore = "a measurement: it means something in a release build only"]
fn five_kernels_in_five_milliseconds() {
    let kernels = [
        include_str!("../../../../kernels/saxpy.cl"),
        include_str!("../../../../kernels/matmul_tiled.cu"),
        include_str!("../../../../kernels/reduce_sequential.cl"),
        include_str!("../../../../kernels/histogram.cl"),
        include_str!("../../../../kernels/nbody_step.cu"),
    ];
    let best = (0..20)
        .map(|_| {
            let start = std::time::Instant::now();
            kernels.iter().for_each(|kernel| assert!(!front(kernel).has_errors()));
            start.elapsed()
        })
        .min()
        .unwrap_or_default();
    std::println!("five kernels: {best:?}");
    assert!(best.as_millis() < 5);
}
