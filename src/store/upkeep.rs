//! What a store needs from time to time. No I/O.

use async_trait::async_trait;

use crate::error::StoreError;

/// What a store needs from time to time.
#[async_trait]
pub trait Upkeep: Send + Sync {
    /// Keeps space for changes that make room, unless it does or there is too little.
    async fn keep_room(&self);

    /// Completes what is written, before a service ends.
    async fn complete(&self) -> Result<(), StoreError>;
}
