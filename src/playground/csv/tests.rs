use super::{QuoteError, cell_text, read};

/// The cells of each row.
fn cells(text: &str) -> Vec<Vec<String>> {
    let records = read(text).unwrap().records.into_iter();
    records.map(|record| record.cells).collect()
}

fn rows(text: &str) -> Vec<usize> {
    let records = read(text).unwrap().records.into_iter();
    records.map(|record| record.row).collect()
}

#[test]
fn a_text_is_not_a_formula() {
    assert_eq!(cell_text("=1+2"), "'=1+2");
    assert_eq!(cell_text("@here"), "'@here");
    assert_eq!(cell_text("- a list"), "'- a list");
    assert_eq!(cell_text("＝1"), "'＝1");
    assert_eq!(cell_text("-inf"), "'-inf");
    assert_eq!(cell_text("-1.5"), "-1.5");
    assert_eq!(cell_text("-1,5"), "\"-1,5\"");
}

#[test]
fn a_cell_is_quoted_wherever_a_spreadsheet_may_split_it() {
    assert_eq!(cell_text("a;=1"), "\"a;=1\"");
    assert_eq!(cell_text("a\tb"), "\"a\tb\"");
    assert_eq!(cell_text("sep=;"), "\"sep=;\"");
}

#[test]
fn cells_are_separated_by_what_the_first_row_has_most_of() {
    assert_eq!(read("a;b;c, d\n").unwrap().separator, ';');
    assert_eq!(read("a\tb\n1\t2").unwrap().separator, '\t');
    assert_eq!(read("\"a;b;c\",d").unwrap().separator, ',');
    assert_eq!(read("title\na;b").unwrap().separator, ',');
    assert_eq!(cells("sep=;\r\na,b;c"), [["a,b", "c"]]);
    assert_eq!(cells("\u{feff}SEP=|\na|b"), [["a", "b"]]);
}

#[test]
fn every_line_end_ends_a_row() {
    let expected = [["a", "b"], ["c", "d"]];
    for text in ["a,b\nc,d", "a,b\r\nc,d\r\n", "a,b\rc,d\r"] {
        assert_eq!(cells(text), expected, "{text:?}");
    }
    assert_eq!(cells("\"a\r\nb\rc\""), [["a\r\nb\rc"]]);
}

#[test]
fn rows_have_their_numbers_in_a_spreadsheet() {
    assert_eq!(rows("a,b\n\n1,2\n,\n3,4"), [1, 3, 5]);
    assert_eq!(rows("sep=,\na,b\n1,2"), [1, 2]);
    assert_eq!(rows("a\n\"x\ny\"\nz"), [1, 2, 3]);
}

#[test]
fn a_quotation_mark_that_is_not_closed_is_an_error() {
    assert_eq!(read("a,b\n\"c,d\ne,f\n"), Err(QuoteError(2)));
    assert_eq!(read("a\n\n\"b\"c"), Err(QuoteError(3)));
    assert_eq!(cells("5\" pipe,\"b\" ,c"), [["5\" pipe", "b", "c"]]);
}

#[test]
fn an_apostrophe_of_a_person_stays() {
    assert_eq!(cells("'tis,''a,'"), [["'tis", "''a", "'"]]);
}

// proptest is not compiled to WebAssembly.
#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use super::*;
    use crate::csv::{FORMULA, is_number};
    use proptest::prelude::*;

    /// A text of the characters that mean something in a file.
    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[-=+@'\t\r\n\",; a0.\u{feff}]{0,6}",
            "(sep=[,;]|-?[0-9]{1,3}([.,][0-9])?)",
            any::<String>(),
        ]
    }

    fn table() -> impl Strategy<Value = Vec<Vec<String>>> {
        (1_usize..4).prop_flat_map(|columns| {
            let row = prop::collection::vec(text(), columns);
            prop::collection::vec(row, 1..4)
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(table in table(), is_german: bool) {
            let separator = if is_german { ';' } else { ',' };
            let text = crate::csv::write(&table, separator);
            prop_assert_eq!(text.chars().next(), Some('\u{feff}'));
            let read = read(&text).unwrap();
            prop_assert!(table[0].len() == 1 || read.separator == separator);
            let rows: Vec<_> = read.records.into_iter().map(|record| record.cells).collect();
            prop_assert_eq!(rows, table);
        }

        #[test]
        fn no_cell_is_computed(text in text()) {
            let written = cell_text(&text);
            let shown = written.strip_prefix('"').unwrap_or(&written);
            prop_assert!(!shown.starts_with(FORMULA) || is_number(&text), "{written:?}");
        }

        #[test]
        fn any_text_gets_an_answer(text in text()) {
            let _ = read(&text);
        }
    }
}
