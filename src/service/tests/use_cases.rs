//! What a face of the service has without a line of its own: rights, limits, and lines of the audit log.

use serde_json::json;

use super::face::Face;
use crate::auth::Limited;
use crate::operations::DomainError;
use crate::operations::audit::AuditFilter;
use api::Right;

#[tokio::test]
async fn a_use_case_refuses_a_caller_without_its_right() {
    let face = Face::start().await;
    let reader = face.caller("reader", json!({ "may": ["read"] })).await;
    let submitted = face.submit(&reader).await.err();
    assert!(matches!(submitted, Some(DomainError::NoRight(Right::Run))));
    let listed = face.operations().keys.list(&reader).await.err();
    assert!(matches!(listed, Some(DomainError::NoRight(Right::Admin))));
    let regenerated = face.operations().keys.regenerate_first(&reader, None, 0);
    let regenerated = regenerated.await.err();
    assert!(matches!(regenerated, Some(DomainError::NotFirstKey)));
    assert!(face.operations().queue.health(&reader).await.is_ok());
}

#[tokio::test]
async fn a_token_for_one_run_is_refused_for_everything_else() {
    let face = Face::start().await;
    let run = face.world.submit().await.unwrap();
    let holder = face.holder_of_token(&run).await;
    assert!(face.operations().runs.read(&holder, &run).await.is_ok());
    let submitted = face.submit(&holder).await.err();
    assert!(matches!(submitted, Some(DomainError::OfOneRun)));
    let own = face.operations().keys.own(&holder).await.err();
    assert!(matches!(own, Some(DomainError::OfOneRun)));
}

#[tokio::test]
async fn a_use_case_counts_what_a_caller_does_unless_its_face_has() {
    let face = Face::start().await;
    let ann = face.caller("ann", json!({ "limit": "2/day" })).await;
    let (counted, allowed) = face
        .operations()
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
    let revoked = face.operations().keys.revoke(&admin, "root".to_owned());
    revoked.await.unwrap();
    let filter = AuditFilter {
        limit: 1,
        ..AuditFilter::default()
    };
    let page = face.operations().audit.list(&face.first, filter);
    let page = serde_json::to_value(page.await.unwrap()).unwrap();
    let line = &page["entries"][0];
    assert_eq!(line["action"], "key.revoke");
    assert_eq!(
        (&line["actor"], &line["address"]),
        (&json!("root"), &json!("192.0.2.7"))
    );
}
