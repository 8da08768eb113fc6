//! What can be wrong with a data folder, found without changing anything. A service may use the folder meanwhile.

use std::fs;
use std::path::Path;

use chrono::{DateTime, Utc};

use data_folder::STORE_FILE;
use store::StoreError;
use store_sqlite::{RunFiles, SqliteError, StoreReader};

/// Paths in a data folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// How many there are.
    pub count: u64,
    /// One of them.
    pub first: Option<String>,
}

impl Paths {
    fn add(&mut self, path: String) {
        self.count += 1;
        self.first.get_or_insert(path);
    }
}

/// What a store and the files of its runs are like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The number of runs.
    pub runs: u64,
    /// When the newest one was made.
    pub newest: Option<DateTime<Utc>>,
    /// Until when nothing is removed because of its age, if the clock has jumped.
    pub removes_again_at: Option<DateTime<Utc>>,
    /// Outputs that are missing.
    pub missing_outputs: Paths,
    /// Uploads that are missing, of runs that have not ended.
    pub missing_uploads: Paths,
    /// Folders of outputs that belong to no run.
    pub stray_outputs: Paths,
    /// The addresses of the engine instances that callers have added.
    pub added_engines: Vec<String>,
}

/// Looks at the store in a data folder and at the files of its runs; `None` if no service has used the folder. Blocks.
///
/// # Errors
/// When the store is damaged or cannot be read, with what to do.
pub fn inspect(data: &Path) -> Result<Option<Inspection>, String> {
    let store = data.join(STORE_FILE);
    if !store.exists() {
        return Ok(None);
    }
    let inspected = StoreReader::open(&store).and_then(|reader| look(data, &reader));
    inspected.map(Some).map_err(|why| {
        let why = StoreError::from(why);
        format!("{}: {why}; {}", store.display(), why.remedy())
    })
}

fn look(data: &Path, store: &StoreReader) -> Result<Inspection, SqliteError> {
    let runs = store.check()?;
    // Before the store is read: a run has its row before it has outputs.
    let folders = fs::read_dir(data.join("outputs"))
        .into_iter()
        .flatten()
        .flatten();
    let folders: Vec<_> = folders.map(|folder| folder.file_name()).collect();
    let newest = store.newest()?;
    let newest = newest.and_then(|time| DateTime::parse_from_rfc3339(&time).ok());
    let hold = store.clock()?.and_then(|clock| clock.hold);
    let mut found = Inspection {
        runs,
        newest: newest.map(|time| time.to_utc()),
        removes_again_at: hold.map(|hold| hold.until),
        added_engines: store.added_engines()?,
        ..Inspection::default()
    };
    for folder in folders.iter().filter_map(|name| name.to_str()) {
        if uuid::Uuid::parse_str(folder).is_ok() && !store.has_run(folder)? {
            found.stray_outputs.add(format!("outputs/{folder}"));
        }
    }
    let mut page = store.runs(0)?;
    while let Some(last) = page.last {
        for run in page.runs {
            look_at(data, store, run, &mut found)?;
        }
        page = store.runs(last)?;
    }
    Ok(found)
}

/// Looks for the files of a run. If some are missing, it may just have ended, or be gone.
fn look_at(
    data: &Path,
    store: &StoreReader,
    mut run: RunFiles,
    found: &mut Inspection,
) -> Result<(), SqliteError> {
    loop {
        let missing: Vec<String> = missing(data, &run).collect();
        if missing.is_empty() {
            return Ok(());
        }
        match store.files_of(&run.id)? {
            None => return Ok(()),
            Some(now) if now != run => run = now,
            Some(_) => {
                let paths = match run.has_ended {
                    true => &mut found.missing_outputs,
                    false => &mut found.missing_uploads,
                };
                missing.into_iter().for_each(|path| paths.add(path));
                return Ok(());
            }
        }
    }
}

fn missing(data: &Path, run: &RunFiles) -> impl Iterator<Item = String> {
    let is_missing = |(path, is_safe): &(String, bool)| {
        let file = fs::symlink_metadata(data.join(path));
        !(*is_safe && file.is_ok_and(|file| file.is_file()))
    };
    run.paths().filter(is_missing).map(|(path, _)| path)
}
