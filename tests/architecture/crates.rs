//! The picture of the crates in ARCHITECTURE.md, made from their Cargo.toml files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use toml::Table;

use super::sources::root;

/// Each crate with those that it depends on. The program is `flowdeck`.
pub(crate) type Crates = BTreeMap<String, BTreeSet<String>>;

/// The crates of the workspace. Dependencies of tests are left out.
pub(crate) fn all() -> Crates {
    let workspace = manifest("Cargo.toml");
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let names: Vec<&str> = members
        .iter()
        .map(|member| member.as_str().unwrap().trim_start_matches("src/"))
        .collect();
    let of = |manifest: &Table| {
        let is_dependency = |name: &&&str| manifest.get("dependencies")?.get(**name);
        let own = names.iter().filter(|name| is_dependency(name).is_some());
        own.map(|name| (*name).to_owned()).collect()
    };
    let mut crates: Crates = names
        .iter()
        .map(|name| {
            (
                (*name).to_owned(),
                of(&manifest(&format!("src/{name}/Cargo.toml"))),
            )
        })
        .collect();
    crates.insert("flowdeck".to_owned(), of(&workspace));
    crates
}

/// The crates that log.
pub(crate) fn logging() -> Vec<String> {
    let logs = |name: &String| {
        let path = match name.as_str() {
            "flowdeck" => "Cargo.toml".to_owned(),
            name => format!("src/{name}/Cargo.toml"),
        };
        let manifest = manifest(&path);
        let dependencies = manifest.get("dependencies");
        dependencies.is_some_and(|all| all.get("tracing").is_some())
    };
    all().into_keys().filter(logs).collect()
}

fn manifest(path: &str) -> Table {
    fs::read_to_string(root().join(path))
        .unwrap()
        .parse()
        .unwrap()
}

/// The picture as a Mermaid flowchart, without arrows that others already imply.
pub(crate) fn picture(crates: &Crates) -> String {
    let mut picture = "```mermaid\nflowchart TD\n".to_owned();
    for (name, dependencies) in crates {
        let is_implied = |one: &String| {
            let others = dependencies.iter().filter(|other| *other != one);
            others.into_iter().any(|other| reaches(crates, other, one))
        };
        for one in dependencies.iter().filter(|one| !is_implied(one)) {
            picture.push_str(&format!("  {name} --> {one}\n"));
        }
    }
    picture + "```\n"
}

fn reaches(crates: &Crates, from: &str, to: &str) -> bool {
    let dependencies = &crates[from];
    dependencies.contains(to) || dependencies.iter().any(|one| reaches(crates, one, to))
}
