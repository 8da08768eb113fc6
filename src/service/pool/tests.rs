use std::path::Path;

use serde_json::json;

use super::*;

const PLAIN: &str = "http://127.0.0.1:1";
const RICH: &str = "http://127.0.0.1:2";

/// A plain instance, and one that knows a class more.
fn pool() -> Pool {
    let _already = rustls::crypto::ring::default_provider().install_default();
    let mut pool = Pool::new(&[], 2).unwrap();
    for (address, classes) in [
        (PLAIN, json!({"Blur": {}})),
        (RICH, json!({"Blur": {}, "Sharpen": {}})),
    ] {
        let classes = classes.as_object().unwrap().clone();
        let instance = Instance::knowing(address, classes);
        pool.instances.push(Arc::new(instance));
    }
    pool
}

fn job(run_id: &str, class: &str) -> Job {
    let prompt = json!({"1": {"class_type": class, "inputs": {}}});
    let (workflow, _) = Workflow::from_value(&prompt);
    Job::new(run_id, &workflow, &[], Path::new("uploads"))
}

#[test]
fn a_run_goes_to_an_instance_that_knows_its_nodes_before_one_with_less_to_do() {
    let pool = pool();
    let first = pool.reserve(&job("a", "Sharpen"), &[]).unwrap();
    let second = pool.reserve(&job("b", "Sharpen"), &[]).unwrap();
    assert_eq!([&first.instance.uri, &second.instance.uri], [RICH, RICH]);
    let third = pool.reserve(&job("c", "Blur"), &[]).unwrap();
    assert_eq!(third.instance.uri, PLAIN);
    // No place is left where it could run, though another instance has some.
    let full = pool.reserve(&job("d", "Sharpen"), &[]).unwrap_err();
    assert!(matches!(full, Refusal::Full(_)));
}

#[test]
fn what_no_instance_knows_is_told_and_still_goes_to_one_whose_words_say_so() {
    let pool = pool();
    let odd = job("a", "Odd");
    assert_eq!(pool.unknown(&odd.workflow).len(), 1);
    assert_eq!(pool.unknown(&job("b", "Sharpen").workflow).len(), 0);
    assert!(pool.reserve(&odd, &[]).is_ok());
}
