use serde_json::json;

use super::*;

const MODEL: &str = "flux1-dev.safetensors";

fn classes(models: Value) -> NodeClasses {
    let loader = json!({"input": {"required": {
        "ckpt_name": models, "image": [["a.bin"], {"image_upload": true}],
        "remote": ["COMBO", {"remote": {"route": "/x"}}]}}});
    [("Loader".to_owned(), loader)].into_iter().collect()
}

fn workflow(inputs: Value) -> Workflow {
    Workflow::from_value(&json!({"4": {"class_type": "Loader", "inputs": inputs}})).0
}

fn messages(workflow: &Workflow, classes: &NodeClasses) -> Vec<String> {
    let models = workflow.own_models();
    let missing: Vec<_> = models
        .iter()
        .filter(|model| model.is_missing(classes))
        .collect();
    let problems = workflow.model_problems(&missing, classes);
    problems
        .iter()
        .map(|problem| problem.message.clone())
        .collect()
}

#[test]
fn a_model_that_is_no_option_is_missing() {
    let loader = workflow(json!({"ckpt_name": MODEL}));
    for known in [
        json!([[MODEL]]),
        json!(["COMBO", {"options": ["a.pt", MODEL]}]),
    ] {
        assert!(messages(&loader, &classes(known)).is_empty());
    }
    for unknown in [
        json!([["other.ckpt"]]),
        json!([[]]),
        json!([["sub/flux1-dev.safetensors.x"]]),
    ] {
        let messages = messages(&loader, &classes(unknown));
        assert!(messages[0].starts_with("no connected engine has the model flux1-dev.safetensors"));
    }
}

#[test]
fn a_model_is_not_missing_if_the_engine_spells_it_otherwise() {
    for (named, options) in [
        ("XL\\a.sft", json!([["XL/a.sft"]])),
        ("XL/a.sft", json!([["b.sft", "XL\\a.sft"]])),
        ("xl/A.SFT", json!([["XL\\a.sft"]])),
    ] {
        let loader = workflow(json!({"ckpt_name": named}));
        assert!(messages(&loader, &classes(options)).is_empty(), "{named}");
    }
    let loader = workflow(json!({"ckpt_name": "xl/a.sft"}));
    assert_eq!(
        messages(&loader, &classes(json!([["XL/a.sft", "XL/A.sft"]]))).len(),
        1
    );
}

#[test]
fn other_values_are_not_models() {
    let inputs = json!({
        "ckpt_name": "euler", "image": "missing.bin", "remote": "x.pt", "text": MODEL, "number": 5,
        "link": ["4", 0],
    });
    assert!(messages(&workflow(inputs), &classes(json!([["a.pt"]]))).is_empty());
    let unknown = workflow(json!({"ckpt_name": MODEL}));
    assert!(messages(&unknown, &NodeClasses::default()).is_empty());
    for name in ["", "model", ".", "a.png", "safetensors"] {
        assert!(!is_model(name), "{name}");
    }
    assert!(is_model("a.SafeTensors") && is_model("dir\\b.gguf"));
}

#[test]
fn similar_models_are_named_the_most_similar_first() {
    let options = json!([[
        "unrelated.ckpt",
        "flux1-dev-fp8.safetensors",
        "FLUX1\\flux1-dev.sft",
        "flux1-schnell.sft",
        "flux1-dev-kontext.safetensors",
        7
    ]]);
    let messages = messages(&workflow(json!({"ckpt_name": MODEL})), &classes(options));
    let similar = "similar: FLUX1\\flux1-dev.sft, flux1-dev-fp8.safetensors, flux1-dev-kontext.safetensors; \
                   put it into models/checkpoints, or choose another";
    assert!(messages[0].contains(similar), "{messages:?}");
}

#[test]
fn the_link_of_the_workflow_is_shown() {
    let node = |url: &str| {
        json!({"links": [], "nodes": [{"id": 4, "type": "Loader", "inputs": [], "outputs": [],
            "widgets_values": {"ckpt_name": "sub/flux1-dev.safetensors"},
            "properties": {"models": [5, {"name": MODEL}, {"name": MODEL, "url": url, "directory": "d"}]}}]})
    };
    let known = classes(json!([["a.pt"]]));
    let message = |url: &str| {
        let (workflow, _) = Workflow::parse_with(&node(url).to_string(), &known);
        messages(&workflow, &known).remove(0)
    };
    let web = "https://example.org/flux1-dev.safetensors?download=true";
    assert!(
        message(web).ends_with(&format!(
            "; download it from {web} and put it into models/d/sub"
        )),
        "{}",
        message(web)
    );
    let long = format!("https://{}", "a".repeat(300));
    for other in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://a b",
        "",
        &long,
    ] {
        assert!(message(other).ends_with("or choose another"), "{other}");
    }
}

#[test]
fn a_problem_names_its_input_and_what_its_code_says() {
    let loader = workflow(json!({"ckpt_name": "sub\\flux.safetensors", "other": "b.pt"}));
    let known =
        json!({"input": {"required": {"ckpt_name": [["flux-2.safetensors"]], "other": [[]]}}});
    let known: NodeClasses = [("Loader".to_owned(), known)].into_iter().collect();
    let models = loader.models();
    let problems = loader.model_problems(&models.iter().collect::<Vec<_>>(), &known);
    let inputs: Vec<_> = problems.iter().map(|one| one.input.as_deref()).collect();
    assert_eq!(inputs, [Some("ckpt_name"), Some("other")]);
    assert_eq!(
        problems[0].code.as_deref(),
        Some("missing_model_similar_folder")
    );
    let args = [
        "sub\\flux.safetensors",
        "flux-2.safetensors",
        "models/checkpoints/sub",
    ];
    assert_eq!(problems[0].args, args);
    assert_eq!(problems[1].code.as_deref(), Some("missing_model"));
}

#[test]
fn models_that_a_field_feeds_are_not_the_workflows_own() {
    let inputs = json!({"class_type": "Loader", "inputs": {"ckpt_name": MODEL, "other": "b.pt"}, "_meta": {
        "app_inputs": [{"field": 0, "input": "ckpt_name", "name": "model"}]}});
    let (workflow, _) = Workflow::from_value(&json!({"4": inputs}));
    assert_eq!(workflow.models().len(), 2);
    let own = workflow.own_models();
    assert_eq!(
        own.iter().map(|model| &*model.name).collect::<Vec<_>>(),
        ["b.pt"]
    );
}

#[test]
fn a_lora_of_a_node_with_a_row_for_each_belongs_where_comfyui_s_own_loader_looks() {
    let loader = json!({"input": {"required": {"lora_name": [["ink.safetensors"]]}}});
    let known: NodeClasses = [("LoraLoader".to_owned(), loader)].into_iter().collect();
    let class = "Power Lora Loader (rgthree)";
    let model = NamedModel {
        node: "4".to_owned(),
        class: class.to_owned(),
        input: "lora_1.lora".to_owned(),
        name: "oil.safetensors".to_owned(),
    };
    let (workflow, _) = Workflow::from_value(&json!({"4": {"class_type": class, "inputs": {}}}));
    let message = workflow.missing_model(&model, &known).unwrap();
    assert!(
        message.ends_with("put it into models/loras, or choose another"),
        "{message}"
    );
}
