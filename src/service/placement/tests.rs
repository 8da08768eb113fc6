use std::path::Path;

use futures_util::FutureExt;
use serde_json::json;

use super::super::engine_client::EngineLimits;
use super::*;
use crate::schema;
use crate::workflow::Workflow;

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
    assert_eq!(pool.problems(odd.needs()).len(), 1);
    assert_eq!(pool.problems(job("b", "Sharpen").needs()).len(), 0);
    assert!(pool.reserve(&odd, &[]).is_ok());
}

#[test]
fn a_workflow_that_only_an_offline_instance_can_execute_waits_for_it() {
    let pool = pool();
    let sharpen = job("a", "Sharpen");
    assert!(pool.awaited(sharpen.needs()).is_none());
    pool.instances[1].set_offline();
    let awaited = pool.awaited(sharpen.needs()).unwrap();
    assert_eq!(awaited.address, RICH);
    assert!(pool.awaited(job("b", "Blur").needs()).is_none());
    assert!(pool.awaited(job("c", "Odd").needs()).is_none());
    let Err(ApiError::Unavailable(message, _)) = pool.reserve(&sharpen, &[]) else {
        panic!("it must wait");
    };
    assert!(message.contains(RICH), "{message}");
    pool.instances[0].set_offline();
    let Err(ApiError::Unavailable(message, _)) = pool.reserve(&sharpen, &[]) else {
        panic!("it must wait");
    };
    assert!(message.contains("no engine instance responds"), "{message}");
    pool.instances[1].set_online();
    assert!(pool.awaited(sharpen.needs()).is_none());
}

#[test]
fn classes_of_the_cache_are_known_before_the_first_contact_and_merged() {
    let _already = rustls::crypto::ring::default_provider().install_default();
    let folder = tempfile::tempdir().unwrap();
    let cache = ClassCache::new(folder.path().to_owned());
    let classes = json!({"Sharpen": {}}).as_object().unwrap().clone();
    cache.write(RICH, &classes.into_iter().collect());
    let instance = |address| Instance::new(address, None, EngineLimits::default()).unwrap();
    let pool = InstancePool::new(vec![instance(PLAIN), instance(RICH)], 2, false);
    pool.recall(&cache);
    assert!(pool.all_classes().contains("Sharpen"));
    assert!(pool.instances[1].classes().is_none(), "it is offline");
    assert_eq!(
        pool.awaited(job("a", "Sharpen").needs()).unwrap().address,
        RICH
    );
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

#[test]
fn an_instance_that_has_the_models_is_preferred_and_awaited() {
    let _already = rustls::crypto::ring::default_provider().install_default();
    let mut pool = InstancePool::new(Vec::new(), 2, false);
    for (address, models) in [
        (PLAIN, json!([["a.pt"]])),
        (RICH, json!([["a.pt", "b.pt"]])),
    ] {
        let loader = json!({"input": {"required": {"model": models}}});
        let classes = [("Loader".to_owned(), loader)].into_iter().collect();
        pool.instances
            .push(Arc::new(Instance::with_classes(address, classes)));
    }
    let job = |model: &str| {
        let prompt = json!({"1": {"class_type": "Loader", "inputs": {"model": model}}});
        let (workflow, _) = Workflow::from_value(&prompt);
        let (schema, _) = schema::read(&workflow);
        Job::new(model, "w", workflow, schema, &[], Path::new("uploads"))
    };
    let (common, rare, missing) = (job("a.pt"), job("b.pt"), job("c.pt"));
    assert_eq!(pool.reserve(&rare, &[]).unwrap().instance.address, RICH);
    assert!(!pool.lacks_models(rare.needs()) && pool.problems(rare.needs()).is_empty());
    assert!(pool.lacks_models(missing.needs()));
    let problem = &pool.problems(missing.needs())[0];
    assert_eq!(problem.code.as_deref(), Some("missing_model"));

    pool.instances[1].set_offline();
    assert_eq!(pool.awaited(rare.needs()).unwrap().address, RICH);
    assert!(!pool.lacks_models(rare.needs()));
    assert!(pool.awaited(common.needs()).is_none() && pool.awaited(missing.needs()).is_none());
}
