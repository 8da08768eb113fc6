//! The progress of a run as the page shows it: it never runs backwards. Pure.

use crate::language::integer;
use crate::messages as say;
use api::RunProgress;

/// The progress after a report, which is `None` while the deployment has nothing to report. A deployment that
/// only counts the steps of the current node starts again with each node; the bar then waits.
pub(super) fn after_report(
    previous: Option<&RunProgress>,
    reported: Option<RunProgress>,
) -> Option<RunProgress> {
    let before = previous.map(|previous| previous.percent);
    let Some(mut progress) = reported else {
        return before.map(|percent| RunProgress {
            percent,
            ..RunProgress::default()
        });
    };
    let percent = progress.percent.unwrap_or_else(|| {
        let share = f64::from(progress.value) / f64::from(progress.max.max(1));
        (share * 100.0) as u32
    });
    progress.percent = Some(percent).max(before.flatten());
    Some(progress)
}

/// How much of the run is done, the current node and its steps: what the deployment reports of them.
pub(super) fn progress_text(progress: &RunProgress) -> Option<String> {
    let percent = progress.percent.filter(|_| progress.nodes_total.is_some());
    let percent = percent.map(|percent| say::RUN_PERCENT.with(&[&integer(percent as usize)]));
    let steps = (progress.max > 1).then(|| {
        let [value, max] = [progress.value, progress.max].map(|number| integer(number as usize));
        say::RUN_STEP.with(&[&value, &max])
    });
    let parts = [percent, progress.title.clone(), steps]
        .into_iter()
        .flatten();
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(value: u32, max: u32) -> RunProgress {
        RunProgress {
            value,
            max,
            ..RunProgress::default()
        }
    }

    fn whole(percent: u32) -> RunProgress {
        RunProgress {
            title: Some("Blur 7 of 12".to_owned()),
            nodes_done: Some(8),
            nodes_total: Some(14),
            percent: Some(percent),
            ..steps(12, 20)
        }
    }

    /// The percentages that are shown for a series of reports.
    fn shown(reports: Vec<Option<RunProgress>>) -> Vec<Option<u32>> {
        let mut shown = None;
        let mut percents = Vec::new();
        for report in reports {
            shown = after_report(shown.as_ref(), report);
            percents.push(shown.as_ref().and_then(|progress| progress.percent));
        }
        percents
    }

    #[test]
    fn the_reported_progress_of_the_whole_run_is_shown() {
        let reports = vec![None, Some(whole(10)), Some(whole(58))];
        assert_eq!(shown(reports), [None, Some(10), Some(58)]);
        assert_eq!(
            progress_text(&whole(58)).as_deref(),
            Some("58% · Blur 7 of 12 · step 12 of 20")
        );
    }

    #[test]
    fn a_report_about_the_current_node_only_never_runs_backwards() {
        let reports = vec![
            Some(steps(3, 4)),
            None,
            Some(steps(1, 4)),
            Some(steps(4, 4)),
        ];
        assert_eq!(shown(reports), [Some(75), Some(75), Some(75), Some(100)]);
        assert_eq!(progress_text(&steps(3, 4)).as_deref(), Some("step 3 of 4"));
    }

    #[test]
    fn a_node_that_does_not_count_its_steps_has_no_step_text() {
        let progress = RunProgress {
            max: 1,
            value: 0,
            ..whole(58)
        };
        assert_eq!(
            progress_text(&progress).as_deref(),
            Some("58% · Blur 7 of 12")
        );
        let between_nodes = after_report(Some(&steps(3, 4)), None).unwrap();
        assert_eq!(progress_text(&between_nodes), None);
    }
}
