//! The files of a draft, in the browser's database.

use js_sys::Array;
use wasm_bindgen::JsCast;
use web_sys::File;

use super::Draft;
use crate::database::{self, FORMS};
use ui::spawn_local;

/// The maximum total size of a field's kept files, in bytes.
const MAX_BYTES: f64 = 64e6;

impl Draft {
    /// Replaces the kept files of a field. Larger files than [`MAX_BYTES`] are not kept.
    pub(crate) fn keep_files(self, field: &str, files: &[File]) {
        let key = self.file_key(field);
        let fits = files.iter().map(|file| file.size()).sum::<f64>() <= MAX_BYTES;
        let kept: Array = files.iter().filter(|_| fits).collect();
        spawn_local(async move {
            if kept.length() == 0 {
                database::delete(FORMS, &key).await;
            } else {
                database::put(FORMS, &key, &kept).await;
            }
        });
    }

    /// The kept files of a field.
    pub(crate) async fn files(self, field: String) -> Vec<File> {
        let kept = database::get(FORMS, &self.file_key(&field)).await;
        let kept = kept.and_then(|kept| kept.dyn_into::<Array>().ok());
        let kept = kept.unwrap_or_default();
        kept.iter()
            .filter_map(|file| file.dyn_into().ok())
            .collect()
    }

    fn file_key(self, field: &str) -> String {
        [&self.name(), "\n", field].concat()
    }
}
