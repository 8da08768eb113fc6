//! Short forms of ids, addresses and file names. Pure.

/// The first eight characters of an id.
pub(crate) fn short_id(id: &str) -> String {
    id.chars().take(8).collect()
}

/// An address without its scheme and trailing slashes.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.trim_end_matches('/')
}

/// A file name without its extension: the default name of a workflow.
pub(crate) fn stem(file_name: &str) -> &str {
    match file_name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file_name,
    }
}

/// A text in lower case, for comparisons.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn lower(text: &str) -> String {
    text.to_lowercase()
}

/// A text in lower case, for comparisons. It uses the browser's tables; Rust's would make up 2 % of the page.
#[cfg(target_arch = "wasm32")]
pub(crate) fn lower(text: &str) -> String {
    js_sys::JsString::from(text).to_lower_case().into()
}

#[cfg(test)]
mod tests;
