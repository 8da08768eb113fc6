//! `POST /free` and `GET /system_stats`: the memory of an engine.

use serde_json::{Value, json};

use super::client::EngineClient;
use super::error::EngineError;
use json::tolerant;

impl EngineClient {
    /// `POST /free`: unloads the models and frees the memory, before the next task. Returns whether the engine can do
    /// that.
    pub async fn free(&self) -> Result<bool, EngineError> {
        let what = json!({ "unload_models": true, "free_memory": true });
        match self.post("/free", &what).await {
            Ok(()) => Ok(true),
            Err(error) if matches!(error.status, Some(404 | 405)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// `GET /system_stats`: how many bytes are in use, of its machine's memory or of that of a device, whichever is
    /// more; `None` if the engine does not say.
    pub async fn used_memory(&self) -> Result<Option<u64>, EngineError> {
        let body = self.get("/system_stats", self.limits().other).await?;
        Ok(used(&body))
    }
}

fn used(body: &[u8]) -> Option<u64> {
    let stats: Value = tolerant::from_slice(body).ok()?;
    let used = |of: &Value, total: &str, free: &str| {
        let bytes = |name| of.get(name).and_then(Value::as_u64);
        bytes(total)?.checked_sub(bytes(free)?)
    };
    let devices = stats.get("devices").and_then(Value::as_array);
    let devices = devices.into_iter().flatten();
    let devices = devices.filter_map(|device| used(device, "vram_total", "vram_free"));
    let system = stats.get("system")?;
    devices.chain(used(system, "ram_total", "ram_free")).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_in_use_is_the_most_that_is_reported() {
        let stats = |ram_free: &str| {
            format!(
                r#"{{"system": {{"ram_total": 100, "ram_free": {ram_free}}}, "devices": [
                    {{"vram_total": 50, "vram_free": 20}}, {{"vram_total": 50, "vram_free": 10}}, 7]}}"#
            )
        };
        assert_eq!(used(stats("90").as_bytes()), Some(40));
        assert_eq!(used(stats("30").as_bytes()), Some(70));
        for free in ["-1", "\"1\"", "null", "101", "NaN"] {
            assert_eq!(used(stats(free).as_bytes()), Some(40), "{free}");
        }
        for other in [
            "{}",
            "[]",
            "<html>",
            r#"{"system": 1}"#,
            r#"{"system": {}, "devices": 1}"#,
        ] {
            assert_eq!(used(other.as_bytes()), None, "{other}");
        }
    }
}
