use chrono::TimeDelta;

use super::*;
use store::{FirstKeyRecord, KeyTerms};

fn hash(key: &str) -> ApiKeyHash {
    ApiKeyHash::of(key.as_bytes())
}

fn record(name: &str, key: &str) -> KeyRecord {
    KeyRecord {
        name: name.to_owned(),
        hash: *hash(key).bytes(),
        earlier: None,
        terms: KeyTerms::default(),
        link_id: format!("links of {name}"),
        created_at: None,
        last_used_at: None,
    }
}

fn keys(named: Vec<KeyRecord>) -> Keys {
    {
        let kept = FirstKeyRecord {
            link_id: "links".to_owned(),
            earlier: None,
        };
        Keys::new(FirstKey::new(hash("first"), kept), named)
    }
}

fn name(keys: &Keys, key: &str) -> Result<String, KeyRefused> {
    let valid = keys.valid_until_with(&RunTokens::new(&[7; 32]), key.as_bytes());
    valid.map(|(caller, _)| caller.name)
}

fn soon() -> DateTime<Utc> {
    Utc::now() + TimeDelta::hours(1)
}

fn past() -> DateTime<Utc> {
    Utc::now() - TimeDelta::seconds(1)
}

#[test]
fn a_key_has_the_name_under_which_it_was_made_until_it_is_removed() {
    let keys = keys(vec![record("b", "second")]);
    keys.put(record("a", "third"));
    let names = ["first", "second", "third", "", "b", "First"].map(|key| name(&keys, key).ok());
    let expected = [Some(""), Some("b"), Some("a"), None, None, None];
    assert_eq!(names, expected.map(|name| name.map(str::to_owned)));
    let listed: Vec<String> = keys.list().into_iter().map(|key| key.name).collect();
    assert_eq!(listed, ["a", "b"]);
    keys.remove("b");
    assert_eq!(name(&keys, "second"), Err(KeyRefused::Unknown));
    assert!(name(&keys, "third").is_ok() && name(&keys, "first").is_ok());
}

#[test]
fn a_key_is_refused_from_its_expiry_on() {
    let expiring = |name: &str, end| KeyRecord {
        terms: KeyTerms {
            expires_at: Some(end),
            ..KeyTerms::default()
        },
        ..record(name, name)
    };
    let keys = keys(vec![expiring("valid", soon()), expiring("expired", past())]);
    assert!(name(&keys, "valid").is_ok());
    assert_eq!(name(&keys, "expired"), Err(KeyRefused::Expired));
}

#[test]
fn a_regenerated_key_is_valid_for_a_while_besides_the_new_one() {
    let regenerated = |name: &str, until| KeyRecord {
        earlier: Some(EarlierKey {
            hash: *hash(&format!("old {name}")).bytes(),
            until,
        }),
        ..record(name, name)
    };
    let keys = keys(vec![regenerated("a", soon()), regenerated("b", past())]);
    assert_eq!(name(&keys, "old a"), Ok("a".to_owned()));
    assert_eq!(name(&keys, "old b"), Err(KeyRefused::Regenerated));
    assert!(name(&keys, "a").is_ok() && name(&keys, "b").is_ok());
}

#[test]
fn the_first_key_is_regenerated_and_its_links_stay() {
    let keys = keys(Vec::new());
    keys.regenerate_first(hash("second"), soon());
    assert_eq!(
        (name(&keys, "first"), name(&keys, "second")),
        (Ok(String::new()), Ok(String::new()))
    );
    keys.regenerate_first(hash("third"), past());
    assert_eq!(name(&keys, "first"), Err(KeyRefused::Unknown));
    assert_eq!(name(&keys, "second"), Err(KeyRefused::Unknown));
    assert!(name(&keys, "third").is_ok());
    assert!(keys.has_link_id("links"));
}

#[test]
fn links_of_a_revoked_key_are_invalid_and_new_ones_are_the_first_keys() {
    let keys = keys(vec![record("a", "a")]);
    let link_id = keys.link_id("a");
    assert_eq!(link_id, "links of a");
    keys.remove("a");
    assert!(!keys.has_link_id(&link_id));
    assert_eq!(keys.link_id("a"), "links");
}

#[test]
fn a_use_is_noted_once() {
    let keys = keys(vec![record("a", "a"), record("b", "b")]);
    assert!(keys.take_uses().is_empty());
    assert!(name(&keys, "a").is_ok());
    let uses = keys.take_uses();
    assert_eq!(uses.len(), 1);
    let (used, at) = uses.into_iter().next().unwrap();
    assert_eq!(
        (used.as_str(), keys.get("a").unwrap().last_used_at),
        ("a", Some(at))
    );
    // A change keeps it.
    keys.put(KeyRecord {
        last_used_at: Some(at),
        ..record("a", "a")
    });
    assert!(keys.take_uses().is_empty());
    assert_eq!(keys.get("a").unwrap().last_used_at, Some(at));
}
