//! A file with a schema: an OpenAPI document, a listing, our own document or a workflow.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (schemas, problems) = schema::from_file(bytes);
    flowdeck_fuzz::problems_are_readable(&problems, bytes.len());
    for (id, schema) in &schemas {
        flowdeck_fuzz::schema_round_trips(id.as_deref(), schema);
    }
});
