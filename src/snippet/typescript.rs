//! The call in TypeScript for Node with the flowdeck package; the compiler checks the values.

use super::append::append;
use super::call::{KEY_VARIABLE, RunCall};
use super::literal::script;
use super::package::{RUN_AND_WAIT, SAVE, imports, values};

pub(super) fn write(call: &RunCall<'_>, out: &mut String) {
    imports(call, "connect, type Values", out);
    out.push_str("const inputs = ");
    values(call, out);
    out.push_str(" satisfies Values;\n\nconst deck = await connect({\n");
    append(out, &["  baseUrl: ", &script(call.base_url), ",\n"]);
    append(
        out,
        &["  apiKey: process.env.", KEY_VARIABLE, " ?? \"\",\n});\n"],
    );
    append(out, &[RUN_AND_WAIT, &script(call.workflow_id)]);
    append(out, &[", inputs", SAVE]);
}
