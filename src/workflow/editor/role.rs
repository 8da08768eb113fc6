//! What a node of the editor does when its graph becomes a prompt: most run, some only shape the
//! graph. Source: ComfyUI's editor; KJNodes' Get and Set; rgthree's virtual nodes.

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It runs.
    Runs,
    /// It hands its input on.
    Through,
    /// Its value goes into the widgets it feeds.
    Primitive,
    /// It hands on what the Set node of its name got.
    Get,
    /// It hands its input on, to the Get nodes of its name, too.
    Set,
    /// It stands for a graph: a subgraph or a group node; its place among the graphs.
    Host(usize),
    /// It is for the reader's eyes.
    Nothing,
}

impl Role {
    /// The role of a class that is no subgraph's and no group's.
    pub(super) fn of(class: &str) -> Self {
        match class {
            "Reroute" | "Reroute (rgthree)" => Self::Through,
            "PrimitiveNode" => Self::Primitive,
            "GetNode" => Self::Get,
            "SetNode" => Self::Set,
            "Note"
            | "MarkdownNote"
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
            | "Random Unmuter (rgthree)" => Self::Nothing,
            _ => Self::Runs,
        }
    }
}

/// The name of the group node that a class is, `workflow>…`; `workflow/…` in older files.
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
