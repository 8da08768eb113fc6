//! Whatever has a schema in it: an OpenAPI document, a listing, our own document, a workflow.
#![no_main]

use flowdeck::schema;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (schemas, problems) = schema::from_file(bytes);
    flowdeck_fuzz::are_told(&problems, bytes.len());
    for (id, schema) in &schemas {
        flowdeck_fuzz::is_kept(id.as_deref(), schema);
    }
});
