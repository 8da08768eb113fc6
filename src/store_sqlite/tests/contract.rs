//! What every store promises.

use super::*;

async fn open() -> (tempfile::TempDir, Arc<SqliteStore>) {
    store()
}

store_contract::suite!(open);
