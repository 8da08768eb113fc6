//! Tables as text, and texts that fit into a line of them.

/// The lines of a table, with aligned columns.
pub(crate) fn table<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> Vec<String> {
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

/// The start of a text, on one line: of at most this number of characters.
pub(crate) fn one_line(text: &str, longest: usize) -> String {
    let line: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
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
    fn a_long_text_of_several_lines_becomes_the_start_of_one() {
        assert_eq!(one_line("a\u{1b}[31m\nb", 80), "a [31m b");
        assert_eq!(one_line("äöü", 2), "äö…");
    }
}
