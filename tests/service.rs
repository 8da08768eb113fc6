//! The service with embedded engines, tested over HTTP as its callers use it.

#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that panics has failed"
)]

#[path = "service/accepted_runs.rs"]
mod accepted_runs;
#[path = "service/api_key.rs"]
mod api_key;
#[path = "service/audio.rs"]
mod audio;
#[path = "service/audit.rs"]
mod audit;
#[path = "service/backup.rs"]
mod backup;
#[path = "service/cancel.rs"]
mod cancel;
#[path = "service/charsets.rs"]
mod charsets;
#[path = "service/clock_jumps.rs"]
mod clock_jumps;
mod common;
#[path = "service/connections.rs"]
mod connections;
#[path = "service/declared_files.rs"]
mod declared_files;
#[path = "service/deploy.rs"]
mod deploy;
#[path = "service/deploy_again.rs"]
mod deploy_again;
#[path = "service/durability.rs"]
mod durability;
#[path = "service/engine_care.rs"]
mod engine_care;
#[path = "service/engine_classes.rs"]
mod engine_classes;
#[path = "service/engine_networks.rs"]
mod engine_networks;
#[cfg(unix)]
#[path = "service/engine_restart.rs"]
mod engine_restart;
#[path = "service/engine_token.rs"]
mod engine_token;
#[path = "service/engines.rs"]
mod engines;
#[path = "service/event_streams.rs"]
mod event_streams;
#[path = "service/examples.rs"]
mod examples;
#[path = "service/faulty_engines.rs"]
mod faulty_engines;
#[cfg(unix)]
#[path = "service/file_modes.rs"]
mod file_modes;
#[path = "service/found_engines.rs"]
mod found_engines;
#[path = "service/full_disk.rs"]
mod full_disk;
#[path = "service/hostile_engines.rs"]
mod hostile_engines;
#[path = "service/hostile_workflows.rs"]
mod hostile_workflows;
#[path = "service/hosts.rs"]
mod hosts;
#[path = "service/installed.rs"]
mod installed;
#[path = "service/kept_backup.rs"]
mod kept_backup;
#[path = "service/kept_document.rs"]
mod kept_document;
#[path = "service/key_limits.rs"]
mod key_limits;
#[path = "service/key_regeneration.rs"]
mod key_regeneration;
#[path = "service/key_rights.rs"]
mod key_rights;
#[path = "service/keys.rs"]
mod keys;
#[path = "service/left_out.rs"]
mod left_out;
#[path = "service/limited_keys.rs"]
mod limited_keys;
#[path = "service/llms.rs"]
mod llms;
#[path = "service/lost_runs.rs"]
mod lost_runs;
#[path = "service/metadata.rs"]
mod metadata;
#[path = "service/missing_events.rs"]
mod missing_events;
#[path = "service/models.rs"]
mod models;
#[path = "service/monitoring.rs"]
mod monitoring;
#[path = "service/multipart_form.rs"]
mod multipart_form;
#[path = "service/no_space.rs"]
mod no_space;
#[path = "service/object_info.rs"]
mod object_info;
#[path = "service/openapi.rs"]
mod openapi;
#[path = "service/output_files.rs"]
mod output_files;
#[path = "service/placement.rs"]
mod placement;
#[path = "service/previews.rs"]
mod previews;
#[path = "service/program.rs"]
mod program;
#[cfg(target_os = "linux")]
#[path = "service/program_clock.rs"]
mod program_clock;
#[path = "service/program_deploy.rs"]
mod program_deploy;
#[path = "service/program_doctor.rs"]
mod program_doctor;
#[path = "service/program_engines.rs"]
mod program_engines;
#[path = "service/program_health.rs"]
mod program_health;
#[path = "service/program_key.rs"]
mod program_key;
#[path = "service/program_log.rs"]
mod program_log;
#[path = "service/program_runs.rs"]
mod program_runs;
#[path = "service/program_settings.rs"]
mod program_settings;
#[path = "service/program_tls.rs"]
mod program_tls;
#[path = "service/program_webhooks.rs"]
mod program_webhooks;
#[path = "service/progress.rs"]
mod progress;
#[path = "service/proxy.rs"]
mod proxy;
#[path = "service/python_json.rs"]
mod python_json;
#[path = "service/queue_parts.rs"]
mod queue_parts;
#[path = "service/regenerate.rs"]
mod regenerate;
#[path = "service/rejected_values.rs"]
mod rejected_values;
#[cfg(unix)]
#[path = "service/reloads.rs"]
mod reloads;
#[path = "service/repeated_submissions.rs"]
mod repeated_submissions;
#[path = "service/retention.rs"]
mod retention;
#[path = "service/run_event_readers.rs"]
mod run_event_readers;
#[path = "service/run_events.rs"]
mod run_events;
#[path = "service/run_once.rs"]
mod run_once;
#[path = "service/run_owners.rs"]
mod run_owners;
#[path = "service/run_removal.rs"]
mod run_removal;
#[path = "service/run_summary.rs"]
mod run_summary;
#[path = "service/run_tokens.rs"]
mod run_tokens;
#[path = "service/runs.rs"]
mod runs;
#[path = "service/rust_code.rs"]
mod rust_code;
#[path = "service/shared_page.rs"]
mod shared_page;
#[path = "service/shares.rs"]
mod shares;
#[cfg(unix)]
#[path = "service/shares_of_keys.rs"]
mod shares_of_keys;
#[path = "service/signals.rs"]
mod signals;
#[path = "service/site.rs"]
mod site;
#[path = "service/stalled_engines.rs"]
mod stalled_engines;
#[path = "service/stopping.rs"]
mod stopping;
#[path = "service/submit.rs"]
mod submit;
#[cfg(feature = "h264")]
#[path = "service/traces.rs"]
mod traces;
#[path = "service/usage.rs"]
mod usage;
#[path = "service/video.rs"]
mod video;
#[path = "service/watched_queue.rs"]
mod watched_queue;
#[path = "service/webhook_addresses.rs"]
mod webhook_addresses;
#[path = "service/webhook_code.rs"]
mod webhook_code;
#[path = "service/webhook_operations.rs"]
mod webhook_operations;
#[path = "service/webhook_receivers.rs"]
mod webhook_receivers;
#[path = "service/webhook_restarts.rs"]
mod webhook_restarts;
#[path = "service/webhooks.rs"]
mod webhooks;
#[path = "service/workflows.rs"]
mod workflows;
