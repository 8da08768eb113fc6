// cargo add reqwest --features blocking,multipart
use std::env;
use std::error::Error;

use reqwest::blocking::Client;
use reqwest::blocking::multipart::{Form, Part};

fn main() -> Result<(), Box<dyn Error>> {
    let form = Form::new()
        .text("title", "Open studio")
        .text("size", "512")
        .part("photo", Part::file("photo.png")?.mime_str("image/png")?);

    let response = Client::new()
        .post("http://127.0.0.1:8787/api/v1/runs?workflow_id=poster")
        .header("X-API-KEY", env::var("FLOWDECK_KEY")?)
        .multipart(form)
        .send()?;

    let (status, answer) = (response.status(), response.text()?);
    if !status.is_success() {
        return Err(format!("{status} {answer}").into());
    }
    println!("{answer}");
    Ok(())
}
