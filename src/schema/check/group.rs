//! Which values are whose: by name, and for a field that takes several also by `name_0`, `name_1`.

use std::collections::HashMap;

use super::Input;
use crate::schema::Field;

/// The values of each field, in the order of the fields; a value under nobody's name is left out.
pub(super) fn values<'a>(fields: &[&Field], values: &'a [(String, Input)]) -> Vec<Vec<&'a Input>> {
    let places: HashMap<&str, usize> = fields
        .iter()
        .enumerate()
        .map(|(place, field)| (field.name.as_str(), place))
        .collect();
    let place = |name: &str| {
        let whole = places.get(name).copied();
        let counted = || {
            let place = *places.get(stem(name)?)?;
            fields[place].multiple.then_some(place)
        };
        whole.or_else(counted)
    };
    let mut given = vec![Vec::new(); fields.len()];
    for (name, value) in values {
        if let Some(place) = place(name) {
            given[place].push(value);
        }
    }
    given
}

/// The name before `_0`, `_1`, …; `None` where a name ends otherwise.
pub(in crate::schema) fn stem(name: &str) -> Option<&str> {
    let (stem, number) = name.rsplit_once('_')?;
    let counts = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    counts.then_some(stem)
}
