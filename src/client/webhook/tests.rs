use super::*;

/// The test vector of the Standard Webhooks libraries.
const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const SENT: i64 = 1_614_265_330;
const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const OTHER: &str = "v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

fn request() -> WebhookRequest<'static> {
    WebhookRequest {
        id: Some("msg_p5jXN8AQM9LWM0D4loKWxJek"),
        timestamp: Some("1614265330"),
        signatures: Some(SIGNATURE),
        body: br#"{"test": 2432232314}"#,
    }
}

/// What follows from a body that is signed properly.
fn signed(body: &str) -> Result<WebhookEvent, WebhookError> {
    let key = STANDARD
        .decode(SECRET.strip_prefix("whsec_").unwrap())
        .unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("m.{SENT}.{body}").as_bytes());
    let signature = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    let request = WebhookRequest {
        id: Some("m"),
        signatures: Some(&signature),
        body: body.as_bytes(),
        ..request()
    };
    verify_webhook(&request, SECRET, SENT)
}

/// The test vector is signed properly, but its body is not an event.
const GENUINE: WebhookError = WebhookError::Body("it has no type");

#[test]
fn a_signature_is_that_of_the_standard() {
    assert_eq!(verify_webhook(&request(), SECRET, SENT), Err(GENUINE));
    let bare = SECRET.strip_prefix("whsec_").unwrap();
    assert_eq!(verify_webhook(&request(), bare, SENT), Err(GENUINE));
}

#[test]
fn one_of_several_signatures_is_enough() {
    for list in [
        format!("{OTHER} {SIGNATURE}"),
        format!("{SIGNATURE} {OTHER}"),
        format!("v1a,x v2,y  {SIGNATURE}"),
        format!("{OTHER}, {SIGNATURE}"),
    ] {
        let request = WebhookRequest {
            signatures: Some(&list),
            ..request()
        };
        assert_eq!(
            verify_webhook(&request, SECRET, SENT),
            Err(GENUINE),
            "{list}"
        );
    }
}

#[test]
fn a_request_that_was_changed_has_no_matching_signature() {
    let requests = [
        WebhookRequest {
            id: Some("msg_other"),
            ..request()
        },
        WebhookRequest {
            timestamp: Some("1614265331"),
            ..request()
        },
        WebhookRequest {
            body: br#"{"test":2432232314}"#,
            ..request()
        },
        WebhookRequest {
            signatures: Some(OTHER),
            ..request()
        },
        WebhookRequest {
            signatures: Some("v1,"),
            ..request()
        },
        WebhookRequest {
            signatures: Some("v1,not base64"),
            ..request()
        },
        WebhookRequest {
            signatures: Some(SIGNATURE.strip_prefix("v1,").unwrap()),
            ..request()
        },
        WebhookRequest {
            signatures: Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1A=="),
            ..request()
        },
    ];
    for request in requests {
        let result = verify_webhook(&request, SECRET, SENT);
        assert_eq!(result, Err(WebhookError::Signature), "{request:?}");
    }
    let result = verify_webhook(&request(), "whsec_AAAA", SENT);
    assert_eq!(result, Err(WebhookError::Signature));
}

#[test]
fn a_request_may_be_five_minutes_older_or_newer() {
    let at = |now| verify_webhook(&request(), SECRET, now);
    assert_eq!(at(SENT + 300), Err(GENUINE));
    assert_eq!(at(SENT - 300), Err(GENUINE));
    assert_eq!(at(SENT + 301), Err(WebhookError::Old(301)));
    assert_eq!(at(SENT - 301), Err(WebhookError::Future(301)));
    assert_eq!(at(i64::MIN), Err(WebhookError::Future(i64::MAX)));
}

#[test]
fn a_header_that_is_missing_or_odd_is_named() {
    for missing in [None, Some(""), Some("  ")] {
        let requests = [
            (
                "webhook-id",
                WebhookRequest {
                    id: missing,
                    ..request()
                },
            ),
            (
                "webhook-timestamp",
                WebhookRequest {
                    timestamp: missing,
                    ..request()
                },
            ),
            (
                "webhook-signature",
                WebhookRequest {
                    signatures: missing,
                    ..request()
                },
            ),
        ];
        for (name, request) in requests {
            assert_eq!(
                verify_webhook(&request, SECRET, SENT),
                Err(WebhookError::NoHeader(name))
            );
        }
    }
    for odd in ["now", "1614265330.5", "99999999999999999999", "0x5"] {
        let request = WebhookRequest {
            timestamp: Some(odd),
            ..request()
        };
        assert_eq!(
            verify_webhook(&request, SECRET, SENT),
            Err(WebhookError::Timestamp)
        );
    }
}

#[test]
fn a_secret_is_base64() {
    for odd in [
        "",
        "whsec_",
        "whsec_?",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
        "MfKQ!",
    ] {
        assert_eq!(
            verify_webhook(&request(), odd, SENT),
            Err(WebhookError::Secret),
            "{odd}"
        );
    }
}

#[test]
fn an_event_of_a_run_has_the_shape_of_its_detail() {
    let body = r#"{"type":"run.completed","timestamp":"2026-11-27T14:02:11Z","data":{"id":"r","workflow_id":"w",
        "status":"completed","outputs":[{"filename":"a.png","url":"/a.png"}]}}"#;
    let event = signed(body).unwrap();
    assert_eq!(
        (&*event.kind, &*event.timestamp),
        ("run.completed", "2026-11-27T14:02:11Z")
    );
    let start = r#"{"runId":"r","workflowId":"w","groupId":null,"owner":null,"instance":null,"status":"completed","#;
    assert!(event.data.starts_with(start), "{}", event.data);
    assert!(
        event
            .data
            .contains(r#""outputs":[{"filename":"a.png","url":"/a.png","thumbnail":null}]"#)
    );
}

#[test]
fn the_data_of_another_event_is_as_it_was_sent() {
    let event = signed(r#"{"type":"webhook.test","data":{"a":[1.50]}}"#).unwrap();
    assert_eq!((&*event.data, &*event.timestamp), (r#"{"a":[1.50]}"#, ""));
    assert_eq!(signed(r#"{"type":"webhook.test"}"#).unwrap().data, "null");
}

#[test]
fn a_genuine_body_that_is_not_an_event_is_a_decode_error() {
    for body in [
        "",
        "7",
        "{",
        "[]",
        r#"{"type":7}"#,
        r#"{"type":"run.failed"}"#,
        r#"{"type":"run.failed","data":{}}"#,
    ] {
        let error = signed(body).unwrap_err();
        assert_eq!(error.code(), "decode", "{body}: {error}");
    }
}
