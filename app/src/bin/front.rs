//! The front end: answers the workers that live in its scope.

fn main() {
    lanescope_app::front::start();
}
