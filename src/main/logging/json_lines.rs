//! Lines of the log as JSON objects: when, how severe, from where and what; then the fields of the event, and the ids of
//! what it belongs to, all on one level so that they can be searched.

use std::fmt;

use chrono::SecondsFormat;
use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{JsonFields, Writer};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

use crate::clock;

/// Writes events as JSON objects.
pub(super) struct JsonLines;

impl<S> FormatEvent<S, JsonFields> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut line = Map::new();
        let now = clock::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        let metadata = event.metadata();
        line.insert("timestamp".to_owned(), now.into());
        line.insert("level".to_owned(), metadata.level().as_str().into());
        line.insert("target".to_owned(), metadata.target().into());
        event.record(&mut Fields(&mut line));
        // Libraries that log in another way have their target among the fields.
        if let Some(target) = line.remove("log.target") {
            line.insert("target".to_owned(), target);
        }
        line.retain(|name, _| !name.starts_with("log."));
        for span in context
            .event_scope()
            .into_iter()
            .flat_map(|scope| scope.from_root())
        {
            let extensions = span.extensions();
            let fields = extensions.get::<FormattedFields<JsonFields>>();
            let fields =
                fields.and_then(|fields| serde_json::from_str::<Map<String, Value>>(fields).ok());
            // A span within another one is closer to what has happened.
            line.extend(fields.unwrap_or_default());
        }
        writeln!(writer, "{}", Value::Object(line))
    }
}

/// Adds the fields of an event to a line.
struct Fields<'a>(&'a mut Map<String, Value>);

impl Fields<'_> {
    fn add(&mut self, field: &Field, value: Value) {
        self.0.insert(field.name().to_owned(), value);
    }
}

impl Visit for Fields<'_> {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.add(field, value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.add(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.add(field, value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.add(field, value.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.add(field, value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.add(field, format!("{value:?}").into());
    }
}
