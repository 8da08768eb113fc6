//! Converts workflows as the service does, for the comparison with ComfyUI's editor in
//! `tests/reference`: reads one workflow per line and prints its prompt and problems.

use std::io::{BufRead, Write};

use flowdeck::workflow::Workflow;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let (workflow, problems) = Workflow::parse(&line?);
        let converted = serde_json::json!({"prompt": workflow.to_value(), "problems": problems});
        writeln!(out, "{converted}")?;
        out.flush()?;
    }
    Ok(())
}
