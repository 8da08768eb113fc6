//! The ways in which programs other than the present editor have written a class's values, those nearest to the
//! editor's first. Does not read values.

use super::layout::Departures;
use crate::classes::{ClassInput, InputKind, NodeClass, WidgetPlace};

/// Changes the editor's way in one respect.
type Change = fn(&mut Departures);

/// The ways that differ for this class: with one departure, then two, and so on.
pub(super) fn nearest_first(class: &NodeClass) -> Vec<Departures> {
    let changes: Vec<Change> = changes(class).collect();
    let mut sets: Vec<u32> = (1..1_u32 << changes.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    let way = |set: u32| {
        let mut how = Departures::default();
        let chosen = changes.iter().enumerate();
        for (_, change) in chosen.filter(|(index, _)| set & (1 << index) != 0) {
            change(&mut how);
        }
        how
    };
    sets.into_iter().map(way).collect()
}

fn changes(class: &NodeClass) -> impl Iterator<Item = Change> {
    let any =
        |matches: fn(&ClassInput) -> bool| class.inputs.iter().any(|input| within(input, matches));
    let controls = any(|input| input.controls(&input.name) > 0);
    let uploads = any(|input| input.upload().is_some());
    let candidates: [(bool, Change); 8] = [
        (controls, |how| how.loose_controls = true),
        (any(|input| input.controls(&input.name) > 1), |how| {
            how.no_filter = true
        }),
        (uploads, |how| how.early_upload = true),
        (any(ClassInput::is_forced), |how| how.forced = true),
        (any(ClassInput::may_be_widget), |how| how.unknown = true),
        (any(is_not_saved), |how| how.holes = true),
        (controls, |how| how.inner_controls = true),
        (any(|input| input.widget_type() == "BOUNDING_BOX"), |how| {
            how.no_parts = true
        }),
    ];
    candidates
        .into_iter()
        .filter_map(|(applies, change)| applies.then_some(change))
}

fn is_not_saved(input: &ClassInput) -> bool {
    let place = input.widget_place();
    matches!(place, Some(WidgetPlace::Prompt | WidgetPlace::Nowhere))
}

/// Whether an input, or one that it brings, matches.
fn within(input: &ClassInput, matches: fn(&ClassInput) -> bool) -> bool {
    matches(input)
        || match &input.kind {
            InputKind::Dynamic(options) => options
                .iter()
                .flat_map(|option| &option.inputs)
                .any(|inner| within(inner, matches)),
            InputKind::Rows(row) => row.iter().any(|inner| within(inner, matches)),
            _ => false,
        }
}
