//! The index, in the form of llmstxt.org: what the service is, how to call it, and links.

use std::fmt::Write;

use super::INDEX;
use crate::routes::endpoint::Endpoints;
use crate::routes::markdown::{block, code, escaped, shell_address};
use service::catalog::DeployedWorkflow;
use service::percent_encoded;

const ABOUT: &str = "\
# flowdeck

> Runs deployed ComfyUI workflows over HTTP. Each workflow has typed fields; a run takes their values as a form and \
produces files and texts.

Send the key in the header `X-API-KEY`. To run a workflow, send its fields as multipart/form-data, then read the run \
until its `status` is `completed`, `failed` or `cancelled`. The outputs have links that work for a while without the \
key. Values that are not valid are answered with 422 and a `detail` that names each field; every other error has its \
reason in `errors`. After 429 and 503, wait as many seconds as `Retry-After` says.
";

/// The text of the index. Without `workflows`, it says how to list them.
pub(super) fn text(
    base: Option<&str>,
    endpoints: Endpoints,
    workflows: Option<&[&std::sync::Arc<DeployedWorkflow>]>,
) -> String {
    let mut out = ABOUT.to_owned();
    if let Some(base) = base {
        let _ = write!(out, "\nBase URL: {}\n", code(base));
    }
    if workflows.is_none() {
        let address = shell_address(base, INDEX);
        let call = format!("curl -H \"X-API-KEY: $FLOWDECK_API_KEY\" {address}");
        let _ = write!(
            out,
            "\nWith a key that has the right `read`, this page lists the workflows:\n\n{}",
            block("sh", &call)
        );
    }
    out.push_str("\nThe operations, each with the right that its key needs:\n\n");
    for (_, endpoint) in endpoints.iter() {
        let (place, right) = (endpoint.place, endpoint.needs.key.name());
        let (method, path) = (place.method(), place.template());
        let _ = writeln!(out, "- `{method} {path}` ({right}): {}", endpoint.summary);
    }
    if let Some(workflows) = workflows {
        out.push_str("\n## Workflows\n\n");
        for deployed in workflows {
            let entry = &deployed.entry;
            let link = format!("llms/{}.md", percent_encoded(&entry.id));
            let _ = write!(out, "- [{}]({link})", escaped(&entry.name));
            if let Some(description) = &entry.description {
                let _ = write!(out, ": {}", escaped(description));
            }
            out.push('\n');
        }
    }
    out.push_str(
        "\n## Documents\n\n\
         - [OpenAPI document](openapi.json): every operation and the fields of every workflow; needs the key\n\
         - [API reference](docs/): the same for people, with a form for each operation\n",
    );
    out
}
