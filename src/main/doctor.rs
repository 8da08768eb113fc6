//! `flowdeck doctor`: looks for what keeps a service from working, and says what to do. Changes nothing.

#[path = "doctor/clock.rs"]
mod clock;
#[path = "doctor/configuration.rs"]
mod configuration;
#[path = "doctor/data.rs"]
mod data;
#[path = "doctor/disk.rs"]
mod disk;
#[path = "doctor/engines.rs"]
mod engines;
#[path = "doctor/finding.rs"]
mod finding;
#[path = "doctor/key.rs"]
mod key;
#[path = "doctor/rights.rs"]
mod rights;

use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches};

use super::arguments::Serve;
use super::data_place;
use super::local_key::PACKAGE_CONFIG;
use super::print;
use super::serve;
use super::settings::{self, Settings};

/// The variables of the settings that name a service.
const CONFIG: &str = "FLOWDECK_CONFIG";
const DATA: &str = "FLOWDECK_DATA";

/// Prints a line for each check.
///
/// # Errors
/// When one has failed.
pub(crate) async fn run(given: &ArgMatches) -> Result<(), String> {
    let packaged = packaged(given, |name| env::var_os(name), Path::new(PACKAGE_CONFIG));
    if packaged.is_some() {
        print(&format!("checking the service of {PACKAGE_CONFIG}"));
    }
    let settings = settings::resolve(given, |name| {
        let of_package = || packaged.clone().filter(|_| name == CONFIG);
        env::var_os(name).or_else(of_package)
    });
    let settings = settings.map_err(|mistakes| mistakes.join("\n  "));
    let mut findings = vec![configuration::check(&settings)];
    let settings = match settings {
        Ok(settings) => settings,
        // The other checks are possible with the options alone.
        Err(_) => Settings::of(Serve::from_arg_matches(given).map_err(|why| why.to_string())?),
    };
    let serve = &settings.serve;
    findings.push(key::check(serve));
    findings.push(configuration::workflows(serve));
    findings.push(configuration::site(&serve::site(serve)));
    let folder = serve.data.clone();
    let inspected = tokio::task::spawn_blocking(move || data::inspect(&folder)).await;
    let (inspection, found) = inspected.map_err(|why| why.to_string())?;
    findings.extend(found);
    let inspection = inspection.unwrap_or_default();
    let (found, times) = engines::check(&settings, &inspection.added_engines).await;
    findings.extend(found);
    let now = crate::clock::now();
    findings.push(clock::check(now, &times, inspection.newest));
    findings.extend(clock::held(now, inspection.removes_again_at));
    findings.push(disk::check(&serve.data, serve.min_free_disk));
    findings.extend(rights::check(&serve.data));
    for finding in &findings {
        print(&finding.to_string());
    }
    match findings.iter().filter(|finding| finding.is_bad()).count() {
        0 => Ok(()),
        1 => Err("1 check has failed".to_owned()),
        count => Err(format!("{count} checks have failed")),
    }
}

/// The configuration file of an installed package, if nothing names another service, and this user has none.
fn packaged(
    given: &ArgMatches,
    variable: impl Fn(&str) -> Option<OsString>,
    path: &Path,
) -> Option<OsString> {
    let is_given = |name| given.value_source(name) == Some(ValueSource::CommandLine);
    let is_named = ["config", "data"].into_iter().any(is_given)
        || [CONFIG, DATA]
            .into_iter()
            .any(|name| variable(name).is_some());
    let is_packaged = !is_named && path.is_file() && !data_place::default_folder().is_dir();
    is_packaged.then(|| path.into())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

    use std::fs;

    use clap::CommandFactory;

    use super::*;
    use crate::arguments::Cli;

    #[test]
    fn the_service_of_a_package_is_checked_if_nothing_names_another() {
        if data_place::default_folder().is_dir() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("flowdeck.toml");
        let found = |flags: &[&str], set: Option<&str>| {
            let arguments = [&["flowdeck", "doctor"], flags].concat();
            let given = Cli::command().get_matches_from(arguments);
            let given = given.subcommand_matches("doctor").unwrap();
            let variable = |name: &str| (Some(name) == set).then(|| "other".into());
            packaged(given, variable, &path)
        };
        assert_eq!(found(&[], None), None);
        fs::write(&path, "").unwrap();
        assert_eq!(found(&["--depth", "3"], None), Some(path.clone().into()));
        assert_eq!(found(&["--config", "other.toml"], None), None);
        assert_eq!(found(&["--data", "other"], None), None);
        assert_eq!(found(&[], Some(CONFIG)), None);
        assert_eq!(found(&[], Some(DATA)), None);
    }
}
