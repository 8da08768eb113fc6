//! Applies an author's settings to a field. They may narrow what the class of the node allows, but not widen it.

use std::cmp::Ordering;

use crate::decimal::{compare, decimal};
use crate::field::Field;
use crate::kind::{Bounds, FieldKind};
use crate::truncate::quoted;
use workflow::{FieldSettings, Node, Problem};

/// Applies settings to the field of a node. A setting that does not fit is a problem, and left out.
pub(super) fn apply(
    field: &mut Field,
    settings: &FieldSettings,
    node: &Node,
    problems: &mut Vec<Problem>,
) {
    if settings.help.is_some() {
        field.help.clone_from(&settings.help);
    }
    field.advanced = settings.advanced;
    field.visible_if.clone_from(&settings.visible_if);
    let name = quoted(&field.name);
    let mut problem =
        |why: String| problems.push(Problem::at(node, format!("the field {name}: {why}")));
    let numbers = [&settings.min, &settings.max, &settings.step];
    match &mut field.kind {
        FieldKind::Number(bounds) | FieldKind::Slider(bounds) => {
            narrow(bounds, settings, &mut problem);
            check_default(field.default.as_deref(), bounds, &mut problem);
        }
        _ if numbers.iter().any(|number| number.is_some()) => {
            problem("`min`, `max` and `step` are for numbers only; remove them".to_owned());
        }
        _ => {}
    }
    match &mut field.kind {
        FieldKind::Text { max_length, .. } => {
            *max_length = settings.max_length.or(*max_length);
        }
        _ if settings.max_length.is_some() => {
            problem("`maxLength` is for texts only; remove it".to_owned());
        }
        _ => {}
    }
}

fn narrow(bounds: &mut Bounds, settings: &FieldSettings, problem: &mut impl FnMut(String)) {
    let before = bounds.clone();
    let limits = [
        ("min", &mut bounds.min, &settings.min, Ordering::Less),
        ("max", &mut bounds.max, &settings.max, Ordering::Greater),
    ];
    for (key, limit, set, wider) in limits {
        let Some(set) = set else { continue };
        let is_wider = compare(Some(set), limit.as_deref()) == Some(wider);
        match limit.as_deref().filter(|_| is_wider) {
            _ if decimal(set).is_none() => problem(not_a_number(key, set)),
            Some(own) => problem(format!(
                "its `{key}` is {set}, but the node only allows {own}; use {own} or a narrower bound"
            )),
            None => *limit = Some(set.clone()),
        }
    }
    if compare(bounds.min.as_deref(), bounds.max.as_deref()) == Some(Ordering::Greater) {
        problem("its `min` is greater than its `max`, so both are ignored".to_owned());
        bounds.min = before.min;
        bounds.max = before.max;
    }
    if let Some(step) = &settings.step {
        match compare(Some(step), Some("0")) {
            Some(Ordering::Greater) => bounds.step = Some(step.clone()),
            Some(_) => problem("its `step` must be greater than 0".to_owned()),
            None => problem(not_a_number("step", step)),
        }
    }
}

fn not_a_number(key: &str, text: &str) -> String {
    let text = quoted(text);
    format!("its `{key}` is {text}, which is not a number of at most 28 digits")
}

fn check_default(default: Option<&str>, bounds: &Bounds, problem: &mut impl FnMut(String)) {
    let too_small = compare(default, bounds.min.as_deref()) == Some(Ordering::Less);
    let too_great = compare(default, bounds.max.as_deref()) == Some(Ordering::Greater);
    if let (Some(default), true) = (default, too_small || too_great) {
        problem(format!(
            "the workflow's own value {default} is outside its bounds; change one of them"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_may_be_narrower_than_the_nodes_but_not_wider() {
        let mut bounds = Bounds {
            integer: true,
            min: Some("1".into()),
            max: Some("18446744073709551615".into()),
            step: None,
        };
        let settings = FieldSettings {
            min: Some("0".into()),
            max: Some("18446744073709551614".into()),
            ..FieldSettings::default()
        };
        let mut problems = Vec::new();
        narrow(&mut bounds, &settings, &mut |problem| {
            problems.push(problem)
        });
        assert_eq!(bounds.min.as_deref(), Some("1"));
        assert_eq!(bounds.max.as_deref(), Some("18446744073709551614"));
        assert_eq!(problems.len(), 1);
        assert!(problems[0].contains("`min` is 0, but the node only allows 1"));
    }
}
