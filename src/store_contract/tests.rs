//! The suite lists every test, and tests every method of the traits.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The file names and sources of a folder beside this file.
fn sources(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder).unwrap();
    let paths = paths.map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let source = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).unwrap())
    };
    paths.map(source).collect()
}

/// The name of the function whose declaration goes on with this text.
fn name(text: &str) -> &str {
    text.split(['(', '<']).next().unwrap()
}

/// The functions of a file that take a store alone, each with the name of its file.
fn written((file, source): &(String, String)) -> Vec<String> {
    let functions = source.split("\npub async fn ").skip(1);
    let tests = functions.filter(|function| {
        let arguments = &function[name(function).len()..];
        let arguments: String = arguments.split_whitespace().collect();
        arguments.starts_with("(store:&dynStore){") || arguments.starts_with("(store:&dynStore,){")
    });
    tests
        .map(|test| format!("{file}::{}", name(test)))
        .collect()
}

/// The tests that `suite!` lists, each with the name of its file.
fn listed(suite: &str) -> Vec<String> {
    let list = suite.split("$open\n").nth(1).unwrap();
    let mut file = "";
    let mut tests = Vec::new();
    for line in list.lines().map(str::trim) {
        if let Some(name) = line.strip_suffix(" {") {
            file = name;
        } else if let Some(test) = line.strip_suffix(',') {
            tests.push(format!("{file}::{test}"));
        } else if line == "};" {
            break;
        }
    }
    tests
}

#[test]
fn every_test_is_in_the_suite() {
    let sources = sources(".");
    let written: BTreeSet<String> = sources.iter().flat_map(written).collect();
    let (_, suite) = sources.iter().find(|(file, _)| file == "suite").unwrap();
    let listed = listed(suite);
    assert!(listed.len() > 80, "{} tests", listed.len());
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), written);
}

/// The methods of the traits in a file.
fn methods(source: &str) -> BTreeSet<&str> {
    let traits = source.split("\npub trait ").skip(1);
    let traits = traits.filter_map(|it| it.split("\n}\n").next());
    traits
        .flat_map(|it| it.split("\n    fn ").chain(it.split("\n    async fn ")))
        .filter(|method| method.starts_with(|first: char| first.is_ascii_lowercase()))
        .map(name)
        .collect()
}

#[test]
fn every_method_of_the_traits_is_tested() {
    let tests: String = sources(".").into_iter().map(|(_, source)| source).collect();
    let traits = sources("../store");
    let methods: BTreeSet<&str> = traits.iter().flat_map(|(_, it)| methods(it)).collect();
    assert!(methods.len() > 80, "{} methods", methods.len());
    let is_called = |method: &&str| tests.contains(&format!(".{method}("));
    let untested: Vec<&str> = methods
        .into_iter()
        .filter(|method| !is_called(method))
        .collect();
    assert_eq!(untested, [""; 0]);
}
