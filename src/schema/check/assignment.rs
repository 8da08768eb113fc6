//! Assigns values to fields: by name and, for a field that takes several, also by `name_0`, `name_1`.

use std::collections::HashMap;

use crate::field::Field;
use crate::part_name;
use crate::value::FieldValue;

/// The values of each field, in the order of the fields. Values without a field are left out.
pub(super) fn by_field<'a>(
    fields: &[&Field],
    values: &'a [(String, FieldValue)],
) -> Vec<Vec<&'a FieldValue>> {
    let indices: HashMap<&str, usize> = fields
        .iter()
        .enumerate()
        .map(|(index, field)| (field.name.as_str(), index))
        .collect();
    let index = |name: &str| {
        let numbered = || {
            let index = *indices.get(part_name::without_number(name)?)?;
            fields.get(index)?.multiple.then_some(index)
        };
        indices.get(name).copied().or_else(numbered)
    };
    let mut assigned = vec![Vec::new(); fields.len()];
    for (name, value) in values {
        if let Some(own) = index(name).and_then(|index| assigned.get_mut(index)) {
            own.push(value);
        }
    }
    assigned
}
