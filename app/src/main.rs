//! The page: mounts the application.

fn main() {
    lanescope_app::page::start();
}
