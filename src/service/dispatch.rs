//! Gives every engine instance the next run as soon as it has room for one.

use std::sync::Arc;
use std::time::Duration;

use super::app_state::AppState;
use super::hand_over::hand_over;
use super::node_times::LearnedNode;
use placement::LearnedDuration;

/// How often what was learned about durations is stored.
const LEARNING_INTERVAL: Duration = Duration::from_secs(60);

/// Stores what was learned about durations now and then, and when the service stops.
pub(crate) async fn keep_learned(app: Arc<AppState>) {
    let mut stored = (app.waiting.learned(), app.node_times.rows());
    while !app.stop.is_cancelled() {
        tokio::select! {
            () = app.stop.cancelled() => {}
            () = tokio::time::sleep(LEARNING_INTERVAL) => {}
        }
        let learned = (app.waiting.learned(), app.node_times.rows());
        if learned != stored {
            stored = learned;
            store_learned(&app, &stored).await;
        }
    }
}

async fn store_learned(app: &AppState, (runs, nodes): &(Vec<LearnedDuration>, Vec<LearnedNode>)) {
    let runs = app.store.set_durations(runs.clone()).await;
    let nodes = app.store.set_node_times(nodes.clone()).await;
    if let Err(error) = runs.and(nodes) {
        tracing::warn!("storing the durations of runs: {error}");
    }
}

/// Hands over waiting runs until the service stops.
pub(crate) async fn dispatch(app: Arc<AppState>) {
    loop {
        let instances = app.pool.instances();
        while let Some(placed) = app.waiting.next(&instances, app.rules.depth) {
            let Some(run) = app.waiting.get(&placed.id) else {
                continue;
            };
            match app.pool.instance(&placed.address) {
                Some(instance) => drop(app.tasks.spawn(hand_over(app.clone(), instance, run))),
                // It was removed a moment ago.
                None => app.waiting.add_back(run, &app.pool.instances()),
            }
        }
        let due = async {
            match app.waiting.next_due() {
                Some(due) => tokio::time::sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = app.waiting.changed() => {}
            () = due => {}
        }
    }
}
