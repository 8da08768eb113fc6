//! The seeds that all runs of a batch have in common. Pure, except for reading the runs.

use super::run_row::RunRow;
use crate::entered::Entered;
use crate::messages as say;

/// The seeds that do not differ between these runs, in words; `None` without any, or for a single run.
pub(crate) fn shared_seeds(rows: &[RunRow]) -> Option<String> {
    let seeds = |row: &RunRow| {
        row.record.with_untracked(|record| {
            let seeds = record.inputs.iter().filter(|input| input.is_seed());
            seeds.cloned().collect::<Vec<Entered>>()
        })
    };
    shared(rows.iter().map(seeds))
}

fn shared(mut runs: impl ExactSizeIterator<Item = Vec<Entered>>) -> Option<String> {
    let mut seeds = runs.next().filter(|_| runs.len() > 0)?;
    for run in runs {
        seeds.retain(|seed| {
            let mut others = run.iter();
            others.any(|other| other.name == seed.name && other.text == seed.text)
        });
    }
    let text = |seed: &Entered| say::SHEET_SEED.with(&[&seed.label, &seed.shown()]);
    let texts: Vec<String> = seeds.iter().map(text).collect();
    (!texts.is_empty()).then(|| texts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entered::EnteredKind;

    fn shared_of(runs: &[&[(&str, &str)]]) -> Option<String> {
        let seed = |(name, text): &(&str, &str)| Entered {
            name: (*name).to_owned(),
            label: (*name).to_owned(),
            text: (*text).to_owned(),
            kind: EnteredKind::Number,
            ..Entered::default()
        };
        let run = |run: &&[(&str, &str)]| run.iter().map(seed).collect();
        shared(runs.iter().map(run))
    }

    #[test]
    fn a_seed_of_all_runs_is_named() {
        let runs: [&[_]; 2] = [&[("Seed", "2158332311")], &[("Seed", "2158332311")]];
        assert_eq!(shared_of(&runs).as_deref(), Some("Seed 2158332311 for all"));
    }

    #[test]
    fn a_seed_that_differs_is_not_named() {
        let runs: [&[_]; 2] = [
            &[("Seed", "1"), ("Noise seed", "7")],
            &[("Seed", "2"), ("Noise seed", "7")],
        ];
        assert_eq!(shared_of(&runs).as_deref(), Some("Noise seed 7 for all"));
        assert_eq!(shared_of(&[&[("Seed", "1")], &[("Seed", "2")]]), None);
    }

    #[test]
    fn a_single_run_shares_its_seed_with_none() {
        assert_eq!(shared_of(&[&[("Seed", "1")]]), None);
        assert_eq!(shared_of(&[]), None);
    }
}
