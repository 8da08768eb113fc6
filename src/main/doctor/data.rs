//! Checks the database, and whether every run has its files.

use std::path::Path;

use service::{Inspection, Paths};

use super::finding::Finding;

/// Looks at a data folder.
pub(super) fn inspect(folder: &Path) -> (Option<Inspection>, Vec<Finding>) {
    match service::inspect(folder) {
        Ok(Some(inspection)) => {
            let folder = folder.display();
            let mut findings = vec![Finding::Good(match inspection.runs {
                1 => format!("database: that of {folder} is whole and has 1 run"),
                runs => format!("database: that of {folder} is whole and has {runs} runs"),
            })];
            findings.extend(files(&inspection));
            (Some(inspection), findings)
        }
        Ok(None) => {
            let text = format!(
                "database: {} has none yet; the first start makes it",
                folder.display()
            );
            (None, vec![Finding::Doubtful(text)])
        }
        Err(why) => (None, vec![Finding::Bad(format!("database: {why}"))]),
    }
}

fn files(inspection: &Inspection) -> Vec<Finding> {
    let example = |paths: &Paths| paths.first.clone().unwrap_or_default();
    let (outputs, uploads) = (&inspection.missing_outputs, &inspection.missing_uploads);
    let strays = &inspection.stray_outputs;
    let mut findings = Vec::new();
    if outputs.count > 0 {
        findings.push(Finding::Bad(format!(
            "outputs: files of runs are missing: {}, such as {}; restore them from a backup, or repeat these runs",
            outputs.count,
            example(outputs)
        )));
    }
    if uploads.count > 0 {
        findings.push(Finding::Bad(format!(
            "uploads: files of waiting runs are missing: {}, such as {}; restore them from a backup, or the runs fail",
            uploads.count,
            example(uploads)
        )));
    }
    if strays.count > 0 {
        findings.push(Finding::Doubtful(format!(
            "outputs: folders belong to no run: {}, such as {}; move them away, or restore the database that has \
             their runs",
            strays.count,
            example(strays)
        )));
    }
    if findings.is_empty() {
        findings.push(Finding::Good("outputs: every run has its files".to_owned()));
    }
    findings
}
