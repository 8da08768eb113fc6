//! The runs that a caller can access: by the key that submitted them, and by their workflow. No I/O.

use std::collections::BTreeSet;
use std::sync::Arc;

/// The ids of some workflows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WorkflowSet(Arc<BTreeSet<String>>);

impl WorkflowSet {
    /// Whether the set has this workflow.
    pub fn contains(&self, workflow_id: &str) -> bool {
        self.0.contains(workflow_id)
    }

    /// The ids in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The ids as a JSON array. The store keeps and compares this text.
    pub fn json(&self) -> String {
        serde_json::json!(&*self.0).to_string()
    }

    /// Reads such an array. The set of a damaged array is empty, so that a key never gets more access than it had.
    pub fn of_json(text: &str) -> Self {
        let ids: BTreeSet<String> = serde_json::from_str(text).unwrap_or_default();
        Self(Arc::new(ids))
    }
}

impl<T: Into<String>> FromIterator<T> for WorkflowSet {
    fn from_iter<I: IntoIterator<Item = T>>(ids: I) -> Self {
        Self(Arc::new(ids.into_iter().map(Into::into).collect()))
    }
}

/// The runs that a caller can access.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The name of the key that submitted them; `None` for all keys.
    pub owner: Option<String>,
    /// Their workflows; `None` for all.
    pub workflows: Option<WorkflowSet>,
}

impl Reach {
    /// The runs of one key.
    pub fn of_key(name: &str) -> Self {
        Self {
            owner: Some(name.to_owned()),
            workflows: None,
        }
    }

    /// Whether it includes the runs of this key and this workflow.
    pub fn includes(&self, owner: &str, workflow_id: &str) -> bool {
        let of_workflow = |set: &WorkflowSet| set.contains(workflow_id);
        self.owner.as_deref().is_none_or(|own| own == owner)
            && self.workflows.as_ref().is_none_or(of_workflow)
    }

    /// The workflows as [`WorkflowSet::json`].
    pub fn workflows_json(&self) -> Option<String> {
        self.workflows.as_ref().map(WorkflowSet::json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_is_limited_by_key_and_by_workflow() {
        let everything = Reach::default();
        let of_ann = Reach::of_key("ann");
        let posters = Reach {
            workflows: Some(["poster"].into_iter().collect()),
            ..Reach::of_key("ann")
        };
        for (owner, workflow, expected) in [
            ("ann", "poster", [true, true, true]),
            ("ann", "tint", [true, true, false]),
            ("bob", "poster", [true, false, false]),
            ("", "tint", [true, false, false]),
        ] {
            let includes = [&everything, &of_ann, &posters].map(|it| it.includes(owner, workflow));
            assert_eq!(includes, expected, "{owner} {workflow}");
        }
    }

    #[test]
    fn a_damaged_set_has_no_workflows() {
        let set: WorkflowSet = ["tint", "poster"].into_iter().collect();
        assert_eq!(set.json(), r#"["poster","tint"]"#);
        assert_eq!(WorkflowSet::of_json(&set.json()), set);
        for text in ["", "{}", "null", "[1]", r#"["poster""#] {
            assert_eq!(WorkflowSet::of_json(text), WorkflowSet::default(), "{text}");
        }
    }
}
