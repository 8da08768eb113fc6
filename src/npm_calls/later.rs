//! What a run and a queue call do without: the other operations, with how their answers are read. The build moves it
//! to a chunk of the WebAssembly, which the facade loads on first use (`www/npm/later.js`).

use api::Operation;
use client::address;

/// The functions of the chunk.
pub(crate) struct Later {
    /// The operation with this name.
    pub(crate) operation: fn(&str) -> Option<&'static Operation>,
    /// The method and path of the operation with this name.
    pub(crate) route: fn(&str) -> Option<String>,
    /// The absolute address of an output's `url`, at a deployment with this base URL.
    pub(crate) resolve: fn(&str, &str) -> Option<String>,
}

static LATER: Later = Later {
    operation: Operation::by_name,
    route: |name| {
        let operation = Operation::by_name(name)?;
        Some([operation.method, " ", &operation.path_template()].concat())
    },
    resolve: address::resolve,
};

/// The functions of the chunk, which must have been loaded. Nothing else may name [`LATER`], or it stays in the first
/// load.
#[cfg(not(split))]
pub(crate) fn later() -> &'static Later {
    &LATER
}

#[cfg(split)]
pub(crate) use split::later;

/// The splitter finds the two sides of the cut by their names.
#[cfg(split)]
#[allow(
    unsafe_code,
    reason = "a name for the splitter needs an extern function"
)]
mod split {
    use super::{LATER, Later};

    #[link(wasm_import_module = "__wasm_split_placeholder__")]
    #[allow(improper_ctypes, reason = "both sides are Rust of one build")]
    unsafe extern "C" {
        #[link_name = "__wasm_split_00later00_import_00000000000000000000000000000001_later"]
        safe fn in_chunk() -> &'static Later;
    }

    pub(crate) fn later() -> &'static Later {
        in_chunk()
    }

    #[unsafe(export_name = "__wasm_split_00later00_export_00000000000000000000000000000001_later")]
    extern "C" fn here() -> &'static Later {
        &LATER
    }
}
