//! The widgets of ComfyUI's most used classes, in their order, for files of older editors, which do
//! not name them. Source: `GET /object_info`.

/// The widgets of a core class.
pub(super) fn widgets(class: &str) -> Option<Vec<&'static str>> {
    let place = KNOWN
        .binary_search_by_key(&class, |(known, _)| *known)
        .ok()?;
    Some(KNOWN[place].1.split_whitespace().collect())
}

/// Class and widgets, by class.
const KNOWN: &[(&str, &str)] = &[
    ("BasicGuider", ""),
    ("BasicScheduler", "scheduler steps denoise"),
    ("CFGGuider", "cfg"),
    ("CFGNorm", "strength"),
    ("CLIPLoader", "clip_name type device"),
    ("CLIPMergeSubtract", "multiplier"),
    ("CLIPSetLastLayer", "stop_at_clip_layer"),
    ("CLIPTextEncode", "text"),
    (
        "CLIPTextEncodeSDXL",
        "width height crop_w crop_h target_width target_height text_g text_l",
    ),
    ("CLIPTextEncodeSDXLRefiner", "ascore width height text"),
    ("CLIPVisionLoader", "clip_name"),
    ("Canny", "low_threshold high_threshold"),
    ("CheckpointLoaderSimple", "ckpt_name"),
    ("ConditioningAverage", "conditioning_to_strength"),
    ("ConditioningSetArea", "width height x y strength"),
    ("ConditioningSetTimestepRange", "start end"),
    ("ControlNetApply", "strength"),
    (
        "ControlNetApplyAdvanced",
        "strength start_percent end_percent",
    ),
    ("ControlNetApplySD3", "strength start_percent end_percent"),
    ("ControlNetLoader", "control_net_name"),
    ("CreateVideo", "fps"),
    ("DiffControlNetLoader", "control_net_name"),
    ("DualCFGGuider", "cfg_conds cfg_cond2_negative style"),
    ("DualCLIPLoader", "clip_name1 clip_name2 type device"),
    ("EmptyAudio", "duration sample_rate channels"),
    ("EmptyFlux2LatentImage", "width height batch_size"),
    ("EmptyHunyuanLatentVideo", "width height length batch_size"),
    ("EmptyImage", "width height batch_size color"),
    ("EmptyLatentImage", "width height batch_size"),
    ("EmptySD3LatentImage", "width height batch_size"),
    ("Flux2Scheduler", "steps width height"),
    ("FluxGuidance", "guidance"),
    ("FreSca", "scale_low scale_high freq_cutoff"),
    ("GLIGENLoader", "gligen_name"),
    ("GLIGENTextBoxApply", "text width height x y"),
    ("GrowMask", "expand tapered_corners"),
    ("HypernetworkLoader", "hypernetwork_name strength"),
    ("ImageBlend", "blend_factor blend_mode"),
    ("ImageBlur", "blur_radius sigma"),
    ("ImageCompositeMasked", "x y resize_source"),
    ("ImageCrop", "width height x y"),
    ("ImageFlip", "flip_method"),
    ("ImageInvert", ""),
    ("ImageOnlyCheckpointLoader", "ckpt_name"),
    ("ImagePadForOutpaint", "left top right bottom feathering"),
    ("ImageQuantize", "colors dither"),
    ("ImageRotate", "rotation"),
    ("ImageScale", "upscale_method width height crop"),
    ("ImageScaleBy", "upscale_method scale_by"),
    ("ImageScaleToTotalPixels", "upscale_method megapixels"),
    ("ImageSharpen", "sharpen_radius sigma alpha"),
    (
        "ImageStitch",
        "direction match_image_size spacing_width spacing_color",
    ),
    ("InpaintModelConditioning", "noise_mask"),
    ("KSampler", "seed steps cfg sampler_name scheduler denoise"),
    (
        "KSamplerAdvanced",
        "add_noise noise_seed steps cfg sampler_name scheduler start_at_step end_at_step return_with_leftover_noise",
    ),
    ("KSamplerSelect", "sampler_name"),
    ("LatentComposite", "x y feather"),
    ("LatentFromBatch", "batch_index length"),
    ("LatentUpscale", "upscale_method width height crop"),
    ("LatentUpscaleBy", "upscale_method scale_by"),
    ("LoadImageMask", "image channel"),
    ("LoraLoader", "lora_name strength_model strength_clip"),
    ("LoraLoaderModelOnly", "lora_name strength_model"),
    ("ModelMergeBlocks", "input middle out"),
    ("ModelMergeSimple", "ratio"),
    ("ModelMergeSubtract", "multiplier"),
    ("ModelSamplingAuraFlow", "shift"),
    ("ModelSamplingContinuousEDM", "sampling sigma_max sigma_min"),
    ("ModelSamplingDiscrete", "sampling zsnr"),
    ("ModelSamplingFlux", "max_shift base_shift width height"),
    ("ModelSamplingSD3", "shift"),
    (
        "QuadrupleCLIPLoader",
        "clip_name1 clip_name2 clip_name3 clip_name4",
    ),
    ("RandomNoise", "noise_seed"),
    ("RepeatLatentBatch", "amount"),
    ("SDTurboScheduler", "steps"),
    (
        "SVD_img2vid_Conditioning",
        "width height video_frames motion_bucket_id fps augmentation_level",
    ),
    ("SamplerCustom", "add_noise noise_seed cfg"),
    (
        "StableCascade_EmptyLatentImage",
        "width height compression batch_size",
    ),
    ("StableCascade_StageC_VAEEncode", "compression"),
    (
        "StableZero123_Conditioning",
        "width height batch_size elevation azimuth",
    ),
    ("StringConcatenate", "string_a string_b delimiter"),
    ("StringFormat", "f_string"),
    ("StyleModelLoader", "style_model_name"),
    ("T5TokenizerOptions", "min_padding min_length"),
    ("TextEncodeQwenImageEdit", "prompt"),
    ("TextEncodeQwenImageEditPlus", "prompt"),
    ("TextOverlay", "text font_size position align outline"),
    ("TripleCLIPLoader", "clip_name1 clip_name2 clip_name3"),
    ("UNETLoader", "unet_name weight_dtype"),
    ("UpscaleModelLoader", "model_name"),
    ("VAEDecode", ""),
    ("VAEEncode", ""),
    ("VAEEncodeForInpaint", "grow_mask_by"),
    ("VAELoader", "vae_name"),
    ("VideoLinearCFGGuidance", "min_cfg"),
    ("unCLIPCheckpointLoader", "ckpt_name"),
    ("unCLIPConditioning", "strength noise_augmentation"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_stand_in_order_and_once() {
        assert!(KNOWN.is_sorted_by(|(one, _), (next, _)| one < next));
    }
}
