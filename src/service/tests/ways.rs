//! The ways that a run can take, and how the engine behaves on each.

use std::time::Duration;

use serde_json::json;

use super::fake_engine::{Answer, FakeEngine};
use super::world::{World, eventually};
use crate::runs::{RunRules, SubmitError, cancel};

/// What happens to a run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
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

/// Makes a test of each way, which calls this function with it.
macro_rules! on_every_way {
    ($check:path) => {
        $crate::tests::ways::on_every_way! { $check =>
            while_a_run_completes: Completes,
            while_a_run_is_seen_running: Runs,
            while_a_run_is_refused: Refused,
            while_a_run_gets_another_id: Renamed,
            while_a_run_is_not_received: NotReceived,
            while_a_run_loses_an_output: LeftOut,
            while_a_run_is_lost: Lost,
            while_a_run_is_forgotten: Forgotten,
            while_a_run_is_late: Late,
            while_a_run_is_cancelled: Cancelled,
        }
    };
    ($check:path => $($name:ident: $way:ident),* $(,)?) => {$(
        #[tokio::test]
        async fn $name() {
            $check($crate::tests::ways::Way::$way).await;
        }
    )*};
}

pub(super) use on_every_way;

/// The request that sends a file.
const UPLOAD: &str = "POST /upload/image";

impl Way {
    pub(super) fn rules(self) -> RunRules {
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

    /// Submits a run.
    pub(super) async fn submit(self, world: &World) -> Result<String, SubmitError> {
        match self {
            Self::NotReceived => world.submit_file().await,
            _ => world.submit().await,
        }
    }

    /// Lets the engine behave as this way needs it.
    pub(super) fn prepare(self, engine: &FakeEngine) {
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
    pub(super) async fn happen(self, world: &World, id: &str) {
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
                    let tracked = instance.tasks.runs().unsettled_ids();
                    tracked
                        .iter()
                        .any(|id| instance.tasks.runs().get(id).is_some_and(|run| run.running))
                };
                eventually("it runs", is_seen).await;
                engine.end_all();
            }
            Self::Lost => {
                eventually("it runs", is_running).await;
                let is_away = || !world.instance().availability.is_online();
                engine.go_offline();
                eventually("the engine is away", is_away).await;
                let is_given_up = || world.instance().tasks.runs().count() == 0;
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

    /// The status that it ends with.
    pub(super) fn end(self) -> &'static str {
        match self {
            Self::Refused | Self::Late => "failed",
            Self::Cancelled => "cancelled",
            _ => "completed",
        }
    }

    /// How often the engine gets the run.
    pub(super) fn attempts(self) -> usize {
        match self {
            Self::Lost | Self::Forgotten => 2,
            _ => 1,
        }
    }
}

/// Lets the engine behave as usual again, and forget every run.
pub(super) fn reset(engine: &FakeEngine) {
    for route in ["prompt", "history", "upload", "queue", "ws"] {
        engine.recover(route);
    }
    engine.forget_all();
    engine.release();
}
