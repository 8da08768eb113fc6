//! Compiles the node pack for ComfyUI into the program: the files in the folder that the variable FLOWDECK_NODE_PACK
//! names. `scripts/build-program.sh` sets it once `scripts/build-nodes.sh` has assembled the pack.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const PACK: &str = "FLOWDECK_NODE_PACK";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed={PACK}");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let mut list = String::from("&[\n");
    if let Some(pack) = env::var_os(PACK).filter(|pack| !pack.is_empty()) {
        println!("cargo:rerun-if-changed={}", Path::new(&pack).display());
        embed(Path::new(&pack), &out, &mut list)?;
    }
    list.push(']');
    fs::write(out.join("node_pack.rs"), list)
}

/// Adds the files of the pack to the list. They are copied, so that the pack can be assembled again meanwhile.
fn embed(pack: &Path, out: &Path, list: &mut String) -> io::Result<()> {
    let copies = out.join("node_pack");
    for name in files(pack, Path::new(""))? {
        let copy = copies.join(&name);
        fs::create_dir_all(copy.parent().unwrap_or(&copies))?;
        fs::copy(pack.join(&name), &copy)?;
        let name = name.to_string_lossy().replace('\\', "/");
        writeln!(list, "    ({name:?}, include_bytes!({copy:?})),").map_err(io::Error::other)?;
    }
    Ok(())
}

/// The paths of the files in a folder, below `within`, in order.
fn files(folder: &Path, within: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = within.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            // What Python compiles is not part of the pack.
            true if entry.file_name() == "__pycache__" => {}
            true => found.extend(files(&entry.path(), &path)?),
            false => found.push(path),
        }
    }
    found.sort();
    Ok(found)
}
