// cargo add reqwest --features blocking,json,multipart
// cargo add serde_json
// export FLOWDECK_API_KEY=YOUR_API_KEY
use std::error::Error;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs};

use reqwest::blocking::{Client, Response};
use serde_json::Value;

const BASE: &str = "http://127.0.0.1:8787";

fn main() -> Result<(), Box<dyn Error>> {
    let key = env::var("FLOWDECK_API_KEY").map_err(|_| "set FLOWDECK_API_KEY")?;
    let client = Client::builder().timeout(Duration::from_secs(600)).build()?;
    let response = client
        .post(format!("{BASE}/api/v1/runs?workflow_id=poster"))
        .header("X-API-KEY", &key)
        .header("Content-Type", "multipart/form-data; boundary=empty")
        .body("--empty--\r\n")
        .send()?;
    let answer: Value = checked(response)?.json()?;
    let run_id = answer["data"][0]["run_id"].as_str().ok_or("the answer has no run ID")?;
    println!("Started run {run_id}");

    for output in outputs(&client, &key, run_id)? {
        let name = Path::new(output["filename"].as_str().unwrap_or_default()).file_name();
        let name = name.ok_or("an output has no file name")?;
        let url = output["url"].as_str().ok_or("an output has no link")?;
        let url = if url.starts_with("http") { url.to_owned() } else { format!("{BASE}{url}") };
        let name = format!("{run_id}-{}", name.display());
        fs::write(&name, checked(client.get(url).send()?)?.bytes()?)?;
        println!("Saved {name}");
    }
    Ok(())
}

/// Polls once a second for up to an hour. A deployment that does not report on runs answers 404.
fn outputs(client: &Client, key: &str, run_id: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    for _ in 0..3600 {
        let url = format!("{BASE}/api/v1/runs/{run_id}");
        let response = client.get(url).header("X-API-KEY", key).send()?;
        if response.status() == 404 {
            println!("This deployment does not report on runs.");
            println!("Until it ends, the run is in {BASE}/api/v1/comfy/queue");
            return Ok(Vec::new());
        }
        let run = checked(response)?.json::<Value>()?["data"].take();
        match run["status"].as_str() {
            Some("completed") => return Ok(run["outputs"].as_array().cloned().unwrap_or_default()),
            Some(status @ ("failed" | "cancelled")) => {
                let reason = run["error"].as_str().unwrap_or("no reason given");
                return Err(format!("run {run_id} {status}: {reason}").into());
            }
            _ => sleep(Duration::from_secs(1)),
        }
    }
    Err(format!("run {run_id} has not ended within an hour").into())
}

fn checked(response: Response) -> Result<Response, Box<dyn Error>> {
    if response.status().is_success() {
        return Ok(response);
    }
    Err(format!("{} {}", response.status(), response.text()?).into())
}
