use super::*;

fn content() -> ChoiceContent {
    let json = r##"{"about":{"flowdeck":1,"title":"A \"b\"","outputs":["9"]},"inputs":[
        {"field":{"node":"6","input":"text","name":"text_6","label":"Prompt"},"label":"Prompt",
         "title":"What to draw","class":"CLIPTextEncode","value":"a lighthouse","isSuggested":true,"isChosen":true},
        {"field":{"node":"3","input":"cfg","name":"cfg_3"},"label":"CFG","title":"KSampler","class":"KSampler",
         "value":"8","isSuggested":false,"isChosen":false},
        {"field":{"node":"4","input":"ckpt_name","name":"ckpt_name_4"},"label":"Ckpt name","title":null,
         "class":"CheckpointLoaderSimple","value":"a.safetensors","isSuggested":false,"isChosen":false},
        {"field":{"node":"3","input":"seed","name":"seed_3"},"label":"Seed","title":null,"class":"KSampler",
         "value":"18446744073709551615","isSuggested":true,"isChosen":false},
        {"field":{"node":"3","input":"scheduler","name":"scheduler_3"},"label":"Scheduler","title":null,
         "class":"KSampler","value":"karras","isSuggested":false,"isChosen":false}]}"##;
    ChoiceContent::of(&Json::read(json.as_bytes(), 10).unwrap()).unwrap()
}

#[test]
fn suggested_inputs_come_first_and_the_others_are_grouped_by_node() {
    assert_eq!(content().found(""), [0, 3, 1, 4, 2]);
}

#[test]
fn the_search_finds_every_word_in_label_node_class_input_and_value() {
    let content = content();
    for (search, found) in [
        ("prompt", vec![0]),
        ("DRAW lighthouse", vec![0]),
        ("cliptextencode", vec![0]),
        ("ksampler", vec![3, 1, 4]),
        ("ksampler karras", vec![4]),
        ("ckpt_name", vec![2]),
        ("#4", vec![2]),
        ("lighthouse karras", vec![]),
    ] {
        assert_eq!(content.found(search), found, "{search}");
    }
}

#[test]
fn a_node_is_named_by_its_title_and_else_by_its_class() {
    let inputs = content().inputs;
    assert_eq!(inputs[0].node, "What to draw");
    assert_eq!(inputs[0].place, "#6 · CLIPTextEncode · text");
    assert_eq!(
        (inputs[1].node.as_str(), inputs[1].place.as_str()),
        ("KSampler", "#3 · cfg")
    );
}

#[test]
fn the_exposure_has_the_chosen_fields_in_the_order_of_the_form() {
    let content = content();
    assert_eq!(content.title, "A \"b\"");
    let text = content.exposure("C \"d\"", |index| index != 1);
    let exposure: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (&exposure["flowdeck"], &exposure["title"]),
        (&1.into(), &"C \"d\"".into())
    );
    let names: Vec<_> = exposure["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|field| &field["name"])
        .collect();
    assert_eq!(names, ["text_6", "ckpt_name_4", "seed_3", "scheduler_3"]);
    assert_eq!(exposure["fields"][0]["label"], "Prompt");
}

#[test]
fn an_empty_title_is_not_written() {
    let text = content().exposure("", |_| true);
    let exposure: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exposure.get("title"), None);
}

#[test]
fn anything_else_is_no_choice() {
    for json in ["null", "{}", "[]", r#"{"about":1}"#] {
        assert_eq!(
            ChoiceContent::of(&Json::read(json.as_bytes(), 10).unwrap()),
            None
        );
    }
}
