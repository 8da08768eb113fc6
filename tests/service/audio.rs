//! Runs that take and produce audio.

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::common::TestServer;
use crate::common::images::file;

/// A mono WAV file of 0.1 s at 8000 Hz with 16 bits, all at half of full scale.
fn wav() -> Vec<u8> {
    let samples = [0, 0x40].repeat(800);
    let mut file = b"RIFF".to_vec();
    file.extend((36 + samples.len() as u32).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data");
    file.extend((samples.len() as u32).to_le_bytes());
    file.extend(samples);
    file
}

#[tokio::test]
async fn an_audio_file_is_processed_and_saved_in_both_formats() {
    let server = TestServer::start().await;
    let form = file("take", "Stimme.wav", "audio/wav", wav());
    let run = server.run("quieter", form).await;
    let detail = server.wait_for_status(&run, "completed").await;
    let outputs = detail["outputs"].as_array().unwrap();
    let mut found = Vec::new();
    for output in outputs {
        let url = format!("{}{}", server.url, output["url"].as_str().unwrap());
        let response = server.client.get(url).send().await.unwrap();
        let kind = response.headers()["content-type"].clone();
        let bytes = response.bytes().await.unwrap();
        found.push(json!([kind.to_str().unwrap(), bytes[..4]]));
    }
    let expected = [
        json!(["audio/flac", b"fLaC"]),
        json!(["audio/ogg", b"OggS"]),
    ];
    assert_eq!(found, expected, "{detail}");
}

#[tokio::test]
async fn an_audio_file_runs_without_a_valid_content_type() {
    let server = TestServer::start().await;
    let malformed = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("sound"))]);
    for headers in [HeaderMap::new(), malformed] {
        let take = Part::bytes(wav()).file_name("take.wav").headers(headers);
        let run = server.run("quieter", Form::new().part("take", take)).await;
        server.wait_for_status(&run, "completed").await;
    }
}

#[tokio::test]
async fn a_file_that_is_not_audio_fails_with_its_name() {
    let server = TestServer::start().await;
    let form = file(
        "take",
        "notes.wav",
        "audio/wav",
        b"RIFF, but nothing else".to_vec(),
    );
    let run = server.run("quieter", form).await;
    let detail = server.wait_for_status(&run, "failed").await;
    let error = detail["error"].to_string();
    assert!(
        error.contains("as audio") && error.contains("upload a WAV"),
        "{detail}"
    );
}
