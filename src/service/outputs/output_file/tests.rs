use std::fs;

use super::*;

const RUN: &str = "0d2a1f0e-8f0b-4b3c-9a53-0a2f6d1c7e11";

/// A folder `outputs` with one output of a run, next to a file `secret`.
fn outputs() -> (tempfile::TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let outputs = home.path().join("outputs");
    fs::create_dir_all(outputs.join(RUN).join("folder")).unwrap();
    fs::write(outputs.join(RUN).join("a (1).png"), "").unwrap();
    fs::write(home.path().join("secret"), "").unwrap();
    (home, outputs)
}

#[tokio::test]
async fn an_output_is_found_by_its_run_and_name() {
    let (_home, outputs) = outputs();
    let found = output_file(&outputs, RUN, "a (1).png").await;
    assert_eq!(found, Some(outputs.join(RUN).join("a (1).png")));
}

#[tokio::test]
async fn nothing_else_is_found() {
    let (home, outputs) = outputs();
    let secret = home.path().join("secret");
    let upper = RUN.to_uppercase();
    let braced = format!("{{{RUN}}}");
    for (run_id, name) in [
        ("..", "secret"),
        (RUN, "../../secret"),
        (RUN, secret.to_str().unwrap()),
        (RUN, "folder/../a (1).png"),
        (RUN, "folder"),
        (RUN, ""),
        (RUN, "."),
        (RUN, ".."),
        (RUN, "a (1).png\0"),
        (RUN, "b.png"),
        (".", "a (1).png"),
        ("", "a (1).png"),
        (&upper, "a (1).png"),
        (&braced, "a (1).png"),
        (&format!("{RUN}/."), "a (1).png"),
    ] {
        let found = output_file(&outputs, run_id, name).await;
        assert_eq!(found, None, "{run_id} {name}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn symbolic_links_and_pipes_are_not_followed() {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let (home, outputs) = outputs();
    let other = "7a6b1f0e-8f0b-4b3c-9a53-0a2f6d1c7e11";
    symlink(home.path().join("secret"), outputs.join(RUN).join("link")).unwrap();
    symlink(outputs.join(RUN), outputs.join(other)).unwrap();
    let pipe = outputs.join(RUN).join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for (run_id, name) in [(RUN, "link"), (other, "a (1).png"), (RUN, "pipe")] {
        let found = output_file(&outputs, run_id, name).await;
        assert_eq!(found, None, "{run_id} {name}");
    }
}
