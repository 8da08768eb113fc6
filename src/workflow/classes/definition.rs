//! The definition of a class, which may not have been read yet: ComfyUI's own table is large, and a workflow uses
//! few of its classes.

use std::sync::{Arc, OnceLock};

use super::class::NodeClass;
use super::read;
use super::shared::Shared;

/// The definition of a class.
#[derive(Clone, Debug)]
pub(super) enum Definition {
    Read(Arc<NodeClass>),
    /// JSON in the reduced form, read when the class is first asked for.
    Unread(&'static str, OnceLock<Arc<NodeClass>>),
}

impl Definition {
    /// A definition in the reduced form. One that is not JSON is that of a class without inputs.
    pub(super) fn unread(text: &'static str) -> Self {
        Self::Unread(text, OnceLock::new())
    }

    pub(super) fn class(&self) -> &Arc<NodeClass> {
        match self {
            Self::Read(class) => class,
            Self::Unread(text, class) => class.get_or_init(|| {
                let definition = serde_json::from_str(text).unwrap_or_default();
                Arc::new(read::class(&definition, &mut Shared::default()))
            }),
        }
    }
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.class() == other.class()
    }
}
