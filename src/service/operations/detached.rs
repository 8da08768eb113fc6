//! Changes that continue if their caller disconnects.

use super::error::DomainError;
use parties::on_behalf::{self, on_behalf_of};

/// Completes a change even if the caller disconnects.
pub(super) async fn to_the_end<T: Send + 'static, E: Into<DomainError> + Send + 'static>(
    change: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, DomainError> {
    let change = on_behalf_of(on_behalf::party(), change);
    let changed = tokio::spawn(change).await.map_err(DomainError::internal)?;
    changed.map_err(E::into)
}
