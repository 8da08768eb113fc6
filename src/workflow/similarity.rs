//! Names that resemble one that does not exist, for messages.

/// How many names a message offers.
const MAX_NAMES: usize = 3;
/// How much of a name is compared, in characters: comparing takes the square of its length.
const COMPARED: usize = 200;

/// Of options with the texts to compare, the most similar to a name, from 0 (nothing in common) to 1 (equal).
/// The most similar comes first.
pub fn most_similar<'a>(
    name: &str,
    options: impl Iterator<Item = (String, &'a str)>,
    least: f64,
) -> Vec<&'a str> {
    let start = |text: &str| text.chars().take(COMPARED).collect::<String>();
    let name = start(name);
    let scored = options.filter_map(|(text, option)| {
        let similarity = strsim::jaro_winkler(&name, &start(&text));
        (similarity >= least).then_some((similarity, option))
    });
    let mut scored: Vec<(f64, &str)> = scored.collect();
    scored.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let names = scored.into_iter().map(|(_, option)| option);
    names.take(MAX_NAMES).collect()
}
