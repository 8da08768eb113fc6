use super::*;

fn strings(arguments: &[&str]) -> Vec<String> {
    arguments.iter().map(|one| (*one).to_owned()).collect()
}

#[test]
fn the_folder_follows_from_the_program_and_its_options() {
    let of = |arguments: &[&str]| folder_from(&strings(arguments), Path::new("/home/ann/ComfyUI"));
    let below = |base: &str| Some(PathBuf::from(format!("{base}/{BELOW}")));
    for (arguments, expected) in [
        (
            &["main.py", "--port", "8188"][..],
            below("/home/ann/ComfyUI/user"),
        ),
        (&["/opt/comfy/main.py"], below("/opt/comfy/user")),
        (
            &["main.py", "--base-directory", "/data"],
            below("/data/user"),
        ),
        (
            &["main.py", "--base-directory=data"],
            below("/home/ann/ComfyUI/data/user"),
        ),
        (
            &[
                "main.py",
                "--base-directory",
                "/data",
                "--user-directory",
                "/users",
            ],
            below("/users"),
        ),
        (
            &["main.py", "--user-directory"],
            below("/home/ann/ComfyUI/user"),
        ),
    ] {
        assert_eq!(of(arguments), expected, "{arguments:?}");
    }
    assert_eq!(of(&[]), None);
    let nowhere = folder_from(&strings(&["main.py"]), Path::new(""));
    assert_eq!(nowhere, None, "its path is relative to an unknown folder");
}

#[test]
fn only_a_folder_with_workflows_is_offered() {
    let home = tempfile::tempdir().unwrap();
    let program = home.path().join("main.py");
    let arguments = strings(&[program.to_str().unwrap(), "--listen"]);
    assert_eq!(folder(&arguments), None);
    let saved = home.path().join("user/default/workflows");
    fs::create_dir_all(&saved).unwrap();
    assert_eq!(folder(&arguments), None);
    fs::write(saved.join("poster.json"), "{}").unwrap();
    assert_eq!(folder(&arguments), Some(saved));
}

#[cfg(target_os = "linux")]
#[test]
fn the_folder_of_a_process_is_found_by_its_arguments() {
    let home = tempfile::tempdir().unwrap();
    let saved = home.path().join("user/default/workflows");
    fs::create_dir_all(&saved).unwrap();
    fs::write(saved.join("poster.json"), "{}").unwrap();
    // A program of this name that waits, and has the arguments of ComfyUI.
    let name = format!("main-{}.py", std::process::id());
    fs::write(home.path().join(&name), "read line").unwrap();
    let mut process = std::process::Command::new("sh")
        .current_dir(home.path())
        .args([&name, "--port", "8188"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Its arguments are there once it has replaced the copy of this process.
    let arguments = strings(&[&name, "--port", "8188"]);
    let found = loop {
        match folder(&arguments) {
            Some(found) => break found,
            None if process.try_wait().unwrap().is_some() => panic!("it has ended"),
            None => std::thread::yield_now(),
        }
    };
    assert_eq!(found, saved.canonicalize().unwrap());
    process.kill().unwrap();
    process.wait().unwrap();
}
