//! On whose behalf a task works: what many callers share, such as connections to the store and memory, is given out by
//! party.

use crate::party::Party;

tokio::task_local! {
    static PARTY: Party;
}

/// The party for which the current task works; `None` if it does the service's own work.
pub fn party() -> Option<Party> {
    PARTY.try_with(Party::clone).ok()
}

/// Does something for a party, or for the service itself.
pub async fn on_behalf_of<T>(party: Option<Party>, work: impl Future<Output = T>) -> T {
    match party {
        Some(party) => PARTY.scope(party, work).await,
        None => work.await,
    }
}
