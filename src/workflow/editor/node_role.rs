//! The role of a node when its graph becomes a prompt: most are executed, some only shape the graph.
//! Knows classes, not graphs. Source: ComfyUI's editor, and the nodes that only the JavaScript of packs has.

/// The role of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeRole {
    /// An engine executes it.
    Executed,
    /// It passes its input on.
    Reroute,
    /// Its value goes into the widgets it is linked to.
    Primitive,
    /// It passes on the input of the Set node with its name.
    Get,
    /// It passes its input on, also to the Get nodes with its name.
    Set,
    /// It is an instance of a subgraph or group, by the index of that graph.
    Host(usize),
    /// It is for people: a note or an editor control.
    Annotation,
}

impl NodeRole {
    /// The role of a class that is neither a subgraph nor a group.
    pub(super) fn of(class: &str) -> Self {
        match class {
            "Reroute" | "Reroute (rgthree)" | "mxReroute" => Self::Reroute,
            "PrimitiveNode" => Self::Primitive,
            "GetNode" | "easy getNode" => Self::Get,
            "SetNode" | "easy setNode" => Self::Set,
            "Note"
            | "MarkdownNote"
            | "Note Plus (mtb)"
            | "Show Metadata [Crystools]"
            | "easy bookmark"
            | "Label (rgthree)"
            | "Bookmark (rgthree)"
            | "Fast Muter (rgthree)"
            | "Fast Bypasser (rgthree)"
            | "Fast Groups Muter (rgthree)"
            | "Fast Groups Bypasser (rgthree)"
            | "Fast Actions Button (rgthree)"
            | "Mute / Bypass Relay (rgthree)"
            | "Mute / Bypass Repeater (rgthree)"
            | "Node Collector (rgthree)"
            | "Random Unmuter (rgthree)" => Self::Annotation,
            _ => Self::Executed,
        }
    }
}

/// The group's name in the class of a group node: `workflow>…`, in older files `workflow/…`.
pub(super) fn group_name(class: &str) -> Option<&str> {
    class
        .strip_prefix("workflow>")
        .or_else(|| class.strip_prefix("workflow/"))
}

/// Whether a class is the id of a subgraph: a UUID.
pub(super) fn is_subgraph_id(class: &str) -> bool {
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    let lengths = class.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12]) && class.split('-').all(digits)
}
