//! The options of a varied choice, each with a checkbox. In the deferred chunk.

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

use super::variation::Variation;
use crate::playground::form::field_state::FieldState;
use crate::playground::messages as say;
use crate::playground::ui::{El, el};
use crate::schema::FieldKind;

/// The options of a choice; `None` for other fields, and if a value is not among them, since no checkbox has it.
pub(super) fn options_of(field: FieldState, variation: &Variation) -> Option<Vec<String>> {
    let options = field
        .definition
        .with_value(|definition| match &definition.kind {
            FieldKind::Choice { options } => Some(options.clone()),
            _ => None,
        })?;
    let is_known = |line: &str| options.iter().any(|option| option == line);
    variation.list.lines().all(is_known).then_some(options)
}

/// A checkbox for each option.
pub(super) fn checkboxes(
    field: FieldState,
    options: &[String],
    is_ticked: impl Fn(&str) -> bool + Copy + 'static,
    tick: impl Fn(&str, bool) + Copy + 'static,
) -> El {
    let checkbox = |option: &String| {
        let (own, ticked) = (option.clone(), option.clone());
        let input = el("input", "")
            .attr("type", "checkbox")
            .prop("checked", move || is_ticked(&own))
            .on("change", move |event| tick(&ticked, is_checked(&event)));
        let text = el("span", "").attr("dir", "auto").text(option.clone());
        el("label", "variation-option").child(input).child(text)
    };
    el("div", "variation-options")
        .attr("role", "group")
        .attr("aria-label", say::BATCH_OPTIONS.with(&[&field.label()]))
        .children(options.iter().map(checkbox))
}

/// The list of the ticked options, in the order of the definition, after a change of one of them.
pub(super) fn with_option(list: &str, options: &[String], changed: &str, ticked: bool) -> String {
    let is_ticked = |option: &&str| match *option == changed {
        true => ticked,
        false => list.lines().any(|line| line == *option),
    };
    let kept = options.iter().map(String::as_str).filter(is_ticked);
    kept.collect::<Vec<_>>().join("\n")
}

fn is_checked(event: &Event) -> bool {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    input.is_some_and(|input| input.checked())
}

#[cfg(test)]
mod tests {
    use super::with_option;

    #[test]
    fn ticked_options_keep_the_order_of_the_definition() {
        let options = ["top", "center", "bottom"].map(str::to_owned);
        assert_eq!(with_option("bottom", &options, "top", true), "top\nbottom");
        assert_eq!(with_option("top\nbottom", &options, "top", false), "bottom");
        assert_eq!(with_option("top", &options, "top", false), "");
    }
}
