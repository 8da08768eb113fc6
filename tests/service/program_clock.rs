//! The program, while somebody sets the clock of its machine.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use reqwest::blocking::multipart::Form;
use reqwest::blocking::{Client, RequestBuilder};
use serde_json::Value;

use super::program::{Program, command, folder};
use super::signals::signal;

/// Adds the seconds in a file to the system's time.
const SHIM: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long offset(void) {
    char text[32] = "";
    int file = open(getenv("CLOCK_OFFSET"), O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
    close(file);
    return atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += offset();
    return result;
}

int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
"#;

const DAY: i64 = 86_400;

/// A machine whose clock can be set, and its folder.
struct Machine {
    folder: tempfile::TempDir,
    client: Client,
}

impl Machine {
    fn new() -> Self {
        let folder = folder();
        let source = folder.path().join("shim.c");
        fs::write(&source, SHIM).unwrap();
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .args([&folder.path().join("shim.so"), &source])
            .status();
        assert!(made.unwrap().success());
        service::install_tls();
        let client = Client::builder().no_proxy().pool_max_idle_per_host(0);
        let machine = Self {
            folder,
            client: client.build().unwrap(),
        };
        machine.set_clock(0);
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Sets the clock to a time that differs from the right one by so many seconds.
    fn set_clock(&self, offset: i64) {
        fs::write(self.path("offset.new"), offset.to_string()).unwrap();
        fs::rename(self.path("offset.new"), self.path("offset")).unwrap();
    }

    fn start(&self, flags: &[&str]) -> (Program, String) {
        let flags = [&["--engines", "1"], flags].concat();
        let mut start = command(self.folder.path(), "127.0.0.1:0", &flags);
        let mut program = Program(self.wrong(&mut start).spawn().unwrap());
        let address = program.link();
        (program, address)
    }

    /// Lets a command see the clock of this machine.
    fn wrong<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("LD_PRELOAD", self.path("shim.so"))
            .env("CLOCK_OFFSET", self.path("offset"))
    }

    fn get(&self, address: &str, path: &str) -> RequestBuilder {
        let request = self.client.get(format!("{address}{path}"));
        request.header("x-api-key", "se cret/1")
    }

    fn json(&self, address: &str, path: &str) -> Value {
        let response = self.get(address, path).send().unwrap();
        assert_eq!(response.status(), 200, "{path}");
        response.json().unwrap()
    }

    /// Submits a run, and waits until it has completed. Returns its ID.
    fn completed(&self, address: &str) -> String {
        let url = format!("{address}api/v1/runs?workflow_id=join");
        let request = self.client.post(url).header("x-api-key", "se cret/1");
        let request = request.multipart(Form::new().text("title", "a"));
        let body: Value = request.send().unwrap().json().unwrap();
        let run = body["data"][0]["run_id"].as_str().unwrap().to_owned();
        let deadline = Instant::now() + Duration::from_secs(90);
        let path = format!("api/v1/runs/{run}");
        while self.json(address, &path)["data"]["status"] != "completed" {
            assert!(Instant::now() < deadline, "the run does not complete");
            std::thread::sleep(Duration::from_millis(50));
        }
        run
    }

    fn doctor(&self) -> String {
        let mut doctor = Command::new(env!("CARGO_BIN_EXE_flowdeck"));
        doctor.current_dir(self.folder.path()).arg("doctor");
        doctor
            .env("FLOWDECK_WORKFLOWS", "workflows")
            .env("FLOWDECK_NO_SEARCH", "true");
        let output = self.wrong(&mut doctor).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

fn stop(mut program: Program) {
    signal(&program, "-TERM");
    assert!(program.wait().success());
}

#[test]
fn runs_stay_when_the_clock_is_set_forward_until_somebody_says_that_it_is_right() {
    let machine = Machine::new();
    let (mut program, address) = machine.start(&["--keep", "30d"]);
    let run = machine.completed(&address);
    let path = format!("api/v1/runs/{run}");
    assert_eq!(
        machine.json(&address, "api/v1/comfy/health")["meta"]["clock"]["has_jumped"],
        false
    );
    assert!(!machine.doctor().contains("has jumped"));
    machine.set_clock(40 * DAY);
    let mut log = BufReader::new(program.0.stderr.take().unwrap()).lines();
    let warning = log.find_map(|line| {
        line.ok()
            .filter(|line| line.contains("the clock has jumped"))
    });
    let warning = warning.unwrap();
    assert!(
        warning.contains("WARN") && warning.contains("--trust-clock"),
        "{warning}"
    );
    assert_eq!(
        machine.json(&address, "api/v1/comfy/health")["meta"]["clock"]["has_jumped"],
        true
    );
    stop(program);
    // Whatever is too old is removed at the start.
    let (program, address) = machine.start(&["--keep", "30d"]);
    assert_eq!(machine.json(&address, &path)["data"]["status"], "completed");
    stop(program);
    let found = machine.doctor();
    assert!(
        found.contains("! clock: it has jumped, so nothing is removed"),
        "{found}"
    );
    let (program, address) = machine.start(&["--keep", "30d", "--trust-clock"]);
    let deadline = Instant::now() + Duration::from_secs(30);
    while machine.get(&address, &path).send().unwrap().status() != 404 {
        assert!(Instant::now() < deadline, "the run is not removed");
        std::thread::sleep(Duration::from_millis(50));
    }
    stop(program);
}

#[test]
fn a_clock_before_1970_stops_nothing() {
    let machine = Machine::new();
    let (mut program, address) = machine.start(&["--log", "json"]);
    machine.completed(&address);
    machine.set_clock(-60 * 365 * DAY);
    let calls = (0..32).map(|_| {
        let request = machine.get(&address, "api/v1/runs");
        std::thread::spawn(move || request.send().map(|response| response.status().as_u16()))
    });
    let calls: Vec<_> = calls.collect();
    for call in calls {
        assert_eq!(call.join().unwrap().unwrap(), 200);
    }
    let run = machine.completed(&address);
    for path in [
        "api/v1/comfy/health",
        "api/v1/comfy/usage",
        "api/v1/comfy/monitoring?hours=24",
    ] {
        machine.json(&address, path);
    }
    // Files have dates of the clock, also when it is right again.
    machine.set_clock(0);
    let outputs = machine.json(&address, &format!("api/v1/runs/{run}"));
    let name = outputs["data"]["output_names"][0]
        .as_str()
        .unwrap()
        .to_owned();
    let link = machine.json(&address, &format!("api/v1/runs/output?filename={name}"));
    let link = link["data"]["download_url"].as_str().unwrap().to_owned();
    let output = machine.client.get(link).send().unwrap();
    assert_eq!(output.status(), 200);
    let log = program.0.stderr.take().unwrap();
    stop(program);
    let log: Vec<_> = BufReader::new(log).lines().map(Result::unwrap).collect();
    assert!(!log.iter().any(|line| line.contains("panicked")), "{log:?}");
    assert!(Path::new(&machine.path("flowdeck-data")).is_dir());
}
