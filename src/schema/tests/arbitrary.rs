//! Arbitrary schemas for property tests.

use proptest::collection::{hash_set, vec};
use proptest::option::of;
use proptest::prelude::*;

use super::*;
use workflow::Condition;

/// Any text that is not blank.
fn words() -> impl Strategy<Value = String> {
    "\\PC{0,11}[a-z\"'<&]"
}

fn digits() -> impl Strategy<Value = String> {
    let exact = |text: String| decimal(&text).unwrap().to_string();
    prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        ("-?[0-9]{1,9}\\.[0-9]{1,9}").prop_map(exact),
    ]
}

fn bounds(ends: bool) -> impl Strategy<Value = Bounds> {
    let end = move || match ends {
        true => digits().prop_map(Some).boxed(),
        false => of(digits()).boxed(),
    };
    (any::<bool>(), end(), end(), of(digits())).prop_map(|(integer, one, other, step)| {
        let order = decimal::compare(one.as_deref(), other.as_deref());
        let (min, max) = match order {
            Some(std::cmp::Ordering::Greater) => (other, one),
            _ => (one, other),
        };
        Bounds {
            integer,
            min,
            max,
            step,
        }
    })
}

fn kind() -> impl Strategy<Value = FieldKind> {
    let accept = prop_oneof![
        Just(None),
        Just(Some(".glb,.obj".to_owned())),
        Just(Some("image/png,image/webp".to_owned())),
    ];
    prop_oneof![
        (any::<bool>(), of(1..u32::MAX)).prop_map(|(multiline, max_length)| FieldKind::Text {
            multiline,
            max_length
        }),
        bounds(false).prop_map(FieldKind::Number),
        bounds(true).prop_map(FieldKind::Slider),
        Just(FieldKind::Boolean),
        hash_set(words(), 1..5).prop_map(|options| FieldKind::Choice {
            options: options.into_iter().collect(),
        }),
        Just(FieldKind::Image),
        Just(FieldKind::Video),
        Just(FieldKind::Audio),
        accept.prop_map(|accept| FieldKind::File { accept }),
    ]
}

/// A default for the kind, if it has one; a switch always does.
fn default(kind: &FieldKind) -> BoxedStrategy<Option<String>> {
    match kind {
        FieldKind::Text { .. } => of(".{0,9}").boxed(),
        FieldKind::Number(_) | FieldKind::Slider(_) => of(digits()).boxed(),
        FieldKind::Boolean => any::<bool>()
            .prop_map(|flag| Some(flag.to_string()))
            .boxed(),
        FieldKind::Choice { options } => of(proptest::sample::select(options.clone())).boxed(),
        _ => Just(None).boxed(),
    }
}

fn field() -> impl Strategy<Value = Field> {
    let particulars = (
        words(),
        words(),
        of(words()),
        of(words()),
        any::<bool>(),
        any::<bool>(),
        of("[1-9][0-9]{0,3}"),
        any::<[bool; 2]>(),
        of((words(), words()).prop_map(|(field, is)| Condition { field, is })),
    );
    let kind = kind().prop_flat_map(|kind| (default(&kind), Just(kind)));
    (particulars, kind).prop_map(
        |(
            (name, label, help, tooltip, required, multiple, node, [advanced, random], visible_if),
            (default, kind),
        )| {
            Field {
                label,
                // One that repeats the help text is not written.
                tooltip: tooltip.filter(|tooltip| help.as_ref() != Some(tooltip)),
                help,
                default,
                required,
                multiple,
                node: node.unwrap_or_default(),
                advanced,
                random,
                visible_if,
                ..Field::new(name, kind)
            }
        },
    )
}

/// A schema with unique names.
pub(crate) fn schema() -> impl Strategy<Value = InputSchema> {
    let output = (0..3usize, words()).prop_map(|(kind, label)| Output {
        node: "9".to_owned(),
        label,
        kind: [OutputKind::Image, OutputKind::Text, OutputKind::File][kind],
    });
    (vec(field(), 1..6), vec(output, 0..3)).prop_map(|(mut fields, outputs)| {
        for (index, field) in fields.iter_mut().enumerate() {
            field.name = format!("{}{index}", field.name);
        }
        InputSchema { fields, outputs }
    })
}
