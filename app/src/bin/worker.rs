//! The worker: owns the session, so that the page never waits for a simulation.

fn main() {
    lanescope_app::worker::start();
}
