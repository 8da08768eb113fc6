//! What signals do to the program.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::{Duration, Instant};

use super::program::{Program, folder};

/// Sends the program a signal, by its name.
pub(crate) fn signal(program: &Program, name: &str) {
    let id = program.0.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status().unwrap();
    assert!(sent.success());
}

/// Starts the program with an upload that lacks its end.
fn start(folder: &std::path::Path) -> (Program, TcpStream) {
    let mut program = Program::start(folder, "127.0.0.1:0", &["--grace", "60m"]);
    let link = program.link();
    let address = link["http://".len()..].split('/').next().unwrap();
    wait_for_engines(address);
    let mut upload = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /api/v1/runs?workflow_id=join HTTP/1.1\r\nhost: localhost\r\nx-api-key: se cret/1\r\n\
        content-type: multipart/form-data; boundary=b\r\nexpect: 100-continue\r\n\
        content-length: {}\r\n\r\n",
        BODY.len()
    );
    upload.write_all(head.as_bytes()).unwrap();
    let mut expected = [0; 25];
    upload.read_exact(&mut expected).unwrap();
    assert_eq!(&expected, b"HTTP/1.1 100 Continue\r\n\r\n");
    (program, upload)
}

const BODY: &str = "--b\r\ncontent-disposition: form-data; name=\"title\"\r\n\r\na\r\n--b--\r\n";

/// Waits until every engine responds.
fn wait_for_engines(address: &str) {
    let request = "GET /api/v1/comfy/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
        x-api-key: se cret/1\r\n\r\n";
    let health = || {
        let mut connection = TcpStream::connect(address).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    };
    let deadline = Instant::now() + Duration::from_secs(30);
    while health().contains("\"stopped\"") {
        assert!(Instant::now() < deadline, "the engines do not respond");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until the program refuses connections.
fn wait_until_closed(upload: &TcpStream) {
    let address = upload.peer_addr().unwrap();
    while TcpStream::connect(address).is_ok() {
        std::thread::yield_now();
    }
}

#[test]
fn a_termination_signal_lets_an_upload_finish() {
    let folder = folder();
    for name in ["-TERM", "-INT"] {
        let (mut program, mut upload) = start(folder.path());
        signal(&program, name);
        wait_until_closed(&upload);
        upload.write_all(BODY.as_bytes()).unwrap();
        let mut answer = String::new();
        upload.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert_eq!(program.wait().code(), Some(0));
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let folder = folder();
    let (mut program, upload) = start(folder.path());
    signal(&program, "-TERM");
    wait_until_closed(&upload);
    signal(&program, "-TERM");
    assert_eq!(program.wait().code(), Some(1));
}

#[test]
fn a_hangup_without_a_configuration_changes_nothing() {
    let folder = folder();
    let (mut program, mut upload) = start(folder.path());
    signal(&program, "-HUP");
    upload.write_all(BODY.as_bytes()).unwrap();
    let mut status = [0; 12];
    upload.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200");
    // Of two signals at the same time, the program may see the second one first.
    let mut log = BufReader::new(program.0.stderr.take().unwrap()).lines();
    let is_it = |line: String| line.contains("there is no --config to read again");
    assert!(log.any(|line| is_it(line.unwrap())));
    signal(&program, "-TERM");
    assert_eq!(program.wait().code(), Some(0));
}
