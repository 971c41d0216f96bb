//! Rounding and logarithms of 64-bit floats for pictures and their axes.

/// The next whole number below.
pub fn floor(x: f64) -> f64 {
    libm::floor(x)
}

/// The next whole number above.
pub fn ceil(x: f64) -> f64 {
    libm::ceil(x)
}

/// The nearest whole number.
pub fn round(x: f64) -> f64 {
    libm::round(x)
}

/// The part of a positive number behind the point.
pub fn fract(x: f64) -> f64 {
    x - floor(x)
}

/// The power of ten that gives `x`.
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// Ten to the power of `x`.
pub fn power(x: f64) -> f64 {
    libm::pow(10.0, x)
}

/// A power of ten, exact where a float can hold it.
pub fn power_of_ten(power: i32) -> f64 {
    libm::pow(10.0, f64::from(power))
}
