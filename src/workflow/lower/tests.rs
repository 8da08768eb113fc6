use serde_json::{Number, json};

use super::*;

mod values;

fn workflow(value: Value) -> Workflow {
    let (workflow, problems) = Workflow::from_value(&value);
    assert!(problems.is_empty(), "{problems:?}");
    workflow
}

fn lowered(value: Value, fills: &[(&str, Fill)], object_info: Value) -> Value {
    let fills = fills
        .iter()
        .map(|(id, fill)| ((*id).to_owned(), fill.clone()))
        .collect();
    let known = object_info.as_object().cloned().unwrap_or_default();
    lower(&workflow(value), &fills, &known.into_iter().collect()).to_value()
}

#[test]
fn a_literal_replaces_every_link_to_its_marker() {
    let prompt = json!({
        "1": {"class_type": "InputText", "inputs": {"name": "title"}},
        "2": {"class_type": "A", "inputs": {"text": ["1", 0], "other": 3}},
        "3": {"class_type": "B", "inputs": {"string": ["1", 0]}},
    });
    let fills = [("1", Fill::Literal(json!("Hi")))];
    let expected = json!({
        "2": {"class_type": "A", "inputs": {"text": "Hi", "other": 3}},
        "3": {"class_type": "B", "inputs": {"string": "Hi"}},
    });
    assert_eq!(lowered(prompt, &fills, json!({})), expected);
}

#[test]
fn a_number_keeps_its_digits() {
    let prompt = json!({
        "1": {"class_type": "InputNumber", "inputs": {}},
        "2": {"class_type": "A", "inputs": {"seed": ["1", 0]}},
    });
    let seed: Number = "18446744073709551615".parse().unwrap();
    let lowered = lowered(
        prompt,
        &[("1", Fill::Literal(Value::Number(seed)))],
        json!({}),
    );
    assert_eq!(
        lowered["2"]["inputs"].to_string(),
        r#"{"seed":18446744073709551615}"#
    );
}

#[test]
fn an_image_is_loaded_by_its_name_on_the_engine() {
    let prompt = json!({
        "1": {"class_type": "InputImage", "inputs": {"name": "photo"}, "_meta": {"title": "Photo"}},
        "2": {"class_type": "A", "inputs": {"image": ["1", 0]}},
    });
    let lowered = lowered(
        prompt,
        &[("1", Fill::File("cat (1).png".into()))],
        json!({}),
    );
    assert_eq!(
        lowered["1"],
        json!({"class_type": "LoadImage", "inputs": {"image": "cat (1).png"}, "_meta": {"title": "Photo"}})
    );
    assert_eq!(lowered["2"]["inputs"]["image"], json!(["1", 0]));
}

#[test]
fn a_missing_value_leaves_no_link_behind() {
    let prompt = json!({
        "1": {"class_type": "InputImage", "inputs": {"required": false}},
        "2": {"class_type": "A", "inputs": {"mask": ["1", 0], "amount": 1}},
    });
    assert_eq!(
        lowered(prompt, &[], json!({})),
        json!({"2": {"class_type": "A", "inputs": {"amount": 1}}})
    );
}

#[test]
fn a_known_marker_stays_and_takes_the_value() {
    let prompt = json!({"1": {"class_type": "FSLoadText", "inputs": {"label": "t", "default_value": "old"}}});
    let lowered = lowered(
        prompt,
        &[("1", Fill::Literal(json!("new")))],
        json!({"FSLoadText": {}}),
    );
    assert_eq!(
        lowered["1"]["inputs"],
        json!({"label": "t", "default_value": "new"})
    );
}

#[test]
fn a_value_of_our_own_marker_replaces_its_links_also_on_an_engine_with_the_pack() {
    let prompt = json!({
        "1": {"class_type": "InputNumber", "inputs": {"name": "seed"}},
        "2": {"class_type": "Draw", "inputs": {"seed": ["1", 0]}},
    });
    let seed = Fill::Literal("18446744073709551615".parse::<Number>().unwrap().into());
    let known = json!({
        "InputNumber": {"input": {"optional": {"default": ["FLOAT", {}]}}, "output": ["INT,FLOAT"]},
        "Draw": {"input": {"required": {"seed": ["INT", {}]}}},
    });
    let lowered = lowered(prompt, &[("1", seed)], known);
    assert_eq!(
        lowered.to_string(),
        r#"{"2":{"class_type":"Draw","inputs":{"seed":18446744073709551615}}}"#
    );
}

#[test]
fn text_is_previewed_if_the_engine_cannot_save_it() {
    let prompt =
        json!({"1": {"class_type": "SaveText", "inputs": {"text": "hi", "filename_prefix": "x"}}});
    let expected = json!({"1": {"class_type": "PreviewAny", "inputs": {"source": "hi"}}});
    assert_eq!(lowered(prompt, &[], json!({})), expected);
}

