//! The folder of the workflows if `--workflows` names none: the service's own, which begins with the samples.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use data_folder::DataFolder;

use super::arguments::Serve;
use super::embedded_files::{self, SAMPLES};

/// The name of the own folder in the data folder.
const OWN: &str = "workflows";

/// The folder of the workflows: the one of `--workflows`, or else the own one.
pub(crate) fn workflows(serve: &Serve) -> PathBuf {
    let given = serve.workflows.clone();
    given.unwrap_or_else(|| serve.data.join(OWN))
}

/// Makes the own folder if it is needed and missing: with the samples, if nobody has used the data folder before.
/// Returns whether it did.
///
/// # Errors
/// When the folder cannot be written.
pub(crate) fn prepare(serve: &Serve, data: &DataFolder) -> Result<bool, String> {
    let folder = workflows(serve);
    if serve.workflows.is_some() || folder.exists() {
        return Ok(false);
    }
    let made = match data.is_used() {
        true => {
            warn_of_earlier_folder(&folder);
            fs::create_dir(&folder)
        }
        false => put_samples(&folder),
    };
    made.map_err(|why| format!("creating the workflows folder {}: {why}; free its place, or choose another with --workflows", folder.display()))?;
    Ok(!data.is_used())
}

/// Writes the samples beside the folder first, so that a start that is interrupted leaves no half of them.
fn put_samples(folder: &Path) -> io::Result<()> {
    let new = folder.with_extension("new");
    match fs::remove_dir_all(&new) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    embedded_files::write(&SAMPLES, &new)?;
    fs::rename(new, folder)
}

/// A start that forgets `--workflows` would otherwise show no workflow, and not say why.
fn warn_of_earlier_folder(folder: &Path) {
    tracing::warn!(
        "without --workflows, workflows are read from {}, which is empty; earlier starts of this data folder read them \
         from elsewhere, so name that folder with --workflows (before this version, the default was {OWN} in the \
         current folder)",
        folder.display()
    );
}

#[cfg(test)]
#[path = "samples/tests.rs"]
mod tests;
