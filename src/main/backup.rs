//! `flowdeck backup` and `flowdeck restore`: a data folder in one file, and the way back.

use std::path::{Path, PathBuf};

use clap::Args;
use http_server::listen::raise_open_files_limit;
use service::BackupReport;
use tokio::task::spawn_blocking;

use super::{data_place, home_folder, print, shell};

#[derive(Args)]
pub(crate) struct Backup {
    /// The file to write. It must not exist.
    #[arg(value_parser = home_folder::path())]
    file: PathBuf,
    /// The data folder of the service.
    #[arg(
        long,
        env = "FLOWDECK_DATA",
        default_value_os_t = data_place::default_folder(),
        value_name = "DIR",
        value_parser = home_folder::path()
    )]
    data: PathBuf,
}

#[derive(Args)]
pub(crate) struct Restore {
    /// The backup.
    #[arg(value_parser = home_folder::path())]
    file: PathBuf,
    /// The data folder to make. It must not exist, or be empty.
    #[arg(
        long,
        env = "FLOWDECK_DATA",
        default_value_os_t = data_place::default_folder(),
        value_name = "DIR",
        value_parser = home_folder::path()
    )]
    data: PathBuf,
}

/// Writes a backup.
pub(crate) async fn back_up(Backup { file, data }: Backup) -> Result<(), String> {
    ensure_file(&file, "writing a backup")?;
    // The files of a run are open at the same time.
    raise_open_files_limit();
    let target = file.clone();
    let report = spawn_blocking(move || service::back_up(&data, &target));
    let report = report.await.map_err(|why| why.to_string())?;
    let report = report.map_err(|why| why.to_string())?;
    print(&format!(
        "backed up {} to {}",
        described(&report),
        file.display()
    ));
    if let Some(first) = report.first_missing {
        tracing::warn!(
            "{} in the data folder and so in the backup: {first} for example",
            counted(report.missing, "file is missing", "files are missing")
        );
    }
    Ok(())
}

/// Restores a backup.
pub(crate) async fn restore(Restore { file, data }: Restore) -> Result<(), String> {
    ensure_file(&file, "reading a backup")?;
    let folder = data.clone();
    let runs = spawn_blocking(move || service::restore(&file, &folder));
    let runs = runs.await.map_err(|why| why.to_string())?;
    let runs = counted(runs.map_err(|why| why.to_string())?, "run", "runs");
    print(&format!(
        "restored {runs} to {}; start the service with flowdeck serve --data {}",
        data.display(),
        shell::quoted(&data)
    ));
    Ok(())
}

/// Refuses the name that stands for a stream with other programs. One that breaks off would look like a backup.
fn ensure_file(file: &Path, what: &str) -> Result<(), String> {
    match file.as_os_str() == "-" {
        true => Err(format!(
            "{what}: “-” stands for a stream, but a backup is a file, which is complete or not there; name a file, or \
             ./- for a file with this name"
        )),
        false => Ok(()),
    }
}

fn described(report: &BackupReport) -> String {
    let (runs, files) = (
        counted(report.runs, "run", "runs"),
        counted(report.files, "file", "files"),
    );
    let megabytes = report.bytes as f64 / 1e6;
    format!("{runs} and {files} ({megabytes:.1} MB)")
}

fn counted(count: u64, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}
