//! Reads response bodies.

use reqwest::Response;
use serde_json::Value;

pub(crate) async fn json(response: Response) -> Value {
    let text = response.text().await.unwrap();
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("not JSON: {text}"))
}

/// The items of a 422 body as `(loc, type)`.
pub(crate) async fn field_errors(response: Response) -> Vec<(Value, String)> {
    assert_eq!(response.status(), 422);
    let body = json(response).await;
    let items = body["detail"].as_array().unwrap().iter();
    let errors = items.map(|item| {
        assert!(!item["msg"].as_str().unwrap().is_empty());
        (
            item["loc"].clone(),
            item["type"].as_str().unwrap().to_owned(),
        )
    });
    errors.collect()
}
