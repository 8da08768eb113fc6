//! The call in TypeScript for Node: the package's, with its values' type checked by the compiler.

use super::literal::script;
use super::package::{RUN_AND_WAIT, SHOW, imports, values};
use super::{Call, KEY, append};

pub(super) fn write(call: &Call<'_>, out: &mut String) {
    imports(call, "connect, type Values", out);
    out.push_str("const inputs = ");
    values(call, out);
    out.push_str(" satisfies Values;\n\nconst deck = await connect({\n");
    append(out, &["  baseUrl: ", &script(call.base_url), ",\n"]);
    append(out, &["  apiKey: process.env.", KEY, " ?? \"\",\n});\n"]);
    append(out, &[RUN_AND_WAIT, &script(call.workflow_id)]);
    append(out, &[", inputs);\n", SHOW]);
}
