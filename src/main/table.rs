//! Tables as text, and texts that fit into a line of them.

/// The lines of a table, with aligned columns. A cell never ends its line.
pub(crate) fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> Vec<String> {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| row.each_ref().map(|cell| unbroken(cell)))
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    };
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let lines = rows.iter().map(|row| {
        let cells = row.iter().zip(widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        cells.join("  ").trim_end().to_owned()
    });
    lines.collect()
}

/// A text on one line, without what controls a terminal, so that no part of it looks like a line of its own.
pub(crate) fn unbroken(text: &str) -> String {
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    text.replace(breaks, " ")
}

/// The start of a text, on one line: of at most this number of characters.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let line = unbroken(text);
    match line.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_have_no_spaces_at_their_end() {
        let rows = [["ä", "1", ""], ["long", "22", "x"]].map(|row| row.map(str::to_owned));
        assert_eq!(table(&rows), ["ä     1", "long  22  x"]);
        assert!(table::<2>(&[]).is_empty());
    }

    #[test]
    fn a_cell_stays_in_its_line() {
        let rows = [
            ["a\nb  v1  ready", "\u{1b}[31mred"],
            ["c", "\r\u{85}\u{2028}d"],
        ];
        let rows = rows.map(|row| row.map(str::to_owned));
        let lines = table(&rows);
        assert_eq!(lines, ["a b  v1  ready   [31mred", "c                  d"]);
        assert!(lines.iter().all(|line| line.lines().count() == 1));
    }

    #[test]
    fn a_long_text_of_several_lines_becomes_the_start_of_one() {
        assert_eq!(one_line("a\u{1b}[31m\nb", 80), "a [31m b");
        assert_eq!(one_line("äöü", 2), "äö…");
    }
}
