//! Nodes that read and save audio.

use serde_json::json;

use super::audio::{audio, output_audio};
use super::{MemoryStore, Value, compute_with, failure_message, text, ui};
use crate::execution_error::ExecutionError;
use crate::files::FileStore;
use crate::node_output::NodeOutput;
use comfy_files::{FilePath, Folder};
use media::audio::Audio;

/// A WAV file with these interleaved samples.
fn wav_16(levels: &[i16], channels: u16, sample_rate: u32) -> Vec<u8> {
    let size = 2 * levels.len() as u32;
    let mut file = [b"RIFF".as_slice(), &(36 + size).to_le_bytes()].concat();
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0");
    file.extend(channels.to_le_bytes());
    file.extend(sample_rate.to_le_bytes());
    file.extend((sample_rate * 2 * u32::from(channels)).to_le_bytes());
    file.extend((2 * channels).to_le_bytes());
    file.extend(b"\x10\0data");
    file.extend(size.to_le_bytes());
    file.extend(levels.iter().flat_map(|level| level.to_le_bytes()));
    file
}

fn load(store: &MemoryStore, name: &str) -> Result<Audio, ExecutionError> {
    let done = compute_with(store, &[], "LoadAudio", [("audio", text(name))])?;
    Ok(output_audio(&done, 0).clone())
}

fn load_bytes(name: &str, bytes: &[u8]) -> Result<Audio, ExecutionError> {
    let store = MemoryStore::default();
    store.put(Folder::Input, name, bytes);
    load(&store, name)
}

#[test]
fn the_samples_of_a_wav_are_loaded_by_channel() {
    let loaded = load_bytes("a.wav", &wav_16(&[0, 16384, -32768, 8192], 2, 8000)).unwrap();
    assert_eq!(loaded.clips, [[[0.0, -1.0], [0.5, 0.25]]]);
    assert_eq!(loaded.sample_rate, 8000);
}

