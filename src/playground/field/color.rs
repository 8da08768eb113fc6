//! The control for a color that is a whole number, as ComfyUI's nodes have it: a number, and the browser's choice of
//! colors.

use js_sys::Number;

use super::number::number;
use crate::form::FieldState;
use crate::messages as say;
use schema::Bounds;
use ui::{El, template, value};

/// The number, and a swatch that opens the choice of colors.
pub(super) fn color(field: FieldState, bounds: Bounds) -> El {
    template("control-color")
        .slot("swatch", |swatch| {
            swatch
                .attr("aria-label", say::COLOR_CHOOSE.with(&[&field.label()]))
                .prop("value", move || field.text.with(|text| css_color(text)))
                .on("input", move |event| {
                    field.set_text(number_of(&value(&event)));
                })
                .on("change", move |_| field.check())
        })
        .replace("number", Some(number(field, bounds)))
}

/// A number as a color in CSS, such as `#ff8000`; black if it is none.
fn css_color(number: &str) -> String {
    let number = number.parse().unwrap_or(0).min(0xff_ffff);
    // The digit before it keeps leading zeros.
    let digits = Number::from(0x100_0000 + number).to_string_with_radix(16);
    let digits = digits.map(String::from).unwrap_or_default();
    ["#", digits.get(1..).unwrap_or("000000")].concat()
}

fn number_of(css_color: &str) -> String {
    let number = u32::from_str_radix(css_color.trim_start_matches('#'), 16);
    number.unwrap_or(0).to_string()
}
