//! The free space on the disk of the data folder, measured at most once a second: whether new runs are accepted, and
//! whether accepted ones go on. Does not know what runs are.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex as SyncMutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use schema::size;

/// How long a measurement counts.
const FRESH: Duration = Duration::from_secs(1);

/// How long monitoring waits for a measurement.
const MEASURING: Duration = Duration::from_secs(1);

/// How much of the disk stays free.
#[derive(Clone, Copy, Debug)]
pub struct DiskRules {
    /// New runs and deployments are refused if less is free, in bytes; 0 refuses none. Below half of it, accepted runs
    /// wait, too.
    pub min_free: u64,
    /// Measures the free space of the disk that a folder is on, in bytes. Blocks.
    pub measure: fn(&Path) -> io::Result<u64>,
}

impl Default for DiskRules {
    fn default() -> Self {
        Self {
            min_free: 0,
            measure: |folder| fs4::available_space(folder),
        }
    }
}

/// There is too little space on the disk.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "only {} are free on the disk of the service, which keeps {} free; delete runs that are not needed, or ask the \
     person who runs the service to free disk space", size(*.free), size(*.min_free)
)]
pub(crate) struct NoRoom {
    free: u64,
    min_free: u64,
}

/// The disk of one service.
#[derive(Debug)]
pub(crate) struct Disk {
    rules: DiskRules,
    folder: PathBuf,
    /// Locked while somebody measures, or makes room.
    last: Mutex<Option<(Instant, u64)>>,
    is_low: AtomicBool,
    /// When accepted runs last asked, and whether they may go on.
    work: SyncMutex<Option<(Instant, bool)>>,
}

impl Disk {
    pub(crate) fn new(rules: DiskRules, folder: PathBuf) -> Self {
        Self {
            rules,
            folder,
            last: Mutex::new(None),
            is_low: AtomicBool::new(false),
            work: SyncMutex::new(None),
        }
    }

    /// Whether accepted runs may be handed over, and their outputs copied. The lower half of what is to stay free
    /// belongs to the store, so that it can record how they end.
    pub(crate) async fn allows_work(&self) -> bool {
        let now = Instant::now();
        let known = self.work().filter(|(at, _)| *at + FRESH > now);
        match known {
            _ if self.rules.min_free == 0 => true,
            Some((_, allowed)) => allowed,
            None => {
                let free = tokio::time::timeout(MEASURING, self.measure()).await;
                self.note_work(now, free.ok().flatten())
            }
        }
    }

    /// Notes whether accepted runs may go on with so much free space, and logs when they begin to wait and go on.
    fn note_work(&self, now: Instant, free: Option<u64>) -> bool {
        let allowed = free.is_none_or(|free| free >= self.rules.min_free / 2);
        let before = self.work().replace((now, allowed));
        let was_allowed = before.is_none_or(|(_, allowed)| allowed);
        let (folder, free) = (self.folder.display(), size(free.unwrap_or_default()));
        match (was_allowed, allowed) {
            (true, false) => tracing::warn!(
                "only {free} are free on the disk of the data folder {folder}, less than half of --min-free-disk {}; \
                 accepted runs wait, too. Free disk space there, or delete runs that are not needed",
                size(self.rules.min_free)
            ),
            (false, true) => tracing::info!(
                "{free} are free again on the disk of the data folder {folder}; accepted runs go on"
            ),
            _ => {}
        }
        allowed
    }

    /// Whether accepted runs wait for space on the disk, as far as is known.
    pub(crate) fn holds_work(&self) -> bool {
        self.work().is_some_and(|(_, allowed)| !allowed)
    }

    fn work(&self) -> MutexGuard<'_, Option<(Instant, bool)>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The least that is to be free, in bytes.
    pub(crate) fn min_free(&self) -> u64 {
        self.rules.min_free
    }

    /// The bytes that are free now; `None` if that cannot be measured. If they are too few, `make_room` is awaited
    /// first, by one caller for all who wait.
    pub(crate) async fn free(
        &self,
        now: Instant,
        make_room: impl Future<Output = ()>,
    ) -> Option<u64> {
        let mut last = self.last.lock().await;
        if let Some((at, free)) = *last
            && now.saturating_duration_since(at) < FRESH
        {
            return Some(free);
        }
        let mut free = self.measure().await?;
        if free < self.rules.min_free {
            make_room.await;
            free = self.measure().await?;
        }
        *last = Some((now, free));
        self.report(free);
        self.note_work(now, Some(free));
        Some(free)
    }

