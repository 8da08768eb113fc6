//! The options of a varied choice, each with a checkbox. In the deferred chunk.

use crate::form::batch::Variation;
use crate::form::field_state::FieldState;
use crate::messages as say;
use schema::FieldKind;
use ui::{El, checked, el};

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
    ticked: impl Fn(&str) -> bool + Copy + 'static,
    tick: impl Fn(&str, bool) + Copy + 'static,
) -> El {
    let checkbox = |option: &String| {
        let (own, changed) = (option.clone(), option.clone());
        let input = el("input", "")
            .attr("type", "checkbox")
            .prop("checked", move || ticked(&own))
            .on("change", move |event| tick(&changed, checked(&event)));
        let text = el("span", "").attr("dir", "auto").text(option.clone());
        el("label", "variation-option").child(input).child(text)
    };
    el("div", "variation-options")
        .attr("role", "group")
        .attr("aria-label", say::BATCH_OPTIONS.with(&[&field.label()]))
        .children(options.iter().map(checkbox))
}

/// Whether an option is in the list.
pub(super) fn is_ticked(list: &str, option: &str) -> bool {
    list.lines().any(|line| line == option)
}

/// The list of the ticked options, in the order of the definition, after a change of one of them.
pub(super) fn with_option(list: &str, options: &[String], changed: &str, ticked: bool) -> String {
    let stays = |option: &&str| match *option == changed {
        true => ticked,
        false => is_ticked(list, option),
    };
    let kept = options.iter().map(String::as_str).filter(stays);
    kept.collect::<Vec<_>>().join("\n")
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
