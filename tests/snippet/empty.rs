// cargo add reqwest --features blocking,multipart
use std::env;
use std::error::Error;

use reqwest::blocking::Client;

fn main() -> Result<(), Box<dyn Error>> {
    let response = Client::new()
        .post("http://127.0.0.1:8787/api/v1/runs?workflow_id=poster")
        .header("X-API-KEY", env::var("FLOWDECK_KEY")?)
        .header("Content-Type", "multipart/form-data; boundary=empty")
        .body("--empty--\r\n")
        .send()?;

    let (status, answer) = (response.status(), response.text()?);
    if !status.is_success() {
        return Err(format!("{status} {answer}").into());
    }
    println!("{answer}");
    Ok(())
}
