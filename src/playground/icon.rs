//! The page's icons, drawn on a grid of 16 units in the colour of the text around them.

use ui::{El, el};

/// An icon's shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// flowdeck's own: two nodes and their link.
    Mark,
    /// Ready, done.
    Check,
    /// Not ready, failed.
    Cross,
    /// Out of order.
    Warning,
    /// Waiting.
    Ring,
    /// Running: a ring that fills.
    Progress,
    /// Notifications.
    Bell,
    /// Sound.
    Sound,
    /// Cancelled.
    Bar,
    /// Unknown.
    Question,
    /// Upload.
    Up,
    /// A die: a random value.
    Dice,
    /// Open a file.
    Folder,
    /// Opens downwards.
    Chevron,
    /// Code.
    Code,
    /// More actions.
    More,
    /// A chart.
    Bars,
    /// Search.
    Search,
    /// Marked.
    Star,
    /// Two beside each other.
    Compare,
    /// Download.
    Down,
    /// Deletes something.
    Trash,
    /// The system's theme.
    System,
    /// The light theme.
    Sun,
    /// The dark theme.
    Moon,
}

impl Shape {
    /// The path to draw.
    fn path(self) -> &'static str {
        match self {
            Self::Mark => "M1.5 2.5h5v4h-5zM9.5 9.5h5v4h-5zM4 6.5v5h5.5",
            Self::Check => "M3 8.5 6.5 12 13 4.5",
            Self::Cross => "M4 4l8 8M12 4l-8 8",
            Self::Warning => "M8 2.5 14 13H2zM8 6.5v3M8 11.2v.1",
            Self::Ring => "M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3z",
            Self::Progress => "M8 .75a7.25 7.25 0 1 1 0 14.5A7.25 7.25 0 0 1 8 .75z",
            Self::Bell => "M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M7 14h2",
            Self::Sound => {
                "M2.5 6h2.5l3.5-3v10L5 10H2.5zM11 5.5a3.5 3.5 0 0 1 0 5M12.8 3.5a6 6 0 0 1 0 9"
            }
            Self::Bar => "M3.5 8h9",
            Self::Question => "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9 8 10M8 12.4v.2",
            Self::Up => "M8 13V3.5M4 7l4-4 4 4",
            Self::Dice => {
                "M2.5 2.5h11v11h-11zM5.5 5.5v.1M10.5 5.5v.1M8 8v.1M5.5 10.5v.1M10.5 10.5v.1"
            }
            Self::Folder => "M1.5 3.5h4.5l1.5 2h7v7h-13z",
            Self::Chevron => "M4 6l4 4 4-4",
            Self::Code => "M5 4 1.5 8 5 12M11 4l3.5 4-3.5 4M9 3 7 13",
            Self::More => "M3 8v.1M8 8v.1M13 8v.1",
            Self::Bars => "M1.5 14.5h13M3.5 12V8M8 12V3M12.5 12V6",
            Self::Search => "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5l3.5 3.5",
            Self::Star => "M8 2l1.8 3.8 4.2.6-3 2.9.7 4.2L8 11.5l-3.7 2 .7-4.2-3-2.9 4.2-.6z",
            Self::Compare => "M2 3.5h5v9H2zM9 3.5h5v9H9z",
            Self::Down => "M8 2.5V11M4 7.5l4 4 4-4M3 14h10",
            Self::Trash => "M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7.5v3M9.3 7.5v3",
            Self::System => "M2 3h12v8H2zM5.5 13.5h5",
            Self::Sun => {
                "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1"
            }
            Self::Moon => "M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z",
        }
    }
}

/// An icon. It is hidden from screen readers, so a text next to it must say what it means.
pub(crate) fn icon(shape: Shape) -> El {
    live_icon(move || shape)
}

/// An icon that changes.
pub(crate) fn live_icon(shape: impl Fn() -> Shape + 'static) -> El {
    svg().child(el("path", "").attr("d", move || shape().path()))
}

/// How much of the ring is drawn where nobody knows how far a run is.
const UNKNOWN_PERCENT: usize = 25;

/// An icon of a state: while that is [`Shape::Progress`], the ring is drawn as far as `percent` says.
pub(crate) fn state_icon(
    shape: impl Fn() -> Shape + Clone + 'static,
    percent: impl Fn() -> Option<usize> + 'static,
) -> El {
    let (drawn, is_ring) = (shape.clone(), shape.clone());
    let dashes = move || {
        let percent = || percent().unwrap_or(UNKNOWN_PERCENT);
        (shape() == Shape::Progress).then(|| [&percent().to_string(), " 100"].concat())
    };
    svg()
        .attr("data-ring", move || is_ring() == Shape::Progress)
        .child(
            el("path", "")
                .attr("pathLength", "100")
                .attr("stroke-dasharray", dashes)
                .attr("d", move || drawn().path()),
        )
}

fn svg() -> El {
    el("svg", "icon")
        .attr("viewBox", "0 0 16 16")
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
}
