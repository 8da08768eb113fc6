//! Tables as text.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_have_no_spaces_at_their_end() {
        let rows = [["ä", "1", ""], ["long", "22", "x"]].map(|row| row.map(str::to_owned));
        assert_eq!(table(&rows), ["ä     1", "long  22  x"]);
        assert!(table::<2>(&[]).is_empty());
    }
}
