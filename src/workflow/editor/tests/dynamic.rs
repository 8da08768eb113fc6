//! Inputs that bring others: dynamic choices and rows.

use super::classes::named;
use super::*;

#[track_caller]
fn check(values: Value, required: Value, expected: Value) {
    assert_eq!(named(values, required, json!({})), (expected, vec![]));
}

fn choice(options: Value) -> Value {
    json!(["COMFY_DYNAMICCOMBO_V3", {"options": options}])
}

fn option(key: &str, inputs: Value) -> Value {
    json!({"key": key, "inputs": {"required": inputs}})
}

fn seed_inside() -> Value {
    let inputs = json!({"noise_seed": ["INT", {}], "watermark": ["BOOLEAN", {}]});
    choice(json!([option("m1", inputs)]))
}

#[test]
fn a_seed_inside_a_choice_has_no_control_by_its_name() {
    let required = json!({"model": seed_inside(), "tail": ["INT", {}]});
    let expected =
        json!({"model": "m1", "model.noise_seed": 5, "model.watermark": false, "tail": 9});
    check(
        json!(["m1", 5, false, 9]),
        required.clone(),
        expected.clone(),
    );
    let by_another_program = json!(["m1", 5, "fixed", false, 9]);
    check(by_another_program, required, expected);
}

#[test]
fn a_seed_inside_a_choice_may_declare_a_control() {
    let inputs = json!({"seed": ["INT", {"control_after_generate": true}], "on": ["BOOLEAN", {}]});
    let required = json!({"model": choice(json!([option("m", inputs)])), "tail": ["INT", {}]});
    let expected = json!({"model": "m", "model.seed": 5, "model.on": true, "tail": 9});
    for values in [
        json!(["m", 5, "randomize", true, 9]),
        json!(["m", 5, true, 9]),
    ] {
        check(values, required.clone(), expected.clone());
    }
}

#[test]
fn a_seed_may_say_that_it_has_no_control() {
    let required = json!({"seed": ["INT", {"control_after_generate": false}], "n": ["INT", {}]});
    check(json!([5, 6]), required, json!({"seed": 5, "n": 6}));
}

#[test]
fn several_and_nested_choices_keep_their_values() {
    let nested = choice(json!([option(
        "deep",
        json!({"seed": ["INT", {}], "t": ["STRING", {}]})
    )]));
    let outer = choice(json!([
        option("none", json!({})),
        option("more", json!({"inner": nested, "after": ["FLOAT", {}]}))
    ]));
    let required =
        json!({"a": outer, "seed": ["INT", {}], "model": seed_inside(), "tail": ["INT", {}]});
    let values = json!(["more", "deep", 1, "x", 0.5, 7, "fixed", "m1", 5, false, 9]);
    let expected = json!({"a": "more", "a.inner": "deep", "a.inner.seed": 1, "a.inner.t": "x",
        "a.after": 0.5, "seed": 7, "model": "m1", "model.noise_seed": 5,
        "model.watermark": false, "tail": 9});
    check(values, required.clone(), expected);
    let values = json!(["none", 7, "fixed", "m1", 5, false, 9]);
    let expected = json!({"a": "none", "seed": 7, "model": "m1", "model.noise_seed": 5,
        "model.watermark": false, "tail": 9});
    check(values, required, expected);
}

#[test]
fn inputs_that_name_every_widget_change_nothing() {
    let names = ["model", "model.noise_seed", "model.watermark", "tail"];
    let inputs: Vec<Value> = names.iter().map(|name| widget(name, "INT", None)).collect();
    let node =
        json!({"id": 1, "type": "Own", "inputs": inputs, "widgets_values": ["m1", 5, false, 9]});
    let class =
        json!({"Own": {"input": {"required": {"model": seed_inside(), "tail": ["INT", {}]}}}});
    let (prompt, problems) = super::classes::prompt_with(&file(json!([node]), json!([])), class);
    let expected =
        json!({"model": "m1", "model.noise_seed": 5, "model.watermark": false, "tail": 9});
    assert_eq!((&prompt["1"]["inputs"], problems), (&expected, vec![]));
}

#[test]
fn a_named_value_of_another_option_is_left_out() {
    let options = json!([
        option("a", json!({"x": ["INT", {}]})),
        option("b", json!({"y": ["INT", {}]}))
    ]);
    let node = json!({"id": 1, "type": "Own", "widgets_values_named":
        {"model": "b", "model.y": 2, "model.x": 1, "extra": "kept", "control_after_generate": "fixed"}});
    let class = json!({"Own": {"input": {"required": {"model": choice(options)}}}});
    let (prompt, _) = super::classes::prompt_with(&file(json!([node]), json!([])), class);
    let expected = json!({"model": "b", "model.y": 2, "extra": "kept"});
    assert_eq!(prompt["1"]["inputs"], expected);
}

fn rows(settings: Value) -> Value {
    let mut all = json!({"template": {"required": {"name": [["A", "B", "C"], {}], "strength": ["FLOAT", {"default": 1}]},
        "optional": {"on": ["BOOLEAN", {"default": true}]}}});
    for (name, value) in settings.as_object().unwrap() {
        all[name] = value.clone();
    }
    json!(["COMFY_DYNAMICGROUP_V3", all])
}

#[test]
fn rows_have_a_count_in_the_file_and_indices_in_the_prompt() {
    let required = json!({"loras": rows(json!({"min": 0})), "tail": ["STRING", {}]});
    let values = json!([2, "B", 0.7, true, "C", 0.4, false, "end"]);
    let expected = json!({"loras.0.name": "B", "loras.0.strength": 0.7, "loras.0.on": true,
        "loras.1.name": "C", "loras.1.strength": 0.4, "loras.1.on": false, "tail": "end"});
    check(values, required.clone(), expected);
    check(json!([0, "end"]), required, json!({"tail": "end"}));
}

#[test]
fn rows_that_an_input_needs_have_defaults() {
    let required = json!({"loras": rows(json!({"min": 1}))});
    let expected = json!({"loras.0.name": "A", "loras.0.strength": 1, "loras.0.on": true});
    check(json!([]), required, expected);
}

#[test]
fn a_count_without_values_adds_no_rows() {
    let required = json!({"loras": rows(json!({}))});
    check(json!([1_000_000_000]), required, json!({}));
}

#[test]
fn named_rows_are_those_of_the_count() {
    let node = json!({"id": 1, "type": "Own", "widgets_values_named": {"loras": 1, "loras.0.name": "B",
        "loras.0.strength": 0.5, "loras.1.name": "gone", "loras.0.seed.0": "fixed"}});
    let class = json!({"Own": {"input": {"required": {"loras": rows(json!({}))}}}});
    let (prompt, _) = super::classes::prompt_with(&file(json!([node]), json!([])), class);
    let expected = json!({"loras.0.name": "B", "loras.0.strength": 0.5, "loras.0.on": true});
    assert_eq!(prompt["1"]["inputs"], expected);
}
