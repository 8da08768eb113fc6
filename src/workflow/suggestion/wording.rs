//! What one candidate is called: its label, and the name of its field. Other candidates may have the same.

use super::role::Role;
use super::words::{self, words};
use super::{model, title};
use crate::graph::Node;
use crate::marks;

/// What a prompt is called by nodes that have one.
const PROMPTS: [&str; 6] = [
    "prompt",
    "positive_prompt",
    "negative_prompt",
    "prompt_positive",
    "prompt_negative",
    "text_prompt",
];
/// The name of an input that says nothing: that of ComfyUI's primitives.
const VALUE: &str = "value";

/// A label, and a name that says the same.
pub(super) struct Wording {
    pub(super) label: String,
    pub(super) name: String,
}

/// The input of a node that is named.
pub(super) struct Named<'a> {
    pub(super) node: &'a Node,
    pub(super) input: &'a str,
    pub(super) role: Role,
    /// The first input that takes the node's value.
    pub(super) used_as: Option<&'a str>,
}

impl Named<'_> {
    pub(super) fn wording(&self) -> Wording {
        let label = self.plain_label();
        let name = words::name(&label);
        let says_more = self.role == Role::File
            || self.input == VALUE && !matches!(self.role, Role::Prompt | Role::NegativePrompt);
        // These nodes have one input, so their title says what it is for.
        let Some(title) = own_title(self.node).filter(|_| says_more) else {
            return Wording { label, name };
        };
        let label = title::label(title);
        let name = title::name(&label).unwrap_or(name);
        Wording { label, name }
    }

    fn plain_label(&self) -> String {
        let input = last_part(self.input).to_ascii_lowercase();
        let is_other_prompt = input.contains("prompt") && !PROMPTS.contains(&input.as_str());
        match self.role {
            Role::Prompt | Role::NegativePrompt if is_other_prompt => words(&input),
            Role::Prompt => "Prompt".to_owned(),
            Role::NegativePrompt => "Negative prompt".to_owned(),
            Role::File => words(self.file_kind()),
            Role::Seed if input == "noise_seed" => "Seed".to_owned(),
            Role::Size | Role::Seed | Role::Sampling if self.input == VALUE => {
                words(last_part(self.used_as.unwrap_or(VALUE)))
            }
            Role::Text if self.input == VALUE => "Text".to_owned(),
            _ => self.setting_label(),
        }
    }

    fn file_kind(&self) -> &str {
        let mark = marks::input(&self.node.class);
        mark.map_or(self.input, |mark| mark.kind.name())
    }

    fn setting_label(&self) -> String {
        let (stem, number) = model::numbered(self.input);
        let label = match stem {
            "strength_clip" | "lora_clip_strength" => "LoRA CLIP strength".to_owned(),
            _ if model::lora_of(self.node, self.input).is_some() => "LoRA strength".to_owned(),
            "strength" if self.is_of("controlnet") => "ControlNet strength".to_owned(),
            "sampler_name" => "Sampler".to_owned(),
            _ if self.role == Role::Model => self.model_label(stem),
            _ => return words(last_part(self.input)),
        };
        match number {
            "" => label,
            number => format!("{label} {number}"),
        }
    }

    fn model_label(&self, stem: &str) -> String {
        // Files of many kinds have the same input; the class says more.
        let by_class = [
            ("upscale", "Upscale model"),
            ("audiovae", "Audio VAE"),
            ("vae", "VAE"),
            ("textencoder", "Text encoder"),
            ("clipvision", "CLIP vision"),
        ];
        let is_common = ["ckpt_name", "model_name", "clip_name", "model"].contains(&stem);
        let mut by_class = by_class
            .iter()
            .filter(|(part, _)| is_common && self.is_of(part));
        match by_class.next() {
            Some((_, label)) => (*label).to_owned(),
            None if stem == "control_net_name" => "ControlNet".to_owned(),
            None => words(stem.strip_suffix("_name").unwrap_or(stem)),
        }
    }

    /// Whether the name of the node's class contains a part.
    fn is_of(&self, part: &str) -> bool {
        self.node.class.to_ascii_lowercase().contains(part)
    }
}

/// `longer_size` of `resize_type.longer_size`, which a choice brings.
fn last_part(input: &str) -> &str {
    let last = input.rsplit('.').next().unwrap_or(input);
    match last.len() {
        0..=2 => input,
        _ => last,
    }
}

/// The title that an author gave a node. The editor also saves the name of the class as the title.
pub(super) fn own_title(node: &Node) -> Option<&str> {
    let title = node.title.as_deref()?.trim();
    let class = node.class.to_lowercase();
    let lower = title.to_lowercase();
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
    let is_class = words.all(|word| class.contains(word));
    (!is_class && !title::is_kind(title)).then_some(title)
}
