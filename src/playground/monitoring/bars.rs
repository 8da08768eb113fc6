//! Bars of a chart as an SVG path: one for each step of time. Pure.

/// The height of a chart in its own units; its width is the number of steps.
pub(super) const HEIGHT: f64 = 40.0;
/// The share of a step's width that its bar has.
const WIDTH: &str = "0.8";
/// The height of the smallest bar that can be seen.
const SMALLEST: f64 = 1.0;

/// Bars of these values, each on top of the value below it. `max` is what fills the whole height.
pub(super) fn path(values: &[f64], below: &[f64], max: f64) -> String {
    let mut path = String::new();
    for (step, value) in values.iter().enumerate() {
        let below = below.get(step).copied().unwrap_or_default();
        if *value <= 0.0 || max <= 0.0 {
            continue;
        }
        let height = (value / max * HEIGHT).max(SMALLEST);
        let bottom = HEIGHT - below / max * HEIGHT;
        for piece in [
            "M",
            &step.to_string(),
            " ",
            &units(bottom),
            "v",
            &units(-height),
        ] {
            path.push_str(piece);
        }
        for piece in ["h", WIDTH, "v", &units(height), "z"] {
            path.push_str(piece);
        }
    }
    path
}

/// Hundredths are finer than a pixel.
fn units(length: f64) -> String {
    let hundredths = (length * 100.0).round() as i32;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let zero = if part < 10 { "0" } else { "" };
    [sign, &whole.to_string(), ".", zero, &part.to_string()].concat()
}

#[cfg(test)]
mod tests;
