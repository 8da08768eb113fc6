//! Nodes that read and save audio. FFmpeg encoded the tones in `audio_files/`: 0.1 s of 440 Hz.

use serde_json::json;

use super::audio::{audio, output_audio};
use super::{MemoryStore, Value, compute_with, failure_message, text, ui};
use crate::execution_error::ExecutionError;
use crate::files::{FilePath, FileStore, Folder};
use crate::node_output::NodeOutput;
use media::audio::Audio;

/// A WAV file with these interleaved samples of `bytes` bytes each.
fn wav(samples: &[u8], bytes: u16, channels: u16, sample_rate: u32) -> Vec<u8> {
    let frame = bytes * channels;
    let size = samples.len() as u32;
    let mut file = [b"RIFF".as_slice(), &(36 + size).to_le_bytes()].concat();
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0");
    file.extend(channels.to_le_bytes());
    file.extend(sample_rate.to_le_bytes());
    file.extend((sample_rate * u32::from(frame)).to_le_bytes());
    file.extend(frame.to_le_bytes());
    file.extend((bytes * 8).to_le_bytes());
    file.extend(b"data");
    file.extend(size.to_le_bytes());
    file.extend(samples);
    file
}

fn wav_16(levels: &[i16], channels: u16, sample_rate: u32) -> Vec<u8> {
    let samples: Vec<u8> = levels
        .iter()
        .flat_map(|level| level.to_le_bytes())
        .collect();
    wav(&samples, 2, channels, sample_rate)
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

/// The frequency of a tone, from its zero crossings.
fn frequency(samples: &[f32], sample_rate: u32) -> f64 {
    let crossings: Vec<usize> = (1..samples.len())
        .filter(|index| samples[index - 1] < 0.0 && samples[*index] >= 0.0)
        .collect();
    let (first, last) = (crossings[0], crossings[crossings.len() - 1]);
    (crossings.len() - 1) as f64 * f64::from(sample_rate) / (last - first) as f64
}

fn assert_tone(audio: &Audio, sample_rate: u32, channels: usize) {
    assert_eq!(
        (audio.sample_rate, audio.channels()),
        (sample_rate, channels)
    );
    assert!(
        (0.09..0.19).contains(&audio.duration()),
        "{} s",
        audio.duration()
    );
    let samples = &audio.clips[0][channels - 1];
    let middle = &samples[samples.len() / 4..samples.len() * 3 / 4];
    let found = frequency(middle, sample_rate);
    assert!((430.0..450.0).contains(&found), "{found} Hz");
    let peak = middle
        .iter()
        .fold(0.0_f32, |peak, sample| peak.max(*sample));
    assert!((0.3..0.8).contains(&peak), "{peak}");
}

#[test]
fn the_samples_of_a_wav_are_loaded_by_channel() {
    let loaded = load_bytes("a.wav", &wav_16(&[0, 16384, -32768, 8192], 2, 8000)).unwrap();
    assert_eq!(loaded.clips, [[[0.0, -1.0], [0.5, 0.25]]]);
    assert_eq!(loaded.sample_rate, 8000);
}

#[test]
fn each_compressed_format_is_decoded() {
    let decoded = |name: &str, bytes: &[u8]| load_bytes(name, bytes).unwrap();
    assert_tone(
        &decoded("a.mp3", include_bytes!("audio_files/tone.mp3")),
        22050,
        1,
    );
    assert_tone(
        &decoded("a.ogg", include_bytes!("audio_files/tone.ogg")),
        44100,
        2,
    );
    assert_tone(
        &decoded("a.m4a", include_bytes!("audio_files/tone.m4a")),
        22050,
        1,
    );
    assert_tone(
        &decoded("a.webm", include_bytes!("audio_files/tone.webm")),
        48000,
        2,
    );
}

#[test]
fn a_file_without_decodable_audio_is_reported() {
    let wav = wav_16(&[0; 100], 1, 8000);
    let cases: [(&str, &[u8], &str); 7] = [
        (
            "notes.txt",
            b"hello, this is text",
            "its format or codec is unknown",
        ),
        ("empty.wav", b"", "the file is empty"),
        ("cut.wav", &wav[..20], "it is cut off"),
        ("header.wav", &wav[..44], "it contains no audio"),
        (
            "image.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "its format or codec is unknown",
        ),
        (
            "video.mp4",
            include_bytes!("audio_files/silent.mp4"),
            "it has no audio track",
        ),
        (
            "dolby.mka",
            include_bytes!("audio_files/tone.mka"),
            "its format or codec is unknown",
        ),
    ];
    for (name, bytes, why) in cases {
        let message = failure_message(load_bytes(name, bytes));
        let expected = format!("reading {name} as audio: {why}; upload a WAV");
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[test]
fn a_missing_file_is_reported() {
    let message = failure_message(load(&MemoryStore::default(), "gone.wav"));
    assert!(message.contains("reading gone.wav"), "{message}");
}

#[test]
fn a_truncated_file_yields_the_audio_up_to_there() {
    let wav = wav_16(&[8192; 5000], 1, 8000);
    let loaded = load_bytes("cut.wav", &wav[..44 + 4000]).unwrap();
    assert!((1..=2000).contains(&loaded.length()), "{}", loaded.length());
    assert!(loaded.clips[0][0].iter().all(|sample| *sample == 0.25));
}

#[test]
fn cut_or_damaged_files_never_panic() {
    let tones: [&[u8]; 4] = [
        include_bytes!("audio_files/tone.mp3"),
        include_bytes!("audio_files/tone.ogg"),
        include_bytes!("audio_files/tone.m4a"),
        include_bytes!("audio_files/tone.webm"),
    ];
    for tone in tones {
        for position in (0..tone.len()).step_by(37) {
            let _cut = load_bytes("cut", &tone[..position]);
            let mut damaged = tone.to_vec();
            damaged[position] ^= 0xff;
            let _damaged = load_bytes("damaged", &damaged);
        }
    }
}

#[test]
fn a_file_with_too_many_samples_is_rejected() {
    let silence = vec![128; 100_000_001];
    let message = failure_message(load_bytes("long.wav", &wav(&silence, 1, 1, 8000)));
    assert!(
        message.contains("exceeds this engine's limit of 100 million samples"),
        "{message}"
    );
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
    for (frames, channels, rate) in [
        (1, 1, 44100),
        (31, 2, 8000),
        (4096, 1, 96_000),
        (4097, 2, 1),
        (70_000, 2, 48000),
        (100, 8, 44100),
    ] {
        let (store, original) = loaded(&levels(frames * usize::from(channels)), channels, rate);
        let value = Value::Audio(original.clone().into());
        let done = save(&store, "SaveAudio", value, &[]).unwrap();
        let file = json!({ "filename": "take_00001.flac", "subfolder": "audio", "type": "output" });
        assert_eq!(ui(&done), json!({ "audio": [file] }));
        assert_eq!(output_audio(&done, 0), &original);
        let saved = load(&store, "audio/take_00001.flac [output]").unwrap();
        assert!(
            saved == original,
            "{frames} × {channels} at {rate} Hz differ"
        );
    }
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
fn levels_beyond_full_scale_are_cut_off() {
    let store = MemoryStore::default();
    let samples = [1.5, -7.0, f32::NAN, f32::INFINITY, 0.25];
    save(&store, "SaveAudio", audio(&[&samples], 8000), &[]).unwrap();
    let saved = load(&store, "audio/take_00001.flac [output]").unwrap();
    let full = 32767.0 / 32768.0;
    assert_eq!(saved.clips, [[[full, -1.0, 0.0, full, 0.25]]]);
    save(
        &store,
        "SaveAudioOpus",
        audio(&[&samples], 8000),
        &[("quality", "64k")],
    )
    .unwrap();
}

/// A tone of 0.1 s.
fn tone(channels: usize, sample_rate: u32) -> Value {
    let angle =
        |index: u32| f64::from(index * 440) / f64::from(sample_rate) * std::f64::consts::TAU;
    let samples: Vec<f32> = (0..sample_rate / 10)
        .map(|index| 0.5 * angle(index).sin() as f32)
        .collect();
    audio(&vec![samples.as_slice(); channels], sample_rate)
}

#[test]
fn a_saved_opus_file_sounds_like_the_original() {
    for (channels, rate, quality) in [
        (1, 8000, "64k"),
        (2, 44100, "128k"),
        (2, 48000, "320k"),
        (1, 96000, "320k"),
    ] {
        let store = MemoryStore::default();
        let value = tone(channels, rate);
        save(&store, "SaveAudioOpus", value, &[("quality", quality)]).unwrap();
        let saved = load(&store, "audio/take_00001.opus [output]").unwrap();
        assert_tone(&saved, 48000, channels);
        assert_eq!(saved.length(), 4800, "{channels} channels at {rate} Hz");
    }
}

#[test]
fn the_advanced_saver_has_a_format() {
    let store = MemoryStore::default();
    let value = || tone(1, 8000);
    let flac = save(&store, "SaveAudioAdvanced", value(), &[("format", "flac")]).unwrap();
    assert_eq!(ui(&flac)["audio"][0]["filename"], "take_00001.flac");
    let inputs = [("format", "opus"), ("format.quality", "96k")];
    let opus = save(&store, "SaveAudioAdvanced", value(), &inputs).unwrap();
    assert_eq!(ui(&opus)["audio"][0]["filename"], "take_00001.opus");
    assert_tone(
        &load(&store, "audio/take_00001.opus [output]").unwrap(),
        48000,
        1,
    );
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
fn audio_that_a_format_cannot_hold_is_rejected() {
    let store = MemoryStore::default();
    let rejected = |class: &str, channels: usize, sample: &[f32]| {
        let value = audio(&vec![sample; channels], 8000);
        failure_message(save(&store, class, value, &[("quality", "64k")]))
    };
    assert!(rejected("SaveAudio", 9, &[0.0]).contains("with 9 channels at 8000 Hz: at most 8"));
    let value = audio(&[&[0.0]], 192_000);
    let message = failure_message(save(&store, "SaveAudio", value, &[]));
    assert!(message.contains("at 96000 Hz are possible"), "{message}");
    assert!(rejected("SaveAudioOpus", 3, &[0.0]).contains("save as FLAC instead"));
    for class in ["SaveAudio", "SaveAudioOpus"] {
        let message = rejected(class, 1, &[]);
        assert!(
            message.contains("`audio/take`") && message.contains("no samples"),
            "{message}"
        );
    }
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
