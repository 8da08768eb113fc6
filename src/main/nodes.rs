//! `flowdeck nodes install`: copies the node pack, which is compiled into the program, into ComfyUI.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use embedded::EmbeddedFiles;
use toml::Table;

use super::arguments::InstallNodes;
use super::embedded_files::{self, NODE_PACK};
use super::print;

/// The folder of ComfyUI from which it loads packs.
const CUSTOM_NODES: &str = "custom_nodes";

/// The folder of the pack in it, and its name in `pyproject.toml`.
const NAME: &str = "flowdeck";

/// Installs the pack, or replaces an older one.
///
/// # Errors
/// When the folder is not ComfyUI's, holds something else in the place of the pack, or cannot be written.
pub(crate) fn install(arguments: &InstallNodes) -> Result<(), String> {
    let installed = install_pack(&NODE_PACK, &arguments.folder)?;
    let done = match installed.is_update {
        true => "updated",
        false => "installed",
    };
    print(&format!(
        "{done} the node pack {} in {}\nrestart ComfyUI, then search for “flowdeck:” in its editor",
        env!("CARGO_PKG_VERSION"),
        installed.folder.display()
    ));
    if let Some(kept) = installed.kept {
        print(&format!(
            "its folder had files that do not belong to the pack; they are in {}",
            kept.display()
        ));
    }
    Ok(())
}

/// Where the pack was installed.
#[derive(Debug)]
struct Installed {
    folder: PathBuf,
    is_update: bool,
    /// Where the files are that were in its folder without belonging to it.
    kept: Option<PathBuf>,
}

fn install_pack(pack: &EmbeddedFiles, folder: &Path) -> Result<Installed, String> {
    if pack.files.is_empty() {
        return Err(failed(
            "this program was built without it; build one that has it with `make program`",
        ));
    }
    let custom_nodes = custom_nodes(folder)?;
    let target = custom_nodes.join(NAME);
    let is_update = is_own(&target)?;
    // ComfyUI does not load folders with this ending, in case one of these remains.
    let beside =
        |kind: &str| custom_nodes.join(format!(".{NAME}-{kind}-{}.disabled", process::id()));
    let (new, old) = (beside("new"), beside("old"));
    let result =
        embedded_files::write(pack, &new).and_then(|()| replace(&new, &target, &old, is_update));
    let _ = fs::remove_dir_all(&new);
    result.map_err(|why| {
        let target = target.display();
        let remedy = "check that its disk has free space and that you may write there";
        failed(format!("writing {target}: {why}; {remedy}"))
    })?;
    // The pack is installed, even if a file of the older one cannot be removed.
    remove_pack(pack, &old);
    let kept = custom_nodes.join(format!("{NAME}-kept-{}.disabled", process::id()));
    let is_kept = fs::rename(&old, &kept).is_ok();
    Ok(Installed {
        folder: target,
        is_update,
        kept: is_kept.then_some(kept),
    })
}

/// Removes the files of a pack from a folder, what Python has made of them, and the folders that are empty then.
fn remove_pack(pack: &EmbeddedFiles, folder: &Path) {
    for file in pack.files {
        let _ = fs::remove_file(folder.join(file.path));
    }
    remove_empty(folder);
}

fn remove_empty(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // Never through a link.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && entry.file_name() == "__pycache__" => {
                let _ = fs::remove_dir_all(entry.path());
            }
            Ok(kind) if kind.is_dir() => remove_empty(&entry.path()),
            _ => {}
        }
    }
    let _ = fs::remove_dir(folder);
}

fn failed(why: impl Display) -> String {
    format!("installing the node pack: {why}")
}

/// The folder `custom_nodes`, which may be given itself.
fn custom_nodes(folder: &Path) -> Result<PathBuf, String> {
    let real = folder
        .canonicalize()
        .map_err(|why| failed(format!("opening {}: {why}", folder.display())))?;
    if real.ends_with(CUSTOM_NODES) && real.is_dir() {
        return Ok(real);
    }
    let inner = real.join(CUSTOM_NODES);
    match inner.is_dir() {
        true => Ok(inner),
        false => Err(failed(format!(
            "{} has no folder {CUSTOM_NODES}; give the folder of ComfyUI",
            folder.display()
        ))),
    }
}

/// Whether the pack is installed there; false if nothing is.
fn is_own(target: &Path) -> Result<bool, String> {
    let other = |what: &str| {
        let target = target.display();
        failed(format!(
            "{target} is {what}; move it away, then install again"
        ))
    };
    match target.symlink_metadata() {
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(why) => Err(failed(format!("opening {}: {why}", target.display()))),
        Ok(about) if about.is_symlink() => Err(other("a link")),
        Ok(about) if !about.is_dir() => Err(other("not a folder")),
        Ok(_) if name_of(target).as_deref() == Some(NAME) => Ok(true),
        Ok(_) => Err(other("something else than this pack")),
    }
}

/// The name of the pack in a folder.
fn name_of(folder: &Path) -> Option<String> {
    let about: Table = fs::read_to_string(folder.join("pyproject.toml"))
        .ok()?
        .parse()
        .ok()?;
    about
        .get("project")?
        .get("name")?
        .as_str()
        .map(str::to_owned)
}

/// Moves the new folder to its place, and the folder that is there, away. If that fails, the older one stays.
fn replace(new: &Path, target: &Path, old: &Path, is_update: bool) -> io::Result<()> {
    if is_update {
        fs::rename(target, old)?;
    }
    fs::rename(new, target).inspect_err(|_| {
        if is_update {
            let _ = fs::rename(old, target);
        }
    })
}

#[cfg(test)]
#[path = "nodes/tests.rs"]
mod tests;