#[test]
fn an_output_gets_the_defaults_its_engine_requires() {
    let info = json!({"SaveText": {"input": {"required": {
        "text": ["STRING", {"forceInput": true}],
        "filename_prefix": ["STRING", {"default": "ComfyUI"}],
        "format": ["COMBO", {"default": "txt"}],
    }}}});
    let prompt =
        json!({"1": {"class_type": "SaveText", "inputs": {"text": "hi", "filename_prefix": "x"}}});
    let expected = json!({"text": "hi", "filename_prefix": "x", "format": "txt"});
    assert_eq!(lowered(prompt, &[], info)["1"]["inputs"], expected);
}

#[test]
fn another_familys_markers_run_on_a_plain_engine() {
    let prompt = json!({
        "1": {"class_type": "FSLoadText", "inputs": {"default_value": "x", "label": "Prompt"}},
        "2": {"class_type": "ComfyUIDeployExternalImage", "inputs": {"input_id": "photo"}},
        "3": {"class_type": "A", "inputs": {"text": ["1", 0], "image": ["2", 0]}},
        "4": {"class_type": "FSSaveImage",
              "inputs": {"images": ["3", 0], "filename_prefix": "p", "format": "png", "label": "L"}},
    });
    let fills = [
        ("1", Fill::Literal(json!("Hi"))),
        ("2", Fill::File("cat.png".into())),
    ];
    let info = json!({"SaveImage": {"input": {"required": {
        "images": ["IMAGE"], "filename_prefix": ["STRING", {"default": "ComfyUI"}]}}}});
    let expected = json!({
        "2": {"class_type": "LoadImage", "inputs": {"image": "cat.png"}},
        "3": {"class_type": "A", "inputs": {"text": "Hi", "image": ["2", 0]}},
        "4": {"class_type": "SaveImage", "inputs": {"images": ["3", 0], "filename_prefix": "p"}},
    });
    assert_eq!(lowered(prompt, &fills, info), expected);
}

#[test]
fn a_known_class_that_cannot_take_a_file_by_name_is_replaced() {
    let prompt =
        json!({"2": {"class_type": "ComfyUIDeployExternalImage", "inputs": {"input_id": "photo"}}});
    let known = json!({"ComfyUIDeployExternalImage": {}});
    let lowered = lowered(prompt, &[("2", Fill::File("cat.png".into()))], known);
    assert_eq!(lowered["2"]["class_type"], "LoadImage");
}

#[test]
fn a_markers_fallback_replaces_it() {
    let prompt = json!({
        "1": {"class_type": "ComfyUIDeployExternalImage", "inputs": {"default_value": ["2", 0]}},
        "2": {"class_type": "ComfyUIDeployExternalImage", "inputs": {"default_value": ["3", 1]}},
        "3": {"class_type": "A", "inputs": {}},
        "4": {"class_type": "B", "inputs": {"image": ["1", 0]}},
    });
    let lowered = lowered(prompt, &[], json!({}));
    assert_eq!(lowered["4"]["inputs"], json!({"image": ["3", 1]}));
}

#[test]
fn markers_that_fall_back_on_each_other_are_removed() {
    let prompt = json!({
        "1": {"class_type": "ComfyUIDeployExternalImage", "inputs": {"default_value": ["2", 0]}},
        "2": {"class_type": "ComfyUIDeployExternalImage", "inputs": {"default_value": ["1", 0]}},
        "4": {"class_type": "B", "inputs": {"image": ["1", 0]}},
    });
    let (workflow, _) = Workflow::from_value(&prompt);
    let lowered = lower(&workflow, &HashMap::new(), &NodeClasses::default());
    assert_eq!(lowered.to_value()["4"]["inputs"], json!({}));
}

#[test]
fn a_loader_next_to_a_marker_is_not_an_input() {
    let prompt = json!({
        "1": {"class_type": "InputText", "inputs": {}},
        "2": {"class_type": "LoadImage", "inputs": {"image": "mask.png"}},
        "3": {"class_type": "A", "inputs": {"text": ["1", 0], "mask": ["2", 1]}},
    });
    let lowered = lowered(prompt, &[("1", Fill::Literal(json!("Hi")))], json!({}));
    assert_eq!(lowered["2"]["inputs"], json!({"image": "mask.png"}));
}

#[test]
fn without_markers_a_loader_takes_the_file_or_keeps_its_own() {
    let prompt = json!({"1": {"class_type": "LoadImage", "inputs": {"image": "own.png"}}});
    let given = [("1", Fill::File("cat.png".into()))];
    let info = json!({"LoadImage": {}});
    assert_eq!(
        lowered(prompt.clone(), &given, info.clone())["1"]["inputs"],
        json!({"image": "cat.png"})
    );
    assert_eq!(lowered(prompt.clone(), &[], info), prompt);
}

