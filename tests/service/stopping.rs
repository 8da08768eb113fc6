//! What a service does with running requests when it stops.

use std::time::Duration;

use super::connections::Caller;
use crate::common::{KEY, TestServer};

const PART: &str = "--b\r\ncontent-disposition: form-data; name=\"title\"\r\n\r\na";

/// Starts an upload without its end.
async fn upload(server: &TestServer) -> Caller {
    let mut caller = Caller::connect(server).await;
    let head = format!(
        "POST /api/v1/runs?workflow_id=join HTTP/1.1\r\nhost: localhost\r\nx-api-key: {KEY}\r\n\
         content-type: multipart/form-data; boundary=b\r\nexpect: 100-continue\r\n\
         content-length: {}\r\n\r\n",
        PART.len() + END.len()
    );
    caller.send(&head).await;
    // The service reads the body.
    caller.read_until("HTTP/1.1 100 Continue\r\n\r\n").await;
    caller.send(PART).await;
    caller
}

const END: &str = "\r\n--b--\r\n";

#[tokio::test]
async fn an_upload_finishes_within_the_grace_period() {
    let server = TestServer::with(1, |mut options| {
        options.grace = Duration::from_secs(3600);
        options
    });
    let server = server.await;
    let mut idle = Caller::connect(&server).await;
    let mut upload = upload(&server).await;
    let finishing = async {
        // The closed connection shows that the service is stopping.
        assert_eq!(idle.rest().await, "");
        upload.send(END).await;
        upload.rest().await
    };
    let ((), answer) = tokio::join!(server.service.shutdown(), finishing);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn an_upload_that_takes_longer_than_the_grace_period_is_cut_off() {
    let server = TestServer::with(1, |mut options| {
        options.grace = Duration::from_millis(50);
        options
    });
    let server = server.await;
    let mut upload = upload(&server).await;
    server.service.shutdown().await;
    assert_eq!(upload.rest().await, "");
}
