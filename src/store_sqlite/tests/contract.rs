//! The promises of every store.

use super::*;

async fn open() -> (tempfile::TempDir, Arc<SqliteStore>) {
    store()
}

store_contract::suite!(open);
