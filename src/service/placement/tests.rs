use std::path::Path;

use futures_util::FutureExt;
use serde_json::json;

use super::super::engine_client::EngineLimits;
use super::*;
use crate::schema;

const PLAIN: &str = "http://127.0.0.1:1";
const RICH: &str = "http://127.0.0.1:2";

/// A plain instance, and one with an additional node class.
fn pool() -> InstancePool {
    let _already = rustls::crypto::ring::default_provider().install_default();
    let mut pool = InstancePool::new(Vec::new(), 2, false);
    for (address, classes) in [
        (PLAIN, json!({"Blur": {}})),
        (RICH, json!({"Blur": {}, "Sharpen": {}})),
    ] {
        let classes = classes.as_object().unwrap().clone().into_iter().collect();
        let instance = Instance::with_classes(address, classes);
        pool.instances.push(Arc::new(instance));
    }
    pool
}

fn job(run_id: &str, class: &str) -> Job {
    let prompt = json!({"1": {"class_type": class, "inputs": {}}});
    let (workflow, _) = Workflow::from_value(&prompt);
    let (schema, _) = schema::read(&workflow);
    Job::new(run_id, "w", workflow, schema, &[], Path::new("uploads"))
}

#[test]
fn an_instance_that_knows_the_nodes_is_preferred_to_a_less_loaded_one() {
    let pool = pool();
    let first = pool.reserve(&job("a", "Sharpen"), &[]).unwrap();
    let second = pool.reserve(&job("b", "Sharpen"), &[]).unwrap();
    assert_eq!(
        [&first.instance.address, &second.instance.address],
        [RICH, RICH]
    );
    let third = pool.reserve(&job("c", "Blur"), &[]).unwrap();
    assert_eq!(third.instance.address, PLAIN);
    // The only instance that could execute it is full, even though another has free slots.
    let full = pool.reserve(&job("d", "Sharpen"), &[]).unwrap_err();
    assert!(matches!(full, ApiError::QueueFull(_)));
}

#[test]
fn a_node_that_no_instance_knows_is_a_problem_but_its_run_is_still_placed() {
    let pool = pool();
    let odd = job("a", "Odd");
    assert_eq!(pool.class_problems(&odd.workflow).len(), 1);
    assert_eq!(pool.class_problems(&job("b", "Sharpen").workflow).len(), 0);
    assert!(pool.reserve(&odd, &[]).is_ok());
}

#[test]
fn the_first_contact_ends_once_an_instance_is_online_or_all_have_been_tried() {
    let _already = rustls::crypto::ring::default_provider().install_default();
    let instance = |address| Instance::new(address, None, EngineLimits::default()).unwrap();
    let pool = || InstancePool::new(vec![instance(PLAIN), instance(RICH)], 2, false);
    let is_over = |pool: &InstancePool| pool.first_contact().now_or_never().is_some();

    let reached = pool();
    assert!(!is_over(&reached));
    reached.instances[1].set_online();
    assert!(is_over(&reached));

    let absent = pool();
    absent.instances[0].set_offline();
    assert!(!is_over(&absent));
    absent.instances[1].set_offline();
    assert!(is_over(&absent));
}
