//! The languages and libraries in which code is generated. Knows no call.

/// A language and its client library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// A POSIX shell with curl.
    Curl,
    /// JavaScript for Node with the flowdeck package.
    Package,
    /// JavaScript for a page with the platform's `fetch`.
    Fetch,
    /// TypeScript for Node with the flowdeck package.
    TypeScript,
    /// Python with requests.
    Python,
    /// Rust with reqwest.
    Rust,
}

impl Language {
    /// Every language, in the order of the menu.
    pub const ALL: [Self; 6] = [
        Self::Curl,
        Self::Package,
        Self::Fetch,
        Self::TypeScript,
        Self::Python,
        Self::Rust,
    ];

    /// Its label in the menu.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Curl => "curl",
            Self::Package => "JavaScript",
            Self::Fetch => "fetch",
            Self::TypeScript => "TypeScript",
            Self::Python => "Python",
            Self::Rust => "Rust",
        }
    }

    /// The language with this label.
    pub fn from_label(label: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|language| language.label() == label)
    }
}
