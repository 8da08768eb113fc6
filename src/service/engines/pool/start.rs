//! The instances of a service that starts.

use crate::engines::engine_access::EngineAccess;
use crate::engines::engine_settings::{EngineSettings, EngineSource};
use crate::engines::instance::Instance;
use comfy_client::{EngineHeaders, engine_address};
use store::KeptEngine;

/// The instances of a service that starts: those of its options, and those that callers have added. If the options
/// name an address twice, its last settings hold.
pub(crate) fn at_start(
    options: Vec<EngineSettings>,
    kept: &[KeptEngine],
    credentials: &EngineHeaders,
    access: &EngineAccess,
) -> Result<Vec<Instance>, String> {
    let mut instances: Vec<Instance> = Vec::new();
    let added = kept.iter().filter(|one| one.is_added);
    for mut settings in options.into_iter().chain(added.map(settings_of)) {
        settings.authorize_by(credentials);
        let address = engine_address(&settings.url)?;
        match instances.iter().find(|known| known.address == address) {
            None => instances.push(Instance::new(settings, access)?),
            Some(_) if settings.source == EngineSource::Caller => {}
            Some(known) => drop(known.set_settings(settings)),
        }
    }
    for draining in kept.iter().filter(|one| one.is_draining) {
        let known = instances.iter().find(|one| one.address == draining.address);
        known.inspect(|instance| instance.membership.set_draining(true));
    }
    Ok(instances)
}

/// What the service is told about an instance that a caller has added.
fn settings_of(kept: &KeptEngine) -> EngineSettings {
    EngineSettings {
        labels: kept.labels.clone(),
        depth: kept.depth,
        ..EngineSettings::new(&kept.address, EngineSource::Caller)
    }
}
