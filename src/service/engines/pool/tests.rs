use futures_util::FutureExt;
use serde_json::{Value, json};

use super::*;
use crate::engines::instance::Health;
use run_core::{Verdict, Verdicts};
use workflow::{NamedModel, Workflow};

const PLAIN: &str = "http://127.0.0.1:1";
const RICH: &str = "http://127.0.0.1:2";

/// A plain instance, and one with an additional node class.
fn pool() -> InstancePool {
    let instances = [
        (PLAIN, json!({"Blur": {}})),
        (RICH, json!({"Blur": {}, "Sharpen": {}})),
    ];
    let instances = instances.map(|(address, classes)| {
        let classes = classes.as_object().unwrap().clone().into_iter().collect();
        Instance::with_classes(address, classes)
    });
    InstancePool::new(instances.into(), false)
}

/// A workflow, and the models that it names.
struct Wanted {
    workflow: Workflow,
    models: Vec<NamedModel>,
}

impl Wanted {
    fn needs(&self) -> Needs<'_> {
        Needs {
            workflow: &self.workflow,
            models: &self.models,
            chosen: &[],
            verdicts: None,
        }
    }
}

/// A workflow with one node of this class and with these inputs.
fn wanted_with(class: &str, inputs: &Value) -> Wanted {
    let prompt = json!({"1": {"class_type": class, "inputs": inputs}});
    let (workflow, _) = Workflow::from_value(&prompt);
    let models = workflow.own_models();
    Wanted { workflow, models }
}

fn wanted(class: &str) -> Wanted {
    wanted_with(class, &json!({}))
}

#[test]
fn a_node_that_no_instance_knows_is_a_problem() {
    let pool = pool();
    assert_eq!(pool.problems(wanted("Odd").needs()).len(), 1);
    assert_eq!(pool.problems(wanted("Sharpen").needs()).len(), 0);
}

#[test]
fn a_workflow_that_only_an_offline_instance_can_execute_waits_for_it() {
    let pool = pool();
    let sharpen = wanted("Sharpen");
    assert!(pool.awaited(sharpen.needs()).is_none());
    pool.instances()[1].set_offline(Health::Hung);
    let awaited = pool.awaited(sharpen.needs()).unwrap();
    assert_eq!(awaited.address, RICH);
    assert!(pool.problems(sharpen.needs()).is_empty());
    assert!(pool.awaited(wanted("Blur").needs()).is_none());
    assert!(pool.awaited(wanted("Odd").needs()).is_none());
    pool.instances()[1].availability.set_online();
    assert!(pool.awaited(sharpen.needs()).is_none());
}

/// Instances without a class refuse the prompt.
#[derive(Debug)]
struct RefusedWithout(&'static str);

impl Verdicts for RefusedWithout {
    fn verdict(&self, known: &Arc<NodeClasses>) -> Arc<Verdict> {
        let problem = (!known.contains(self.0)).then(|| Problem::whole("refused"));
        Arc::new(Verdict {
            left_out: Vec::new(),
            problems: problem.into_iter().collect(),
            lacks_option: false,
        })
    }
}

#[test]
fn one_instance_that_accepts_the_prompt_is_enough() {
    let pool = pool();
    let blur = wanted("Blur");
    let refused_without = |verdicts| Needs {
        verdicts: Some(verdicts),
        ..blur.needs()
    };
    assert!(
        pool.problems(refused_without(&RefusedWithout("Sharpen")))
            .is_empty()
    );
    let problems = pool.problems(refused_without(&RefusedWithout("Odd")));
    assert_eq!(problems, [Problem::whole("refused")]);
    pool.instances()[1].set_offline(Health::Hung);
    let awaited = pool.awaited(refused_without(&RefusedWithout("Sharpen")));
    assert_eq!(awaited.unwrap().address, RICH);
}

#[test]
fn classes_of_the_cache_are_known_before_the_first_contact_and_merged() {
    let folder = tempfile::tempdir().unwrap();
    let cache = ClassCache::new(folder.path().to_owned());
    let classes = json!({"Sharpen": {}}).as_object().unwrap().clone();
    cache.write(RICH, &classes.into_iter().collect());
    let instance = Instance::at;
    let pool = InstancePool::new(vec![instance(PLAIN), instance(RICH)], false);
    pool.recall(&cache);
    assert!(pool.all_classes().contains("Sharpen"));
    assert!(
        pool.instances()[1].online_classes().is_none(),
        "it is offline"
    );
    assert_eq!(
        pool.awaited(wanted("Sharpen").needs()).unwrap().address,
        RICH
    );
}

#[test]
fn the_first_contact_ends_once_classes_are_known_or_all_instances_have_been_tried() {
    let instance = Instance::at;
    let pool = || InstancePool::new(vec![instance(PLAIN), instance(RICH)], false);
    let classes: NodeClasses = [("Blur".to_owned(), json!({}))].into_iter().collect();
    let is_over = |pool: &InstancePool| {
        let contact = pool.contact(|| !pool.known_classes().is_empty());
        contact.now_or_never().is_some()
    };

    let reached = pool();
    assert!(!is_over(&reached));
    reached.instances()[1].classes.set(classes);
    assert!(is_over(&reached));

    let absent = pool();
    absent.instances()[0].set_offline(Health::Stopped);
    assert!(!is_over(&absent));
    absent.instances()[1].set_offline(Health::Stopped);
    assert!(is_over(&absent));
}

#[test]
fn an_instance_that_has_the_models_is_awaited() {
    let instances = [
        (PLAIN, json!([["a.pt"]])),
        (RICH, json!([["a.pt", "b.pt"]])),
    ];
    let instances = instances.map(|(address, models)| {
        let loader = json!({"input": {"required": {"model": models}}});
        let classes = [("Loader".to_owned(), loader)].into_iter().collect();
        Instance::with_classes(address, classes)
    });
    let pool = InstancePool::new(instances.into(), false);
    let loading = |model: &str| wanted_with("Loader", &json!({"model": model}));
    let (common, rare, missing) = (loading("a.pt"), loading("b.pt"), loading("c.pt"));
    assert!(!pool.lacks_options(rare.needs()) && pool.problems(rare.needs()).is_empty());
    assert!(pool.lacks_options(missing.needs()));
    let problem = &pool.problems(missing.needs())[0];
    assert_eq!(problem.code.as_deref(), Some("missing_model"));

    pool.instances()[1].set_offline(Health::Stopped);
    assert_eq!(pool.awaited(rare.needs()).unwrap().address, RICH);
    assert!(!pool.lacks_options(rare.needs()));
    assert!(pool.awaited(common.needs()).is_none() && pool.awaited(missing.needs()).is_none());
}
