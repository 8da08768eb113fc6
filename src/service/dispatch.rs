//! Gives every engine instance the next run as soon as it has room for one.

use std::sync::Arc;

use super::app_state::AppState;
use super::hand_over::hand_over;

/// Hands over waiting runs until the service stops.
pub(crate) async fn dispatch(app: Arc<AppState>) {
    loop {
        let instances = app.pool.instances();
        while let Some((instance, run)) = app.waiting.next(&instances, app.rules.depth) {
            let tasks = app.tasks.clone();
            tasks.spawn(hand_over(app.clone(), instance, run));
        }
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = app.waiting.changed() => {}
        }
    }
}
