//! The answers to callers while the store fails, with each kind of error.

use std::net::Ipv4Addr;

use reqwest::multipart::Form;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::world::World;
use crate::http::router;
use crate::runs::RunRules;
use http_server::listen::{self, Limits};
use store_sqlite::{FaultKind, Moment, Outage};

/// A service with routes.
struct Served {
    world: World,
    url: String,
    client: Client,
}

impl Served {
    async fn start() -> Self {
        let world = World::start(RunRules::default()).await;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = router(world.app.clone(), Some(address));
        let stop = CancellationToken::new();
        tokio::spawn(listen::serve(
            listener,
            None,
            router,
            Limits::default(),
            stop,
        ));
        Self {
            world,
            url: format!("http://{address}"),
            client: Client::builder().no_proxy().build().unwrap(),
        }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.url));
        request.header("X-API-KEY", World::KEY)
    }

    async fn read(&self, run_id: &str) -> Response {
        let path = format!("/api/v1/runs/{run_id}");
        self.request(Method::GET, &path).send().await.unwrap()
    }

    async fn submit(&self) -> Response {
        let request = self.request(Method::POST, "/api/v1/runs?workflow_id=w");
        let form = Form::new().text("note", "nothing");
        request.multipart(form).send().await.unwrap()
    }
}

async fn body(response: Response) -> Value {
    serde_json::from_slice(&response.bytes().await.unwrap()).unwrap()
}

/// The store fails with this kind: a read and a submission are answered with these statuses.
async fn answers(kind: FaultKind, read: u16, submitted: u16) {
    let served = Served::start().await;
    let id = served.world.submit().await.unwrap();
    served.world.end_of(&id, "before").await;
    served.world.faults().plan(Some(Outage {
        first: 1,
        count: usize::MAX,
        moment: Moment::Before,
        kind,
    }));
    for (response, status) in [
        (served.read(&id).await, read),
        (served.submit().await, submitted),
    ] {
        assert_eq!(response.status(), status);
        let is_later = [429, 503].contains(&status);
        let retry_after = response.headers().get("retry-after");
        assert_eq!(retry_after.is_some(), is_later, "{status}: {retry_after:?}");
        let body = body(response).await;
        let error = body["errors"].as_str().unwrap();
        // The cause is for the log.
        assert!(error.contains(' ') && !error.contains("planned"), "{error}");
    }
    assert!(served.world.faults().end() >= 2);
    assert_eq!(served.read(&id).await.status(), 200);
    let next = body(served.submit().await).await;
    let next = next["data"][0]["run_id"].as_str().unwrap();
    assert_eq!(served.world.end_of(next, "after").await.status, "completed");
    let runs = served.request(Method::GET, "/api/v1/runs").send();
    let runs = body(runs.await.unwrap()).await;
    assert_eq!(
        runs["data"]["count"], 2,
        "a refused submission leaves no run"
    );
}

macro_rules! a_store_is {
    ($($name:ident: $kind:ident => $read:literal, $submitted:literal;)*) => {$(
        #[tokio::test]
        async fn $name() {
            answers(FaultKind::$kind, $read, $submitted).await;
        }
    )*};
}

a_store_is! {
    a_store_that_is_unavailable_is_answered_with_503: Unavailable => 503, 503;
    a_store_on_a_full_disk_is_answered_with_507: Full => 507, 507;
    a_store_that_cannot_be_written_is_answered_with_503: Unwritable => 503, 503;
    a_damaged_store_is_answered_with_500: Corrupt => 500, 500;
    a_conflict_is_answered_with_409: Conflict => 409, 409;
    a_damaged_row_is_answered_with_500: Damaged => 500, 500;
}
