//! The parameters of a query.

/// The parameters of a query as [`super::Client::call`] takes them.
pub fn query(parameters: &[(&str, String)]) -> String {
    let mut query = String::new();
    for (name, value) in parameters {
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(name);
        query.push('=');
        api::encode(value, &mut query);
    }
    query
}

#[cfg(test)]
mod tests {
    use super::query;

    #[test]
    fn a_query_has_each_parameter_with_its_encoded_value() {
        assert_eq!(query(&[]), "");
        let parameters = [
            ("owner", "first key&a".to_owned()),
            ("page", "2".to_owned()),
        ];
        assert_eq!(query(&parameters), "owner=first%20key%26a&page=2");
    }
}
