//! Every call of the store on every way of a run, failing in every way.

use std::time::Duration;

use serde_json::json;

use super::fake_engine::{Answer, FakeEngine};
use super::world::{World, eventually};
use crate::runs::{RunRules, cancel};
use store_sqlite::Moment;

/// What happens to a run.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// It ends at once.
    Completes,
    /// It is seen running before it ends.
    Runs,
    /// The engine refuses it.
    Refused,
    /// The engine gives it another id.
    Renamed,
    /// The engine does not take it at first.
    NotReceived,
    /// The engine leaves one of its outputs out.
    LeftOut,
    /// The engine is silent for too long.
    Lost,
    /// The engine forgets it.
    Forgotten,
    /// It takes too long.
    Late,
    /// It is cancelled while it runs.
    Cancelled,
}

/// The request that sends a file.
const UPLOAD: &str = "POST /upload/image";

/// How many calls fail in a row.
const WHILE: usize = 5;

impl Way {
    fn rules(self) -> RunRules {
        RunRules {
            depth: 1,
            attempts: 9,
            lost_after: match self {
                Self::Lost => Duration::ZERO,
                _ => Duration::from_secs(60),
            },
            run_timeout: matches!(self, Self::Late).then_some(Duration::from_millis(1)),
            ..RunRules::default()
        }
    }

    /// Lets the engine behave as this way needs it.
    fn prepare(self, engine: &FakeEngine) {
        match self {
            Self::Completes => {}
            Self::Refused => engine.answer("prompt", Answer::Text(400, "{}".to_owned())),
            Self::Renamed => {
                let accepted = json!({ "prompt_id": "theirs", "number": 0, "node_errors": {} });
                engine.answer("prompt", Answer::Text(200, accepted.to_string()));
                let status = json!({ "status_str": "success", "completed": true, "messages": [] });
                let entry = json!({ "theirs": { "outputs": {}, "status": status } });
                engine.answer("history", Answer::Text(200, entry.to_string()));
            }
            Self::NotReceived => engine.answer("upload", Answer::Text(503, String::new())),
            Self::LeftOut => engine.miss_input("8", "PreviewImage", "images"),
            Self::Runs | Self::Lost | Self::Forgotten | Self::Late | Self::Cancelled => {
                engine.hold();
            }
        }
    }

    /// Does what happens to the run while it is on its way.
    async fn happen(self, world: &World, id: &str) {
        let engine = &world.engine;
        let is_running = || engine.running() > 0;
        match self {
            Self::Completes | Self::Refused | Self::Renamed | Self::LeftOut | Self::Late => {}
            Self::NotReceived => {
                let sent = engine.requests(UPLOAD);
                let is_sent = || engine.requests(UPLOAD) > sent;
                eventually("its file is sent", is_sent).await;
                let taken = json!({ "name": "a.png", "subfolder": "", "type": "input" });
                engine.answer("upload", Answer::Text(200, taken.to_string()));
            }
            Self::Runs => {
                let is_seen = || {
                    let instance = world.instance();
                    let tracked = instance.tracked();
                    tracked
                        .iter()
                        .any(|id| instance.run(id).is_some_and(|run| run.running))
                };
                eventually("it runs", is_seen).await;
                engine.end_all();
            }
            Self::Lost => {
                eventually("it runs", is_running).await;
                let is_away = || !world.instance().is_online();
                engine.go_offline();
                eventually("the engine is away", is_away).await;
                let is_given_up = || world.instance().runs() == 0;
                eventually("it is given up", is_given_up).await;
                engine.forget_all();
                engine.release();
                engine.come_back();
            }
            Self::Forgotten => {
                eventually("it runs", is_running).await;
                engine.release();
                engine.forget_all();
            }
            Self::Cancelled => {
                eventually("it runs", is_running).await;
                let run = loop {
                    if let Ok(run) = world.parts.store.run(id).await {
                        break run.unwrap();
                    }
                };
                while let Err(cancel::CancelError::Store(_)) =
                    cancel::cancel(&world.parts.runs, &run).await
                {}
            }
        }
    }

    fn end(self) -> &'static str {
        match self {
            Self::Refused | Self::Late => "failed",
            Self::Cancelled => "cancelled",
            _ => "completed",
        }
    }

    /// How often the engine gets the run.
    fn attempts(self) -> usize {
        match self {
            Self::Lost | Self::Forgotten => 2,
            _ => 1,
        }
    }
}

/// A run on this way while calls fail. Returns how many calls there were.
async fn run(world: &World, way: Way, first: usize, count: usize, moment: Moment) -> usize {
    let what = format!("{way:?}, {count} calls from the {first}. on, {moment:?}");
    let engine = &world.engine;
    let offered = engine.requests("POST /prompt");
    way.prepare(engine);
    world.faults().plan(first, count, moment);
    let id = loop {
        // What was not accepted is submitted again.
        let submitted = match way {
            Way::NotReceived => world.submit_file().await,
            _ => world.submit().await,
        };
        if let Ok(id) = submitted {
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
    for route in ["prompt", "history"] {
        engine.recover(route);
    }
    engine.forget_all();
    engine.release();
    let is_well = || world.parts.runs.store_trouble.why().is_none();
    eventually(&format!("{what}: nothing is repeated"), is_well).await;
    calls
}

/// Each call fails in its turn, this many in a row.
async fn each_call_fails(way: Way, count: usize, moment: Moment) {
    let world = World::start(way.rules()).await;
    let calls = run(&world, way, usize::MAX, 0, Moment::Before).await;
    assert!(calls >= 3, "{way:?}: the calls are counted");
    for first in 1..=calls + 1 {
        run(&world, way, first, count, moment).await;
    }
    // The next run is as good as any.
    run(&world, way, usize::MAX, 0, Moment::Before).await;
}

/// Side by side, because they mostly wait.
async fn every_call_may_fail(way: Way) {
    tokio::join!(
        each_call_fails(way, 1, Moment::Before),
        each_call_fails(way, WHILE, Moment::Before),
        each_call_fails(way, 1, Moment::After),
        each_call_fails(way, WHILE, Moment::After),
    );
}

macro_rules! every_call_may_fail_while_a_run {
    ($($name:ident: $way:ident),* $(,)?) => {$(
        #[tokio::test]
        async fn $name() {
            every_call_may_fail(Way::$way).await;
        }
    )*};
}

every_call_may_fail_while_a_run! {
    every_call_may_fail_while_a_run_completes: Completes,
    every_call_may_fail_while_a_run_is_seen_running: Runs,
    every_call_may_fail_while_a_run_is_refused: Refused,
    every_call_may_fail_while_a_run_gets_another_id: Renamed,
    every_call_may_fail_while_a_run_is_not_received: NotReceived,
    every_call_may_fail_while_a_run_loses_an_output: LeftOut,
    every_call_may_fail_while_a_run_is_lost: Lost,
    every_call_may_fail_while_a_run_is_forgotten: Forgotten,
    every_call_may_fail_while_a_run_is_late: Late,
    every_call_may_fail_while_a_run_is_cancelled: Cancelled,
}
