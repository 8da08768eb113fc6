use std::collections::HashSet;

use super::*;

#[test]
fn every_class_is_in_the_tables_once() {
    let classes: Vec<&str> = INPUTS.iter().map(|mark| mark.class).collect();
    let classes = classes
        .into_iter()
        .chain(OUTPUTS.iter().map(|mark| mark.class));
    let mut seen = HashSet::new();
    for class in classes {
        assert!(seen.insert(class), "{class} is listed twice");
    }
}

#[test]
fn every_file_can_reach_an_engine() {
    for mark in INPUTS.iter().filter(|mark| mark.is_file()) {
        let reaches = mark.value.is_some() || matches!(mark.stand_in, StandIn::Node(_));
        assert!(reaches, "{}", mark.class);
    }
}

#[test]
fn a_row_names_a_widget_once() {
    for mark in INPUTS {
        let names: HashSet<_> = mark.widgets.iter().collect();
        assert_eq!(names.len(), mark.widgets.len(), "{}", mark.class);
    }
}

#[test]
fn only_comfyuis_own_classes_are_a_fallback() {
    let core: Vec<_> = INPUTS
        .iter()
        .filter(|mark| mark.is_core())
        .map(|mark| mark.class)
        .collect();
    assert!(
        core.contains(&"LoadImage") && core.contains(&"PrimitiveInt"),
        "{core:?}"
    );
    assert!(
        !core.contains(&"InputImage") && !core.contains(&"FSLoadImage"),
        "{core:?}"
    );
}

#[test]
fn an_alias_stands_for_an_output_and_is_not_a_mark_itself() {
    for (alias, original) in ALIASES {
        assert!(output(original).is_some(), "{original}");
        assert!(output(alias).is_none() && input(alias).is_none(), "{alias}");
    }
    assert_eq!(original("FlowdeckSaveText"), Some("SaveText"));
    assert_eq!(original("SaveText"), None);
}
