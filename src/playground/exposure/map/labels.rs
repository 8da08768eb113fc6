//! The names on a map, only where they fit. They are drawn anew when the map changes its size, since they keep theirs.

use super::scale::Scale;
use crate::file_reader::{MapArea, MapNode};
use ui::{El, el};

/// The size of the letters, their mean width and the space around a name, in pixels.
const SIZE: f64 = 10.0;
const LETTER: f64 = 6.2;
const SPACE: f64 = 6.0;
/// Fewer letters than this say nothing.
const MIN_LETTERS: usize = 5;

/// The name of a node, if it fits at this scale.
pub(super) fn node_name(node: &MapNode, scale: f64) -> Option<El> {
    let name = fitting(&node.name, node.rect, scale)?;
    let [left, top, width, height] = node.rect;
    Some(text(
        "map-name",
        name,
        [left + width / 2.0, top + height / 2.0],
        scale,
    ))
}

/// The name of an area at its top, if it fits; tracks the scale.
pub(super) fn area_name(area: &MapArea, scale: Scale) -> Option<El> {
    let scale = scale.get();
    let [left, top, width, _] = area.rect;
    let name = fitting(&area.name, [left, top, width, 2.0 * SIZE / scale], scale)?;
    let at = [left + SPACE / scale, top + (SIZE + SPACE) / 2.0 / scale];
    Some(text("map-area-name", name, at, scale))
}

fn text(class: &str, name: String, [x, y]: [f64; 2], scale: f64) -> El {
    el("text", class)
        .attr("x", x.to_string())
        .attr("y", y.to_string())
        .attr("font-size", (SIZE / scale).to_string())
        .attr("aria-hidden", "true")
        .text(name)
}

/// A name as far as it fits into a rectangle at this scale.
fn fitting(name: &str, [_, _, width, height]: [f64; 4], scale: f64) -> Option<String> {
    let room = ((width * scale - SPACE) / LETTER).max(0.0) as usize;
    let letters = name.chars().count();
    if height * scale < SIZE + 2.0 || letters == 0 {
        return None;
    }
    if letters <= room {
        return Some(name.to_owned());
    }
    if room < MIN_LETTERS {
        return None;
    }
    let start: String = name.chars().take(room - 1).collect();
    Some([start.trim_end(), "…"].concat())
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn a_name_is_cut_to_its_node_or_left_out() {
        let rect = [0.0, 0.0, 200.0, 100.0];
        assert_eq!(fitting("KSampler", rect, 1.0).as_deref(), Some("KSampler"));
        assert_eq!(
            fitting("CheckpointLoaderSimple", rect, 0.3).as_deref(),
            Some("Checkpo…")
        );
        assert_eq!(fitting("CheckpointLoaderSimple", rect, 0.1), None);
        assert_eq!(
            fitting("KSampler", [0.0, 0.0, 200.0, 5.0], 1.0),
            None,
            "too low"
        );
        assert_eq!(fitting("", rect, 1.0), None);
    }
}
