//! `GET /features` and `GET /prompt`: what an engine says about itself.

use serde_json::Value;

use super::client::EngineClient;
use super::error::EngineError;
use json::tolerant;

impl EngineClient {
    /// `GET /features`: the largest upload that the engine takes, in bytes. Old engines do not say.
    pub async fn max_upload(&self) -> Result<Option<u64>, EngineError> {
        let body = match self.get("/features", self.limits().other).await {
            Ok(body) => body,
            Err(error) if error.status.is_some() => return Ok(None),
            Err(error) => return Err(error),
        };
        Ok(max_upload(&body))
    }

    /// `GET /prompt`: returns as soon as the engine answers, whatever that is; the number of its tasks, if it says so.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn probe(&self) -> Result<Option<usize>, EngineError> {
        match self.get("/prompt", self.limits().other).await {
            Ok(answer) => Ok(tasks(&answer)),
            Err(error) if error.status.is_some() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn tasks(body: &[u8]) -> Option<usize> {
    let answer: Value = tolerant::from_slice(body).ok()?;
    let remaining = answer.get("exec_info")?.get("queue_remaining")?;
    remaining.as_u64()?.try_into().ok()
}

/// The limit in an answer: ComfyUI multiplies megabytes, which may be a fraction.
fn max_upload(body: &[u8]) -> Option<u64> {
    let features: Value = tolerant::from_slice(body).ok()?;
    let bytes = features.get("max_upload_size")?.as_f64()?;
    (bytes >= 1.0).then_some(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_other_values_are_none() {
        let limit = |value: &str| {
            let body =
                format!(r#"{{"supports_preview_metadata": true, "max_upload_size": {value}}}"#);
            max_upload(body.as_bytes())
        };
        assert_eq!(limit("104857600"), Some(104_857_600));
        assert_eq!(limit("1048576.5"), Some(1_048_576));
        for other in ["null", "-1", "0", "\"100\"", "[]", "1e999"] {
            assert_eq!(limit(other), None, "{other}");
        }
        assert_eq!(
            max_upload(br#"{"x": [NaN, "\udc00"], "max_upload_size": 5}"#),
            Some(5)
        );
        assert_eq!(tasks(br#"{"exec_info": {"queue_remaining": 2}}"#), Some(2));
        for other in [
            "{}",
            "[]",
            "<html>",
            r#"{"exec_info": {"queue_remaining": "2"}}"#,
        ] {
            assert_eq!(tasks(other.as_bytes()), None, "{other}");
        }
        assert_eq!(max_upload(b"<html>"), None);
        assert_eq!(max_upload(b"[]"), None);
    }
}
