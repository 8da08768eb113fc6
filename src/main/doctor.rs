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

use clap::{ArgMatches, FromArgMatches};

use super::arguments::Serve;
use super::print;
use super::serve;
use super::settings::{self, Settings};

/// Prints a line for each check.
///
/// # Errors
/// When one has failed.
pub(crate) async fn run(given: &ArgMatches) -> Result<(), String> {
    let settings = settings::resolved(given);
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
