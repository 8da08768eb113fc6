//! What a face of the service has without a line of its own: rights, limits, and lines of the audit log.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Map, Value, json};

use super::world::World;
use crate::auth::{Caller, Limited};
use crate::operations::audit::AuditFilter;
use crate::operations::submissions::{Admission, NewRun};
use crate::operations::{DomainError, Operations};
use crate::runs::RunRules;
use api::Right;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));

/// A service whose use cases are called without HTTP.
struct Face {
    world: World,
    operations: Operations,
    first: Caller,
}

impl Face {
    async fn start() -> Self {
        let world = World::start(RunRules::default()).await;
        Self {
            operations: Operations::new(&world.parts),
            first: world
                .parts
                .auth
                .caller(World::KEY.as_bytes(), ADDRESS)
                .unwrap(),
            world,
        }
    }

    /// The holder of a new key with this name and these members.
    async fn caller(&self, name: &str, members: Value) -> Caller {
        let mut members: Map<String, Value> = serde_json::from_value(members).unwrap();
        members.insert("name".to_owned(), json!(name));
        let created = self.operations.keys.create(&self.first, members);
        let created = serde_json::to_value(created.await.unwrap()).unwrap();
        let key = created["key"].as_str().unwrap();
        self.world
            .parts
            .auth
            .caller(key.as_bytes(), ADDRESS)
            .unwrap()
    }

    async fn submit(&self, caller: &Caller) -> Result<Admission, DomainError> {
        let new = NewRun {
            workflow_id: Some("w".to_owned()),
            ..NewRun::default()
        };
        self.operations.submissions.admit(caller, new).await
    }
}

#[tokio::test]
async fn a_use_case_refuses_a_caller_without_its_right() {
    let face = Face::start().await;
    let reader = face.caller("reader", json!({ "may": ["read"] })).await;
    let submitted = face.submit(&reader).await.err();
    assert!(matches!(submitted, Some(DomainError::NoRight(Right::Run))));
    let listed = face.operations.keys.list(&reader).await.err();
    assert!(matches!(listed, Some(DomainError::NoRight(Right::Admin))));
    let regenerated = face.operations.keys.regenerate_first(&reader, None, 0);
    let regenerated = regenerated.await.err();
    assert!(matches!(regenerated, Some(DomainError::NotFirstKey)));
    assert!(face.operations.queue.health(&reader).await.is_ok());
}

#[tokio::test]
async fn a_token_for_one_run_is_refused_for_everything_else() {
    let face = Face::start().await;
    let run = face.world.submit().await.unwrap();
    let made = face.operations.runs.make_token(&face.first, &run, 60);
    let made = serde_json::to_value(made.await.unwrap()).unwrap();
    let token = made["token"].as_str().unwrap().as_bytes();
    let holder = face.world.parts.auth.caller(token, ADDRESS).unwrap();
    assert!(face.operations.runs.read(&holder, &run).await.is_ok());
    let submitted = face.submit(&holder).await.err();
    assert!(matches!(submitted, Some(DomainError::OfOneRun)));
    let own = face.operations.keys.own(&holder).await.err();
    assert!(matches!(own, Some(DomainError::OfOneRun)));
}

#[tokio::test]
async fn a_use_case_counts_what_a_caller_does_unless_its_face_has() {
    let face = Face::start().await;
    let ann = face.caller("ann", json!({ "limit": "2/day" })).await;
    let (counted, allowed) = face
        .operations
        .access
        .count_ahead(&ann, Limited::Submissions)
        .unwrap();
    assert_eq!(allowed.unwrap().remaining, 1);
    assert!(face.submit(&counted).await.is_ok());
    assert!(face.submit(&ann).await.is_ok());
    let refused = face.submit(&ann).await.err();
    let Some(DomainError::TooOften { what, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(what, Limited::Submissions);
}

#[tokio::test]
async fn the_audit_log_names_the_caller_and_its_address() {
    let face = Face::start().await;
    let admin = face.caller("root", json!({ "may": "admin" })).await;
    let revoked = face.operations.keys.revoke(&admin, "root".to_owned());
    revoked.await.unwrap();
    let filter = AuditFilter {
        limit: 1,
        ..AuditFilter::default()
    };
    let page = face.operations.audit.list(&face.first, filter);
    let page = serde_json::to_value(page.await.unwrap()).unwrap();
    let line = &page["entries"][0];
    assert_eq!(line["action"], "key.revoke");
    assert_eq!(
        (&line["actor"], &line["address"]),
        (&json!("root"), &json!("192.0.2.7"))
    );
}
