//! Converts workflows as the service does, for the comparison with ComfyUI's editor in
//! `tests/reference`: takes a file with an engine's `GET /object_info`, reads one workflow per line and
//! prints its prompt and problems.

use std::io::{BufRead, Error, Write};

use flowdeck::workflow::Workflow;
use flowdeck::workflow::classes::NodeClasses;

fn main() -> Result<(), Error> {
    let file = std::env::args().nth(1);
    let file =
        file.ok_or_else(|| Error::other("name a file with the answer of GET /object_info"))?;
    let classes = NodeClasses::read(&std::fs::read_to_string(file)?)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let (workflow, problems) = Workflow::parse_with(&line?, &classes);
        let converted = serde_json::json!({"prompt": workflow.to_value(), "problems": problems});
        writeln!(out, "{converted}")?;
        out.flush()?;
    }
    Ok(())
}
