//! The folder of ComfyUI that a model belongs in. Knows no engine.
//! Source: `get_filename_list` in ComfyUI's nodes, and `folder_paths.py`.

use super::model_link::ModelLink;

/// The folders by class and input. An input without a class has the same name in every class, also in those of many
/// custom nodes. The first row that fits counts.
const FOLDERS: [(Option<&str>, &str, &str); 31] = [
    (Some("CLIPVisionLoader"), "clip_name", "clip_vision"),
    (
        Some("LTXAVTextEncoderLoader"),
        "text_encoder",
        "text_encoders",
    ),
    (Some("UpscaleModelLoader"), "model_name", "upscale_models"),
    (
        Some("LatentUpscaleModelLoader"),
        "model_name",
        "latent_upscale_models",
    ),
    (
        Some("FrameInterpolationModelLoader"),
        "model_name",
        "frame_interpolation",
    ),
    (Some("OpticalFlowLoader"), "model_name", "optical_flow"),
    (Some("LoadMoGeModel"), "model_name", "geometry_estimation"),
    (Some("LoadDA3Model"), "model_name", "geometry_estimation"),
    (
        Some("LoadMediaPipeFaceLandmarker"),
        "model_name",
        "detection",
    ),
    (Some("ModelPatchLoader"), "name", "model_patches"),
    (None, "ckpt_name", "checkpoints"),
    (None, "vae_name", "vae"),
    (None, "lora_name", "loras"),
    (None, "unet_name", "diffusion_models"),
    (None, "clip_name", "text_encoders"),
    (None, "clip_name1", "text_encoders"),
    (None, "clip_name2", "text_encoders"),
    (None, "clip_name3", "text_encoders"),
    (None, "clip_name4", "text_encoders"),
    (None, "control_net_name", "controlnet"),
    (None, "controlnet_name", "controlnet"),
    (None, "style_model_name", "style_models"),
    (None, "gligen_name", "gligen"),
    (None, "hypernetwork_name", "hypernetworks"),
    (None, "photomaker_model_name", "photomaker"),
    (None, "audio_encoder_name", "audio_encoders"),
    (None, "bg_removal_name", "background_removal"),
    (None, "upscale_model_name", "upscale_models"),
    (None, "upscale_model", "upscale_models"),
    (None, "clip_vision_name", "clip_vision"),
    (None, "ipadapter_file", "ipadapter"),
];

/// The folder of a model with this name in an input of a class, as in `models/loras/styles`: the one that its link
/// names, or else that of the class and input.
pub(super) fn folder(
    name: &str,
    class: &str,
    input: &str,
    link: Option<&ModelLink>,
) -> Option<String> {
    let named = link.and_then(|link| link.directory.as_deref());
    let is_row =
        |row: &&(Option<&str>, &str, &str)| row.0.is_none_or(|of| of == class) && row.1 == input;
    let folder = named.or_else(|| FOLDERS.iter().find(is_row).map(|row| row.2))?;
    let name = name.replace('\\', "/");
    let inner = name.rsplit_once('/').map(|(inner, _)| inner);
    let parts = ["models", folder].into_iter().chain(inner);
    Some(parts.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, class: &str, input: &str, directory: Option<&str>) -> Option<String> {
        let directory = directory.map(str::to_owned);
        let link = ModelLink::new(name.to_owned(), "https://a".to_owned(), directory);
        folder(name, class, input, link.as_ref())
    }

    #[test]
    fn the_folder_is_that_of_the_class_and_input() {
        for (class, input, folder) in [
            ("CheckpointLoaderSimple", "ckpt_name", "models/checkpoints"),
            ("VAELoader", "vae_name", "models/vae"),
            ("LoraLoader", "lora_name", "models/loras"),
            ("DualCLIPLoader", "clip_name2", "models/text_encoders"),
            ("CLIPVisionLoader", "clip_name", "models/clip_vision"),
            ("UpscaleModelLoader", "model_name", "models/upscale_models"),
            ("SomebodysCheckpoint", "ckpt_name", "models/checkpoints"),
        ] {
            let found = of("a.safetensors", class, input, None);
            assert_eq!(found.as_deref(), Some(folder), "{class}");
        }
        assert_eq!(of("a.pt", "SomebodysLoader", "model_name", None), None);
    }

    #[test]
    fn the_folder_that_the_workflow_names_counts_first() {
        let named = |directory: &str| of("a.pt", "VAELoader", "vae_name", Some(directory));
        assert_eq!(named("vae_approx").as_deref(), Some("models/vae_approx"));
        for odd in ["", "../../etc", "/etc", "a/../b", "C:\\x", "a\nb", "a/"] {
            assert_eq!(named(odd).as_deref(), Some("models/vae"), "{odd}");
        }
    }

    #[test]
    fn a_name_with_a_folder_belongs_into_it() {
        for name in ["styles/ink.safetensors", "styles\\ink.safetensors"] {
            let found = of(name, "LoraLoader", "lora_name", None);
            assert_eq!(found.as_deref(), Some("models/loras/styles"));
        }
    }

    #[test]
    fn every_row_is_used() {
        for (index, (class, input, folder)) in FOLDERS.iter().enumerate() {
            let found = super::folder("a.pt", class.unwrap_or("Any"), input, None);
            assert_eq!(found, Some(format!("models/{folder}")), "row {index}");
        }
    }
}
