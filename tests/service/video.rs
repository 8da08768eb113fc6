//! Runs that take and save videos.

use crate::common::TestServer;
use crate::common::images::file;

const CLIP: &[u8] = include_bytes!("../../src/media/tests/b_frames.mp4");

#[tokio::test]
async fn a_video_is_uploaded_edited_saved_and_served() {
    let server = TestServer::start().await;
    let form = file("clip", "Ferien.mp4", "video/mp4", CLIP.to_vec());
    let run = server.run("video", form).await;
    let detail = server.wait_for_status(&run, "completed").await;
    let output = &detail["outputs"][0];
    assert_eq!(
        output["filename"],
        format!("{run}/negative_00001_.mp4"),
        "{detail}"
    );
    let url = format!("{}{}", server.url, output["url"].as_str().unwrap());
    let response = server.client.get(url).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "video/mp4");
    let bytes = response.bytes().await.unwrap();
    assert_eq!(&bytes[4..12], b"ftypisom");
}

#[tokio::test]
async fn a_file_that_is_not_a_video_fails_the_run_with_a_reason() {
    let server = TestServer::start().await;
    let form = file("clip", "song.mp4", "video/mp4", b"la la la".to_vec());
    let run = server.run("video", form).await;
    let detail = server.wait_for_status(&run, "failed").await;
    assert!(
        detail.to_string().contains("not a video in a known format"),
        "{detail}"
    );
    // Nobody knows the name that the file has at the engine.
    let error = detail["error"].as_str().unwrap();
    assert!(error.to_lowercase().contains("“clip”"), "{error}");
}
