//! The files of a draft, in the browser's database.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

use super::Draft;
use crate::database::{self, FORMS};
use ui::spawn_local;

/// The maximum total size of a field's kept files, in bytes.
const MAX_BYTES: f64 = 256e6;

/// A field's files as they were kept.
#[derive(Default)]
pub(crate) struct KeptFiles {
    pub(crate) files: Vec<File>,
    /// The names of those that were too large to keep.
    pub(crate) names: Vec<String>,
}

impl Draft {
    /// Replaces the kept files of a field. Only the names are kept if the files are larger than [`MAX_BYTES`], or than
    /// the browser allows.
    pub(crate) fn keep_files(self, field: &str, files: &[File]) {
        let key = self.file_key(field);
        let fits = files.iter().map(|file| file.size()).sum::<f64>() <= MAX_BYTES;
        let names: Array = files
            .iter()
            .map(|file| JsValue::from(file.name()))
            .collect();
        let kept: Array = files.iter().filter(|_| fits).collect();
        spawn_local(async move {
            if names.length() == 0 {
                database::delete(FORMS, &key).await;
            } else if !fits || !database::put(FORMS, &key, &kept).await {
                database::put(FORMS, &key, &names).await;
            }
        });
    }

    /// The kept files of a field.
    pub(crate) async fn files(self, field: String) -> KeptFiles {
        let kept = database::get(FORMS, &self.file_key(&field)).await;
        let kept = kept.and_then(|kept| kept.dyn_into::<Array>().ok());
        let mut all = KeptFiles::default();
        for one in kept.unwrap_or_default().iter() {
            match one.as_string() {
                Some(name) => all.names.push(name),
                None => all.files.extend(one.dyn_into::<File>()),
            }
        }
        all
    }

    fn file_key(self, field: &str) -> String {
        [&self.name(), "\n", field].concat()
    }
}
