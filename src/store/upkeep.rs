//! The maintenance of a store. No I/O.

use async_trait::async_trait;

use crate::error::StoreError;

/// The maintenance of a store.
#[async_trait]
pub trait Upkeep: Send + Sync {
    /// Reserves disk space for changes that make room, unless it is already reserved or too little is free.
    async fn keep_room(&self);

    /// Completes the files of the store before the service ends.
    async fn complete(&self) -> Result<(), StoreError>;
}
