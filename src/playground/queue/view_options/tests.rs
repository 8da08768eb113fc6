use super::*;
use crate::queue::snapshot::InstanceSnapshot;

fn instance(address: &str, running: usize, pending: usize) -> Instance {
    let mut instance = Instance::new(address.to_owned(), 0.0, false);
    let ids: Vec<String> = (0..running + pending)
        .map(|task| [address, "-", &task.to_string()].concat())
        .collect();
    instance.snapshot = InstanceSnapshot {
        running,
        pending,
        silent: false,
        condition: None,
        ids: ids.join("\t"),
    };
    instance
}

fn sorted(sort: &str, mut instances: Vec<Instance>) -> Vec<String> {
    let options = ViewOptions {
        sort: SORTS.iter().position(|name| *name == sort).unwrap(),
        ..ViewOptions::default()
    };
    instances.sort_by(|left, right| options.compare(left, right));
    let addresses = instances.into_iter().map(|instance| instance.address);
    addresses.collect()
}

fn in_state(state: &str, instance: &Instance) -> bool {
    let state = STATES.iter().position(|name| *name == state).unwrap();
    ViewOptions {
        state,
        ..ViewOptions::default()
    }
    .matches_state(instance)
}

fn finds(text: &str, instance: &Instance) -> bool {
    let text = text.to_owned();
    let workflow_name = |id: &str| (id == "b-0").then(|| "Poster".to_owned());
    ViewOptions {
        text,
        ..ViewOptions::default()
    }
    .matches_search(instance, &workflow_name)
}

#[test]
fn stored_options_are_read_back() {
    let options = ViewOptions {
        sort: 2,
        state: 5,
        interval: 3,
        text: "a  b ".to_owned(),
    };
    assert_eq!(ViewOptions::parse(&options.to_text()), options);
}

#[test]
fn unknown_stored_options_fall_back_to_the_defaults() {
    assert_eq!(ViewOptions::parse("9 x 1000"), ViewOptions::default());
    assert_eq!(ViewOptions::parse(""), ViewOptions::default());
}

#[test]
fn sorting_by_load_puts_the_busiest_first() {
    let instances = || {
        vec![
            instance("b", 0, 0),
            instance("a", 1, 1),
            instance("c", 1, 5),
        ]
    };
    assert_eq!(sorted("load", instances()), ["c", "a", "b"]);
    assert_eq!(sorted("name", instances()), ["a", "b", "c"]);
    assert_eq!(sorted("own", instances()), ["b", "a", "c"]);
}

#[test]
fn sorting_by_own_tasks_puts_the_next_one_to_start_first() {
    let (mut late, mut soon) = (instance("late", 1, 5), instance("soon", 1, 5));
    (late.own_tasks, soon.own_tasks) = (vec![4], vec![1, 5]);
    let instances = vec![instance("none", 1, 9), late, soon];
    assert_eq!(sorted("mine", instances), ["soon", "late", "none"]);
}

#[test]
fn instances_are_filtered_by_state() {
    let (busy, idle) = (instance("a", 1, 0), instance("b", 0, 0));
    assert!(in_state("running", &busy) && !in_state("running", &idle));
    assert!(in_state("idle", &idle) && !in_state("idle", &busy));
    assert!(in_state("pending", &instance("c", 1, 1)) && !in_state("pending", &busy));
    assert!(in_state("all", &busy) && !in_state("mine", &busy));
    let mut stopped = instance("d", 0, 0);
    stopped.health = Some("stopped".to_owned());
    assert!(in_state("trouble", &stopped) && !in_state("trouble", &idle));
}

#[test]
fn the_search_covers_addresses_ids_and_own_workflow_names() {
    let mut own = instance("b", 1, 0);
    own.own_tasks = vec![0];
    assert!(finds("B", &own) && finds("b-0", &own) && finds(" poster ", &own));
    assert!(!finds("poster", &instance("a", 1, 0)));
    assert!(finds("", &instance("a", 1, 0)));
}
