//! The table of all metrics in docs/monitoring/README.md.

use std::fmt::Write as _;
use std::{env, fs};

use super::definitions::ALL;

/// The document with the table.
const DOCUMENT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/monitoring/README.md"
);

/// The first line of the table.
const HEAD: &str = "| metric | type | unit | labels | says |\n";

fn table() -> String {
    let mut table = format!("{HEAD}|---|---|---|---|---|\n");
    for metric in ALL {
        let labels = metric.labels.iter().map(|label| format!("`{label}`"));
        let labels: Vec<String> = labels.collect();
        let (name, kind, unit) = (metric.name, metric.kind.name(), metric.unit());
        let _ = writeln!(
            table,
            "| `{name}` | {kind} | {unit} | {} | {} |",
            labels.join(", "),
            metric.help
        );
    }
    table
}

#[test]
fn the_document_has_the_table_of_all_metrics() {
    let document = fs::read_to_string(DOCUMENT).unwrap();
    let start = document.find(HEAD).expect("the table is missing");
    let end = document[start..].find("\n\n").map(|end| start + end + 1);
    let end = end.unwrap_or(document.len());
    let written = table();
    if env::var_os("WRITE_METRICS").is_some() {
        let document = [&document[..start], &written, &document[end..]].concat();
        fs::write(DOCUMENT, document).unwrap();
    } else {
        let found = &document[start..end];
        assert_eq!(found, written, "write it with scripts/metrics-table.sh");
    }
}

#[test]
fn names_follow_the_conventions_of_prometheus() {
    use super::definition::Kind;
    for metric in ALL {
        let name = metric.name;
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        assert!(
            name.starts_with("flowdeck_") && name.bytes().all(is_plain),
            "{name}"
        );
        assert_eq!(
            name.ends_with("_total"),
            metric.kind == Kind::Counter,
            "{name}"
        );
        assert!(
            metric.kind != Kind::Histogram || name.ends_with("_seconds"),
            "{name}"
        );
        assert!(
            !metric.help.ends_with('.') && !metric.help.contains('|'),
            "{name}"
        );
        let same = ALL.iter().filter(|other| other.name == name);
        assert_eq!(same.count(), 1, "{name}");
    }
}