    /// Why new runs are refused with so much free space, if they are.
    pub(crate) fn shortage(&self, free: u64) -> Option<NoRoom> {
        let min_free = self.rules.min_free;
        (free < min_free).then_some(NoRoom { free, min_free })
    }

    async fn measure(&self) -> Option<u64> {
        let (folder, measure) = (self.folder.clone(), self.rules.measure);
        let measured = tokio::task::spawn_blocking(move || measure(&folder)).await;
        let measured = measured.unwrap_or_else(|why| Err(io::Error::other(why)));
        let shown = self.folder.display();
        measured
            .inspect_err(|why| tracing::debug!("measuring the free disk space at {shown}: {why}"))
            .ok()
    }

    /// The bytes that are free now, and the size of the disk, as far as they can be measured in a short time: a folder
    /// may be on a disk of the network that does not answer.
    pub(crate) async fn space(&self) -> (Option<u64>, Option<u64>) {
        let folder = self.folder.clone();
        let size = tokio::task::spawn_blocking(move || fs4::total_space(&folder).ok());
        let both = async { tokio::join!(self.measure(), size) };
        let both = tokio::time::timeout(MEASURING, both).await;
        both.map_or((None, None), |(free, size)| (free, size.ok().flatten()))
    }

    /// Logs when the disk becomes full, and when it no longer is.
    fn report(&self, free: u64) {
        let is_low = free < self.rules.min_free;
        if self.is_low.swap(is_low, Relaxed) == is_low {
            return;
        }
        let (folder, free) = (self.folder.display(), size(free));
        match is_low {
            true => tracing::warn!(
                "only {free} are free on the disk of the data folder {folder}, less than --min-free-disk {}; new runs \
                 and deployments are refused. Free disk space there, or keep runs for a shorter time (--keep)",
                size(self.rules.min_free)
            ),
            false => tracing::info!(
                "{free} are free again on the disk of the data folder {folder}; new runs are accepted"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[tokio::test]
    async fn it_is_measured_once_a_second_and_room_is_made_before_anything_is_refused() {
        static FREE: AtomicU64 = AtomicU64::new(100);
        let rules = DiskRules {
            min_free: 50,
            measure: |_| Ok(FREE.load(Relaxed)),
        };
        let disk = Disk::new(rules, "data".into());
        let start = Instant::now();
        let never = async || panic!("there is room");
        assert_eq!(disk.free(start, never()).await, Some(100));
        FREE.store(10, Relaxed);
        let soon = start + FRESH / 2;
        assert_eq!(disk.free(soon, never()).await, Some(100), "a moment ago");
        let freed = disk.free(start + FRESH, async { FREE.store(60, Relaxed) });
        assert_eq!(freed.await, Some(60));
        FREE.store(10, Relaxed);
        assert_eq!(disk.free(start + 2 * FRESH, async {}).await, Some(10));
        assert_eq!(disk.shortage(50), None);
        let text = disk.shortage(10).unwrap().to_string();
        assert!(
            text.contains("only 10 B are free") && text.contains("delete runs"),
            "{text}"
        );
    }

    #[tokio::test]
    async fn accepted_runs_go_on_until_half_of_it_is_gone() {
        let with = |measure| {
            let rules = DiskRules {
                min_free: 50,
                measure,
            };
            Disk::new(rules, "data".into())
        };
        let above = with(|_| Ok(25));
        assert!(above.allows_work().await && !above.holds_work());
        let below = with(|_| Ok(24));
        assert!(!below.allows_work().await && below.holds_work());
        let unknown = with(|_| Err(io::ErrorKind::Unsupported.into()));
        assert!(unknown.allows_work().await);
    }

    #[tokio::test]
    async fn what_cannot_be_measured_refuses_nothing() {
        let rules = DiskRules {
            min_free: 50,
            measure: |_| Err(io::ErrorKind::Unsupported.into()),
        };
        let disk = Disk::new(rules, "data".into());
        assert_eq!(disk.free(Instant::now(), async {}).await, None);
    }

    #[tokio::test]
    async fn a_real_disk_has_a_size() {
        let folder = tempfile::tempdir().unwrap();
        assert!((DiskRules::default().measure)(folder.path()).unwrap() > 0);
        let disk = Disk::new(DiskRules::default(), folder.path().to_owned());
        let (free, size) = disk.space().await;
        assert!(free.unwrap() > 0 && size.unwrap() >= free.unwrap());
    }
}
