//! Checks the first key: in the environment, or else in the data folder.

use std::fs;
use std::io::ErrorKind;

use super::finding::Finding;
use crate::arguments::Serve;
use crate::environment;
use crate::key::{FIRST_KEY, Key};

/// Checks that there is a key, or will be one, and that nobody can guess it.
pub(super) fn check(serve: &Serve) -> Finding {
    match read(serve) {
        Err(why) => Finding::Bad(format!("key: {why}")),
        Ok(None) => Finding::Good(format!(
            "key: there is none in {}; unless the service gets it in {FIRST_KEY}, its first start makes one",
            serve.data.display()
        )),
        Ok(Some(key)) => match key.ensure_safe(serve) {
            Err(why) => Finding::Bad(format!("key: {why}")),
            Ok(()) if key.is_from_environment => {
                Finding::Good(format!("key: it is in {FIRST_KEY}"))
            }
            Ok(()) => Finding::Good("key: it is in the data folder".to_owned()),
        },
    }
}

/// The key; `None` if there is none yet.
fn read(serve: &Serve) -> Result<Option<Key>, String> {
    if let Some(text) = environment::secret(FIRST_KEY)? {
        return Ok(Some(Key {
            text,
            is_from_environment: true,
        }));
    }
    let path = serve.data.join("key");
    let failed = |why: &str| {
        let path = path.display();
        format!("reading the key file {path}: {why}; delete it for a new key, or set {FIRST_KEY}")
    };
    let text = match fs::read_to_string(&path) {
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|why| failed(&why.to_string()))?,
    };
    let text = api::secret_in(&text).map_err(failed)?;
    Ok(Some(Key {
        text: text.to_owned(),
        is_from_environment: false,
    }))
}
