//! The answers to callers while the store fails, with each kind of error.

use reqwest::Method;
use store_sqlite::{FaultKind, Moment, Outage};

use super::served::{Served, body};

/// The store fails with this kind: a read and a submission are answered with these statuses.
async fn answers(kind: FaultKind, read: u16, submitted: u16) {
    let served = Served::start().await;
    let id = served.start_run().await;
    served.end_of(&id).await;
    served.faults().plan(Some(Outage {
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
    assert!(served.faults().end() >= 2);
    assert_eq!(served.read(&id).await.status(), 200);
    let next = served.start_run().await;
    assert_eq!(served.end_of(&next).await, "success");
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
