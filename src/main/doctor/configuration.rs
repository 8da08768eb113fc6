//! Checks the settings, the token and the certificate that they name, and the folder of the workflows.

use std::fs;
use std::path::Path;

use super::finding::Finding;
use crate::settings::{Settings, Source};
use crate::{TOKEN_VARIABLE, environment, serve};

/// Checks the settings, and what they name.
pub(super) fn check(settings: &Result<Settings, String>) -> Finding {
    let settings = match settings {
        Ok(settings) => settings,
        Err(why) => return Finding::Bad(format!("configuration: {why}")),
    };
    let token = environment::secret(TOKEN_VARIABLE).err();
    let certificate = serve::certificate(&settings.serve).err();
    if let Some(why) = token.or(certificate) {
        return Finding::Bad(format!("configuration: {why}"));
    }
    let given = settings.all.iter();
    let given = given.filter(|setting| setting.source != Source::Default);
    Finding::Good(match given.count() {
        0 => "configuration: every setting has its default".to_owned(),
        1 => "configuration: 1 setting is given and valid".to_owned(),
        count => format!("configuration: {count} settings are given and valid"),
    })
}

/// Checks the folder of the workflows.
pub(super) fn workflows(folder: &Path) -> Finding {
    let shown = folder.display();
    match fs::read_dir(folder) {
        Ok(_) => Finding::Good(format!("workflows: the folder {shown} can be read")),
        Err(why) => Finding::Bad(format!(
            "workflows: reading the folder {shown}: {why}; create it, or choose another with --workflows"
        )),
    }
}
