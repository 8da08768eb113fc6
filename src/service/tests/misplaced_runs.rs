//! Differences between the store, the places and the instances, planted: they are repaired.

use super::world::{World, eventually};
use crate::runs::RunRules;

fn one_place() -> RunRules {
    RunRules {
        depth: 1,
        ..RunRules::default()
    }
}

/// Whether the service has read the engine's answer. Before, it would withdraw a run that is no longer tracked.
fn is_accepted(world: &World) -> bool {
    let instance = world.instance();
    let mut runs = instance
        .tasks
        .runs()
        .unsettled_ids()
        .into_iter()
        .filter_map(|id| instance.tasks.runs().get(&id).cloned());
    runs.any(|run| run.accepted)
}

#[tokio::test]
async fn a_place_without_a_run_is_freed() {
    let world = World::start(one_place()).await;
    world.engine.hold();
    let lost = world.submit().await.unwrap();
    eventually("it runs", || world.engine.running() == 1).await;
    // The instance has it no more, but it keeps its place.
    let instance = world.instance();
    eventually("its hand-over has ended", || is_accepted(&world)).await;
    instance
        .tasks
        .untrack(&instance.tasks.runs().unsettled_ids()[0]);
    let tracked = || instance.tasks.runs().ids();
    let is_back = || tracked().iter().any(|(_, id)| *id == lost);
    eventually("it is found again", is_back).await;
    world.engine.end_all();
    world.engine.release();
    assert_eq!(world.end_of(&lost, "found").await.status, "completed");
    assert_eq!(world.engine.requests("POST /prompt"), 1);
    let next = world.submit().await.unwrap();
    assert_eq!(world.end_of(&next, "next").await.status, "completed");
}

#[tokio::test]
async fn a_run_without_a_place_gets_it_back() {
    let world = World::start(one_place()).await;
    world.engine.hold();
    let run = world.submit().await.unwrap();
    eventually("its hand-over has ended", || is_accepted(&world)).await;
    eventually("it runs", || world.engine.running() == 1).await;
    world.parts.runs.waiting.remove(&run, None);
    let has_place = || world.parts.runs.waiting.places().contains_key(&run);
    eventually("it has its place again", has_place).await;
    world.engine.end_all();
    assert_eq!(world.end_of(&run, "found").await.status, "completed");
    assert_eq!(world.engine.requests("POST /prompt"), 1);
}
