//! Names of form parts. Does not know fields.

/// The name without its number, such as `photos` for `photos_0`; `None` if it does not end in a number.
pub(super) fn without_number(name: &str) -> Option<&str> {
    let (name, number) = name.rsplit_once('_')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(name)
}
