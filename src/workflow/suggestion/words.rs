//! What people call an input, and the name that a program calls it by. Knows no graph.

/// Words that are not written like others.
const SPELLINGS: [(&str, &str); 20] = [
    ("api", "API"),
    ("cfg", "CFG"),
    ("ckpt", "checkpoint"),
    ("clip", "CLIP"),
    ("controlnet", "ControlNet"),
    ("cpu", "CPU"),
    ("fps", "FPS"),
    ("gguf", "GGUF"),
    ("gpu", "GPU"),
    ("hdr", "HDR"),
    ("id", "ID"),
    ("lora", "LoRA"),
    ("nsfw", "NSFW"),
    ("pbr", "PBR"),
    ("rgb", "RGB"),
    ("sam", "SAM"),
    ("unet", "diffusion model"),
    ("url", "URL"),
    ("vae", "VAE"),
    ("vram", "VRAM"),
];

/// `blur_radius` → `Blur radius`, `cfg` → `CFG`.
pub(super) fn words(name: &str) -> String {
    let words = name.split(['_', '-', '.', ' ']);
    let words = words.filter(|word| !word.is_empty()).map(spelling);
    capitalize(&words.collect::<Vec<_>>().join(" "))
}

fn spelling(word: &str) -> &str {
    let known = SPELLINGS
        .iter()
        .find(|(plain, _)| word.eq_ignore_ascii_case(plain));
    known.map_or(word, |(_, spelling)| spelling)
}

fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// The name of a field with this label: `LoRA strength` → `lora_strength`. Empty without letters and digits.
pub(super) fn name(label: &str) -> String {
    let lower = label.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}
