//! What is wrong in a form: found before it is sent, or told by the deployment.

use super::FormState;
use crate::api::ValidationItem;
use crate::client::web;
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
        let (varying, of_files) = self
            .sweep
            .with_untracked(|sweep| (sweep.of(&fields), sweep.files));
        let varying = varying.map(|field| field.name());
        // The first of several files is told at its field; of other values each is told alone.
        let apart = varying.is_some() && !of_files;
        let faults = web::check(&self.schema(), &self.parts(variants.first()));
        let mut items = faults.err().unwrap_or_default();
        items.retain(|item| !apart || item.field() != varying.as_deref());
        let wrong: Vec<_> = variants.iter().map(|one| one.fault(&fields)).collect();
        let told = wrong.iter().skip(usize::from(!apart)).flatten();
        let lines: Vec<String> = told.take(MOST_LINES).cloned().collect();
        let well = items.is_empty() && lines.is_empty();
        self.unfit.set(match apart {
            true => lines.clone(),
            false => Vec::new(),
        });
        // Where anything else is wrong, no run could be sent.
        let alone = items.iter().all(|item| item.field() == varying.as_deref());
        let fit = wrong.iter().filter(|fault| alone && fault.is_none());
        let notice = Notice {
            lines,
            ours: true,
            fitting: fit.count(),
        };
        self.tell(&items, notice);
        well
    }

    /// What was said of values that vary is no longer of those that are there now.
    pub(crate) fn forget_unfit(&self) {
        if !self.unfit.with_untracked(Vec::is_empty) {
            self.unfit.set(Vec::new());
            self.notice.set(None);
        }
    }

    /// Shows faults at their fields, the others in the summary.
    pub(crate) fn show(&self, items: &[ValidationItem], lines: Vec<String>, ours: bool) {
        let notice = Notice {
            lines,
            ours,
            fitting: 0,
        };
        self.tell(items, notice);
    }

    fn tell(&self, items: &[ValidationItem], mut notice: Notice) {
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
        notice
            .lines
            .extend(others.map(|(item, _)| match item.field() {
                Some(field) => [field, ": ", &item.msg].concat(),
                None => item.msg.clone(),
            }));
        let faulty = fields.iter().find(|field| field.is_faulty());
        let any = faulty.is_some() || !notice.lines.is_empty();
        self.notice.set(any.then_some(notice));
        if let Some(first) = faulty {
            first.focus();
        }
    }
}
