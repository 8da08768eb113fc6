//! The errors of each operation, with the bodies that the service sends.

use serde_json::{Map, Value, json};

use crate::api_error::ApiError;
use crate::routes::endpoint::{Body, Endpoint};
use api::{KEY_HEADER, Rate, Right};
use service::auth::Limited;
use service::operations::DomainError;
use service::operations::access::NeededKey;

/// A named example of an error.
type Example = (&'static str, ApiError);

/// A response under `components/responses`: its name, its description and its examples.
struct Shared {
    name: String,
    description: &'static str,
    examples: Vec<Example>,
}

/// Every response that operations share.
fn shared() -> Vec<Shared> {
    let mut all: Vec<Shared> = Right::ALL
        .into_iter()
        .map(|right| forbidden(NeededKey::With(right)))
        .collect();
    all.push(forbidden(NeededKey::Any));
    all.push(forbidden(NeededKey::First));
    all.extend(of_requests());
    all.extend(of_service());
    all
}

fn of(name: &str, description: &'static str, examples: Vec<Example>) -> Shared {
    Shared {
        name: name.to_owned(),
        description,
        examples,
    }
}

/// What is wrong with a request, or does not fit the state of the service.
fn of_requests() -> [Shared; 7] {
    let text = |text: &str| text.to_owned();
    let unsupported = "reading the request: its body is compressed (Content-Encoding: gzip), which this service does \
                       not read; send it as it is, without this header";
    let conflict = "the run “3f2b” has not ended; cancel it first";
    let too_large = "the request is larger than 1 GB, the limit of the service; send less";
    let invalid = ApiError::invalid("body", "size", "must be at least 64", "greater_than_equal");
    [
        of(
            "RepeatedHeader",
            "A header that counts once is there several times.",
            vec![("repeatedHeader", ApiError::RepeatedHeader(KEY_HEADER))],
        ),
        of(
            "NoKey",
            "The key is missing.",
            vec![("noKey", ApiError::NoKey)],
        ),
        of(
            "NotFound",
            "It does not exist, or belongs to another key.",
            vec![(
                "notFound",
                ApiError::not_found(text("there is no run “3f2b”")),
            )],
        ),
        of(
            "Conflict",
            "The current state does not allow it.",
            vec![("conflict", DomainError::Conflict(text(conflict)).into())],
        ),
        of(
            "TooLarge",
            "The request is too large.",
            vec![("tooLarge", DomainError::TooLarge(text(too_large)).into())],
        ),
        of(
            "UnsupportedBody",
            "The body has another content type, or is compressed.",
            vec![("compressed", ApiError::UnsupportedBody(text(unsupported)))],
        ),
        of(
            "Invalid",
            "A value is not valid.",
            vec![("invalid", invalid)],
        ),
    ]
}

/// What the service cannot do now.
fn of_service() -> [Shared; 4] {
    let too_often = DomainError::TooOften {
        what: Limited::Submissions,
        rate: Rate {
            count: 60,
            seconds: 60,
        },
        after: 12,
    };
    let queue_full = DomainError::QueueFull("the queue is full: 1000 runs wait".to_owned(), 30);
    let no_room =
        "the disk of the service is full; ask the person who runs the service to free disk space";
    [
        of(
            "TooOften",
            "The key has reached a limit, or the queue is full. Retry-After says when to try again.",
            vec![
                ("tooOften", too_often.into()),
                ("queueFull", queue_full.into()),
            ],
        ),
        of(
            "Failed",
            "The service has failed.",
            vec![("failed", DomainError::Internal(String::new()).into())],
        ),
        of(
            "Unavailable",
            "The service is busy. Retry-After says when to try again.",
            vec![("busy", ApiError::Busy(5))],
        ),
        of(
            "NoRoom",
            "The disk of the service is full.",
            vec![("noRoom", DomainError::NoRoom(no_room.to_owned()).into())],
        ),
    ]
}

/// The refusal of a key: it is not valid, or lacks what the operation needs.
fn forbidden(key: NeededKey) -> Shared {
    let mut examples = vec![
        ("wrongKey", ApiError::WrongKey),
        ("keyExpired", ApiError::KeyExpired),
    ];
    let description = match key {
        NeededKey::Any => "The key is not valid.",
        NeededKey::With(right) => {
            examples.insert(0, ("noRight", DomainError::NoRight(right).into()));
            "The key is not valid, or lacks the right."
        }
        NeededKey::First => {
            examples.insert(0, ("notFirstKey", DomainError::NotFirstKey.into()));
            "The key is not valid, or not the first key."
        }
    };
    Shared {
        name: forbidden_name(key),
        description,
        examples,
    }
}

fn forbidden_name(key: NeededKey) -> String {
    match key {
        NeededKey::Any => "WrongKey".to_owned(),
        NeededKey::First => "NotFirstKey".to_owned(),
        NeededKey::With(right) => ["NoRight_", right.name()].concat(),
    }
}

/// `components/responses`.
pub(super) fn components() -> Value {
    let response = |shared: Shared| {
        let mut examples = Map::new();
        let mut schema = "ErrorAnswer";
        for (name, error) in shared.examples {
            if matches!(error, ApiError::Domain(DomainError::Invalid(_))) {
                schema = "ValidationError";
            }
            examples.insert(name.to_owned(), json!({ "value": error.body() }));
        }
        let reference = json!({ "$ref": format!("#/components/schemas/{schema}") });
        let content = json!({ "application/json": { "schema": reference, "examples": examples } });
        let mut response = json!({ "description": shared.description, "content": content });
        if shared.description.contains("Retry-After") {
            let seconds = json!({ "type": "integer", "minimum": 1 });
            response["headers"] = json!({ "Retry-After": { "schema": seconds } });
        }
        (shared.name, response)
    };
    Value::Object(shared().into_iter().map(response).collect())
}

/// Adds the errors of an operation to its responses.
pub(super) fn add(operation: &mut Value, endpoint: &Endpoint) {
    let has_body = !matches!(endpoint.body, Body::Nothing);
    let has_form = matches!(endpoint.body, Body::Form(_));
    let submits = endpoint.needs.is_submission();
    let parameters = operation["parameters"].as_array();
    let has_query = parameters.is_some_and(|all| all.iter().any(|one| one["in"] != "path"));
    let has_subject = endpoint.place.path().contains('{') || endpoint.seeks;
    let forbidden = forbidden_name(endpoint.needs.key);
    let errors = [
        ("400", "RepeatedHeader", true),
        ("401", "NoKey", true),
        ("403", &*forbidden, true),
        ("404", "NotFound", has_subject),
        ("409", "Conflict", endpoint.conflicts || submits),
        ("413", "TooLarge", has_form),
        ("415", "UnsupportedBody", has_body),
        ("422", "Invalid", has_body || has_query || submits),
        ("429", "TooOften", true),
        ("500", "Failed", true),
        ("503", "Unavailable", true),
        ("507", "NoRoom", has_form || submits),
    ];
    for (status, name, is_possible) in errors {
        if is_possible {
            operation["responses"][status] =
                json!({ "$ref": format!("#/components/responses/{name}") });
        }
    }
}