#[test]
fn a_chosen_option_of_a_custom_combo_brings_its_index() {
    let prompt = json!({
        "3": {"class_type": "CustomCombo", "_meta": {"app_inputs": [{"field": 0, "input": "choice", "name": "style"}]},
              "inputs": {"choice": "oil", "index": 0, "option1": "oil", "option2": "ink", "option3": ""}},
    });
    for (choice, index) in [("ink", 1), ("oil", 0), ("pen", -1)] {
        let fill = Fill::Literal(json!(choice));
        let lowered = lowered(prompt.clone(), &[("3.choice", fill)], json!({}));
        assert_eq!(lowered["3"]["inputs"]["choice"], choice);
        assert_eq!(lowered["3"]["inputs"]["index"], index);
    }
}

#[test]
fn an_app_mode_value_goes_to_every_target() {
    let prompt = json!({
        "3": {"class_type": "KSampler", "inputs": {"seed": 1, "steps": 20}, "_meta": {"app_inputs": [
            {"field": 0, "input": "seed", "name": "seed_3"}]}},
        "5": {"class_type": "A", "inputs": {"seed": 1}, "_meta": {"app_inputs": [
            {"field": 0, "input": "seed", "name": "seed_3"}]}},
    });
    let lowered = lowered(prompt, &[("3.seed", Fill::Literal(json!(7)))], json!({}));
    assert_eq!(lowered["3"]["inputs"], json!({"seed": 7, "steps": 20}));
    assert_eq!(lowered["5"]["inputs"], json!({"seed": 7}));
}

mod of_unknown_classes {
    use super::*;

    fn messages(prompt: Value, classes: &[&str]) -> Vec<String> {
        let info = classes.iter().map(|class| ((*class).to_owned(), json!({})));
        let workflow = workflow(prompt);
        let problems = class_problems(&unknown_classes(&workflow, &info.collect()));
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn there_is_one_problem_per_class() {
        let prompt = json!({
            "1": {"class_type": "Blur", "inputs": {}},
            "2": {"class_type": "Sharpen", "inputs": {}, "_meta": {"title": "Crisp"}},
            "3": {"class_type": "Sharpen", "inputs": {}},
            "4": {"class_type": "SaveImage", "inputs": {}},
        });
        let messages = messages(prompt, &["Blur", "SaveImage"]);
        assert_eq!(messages.len(), 1);
        assert!(messages[0].starts_with("no connected engine has the node Sharpen;"));
    }

    #[test]
    fn an_unknown_marker_node_needs_a_known_stand_in() {
        let prompt = json!({
            "1": {"class_type": "InputText", "inputs": {"name": "a"}},
            "2": {"class_type": "InputImage", "inputs": {"name": "b"}},
            "3": {"class_type": "SaveVideo", "inputs": {}},
        });
        assert_eq!(
            messages(prompt.clone(), &["LoadImage", "SaveVideo"]).len(),
            0
        );
        assert_eq!(
            messages(prompt.clone(), &["InputImage", "SaveVideo"]).len(),
            0
        );
        let messages = messages(prompt, &["SaveVideo"]);
        assert_eq!(messages.len(), 1);
        assert!(messages[0].starts_with("no connected engine has the node LoadImage;"));
    }

    #[test]
    fn only_the_first_of_very_many_problems_are_listed() {
        let class = |id: usize| format!("X{id}");
        let node = |id: usize| {
            (
                id.to_string(),
                json!({"class_type": class(id), "inputs": {}}),
            )
        };
        let messages = messages((0..300).map(node).collect(), &[]);
        assert_eq!(messages.len(), 201);
        assert_eq!(messages[200], "… and 100 more problems");
    }
}

#[test]
fn a_file_name_takes_the_values_of_the_run() {
    let prompt = |text: &str| {
        json!({
            "1": {"class_type": "InputText", "inputs": {"name": "t", "default": "old"}},
            "2": {"class_type": "Sampler", "inputs": {"seed": 7, "model": ["1", 0], "on": true}},
            "9": {"class_type": "SaveImage", "inputs": {"filename_prefix": text}},
        })
    };
    let fills = [("1", Fill::Literal(json!("a/b")))];
    for (text, expected) in [
        ("%2.seed%_%1.default%", "7_a_b"),
        ("%2.on%%1.name%", "truet"),
        ("%8.seed% %2.gone% %width%", "%8.seed% %2.gone% %width%"),
    ] {
        let lowered = lowered(prompt(text), &fills, json!({}));
        assert_eq!(lowered["9"]["inputs"]["filename_prefix"], expected);
    }
    let known = lowered(prompt("%1.default%"), &fills, json!({"InputText": {}}));
    assert_eq!(known["9"]["inputs"]["filename_prefix"], "a_b");
}
