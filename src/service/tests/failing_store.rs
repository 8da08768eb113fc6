//! The store fails during a run, and a retry helps: each call of the store fails once and several times in a row, before
//! and after it is executed, and with each kind of error. The run ends as if nothing had happened.

use super::ways::{self, Way};
use super::world::{World, eventually};
use store_sqlite::{FaultKind, Moment, Outage};

/// How many calls fail in a row.
const WHILE: usize = 5;

/// The calls that fail, and when.
const OUTAGES: [(usize, Moment); 4] = [
    (1, Moment::Before),
    (WHILE, Moment::Before),
    (1, Moment::After),
    (WHILE, Moment::After),
];

/// A run on this way during an outage. Returns the number of calls.
async fn run(world: &World, way: Way, outage: Option<Outage>) -> usize {
    let what = format!("{way:?}, {outage:?}");
    let engine = &world.engine;
    let offered = engine.requests("POST /prompt");
    way.prepare(engine);
    world.faults().plan(outage);
    let id = loop {
        // A run that is not accepted is submitted again.
        if let Ok(id) = way.submit(world).await {
            break id;
        }
    };
    way.happen(world, &id).await;
    let ended = world.end_of(&id, &what).await;
    let calls = world.faults().end();
    assert_eq!(ended.status, way.end(), "{what}");
    assert_eq!(ended.attempts, way.attempts(), "{what}");
    let offered = engine.requests("POST /prompt") - offered;
    assert_eq!(offered, ended.attempts, "{what}");
    if matches!(way, Way::Runs) {
        assert_eq!(ended.starts, 1, "{what}: its start is reported once");
    }
    ways::reset(engine);
    let is_well = || world.parts.runs.store_trouble.why().is_none();
    eventually(&format!("{what}: nothing is repeated"), is_well).await;
    calls
}

/// Each call fails in its turn, this many in a row. The kinds of error take turns too: over all outages, each call fails
/// with each kind.
async fn each_call_fails(way: Way, (number, (count, moment)): (usize, (usize, Moment))) {
    let kinds = FaultKind::ALL.into_iter();
    let repeated: Vec<_> = kinds.filter(|kind| !kind.error().is_lasting()).collect();
    let world = World::start(way.rules()).await;
    let calls = run(&world, way, None).await;
    assert!(calls >= 3, "{way:?}: the calls are counted");
    for first in 1..=calls + 1 {
        let outage = Outage {
            first,
            count,
            moment,
            kind: repeated[(number + first) % repeated.len()],
        };
        run(&world, way, Some(outage)).await;
    }
    // The next run is as good as any.
    run(&world, way, None).await;
}

/// The outages are side by side, because the runs mostly wait.
async fn every_call_may_fail(way: Way) {
    let all = OUTAGES.into_iter().enumerate();
    futures_util::future::join_all(all.map(|outage| each_call_fails(way, outage))).await;
}

ways::on_every_way!(every_call_may_fail);