#[test]
fn a_file_that_is_no_audio_is_reported() {
    let message = failure_message(load_bytes("notes.txt", b"hello, this is text"));
    let expected = "reading notes.txt as audio: its format or codec is unknown; upload a WAV";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn a_missing_file_is_reported() {
    let message = failure_message(load(&MemoryStore::default(), "gone.wav"));
    assert!(message.contains("reading gone.wav"), "{message}");
}

fn save(
    store: &MemoryStore,
    class: &str,
    audio: Value,
    more: &[(&'static str, &str)],
) -> Result<NodeOutput, ExecutionError> {
    let metadata = [
        ("prompt".to_owned(), r#"{"1":{}}"#.to_owned()),
        ("a=b".to_owned(), "left out".to_owned()),
    ];
    let mut inputs = vec![("audio", audio), ("filename_prefix", text("audio/take"))];
    inputs.extend(more.iter().map(|(name, value)| (*name, text(value))));
    super::compute_all(store, &metadata, class, inputs)
}

fn saved_bytes(store: &MemoryStore, name: &str) -> Vec<u8> {
    let path = FilePath::new(Folder::Output, "audio", name).unwrap();
    store.read(&path).unwrap()
}

/// A store with a WAV, and the audio loaded from it.
fn loaded(levels: &[i16], channels: u16, sample_rate: u32) -> (MemoryStore, Audio) {
    let store = MemoryStore::default();
    store.put(
        Folder::Input,
        "a.wav",
        &wav_16(levels, channels, sample_rate),
    );
    let audio = load(&store, "a.wav").unwrap();
    (store, audio)
}

/// Levels that cover the whole range.
fn levels(count: usize) -> Vec<i16> {
    let level = |index: usize| (index as i64 * 7919 - 32768) as i16;
    (0..count).map(level).collect()
}

#[test]
fn a_saved_flac_has_exactly_the_loaded_samples() {
    let (store, original) = loaded(&levels(31 * 2), 2, 8000);
    let value = Value::Audio(original.clone().into());
    let done = save(&store, "SaveAudio", value, &[]).unwrap();
    let file = json!({ "filename": "take_00001.flac", "subfolder": "audio", "type": "output" });
    assert_eq!(ui(&done), json!({ "audio": [file] }));
    assert_eq!(output_audio(&done, 0), &original);
    let saved = load(&store, "audio/take_00001.flac [output]").unwrap();
    assert_eq!(saved, original);
}

#[test]
fn saved_files_carry_the_prompt() {
    let (store, original) = loaded(&levels(100), 1, 8000);
    let value = Value::Audio(original.into());
    save(&store, "SaveAudio", value.clone(), &[]).unwrap();
    save(&store, "SaveAudioOpus", value, &[("quality", "64k")]).unwrap();
    for name in ["take_00001.flac", "take_00001.opus"] {
        let bytes = saved_bytes(&store, name);
        let holds = |text: &str| {
            bytes
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        };
        assert!(holds(r#"prompt={"1":{}}"#) && !holds("left out"), "{name}");
    }
}

#[test]
fn the_advanced_saver_has_a_format() {
    let store = MemoryStore::default();
    let value = || audio(&[&[0.5; 4410]], 44100);
    let flac = save(&store, "SaveAudioAdvanced", value(), &[("format", "flac")]).unwrap();
    assert_eq!(ui(&flac)["audio"][0]["filename"], "take_00001.flac");
    let inputs = [("format", "opus"), ("format.quality", "96k")];
    let opus = save(&store, "SaveAudioAdvanced", value(), &inputs).unwrap();
    assert_eq!(ui(&opus)["audio"][0]["filename"], "take_00001.opus");
    let saved = load(&store, "audio/take_00001.opus [output]").unwrap();
    assert_eq!((saved.sample_rate, saved.length()), (48000, 4800));
}

#[test]
fn each_clip_of_a_batch_is_a_file_and_a_preview_is_temporary() {
    let clips = vec![vec![vec![0.1; 8]], vec![vec![0.2; 8]]];
    let batch = Audio {
        clips,
        sample_rate: 8000,
    };
    let store = MemoryStore::default();
    let inputs = [("audio", Value::Audio(batch.into()))];
    let done = compute_with(&store, &[], "PreviewAudio", inputs).unwrap();
    let file = |name: &str| json!({ "filename": name, "subfolder": "", "type": "temp" });
    let files = [
        file("ComfyUI_temp_00001.flac"),
        file("ComfyUI_temp_00002.flac"),
    ];
    assert_eq!(ui(&done), json!({ "audio": files }));
}

#[test]
fn audio_without_samples_is_rejected() {
    for class in ["SaveAudio", "SaveAudioOpus"] {
        let saved = save(
            &MemoryStore::default(),
            class,
            audio(&[&[]], 8000),
            &[("quality", "64k")],
        );
        let message = failure_message(saved);
        assert!(
            message.contains("`audio/take`") && message.contains("no samples"),
            "{message}"
        );
    }
}

#[test]
fn audio_that_a_format_cannot_hold_is_rejected() {
    let value = audio(&[&[0.0][..]; 9], 8000);
    let message = failure_message(save(&MemoryStore::default(), "SaveAudio", value, &[]));
    assert!(message.contains("with 9 channels at 8000 Hz: at most 8"));
}

#[test]
fn loaders_and_savers_have_comfyuis_object_info_form() {
    let info = |class: &str| {
        super::super::class(class)
            .unwrap()
            .info(&["a.wav".to_owned()])
    };
    let audio =
        json!(["COMBO", { "multiselect": false, "options": ["a.wav"], "audio_upload": true }]);
    assert_eq!(info("LoadAudio")["input"]["required"]["audio"], audio);
    let quality = json!(["COMBO", {
        "default": "128k", "multiselect": false, "options": ["64k", "96k", "128k", "192k", "320k"]
    }]);
    assert_eq!(
        info("SaveAudioOpus")["input"]["required"]["quality"],
        quality
    );
    assert_eq!(info("SaveAudioOpus")["deprecated"], true);
    let format = json!(["COMFY_DYNAMICCOMBO_V3", {
        "tooltip": "The file format in which to save the audio.",
        "options": [
            { "key": "flac", "inputs": { "required": {} } },
            { "key": "opus", "inputs": { "required": { "quality": quality } } },
        ]
    }]);
    assert_eq!(
        info("SaveAudioAdvanced")["input"]["required"]["format"],
        format
    );
    assert_eq!(info("SaveAudioAdvanced")["deprecated"], false);
}
