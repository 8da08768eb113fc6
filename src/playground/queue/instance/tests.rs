use super::*;

fn instance(running: usize, pending: usize, own_tasks: &[usize]) -> Instance {
    let ids: Vec<String> = (0..running + pending)
        .map(|task| task.to_string())
        .collect();
    let mut instance = Instance::new("http://a".to_owned(), 0.0, false);
    instance.snapshot = InstanceSnapshot {
        running,
        pending,
        silent: false,
        condition: None,
        ids: ids.join("\t"),
    };
    instance.own_tasks = own_tasks.to_vec();
    instance
}

fn listed(instance: &Instance) -> Vec<usize> {
    instance.listed_tasks(0..instance.listed_count())
}

#[test]
fn lists_running_tasks_the_first_pending_ones_and_own_tasks() {
    assert_eq!(listed(&instance(1, 50, &[3, 40])), [0, 1, 2, 3, 4, 40]);
}

#[test]
fn the_list_is_limited_until_it_is_expanded() {
    let all: Vec<usize> = (0..600).collect();
    let mut instance = instance(100, 500, &all);
    assert_eq!(instance.listed_count(), listed(&instance).len());
    assert!(instance.listed_count() <= MAX_RUNNING + MAX_PENDING + MAX_OWN);
    instance.expanded = true;
    assert_eq!(instance.listed_count(), 600);
    assert_eq!(instance.listed_tasks(32..34), [32, 33]);
}

#[test]
fn queue_positions_count_pending_tasks_only() {
    let instance = instance(2, 3, &[]);
    assert_eq!(
        [0, 1, 2, 4].map(|task| instance.queue_position(task)),
        [0, 0, 1, 3]
    );
    assert_eq!(instance.task_id(4), "4");
}

#[test]
fn reported_health_takes_precedence_over_the_queue() {
    let mut instance = instance(1, 0, &[]);
    assert_eq!(instance.status(), Status::Running);
    instance.health = Some("stopped".to_owned());
    assert_eq!(instance.status(), Status::Stopped);
    instance.health = Some("out of memory".to_owned());
    assert_eq!(instance.status(), Status::Failed);
    instance.gone_at = Some(1.0);
    assert_eq!(instance.status(), Status::Gone);
}

#[test]
fn the_condition_in_the_queue_is_newer_than_the_health() {
    let mut instance = instance(1, 0, &[]);
    instance.health = Some("running".to_owned());
    for (condition, status) in [
        (Condition::Hung, Status::Hung),
        (Condition::Stopped, Status::Stopped),
        (Condition::Draining, Status::Draining),
    ] {
        instance.snapshot.condition = Some(condition);
        assert_eq!(instance.status(), status);
    }
    instance.snapshot.condition = None;
    for (health, status) in [("hung", Status::Hung), ("draining", Status::Draining)] {
        instance.health = Some(health.to_owned());
        assert_eq!(instance.status(), status);
    }
}

#[test]
fn an_instance_without_a_readable_queue_is_not_idle() {
    let mut instance = instance(0, 0, &[]);
    assert_eq!(instance.status(), Status::Idle);
    instance.snapshot.silent = true;
    assert_eq!(instance.status(), Status::Silent);
}

#[test]
fn an_instance_is_at_rest_while_it_is_idle_without_tasks() {
    assert!(instance(0, 0, &[]).is_at_rest());
    assert!(!instance(0, 1, &[]).is_at_rest());
    let mut silent = instance(0, 0, &[]);
    silent.snapshot.silent = true;
    assert!(!silent.is_at_rest());
}
