use super::*;

fn read(text: &str) -> Result<Table, String> {
    let column = |(field, (name, label, cells)): (usize, (&str, &str, CellKind))| Column {
        field,
        name: name.to_owned(),
        label: label.to_owned(),
        cells,
    };
    let fields = [
        ("title", "Title", CellKind::Text),
        ("size", "Size", CellKind::Number),
        ("outline", "Outline", CellKind::Switch),
    ];
    let fields: Vec<Column> = fields.into_iter().enumerate().map(column).collect();
    Table::read("runs.csv", text, &fields, &["photo".to_owned()])
}

fn cells(text: &str) -> Vec<Vec<String>> {
    let rows = read(text).unwrap().rows.into_iter();
    rows.map(|row| row.cells).collect()
}

#[test]
fn each_row_is_a_run() {
    let table = read("title,Size\r\n\"a, \"\"b\"\"\nc\",64\r\n\r\nd,\r\n").unwrap();
    let names: Vec<_> = table.columns.iter().map(|column| &column.name).collect();
    assert_eq!(names, ["title", "size"]);
    let rows: Vec<_> = table.rows.iter().map(|row| row.row).collect();
    assert_eq!(rows, [2, 4]);
    assert_eq!(
        [table.replaces(0), table.replaces(1), table.replaces(2)],
        [Some(true), Some(false), None]
    );
    let cells: Vec<_> = table.rows.into_iter().map(|row| row.cells).collect();
    assert_eq!(cells, [["a, \"b\"\nc", "64"], ["d", ""]]);
}

#[test]
fn a_table_of_a_german_spreadsheet_is_read() {
    assert_eq!(cells("\u{feff}title;size\na,b;64"), [["a,b", "64"]]);
    assert_eq!(
        cells("title;size\n1,5;1,5\nx;0.5"),
        [["1,5", "1.5"], ["x", "0.5"]]
    );
    assert_eq!(
        cells("sep=;\r\noutline\r\nWAHR\r\nFALSE"),
        [["true"], ["false"]]
    );
    assert_eq!(
        cells("title\tsize\na\t0,5\nb\t1,024"),
        [["a", "0.5"], ["b", "1,024"]]
    );
    // The check says how it is written.
    assert_eq!(cells("title;size\na;1.024,5"), [["a", "1.024,5"]]);
}

#[test]
fn empty_columns_at_the_end_are_ignored() {
    assert_eq!(
        cells("title;size;;\r\na;64;;\r\nb;32\r\n;;;\r\n"),
        [["a", "64"], ["b", "32"]]
    );
}

#[test]
fn a_faulty_table_is_rejected_with_its_reason() {
    for (text, reason) in [
        ("", "no rows"),
        ("title\n", "no rows"),
        ("titel\na", "“titel”"),
        ("title\na,b", "Row 2 has a value in column 2"),
        ("title,\na,\n\nb,c", "Row 4 has a value in column 2"),
        ("title,size,Title\na,1,b", "more than one column “Title”"),
        ("title\na\n\"b\nc", "Row 3"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let long = ["title\n", &"a\n".repeat(MAX_RUNS + 1)].concat();
    assert!(read(&long).is_err());
}

#[test]
fn a_table_of_results_is_read_as_their_values() {
    let results = "\u{feff}file,run_id,title,photo,size\r\n\
        1.png,r1,a,me.png,64\r\n2.png,r1,a,me.png,64\r\n3.png,r2,b,me.png,32\r\n";
    assert_eq!(cells(results), [["a", "64"], ["b", "32"]]);
    let rows = read(results).unwrap().rows.into_iter();
    assert_eq!(rows.map(|row| row.row).collect::<Vec<_>>(), [2, 4]);
    // Other tables name fields only.
    assert!(read("title,photo\na,me.png").is_err());
    assert!(read("run_id,title\nr1,a").is_err());
}
