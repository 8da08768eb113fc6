//! What is wrong in a form: found before it is sent, or told by the deployment.

use super::FormState;
use crate::api::ValidationItem;
use crate::client::web;
use crate::playground::form::FieldState;
use crate::playground::form::sweep::Variant;

/// How many faults of values that vary are told.
const MOST_LINES: usize = 5;

/// What is wrong with the form as a whole.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    /// A line a fault that belongs to no field.
    pub(crate) lines: Vec<String>,
    /// Whether the page's own check refused, so that the server may be asked all the same.
    pub(crate) ours: bool,
    /// How many of many runs could be sent, where nothing else is wrong.
    pub(crate) fitting: usize,
}

impl FormState {
    /// Checks everything, with each value that varies; shows what is wrong where it was entered and says
    /// whether all is well.
    pub(crate) fn check(&self, variants: &[Variant]) -> bool {
        let fields = self.all();
        let varies = self
            .sweep
            .with_untracked(|sweep| sweep.of(&fields).filter(|_| !sweep.files));
        let varies = varies.map(|field| field.name());
        let faults = web::check(&self.schema(), &self.parts(variants.first()));
        let mut items = faults.err().unwrap_or_default();
        items.retain(|item| varies.is_none() || item.field() != varies.as_deref());
        // The first of several files is told at its field.
        let rest = variants.iter().skip(usize::from(varies.is_none()));
        let wrong = rest.filter_map(|variant| variant.fault(&fields));
        let lines: Vec<String> = wrong.take(MOST_LINES).collect();
        let well = items.is_empty() && lines.is_empty();
        self.unfit.set(match varies {
            Some(_) => lines.clone(),
            None => Vec::new(),
        });
        let fitting = self.fitting(&items, variants, &fields);
        self.show(&items, lines, true);
        self.notice.update(|notice| {
            if let Some(notice) = notice {
                notice.fitting = fitting;
            }
        });
        well
    }

    /// How many of many runs fit, where nothing is wrong but what varies.
    fn fitting(
        &self,
        items: &[ValidationItem],
        variants: &[Variant],
        fields: &[FieldState],
    ) -> usize {
        let varies = self.sweep.with_untracked(|sweep| sweep.of(fields));
        let varies = varies.map(|field| field.name());
        if items.iter().any(|item| item.field() != varies.as_deref()) {
            return 0;
        }
        let fit = variants
            .iter()
            .filter(|variant| variant.fault(fields).is_none());
        fit.count()
    }

    /// What was said of values that vary is no longer of those that are there now.
    pub(crate) fn forget_unfit(&self) {
        if !self.unfit.with_untracked(Vec::is_empty) {
            self.unfit.set(Vec::new());
            self.notice.set(None);
        }
    }

    /// Shows faults at their fields, the others in the summary.
    pub(crate) fn show(&self, items: &[ValidationItem], mut lines: Vec<String>, ours: bool) {
        let fields = self.all();
        let mut known = vec![false; items.len()];
        for field in &fields {
            let name = field.name();
            let mut faults = Vec::new();
            for (item, known) in items.iter().zip(&mut known) {
                if item.field() == Some(name.as_str()) {
                    *known = true;
                    faults.push(item);
                }
            }
            field.show_faults(&faults);
        }
        let others = items.iter().zip(known).filter(|(_, known)| !known);
        lines.extend(others.map(|(item, _)| match item.field() {
            Some(field) => [field, ": ", &item.msg].concat(),
            None => item.msg.clone(),
        }));
        let faulty = fields.iter().find(|field| field.is_faulty());
        let any = faulty.is_some() || !lines.is_empty();
        self.notice.set(any.then_some(Notice {
            lines,
            ours,
            fitting: 0,
        }));
        if let Some(first) = faulty {
            first.focus();
        }
    }
}
