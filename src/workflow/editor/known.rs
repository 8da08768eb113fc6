//! The widgets of ComfyUI's most used classes, in their order, for files of older editors, which do
//! not name them. Source: `GET /object_info`.

/// The widgets of a core class.
pub(super) fn widgets(class: &str) -> Option<&'static [&'static str]> {
    KNOWN
        .iter()
        .find(|(name, _)| *name == class)
        .map(|(_, widgets)| *widgets)
}

const KNOWN: &[(&str, &[&str])] = &[
    (
        "KSampler",
        &[
            "seed",
            "steps",
            "cfg",
            "sampler_name",
            "scheduler",
            "denoise",
        ],
    ),
    (
        "KSamplerAdvanced",
        &[
            "add_noise",
            "noise_seed",
            "steps",
            "cfg",
            "sampler_name",
            "scheduler",
            "start_at_step",
            "end_at_step",
            "return_with_leftover_noise",
        ],
    ),
    ("KSamplerSelect", &["sampler_name"]),
    ("BasicScheduler", &["scheduler", "steps", "denoise"]),
    ("RandomNoise", &["noise_seed"]),
    ("FluxGuidance", &["guidance"]),
    (
        "ModelSamplingFlux",
        &["max_shift", "base_shift", "width", "height"],
    ),
    ("ModelSamplingSD3", &["shift"]),
    ("CLIPTextEncode", &["text"]),
    ("CLIPSetLastLayer", &["stop_at_clip_layer"]),
    ("CheckpointLoaderSimple", &["ckpt_name"]),
    ("UNETLoader", &["unet_name", "weight_dtype"]),
    ("CLIPLoader", &["clip_name", "type", "device"]),
    (
        "DualCLIPLoader",
        &["clip_name1", "clip_name2", "type", "device"],
    ),
    ("VAELoader", &["vae_name"]),
    (
        "LoraLoader",
        &["lora_name", "strength_model", "strength_clip"],
    ),
    ("LoraLoaderModelOnly", &["lora_name", "strength_model"]),
    ("ControlNetLoader", &["control_net_name"]),
    ("ControlNetApply", &["strength"]),
    (
        "ControlNetApplyAdvanced",
        &["strength", "start_percent", "end_percent"],
    ),
    ("UpscaleModelLoader", &["model_name"]),
    ("CLIPVisionLoader", &["clip_name"]),
    ("EmptyLatentImage", &["width", "height", "batch_size"]),
    ("EmptySD3LatentImage", &["width", "height", "batch_size"]),
    (
        "EmptyHunyuanLatentVideo",
        &["width", "height", "length", "batch_size"],
    ),
    (
        "LatentUpscale",
        &["upscale_method", "width", "height", "crop"],
    ),
    ("LatentUpscaleBy", &["upscale_method", "scale_by"]),
    ("VAEDecode", &[]),
    ("VAEEncode", &[]),
    ("VAEEncodeForInpaint", &["grow_mask_by"]),
    ("EmptyImage", &["width", "height", "batch_size", "color"]),
    ("LoadImageMask", &["image", "channel"]),
    ("ImageScale", &["upscale_method", "width", "height", "crop"]),
    ("ImageScaleBy", &["upscale_method", "scale_by"]),
    ("ImageScaleToTotalPixels", &["upscale_method", "megapixels"]),
    ("ImageCrop", &["width", "height", "x", "y"]),
    ("ImageBlur", &["blur_radius", "sigma"]),
    ("ImageSharpen", &["sharpen_radius", "sigma", "alpha"]),
    ("ImageBlend", &["blend_factor", "blend_mode"]),
    ("ImageQuantize", &["colors", "dither"]),
    ("ImageRotate", &["rotation"]),
    ("ImageFlip", &["flip_method"]),
    ("ImageInvert", &[]),
    (
        "ImageStitch",
        &[
            "direction",
            "match_image_size",
            "spacing_width",
            "spacing_color",
        ],
    ),
    (
        "ImagePadForOutpaint",
        &["left", "top", "right", "bottom", "feathering"],
    ),
    ("CreateVideo", &["fps"]),
    ("StringConcatenate", &["string_a", "string_b", "delimiter"]),
    ("StringFormat", &["f_string"]),
    (
        "TextOverlay",
        &["text", "font_size", "position", "align", "outline"],
    ),
    ("EmptyAudio", &["duration", "sample_rate", "channels"]),
];
