//! The store refuses a change or a read of a run, and a retry does not help. The run ends all the same, its engine stops
//! executing it, and other runs go on.

use super::ways::{self, Way};
use super::world::{World, eventually};
use crate::runs::{RunRules, recovery};
use store_sqlite::{FaultKind, Moment, Outage};

/// A run on this way, one of whose calls is refused. Returns the number of calls.
async fn run(world: &World, way: Way, outage: Option<Outage>) -> usize {
    let what = format!("{way:?}, {outage:?}");
    let engine = &world.engine;
    let offered = engine.requests("POST /prompt");
    way.prepare(engine);
    world.faults().plan(outage);
    let id = loop {
        // A run that is not accepted does not exist.
        if let Ok(id) = way.submit(world).await {
            break id;
        }
    };
    tokio::select! {
        () = way.happen(world, &id) => {}
        _ = world.end_of(&id, &what) => {}
    }
    let ended = world.end_of(&id, &what).await;
    let calls = world.faults().end();
    assert!(
        [way.end(), "failed"].contains(&&*ended.status),
        "{what}: {ended:?}"
    );
    let offered = engine.requests("POST /prompt") - offered;
    assert!(offered <= way.attempts(), "{what}: offered {offered} times");
    engine.come_back();
    let is_idle = || engine.running() == 0;
    eventually(&format!("{what}: the engine executes nothing"), is_idle).await;
    ways::reset(engine);
    calls
}

/// Each call is refused in its turn, with this kind of error.
async fn each_call_is_refused(way: Way, kind: FaultKind) {
    let world = World::start(way.rules()).await;
    let calls = run(&world, way, None).await;
    for first in 1..=calls {
        let outage = Outage {
            first,
            count: 1,
            moment: Moment::Before,
            kind,
        };
        run(&world, way, Some(outage)).await;
    }
    let next = world.submit().await.unwrap();
    let ended = world.end_of(&next, "the next run").await;
    assert_eq!((&*ended.status, ended.attempts), ("completed", 1));
}

async fn every_call_may_be_refused(way: Way) {
    let kinds = FaultKind::ALL.into_iter();
    let lasting = kinds.filter(|kind| kind.error().is_lasting());
    let all = lasting.map(|kind| each_call_is_refused(way, kind));
    futures_util::future::join_all(all).await;
}

ways::on_every_way!(every_call_may_be_refused);

/// A run that its engine executes, and whose row refuses every change from now on.
async fn refusing_run(world: &World) -> String {
    world.engine.hold();
    let id = world.submit().await.unwrap();
    eventually("it runs", || world.engine.running() == 1).await;
    let tracked = || world.instance().tasks.runs();
    let is_accepted = || tracked().get(&id).is_some_and(|run| run.accepted);
    eventually("its hand-over has ended", is_accepted).await;
    let refuse = format!(
        "CREATE TRIGGER refuse BEFORE UPDATE ON runs WHEN OLD.id = '{id}'
            BEGIN SELECT raise(ABORT, 'as planned'); END"
    );
    world.database.execute_batch(&refuse).unwrap();
    id
}

#[tokio::test]
async fn a_run_whose_row_refuses_every_change_keeps_no_place() {
    let world = World::start(RunRules {
        depth: 1,
        ..RunRules::default()
    })
    .await;
    let id = refusing_run(&world).await;
    world.engine.end_all();
    world.engine.release();
    eventually("it has no place", || world.is_idle()).await;
    let next = world.submit().await.unwrap();
    assert_eq!(
        world.end_of(&next, "the next run").await.status,
        "completed"
    );
    // The store has it still, and it ends once its row is repaired.
    assert_ne!(world.stored(&id).unwrap().status, "failed");
    world.database.execute_batch("DROP TRIGGER refuse").unwrap();
    let recovered = recovery::recover_runs(&world.parts.runs, &*world.parts.store).await;
    recovered.unwrap();
    assert_eq!(
        world.end_of(&id, "the repaired run").await.status,
        "completed"
    );
    assert_eq!(world.engine.requests("POST /prompt"), 2);
}

#[tokio::test]
async fn a_run_whose_row_refuses_every_change_keeps_no_service_from_starting() {
    let world = World::start(RunRules::default()).await;
    refusing_run(&world).await;
    let (runs, store) = (&world.parts.runs, &world.parts.store);
    let ended = vec![world.engine.address.clone()];
    store
        .change_embedded_engines(ended, Vec::new())
        .await
        .unwrap();
    recovery::recover_runs(runs, &**store).await.unwrap();
}
