//! The types of values.

use super::*;

/// What the input of a class with this definition gets from a marker node with this text, or why it does not.
fn fitted(text: &str, definition: &Value, group: &str) -> Result<Value, String> {
    let prompt = json!({
        "1": {"class_type": "InputText", "inputs": {"name": "t"}},
        "2": {"class_type": "A", "inputs": {"own": 1, "in": ["1", 0]}},
    });
    let known = [(
        "A".to_owned(),
        json!({"input": {group: {"in": definition}}}),
    )];
    let values = HashMap::from([("1".to_owned(), Fill::Literal(json!(text)))]);
    let (lowered, misfits) =
        lower_checked(&workflow(prompt), &values, &known.into_iter().collect());
    match misfits.into_iter().next() {
        Some(misfit) => {
            assert_eq!(misfit.key, "1");
            Err(format!("{}: {}", misfit.kind, misfit.message))
        }
        None => Ok(lowered.to_value()["2"]["inputs"]["in"].clone()),
    }
}

#[test]
fn a_text_takes_the_type_of_the_input_that_it_feeds() {
    let (int, float, flag) = (json!(["INT"]), json!(["FLOAT"]), json!(["BOOLEAN"]));
    let combo = json!(["COMBO", {"options": ["a", 2]}]);
    for (text, definition, expected) in [
        ("false", &flag, "false"),
        (" On ", &flag, "true"),
        ("64", &int, "64"),
        ("-3.0", &int, "-3"),
        ("18446744073709551615", &int, "18446744073709551615"),
        ("64.90", &float, "64.90"),
        ("64", &json!(["STRING"]), "\"64\""),
        ("a", &combo, "\"a\""),
        ("2", &combo, "2"),
        ("", &json!(["INT", {"default": 7}]), "7"),
        ("any", &json!(["MODEL"]), "\"any\""),
        (
            "new.png",
            &json!([["old.png"], {"image_upload": true}]),
            "\"new.png\"",
        ),
    ] {
        let fitted = fitted(text, definition, "required").map(|value| value.to_string());
        assert_eq!(fitted.as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn an_input_without_options_takes_no_value() {
    let fitted = fitted("x", &json!([[]]), "required");
    let expected = "enum: has no options, so it cannot be “x”";
    assert_eq!(fitted, Err(expected.to_owned()));
}

#[test]
fn a_number_outside_the_bounds_of_its_input_is_reported() {
    let int = json!(["INT", {"min": -2, "max": 18_446_744_073_709_551_615_u64}]);
    let float = json!(["FLOAT", {"min": 0.0, "max": 0.1}]);
    let odd = json!(["INT", {"min": "1", "max": null}]);
    for (text, definition) in [
        ("-2", &int),
        ("18446744073709551615", &int),
        ("0.10", &float),
        ("1e-2", &float),
        ("0", &odd),
    ] {
        assert!(fitted(text, definition, "required").is_ok(), "{text}");
    }
    for (text, definition, expected) in [
        (
            "-3",
            &int,
            "greater_than_equal: must be at least -2, not -3",
        ),
        (
            "18446744073709551616",
            &int,
            "less_than_equal: must be at most 18446744073709551615, not 18446744073709551616",
        ),
        (
            "0.1000000000000000001",
            &float,
            "less_than_equal: must be at most 0.1, not 0.1000000000000000001",
        ),
    ] {
        let fitted = fitted(text, definition, "required");
        assert_eq!(fitted, Err(expected.to_owned()));
    }
}

#[test]
fn a_value_that_does_not_fit_its_input_is_reported() {
    let options: Vec<String> = (0..12).map(|number| format!("m{number}")).collect();
    for (text, definition, expected) in [
        (
            "64.9",
            json!(["INT"]),
            "int_parsing: must be a whole number, not “64.9”",
        ),
        (
            "1e3",
            json!(["INT"]),
            "int_parsing: must be a whole number, not “1e3”",
        ),
        (
            "-",
            json!(["INT"]),
            "int_parsing: must be a whole number, not “-”",
        ),
        (
            "NaN",
            json!(["FLOAT"]),
            "float_parsing: must be a number, not “NaN”",
        ),
        (
            "maybe",
            json!(["BOOLEAN"]),
            "bool_parsing: must be true or false, not “maybe”",
        ),
        (
            " ",
            json!(["INT"]),
            "missing: required: the input `in` has no default",
        ),
        (
            "b",
            json!([options]),
            "enum: must be one of m0, m1, m2, m3, m4, m5, m6, m7, m8, m9 and 2 more, not “b”",
        ),
    ] {
        assert_eq!(
            fitted(text, &definition, "required"),
            Err(expected.to_owned())
        );
    }
}

#[test]
fn an_empty_value_leaves_an_optional_input_out() {
    assert_eq!(
        fitted("", &json!(["INT", {"default": 7}]), "optional"),
        Ok(Value::Null)
    );
    assert_eq!(fitted("", &json!(["STRING"]), "optional"), Ok(json!("")));
}

#[test]
fn app_mode_values_take_the_types_of_their_targets() {
    let prompt = json!({"2": {"class_type": "A", "inputs": {"on": true, "size": 1},
        "_meta": {"app_inputs": [{"field": 0, "input": "on", "name": "on"},
                                 {"field": 1, "input": "size", "name": "size"}]}}});
    let inputs = json!({"on": ["BOOLEAN"], "size": ["INT"]});
    let known = [("A".to_owned(), json!({"input": {"required": inputs}}))];
    let values = [("2.on", "false"), ("2.size", "2.5")];
    let values = values.map(|(key, text)| (key.to_owned(), Fill::Literal(json!(text))));
    let (lowered, misfits) = lower_checked(
        &workflow(prompt),
        &values.into_iter().collect(),
        &known.into_iter().collect(),
    );
    assert_eq!(lowered.nodes[0].inputs["on"], json!(false));
    assert_eq!((misfits.len(), misfits[0].key.as_str()), (1, "2.size"));
}

#[test]
fn a_file_is_spelled_as_the_engine_s_list_does() {
    let options = json!([["XL\\a.sft", "b.sft", "up\\x4.pth"]]);
    for (text, option) in [
        ("XL/a.sft", "XL\\a.sft"),
        ("xl/A.sft", "XL\\a.sft"),
        ("B.SFT", "b.sft"),
    ] {
        assert_eq!(
            fitted(text, &options, "required"),
            Ok(json!(option)),
            "{text}"
        );
    }
    let prompt = json!({"1": {"class_type": "A", "inputs": {
        "model": "XL/a.sft", "image": "clip/in.png", "other": "x/y", "mode": "FAST", "link": ["2", 0]}}, "2": {"class_type": "B", "inputs": {}}});
    let known = json!({"A": {"input": {"required": {
        "model": options, "image": [["clip\\in.png", "IN.png"], {"image_upload": true}], "other": ["STRING"],
        "mode": [["fast"]], "link": [["a/b"]]}}}});
    let spelled = lowered(prompt.clone(), &[], known);
    let expected = json!({
        "model": "XL\\a.sft", "image": "clip\\in.png", "other": "x/y", "mode": "FAST", "link": ["2", 0]});
    assert_eq!(spelled["1"]["inputs"], expected);
    assert_eq!(lowered(prompt.clone(), &[], json!({})), prompt);
}

#[test]
fn the_name_of_an_uploaded_file_keeps_its_case() {
    let prompt = json!({"1": {"class_type": "LoadImage", "inputs": {"image": "own.png"}}});
    let known = json!({"LoadImage": {"input": {"required": {
        "image": [["CAT.png"], {"image_upload": true}]}}}});
    let given = [("1", Fill::File("cat.png".into()))];
    assert_eq!(
        lowered(prompt, &given, known)["1"]["inputs"]["image"],
        "cat.png"
    );
}

#[test]
fn files_of_dynamic_choices_and_lists_are_spelled_alike() {
    let files = json!([["a\\b.png", "a/c.png"], {"multiselect": true}]);
    let known = json!({"A": {"input": {"required": {
        "several": files,
        "mode": ["COMFY_DYNAMICCOMBO_V3", {"options": [
            {"key": "file", "inputs": {"required": {"model": [["x\\m.pt"]]}}},
            {"key": "other", "inputs": {"required": {"model": [["y\\m.pt"]]}}}]}]}}}});
    let prompt = json!({"1": {"class_type": "A", "inputs": {
        "several": ["a/b.png", "a\\c.png", 7], "mode": "file", "mode.model": "x/m.pt", "model": "y/m.pt"}}});
    let expected = json!({
        "several": ["a\\b.png", "a/c.png", 7], "mode": "file", "mode.model": "x\\m.pt", "model": "y/m.pt"});
    assert_eq!(lowered(prompt, &[], known)["1"]["inputs"], expected);
}
