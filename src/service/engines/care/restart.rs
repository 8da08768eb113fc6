//! Restarts an instance that hangs or has grown too large, with the operator's command.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::command;
use crate::engines::Engines;
use crate::engines::engine_restart::EngineRestart;
use crate::engines::instance::Instance;
use crate::engines::instance_observer::InstanceObserver;
use store::{AuditAction, Author};

/// The restarts of one instance.
#[derive(Debug, Default)]
pub(super) struct Restarts {
    last: Option<Instant>,
    /// When its memory was last looked at.
    looked: Option<Instant>,
}

impl Restarts {
    /// Restarts the instance if that is due.
    pub(super) async fn restart(
        &mut self,
        engines: &Engines,
        instance: &Instance,
        observer: &Arc<dyn InstanceObserver>,
    ) {
        let Some(restart) = instance.membership.settings().restart else {
            return;
        };
        if is_recent(self.last, engines.care.restart_interval) {
            return;
        }
        let Some(why) = self.reason(engines, instance, &restart).await else {
            return;
        };
        let address = &instance.address;
        tracing::warn!("restarting the engine instance {address}: {why}");
        instance.membership.set_restarting(true);
        engines.signal.notify_instances();
        drain(engines, instance).await;
        self.last = Some(Instant::now());
        let line = Author::service().does(AuditAction::RestartEngine, address);
        if let Err(why) = engines.audit.log(line).await {
            tracing::warn!("writing the audit log: {why}");
        }
        execute(address, &restart, engines.care.command_time).await;
        observer.instance_is_cold(instance);
        instance.membership.set_restarting(false);
        engines.signal.notify_instances();
        instance.tasks.refresh.request();
    }

    /// Why the instance is to be restarted.
    async fn reason(
        &mut self,
        engines: &Engines,
        instance: &Instance,
        restart: &EngineRestart,
    ) -> Option<String> {
        let care = &engines.care;
        if instance.availability.hangs_for() >= Some(care.hang_time) {
            let time = humantime::format_duration(care.hang_time);
            return Some(format!("it had tasks and has not answered for {time}"));
        }
        let limit = restart
            .max_memory
            .filter(|_| instance.availability.is_online())?;
        if is_recent(self.looked, care.memory_interval) {
            return None;
        }
        self.looked = Some(Instant::now());
        let used = instance.client.used_memory().await.ok().flatten()?;
        let mb = |bytes: u64| bytes / 1_000_000;
        (used > limit).then(|| {
            format!(
                "{} MB of memory are in use, and max-memory is {} MB",
                mb(used),
                mb(limit)
            )
        })
    }
}

fn is_recent(time: Option<Instant>, interval: Duration) -> bool {
    time.is_some_and(|time| time.elapsed() < interval)
}

/// Waits until the instance has finished its tasks, does not answer any more, or takes too long.
async fn drain(engines: &Engines, instance: &Instance) {
    let finished = async {
        while instance.availability.is_online() && instance.tasks.known().is_busy() {
            sleep(engines.care.interval).await;
        }
    };
    if timeout(engines.care.drain_time, finished).await.is_err() {
        let (address, time) = (&instance.address, engines.care.drain_time);
        let time = humantime::format_duration(time);
        tracing::warn!("the engine instance {address} has not finished its tasks within {time}");
    }
}

/// Executes the command. The log names only its program: arguments may be secret.
async fn execute(address: &str, restart: &EngineRestart, time: Duration) {
    let program = restart.command.first().map_or("", String::as_str);
    let failed = |why: &str| {
        tracing::error!(
            "restarting the engine instance {address} with {program}: {why}; check restart-with in the configuration \
             file"
        );
    };
    let ended = match command::run(&restart.command, time).await {
        Ok(ended) => ended,
        Err(why) => return failed(&why.to_string()),
    };
    let output = &ended.output;
    match ended.status {
        Some(status) if status.success() => {
            tracing::info!("restarted the engine instance {address} with {program}: {output}");
        }
        Some(status) => failed(&format!("{status}: {output}")),
        None => {
            let time = humantime::format_duration(time);
            failed(&format!(
                "it took longer than {time} and was killed: {output}"
            ));
        }
    }
}
