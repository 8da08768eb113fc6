//! Makes a backup: first a copy of the store, then the files that its rows name. A service writes files before the rows
//! that name them, so they exist; it removes them only after a run has changed or gone, so the row of a run whose files
//! have vanished meanwhile is brought up to date.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::archive::ArchiveWriter;
use super::error::BackupError;
use super::part_file::PartFile;
use super::run_files::{self, OpenedFiles};
use data_folder::STORE_FILE;
use store_sqlite::{RunFiles, SqliteError, StoreCopy};

/// How often the row of a run is read again: it waits, then it has ended, then it is gone.
const MAX_CHANGES: usize = 3;

/// What a backup contains.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BackupReport {
    /// The number of runs.
    pub runs: u64,
    /// The number of files.
    pub files: u64,
    /// The bytes of these files.
    pub bytes: u64,
    /// The number of files that the data folder itself lacks.
    pub missing: u64,
    /// One of them, by its path in the data folder.
    pub first_missing: Option<String>,
}

impl BackupReport {
    fn add_missing(&mut self, paths: impl IntoIterator<Item = String>) {
        for path in paths {
            self.missing += 1;
            self.first_missing.get_or_insert(path);
        }
    }
}

/// Writes a backup of a data folder to a file, which must not exist. A service may use the folder meanwhile. Blocks.
///
/// # Errors
/// When the folder or its store cannot be read, or the file cannot be written. Then there is no file.
pub fn back_up(data: &Path, target: &Path) -> Result<BackupReport, BackupError> {
    back_up_while(data, target, || ())
}

/// The same; `meanwhile` runs between the copy of the store and the other files.
pub(super) fn back_up_while(
    data: &Path,
    target: &Path,
    meanwhile: impl FnOnce(),
) -> Result<BackupReport, BackupError> {
    let store = data.join(STORE_FILE);
    if !store.is_file() {
        return Err(BackupError::NoStore(data.to_owned()));
    }
    let (part, file) = PartFile::create(target)?;
    let copy = StoreCopy::make(&store, &part.store);
    let copy = copy.map_err(|why| BackupError::store(&store, target, &why.into()))?;
    meanwhile();
    let archive = ArchiveWriter::new(BufWriter::new(file));
    let mut backup = Backup {
        data,
        target,
        store: &store,
        archive: archive.map_err(|why| failed(target, target, why))?,
        report: BackupReport::default(),
    };
    backup.add_runs(&copy)?;
    backup.add_versions(&copy)?;
    backup.add_folder("classes")?;
    backup.add_folder("workflows")?;
    backup.add_if_present("key")?;
    // Last, since the rows of runs that have changed meanwhile are changed in it.
    drop(copy);
    backup.add(STORE_FILE, &part.store)?;
    let (file, report) = backup.finish()?;
    part.complete(&file)?;
    Ok(report)
}

/// A backup that is being made.
struct Backup<'a> {
    data: &'a Path,
    target: &'a Path,
    store: &'a Path,
    archive: ArchiveWriter<BufWriter<File>>,
    report: BackupReport,
}

impl Backup<'_> {
    fn add_runs(&mut self, copy: &StoreCopy) -> Result<(), BackupError> {
        let mut page = copy.runs(0).map_err(|why| self.store_failed(why))?;
        while let Some(last) = page.last {
            for run in page.runs {
                self.add_run(copy, run)?;
            }
            page = copy.runs(last).map_err(|why| self.store_failed(why))?;
        }
        Ok(())
    }

    fn add_run(&mut self, copy: &StoreCopy, mut run: RunFiles) -> Result<(), BackupError> {
        let mut opened = self.open(&run)?;
        for _ in 0..MAX_CHANGES {
            if opened.missing.is_empty() {
                break;
            }
            let now = copy.refresh(&run.id);
            let Some(now) = now.map_err(|why| self.store_failed(why))? else {
                return Ok(());
            };
            if now == run {
                break;
            }
            run = now;
            opened = self.open(&run)?;
        }
        self.report.runs += 1;
        self.report.add_missing(opened.missing);
        for (name, file) in opened.files {
            let added = self.archive.add(&name, &file);
            added.map_err(|why| self.failed(&name, why))?;
        }
        Ok(())
    }

    fn open(&self, run: &RunFiles) -> Result<OpenedFiles, BackupError> {
        let opened = run_files::open(self.data, run);
        opened.map_err(|why| self.failed(&run.folder(), why))
    }

    fn add_versions(&mut self, copy: &StoreCopy) -> Result<(), BackupError> {
        let digests = copy.versions();
        for digest in digests.map_err(|why| self.store_failed(why))? {
            let folder = format!("versions/{digest}");
            if !self.data.join(&folder).is_dir() {
                self.report.add_missing([folder.clone()]);
            }
            self.add_folder(&folder)?;
        }
        Ok(())
    }

    /// Adds every file in a subfolder of the data folder, if it exists.
    fn add_folder(&mut self, name: &str) -> Result<(), BackupError> {
        let entries = match fs::read_dir(self.data.join(name)) {
            Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(|why| self.failed(name, why))?,
        };
        for entry in entries {
            let entry = entry.map_err(|why| self.failed(name, why))?;
            let Ok(own) = entry.file_name().into_string() else {
                continue;
            };
            let path = format!("{name}/{own}");
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.add_folder(&path)?,
                _ => self.add_if_present(&path)?,
            }
        }
        Ok(())
    }

    fn add_if_present(&mut self, name: &str) -> Result<(), BackupError> {
        let file = run_files::regular_file(&self.data.join(name));
        let added = file.and_then(|file| match file {
            Some(file) => self.archive.add(name, &file),
            None => Ok(()),
        });
        added.map_err(|why| self.failed(name, why))
    }

    fn add(&mut self, name: &str, path: &Path) -> Result<(), BackupError> {
        let added = File::open(path).and_then(|file| self.archive.add(name, &file));
        added.map_err(|why| self.failed(name, why))
    }

    /// Ends the archive.
    fn finish(self) -> Result<(File, BackupReport), BackupError> {
        let report = BackupReport {
            files: self.archive.files,
            bytes: self.archive.bytes,
            ..self.report
        };
        let file = self.archive.finish();
        let file = file.and_then(|writer| Ok(writer.into_inner()?));
        match file {
            Ok(file) => Ok((file, report)),
            Err(why) => Err(failed(self.target, self.target, why)),
        }
    }

    fn store_failed(&self, why: SqliteError) -> BackupError {
        BackupError::store(self.store, self.target, &why.into())
    }

    fn failed(&self, name: &str, why: io::Error) -> BackupError {
        failed(self.target, &self.data.join(name), why)
    }
}

fn failed(target: &Path, path: &Path, why: io::Error) -> BackupError {
    BackupError::File {
        target: target.to_owned(),
        path: PathBuf::from(path),
        why,
    }
}
