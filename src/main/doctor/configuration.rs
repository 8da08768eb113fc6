//! Checks the settings, the token and the certificate that they name, the folder of the workflows, and the playground.

use std::fs;
use std::io;

use embedded::Site;

use super::finding::Finding;
use crate::arguments::Serve;
use crate::settings::{Settings, Source};
use crate::{TOKEN_VARIABLE, environment, samples, serve};

/// The playground begins with this file.
const INDEX: &str = "index.html";

/// Checks the settings, and what they name.
pub(super) fn check(settings: &Result<Settings, String>) -> Finding {
    let settings = match settings {
        Ok(settings) => settings,
        Err(why) => return Finding::Bad(format!("configuration: {why}")),
    };
    settings.warn_of_open_credentials();
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
pub(super) fn workflows(serve: &Serve) -> Finding {
    let folder = samples::workflows(serve);
    let shown = folder.display();
    match fs::read_dir(&folder) {
        Ok(_) => Finding::Good(format!("workflows: the folder {shown} can be read")),
        Err(why) if serve.workflows.is_none() && why.kind() == io::ErrorKind::NotFound => {
            Finding::Doubtful(format!(
                "workflows: there is no folder {shown} yet; the first start makes it"
            ))
        }
        Err(why) => Finding::Bad(format!(
            "workflows: reading the folder {shown}: {why}; create it, or choose another with --workflows"
        )),
    }
}

/// Checks that there is a playground.
pub(super) fn site(site: &Site) -> Finding {
    match site {
        Site::Embedded(files) if files.get(INDEX).is_some() => {
            Finding::Good("playground: it is in the program".to_owned())
        }
        Site::Embedded(_) => Finding::Doubtful(
            "playground: this program was built without it; build one with `make program`, or choose its folder with \
             --site"
                .to_owned(),
        ),
        Site::Folder(folder) if folder.join(INDEX).is_file() => {
            Finding::Good(format!("playground: it is in the folder {}", folder.display()))
        }
        Site::Folder(folder) => Finding::Bad(format!(
            "playground: the folder {} has no {INDEX}; build it with `make site`, or leave --site out",
            folder.display()
        )),
    }
}
