mod admission;
mod estimates;
mod limits;
mod summary;

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;

const NORMAL: u8 = 1;

fn run(id: &str, key: &str, model: &str) -> WaitingRun {
    let models = match model {
        "" => Vec::new(),
        model => vec![model.to_owned()],
    };
    WaitingRun {
        id: id.to_owned(),
        key: key.to_owned(),
        priority: NORMAL,
        workflow: format!("workflow of {model}"),
        models,
        needs: 0,
    }
}

/// Instances of this depth that every run fits.
fn placement(instances: &[&str], depth: usize) -> Placement {
    let mut placement = Placement::new();
    for name in instances {
        placement.set_instance(name, depth, 0, 0);
    }
    placement.set_fits(0, instances);
    placement
}

/// Everything that is handed over now.
fn handed_over(placement: &mut Placement, now: Millis) -> Vec<(String, String)> {
    std::iter::from_fn(|| placement.next(now)).collect()
}

/// Executes all runs one after the other on one instance. Returns their ids in order.
fn executed(placement: &mut Placement) -> Vec<String> {
    let (mut now, mut ids) = (0, Vec::new());
    loop {
        match placement.next(now) {
            Some((_, id)) => {
                now += 1000;
                placement.ended(&id, Some(1.0), now);
                ids.push(id);
            }
            None => match placement.next_due() {
                Some(due) => now = due,
                None => return ids,
            },
        }
    }
}

#[test]
fn an_instance_gets_as_many_runs_as_its_depth_and_the_next_when_one_ends() {
    let mut placement = placement(&["a", "b"], 2);
    for id in ["1", "2", "3", "4", "5"] {
        placement.add(run(id, "", ""));
    }
    let first = handed_over(&mut placement, 0);
    let at_a = first.iter().filter(|(instance, _)| instance == "a").count();
    assert_eq!((first.len(), at_a, placement.count()), (4, 2, 1));
    // The first two go to different instances.
    assert_ne!(first[0].0, first[1].0);
    assert!(placement.ended("1", Some(1.0), 10));
    assert_eq!(handed_over(&mut placement, 10).len(), 1);
    assert!(!placement.ended("1", Some(1.0), 20), "it has no place");
}

#[test]
fn a_run_waits_for_an_instance_that_it_fits() {
    let mut placement = placement(&["a", "b"], 1);
    let special = WaitingRun {
        needs: 7,
        ..run("special", "", "")
    };
    placement.add(special);
    assert!(!placement.knows(7));
    assert_eq!(placement.next(0), None);
    placement.set_fits(7, &["b"]);
    placement.add(run("any", "", ""));
    let placed: HashSet<_> = handed_over(&mut placement, 0).into_iter().collect();
    let expected = [("b", "special"), ("a", "any")];
    let expected = expected.map(|(instance, id)| (instance.to_owned(), id.to_owned()));
    assert_eq!(placed, HashSet::from(expected));
}

#[test]
fn of_several_warm_instances_the_one_that_has_been_idle_for_longest_gets_the_run() {
    let names = ["a", "b", "c", "d", "e"];
    let mut placement = placement(&names, 1);
    for (needs, name) in (1..).zip(names) {
        placement.set_fits(needs, &[name]);
        placement.add(WaitingRun {
            needs,
            ..run(name, "", "flux")
        });
    }
    // Each waits first for an instance that has the models.
    let (mut now, mut placed) = (0, 0);
    while placed < names.len() {
        placed += handed_over(&mut placement, now).len();
        now = placement.next_due().unwrap_or(now) + 1;
    }
    for name in ["d", "a", "e", "c", "b"] {
        now += 1;
        placement.ended(name, Some(1.0), now);
    }
    placement.add(run("next", "", "flux"));
    let next = placement.next(now + 1);
    assert_eq!(next, Some(("d".to_owned(), "next".to_owned())));
}

#[test]
fn an_instance_that_takes_none_gets_none_until_it_does() {
    let mut placement = placement(&["a"], 1);
    placement.set_instance("a", 0, 0, 0);
    placement.add(run("1", "", ""));
    assert_eq!(placement.next(0), None);
    placement.set_instance("a", 1, 0, 0);
    assert_eq!(placement.next(0), Some(("a".to_owned(), "1".to_owned())));
}

#[test]
fn a_run_that_is_taken_back_keeps_its_turn() {
    let mut placement = placement(&["a"], 1);
    for id in ["1", "2", "3"] {
        placement.add(run(id, "", ""));
    }
    assert_eq!(handed_over(&mut placement, 0).len(), 1);
    placement.take_back(run("1", "", ""), 1);
    assert_eq!(placement.next(1).unwrap().1, "1");
}

#[test]
fn a_removed_run_is_never_handed_over() {
    let mut placement = placement(&["a"], 1);
    placement.add(run("1", "", ""));
    placement.add(run("2", "", ""));
    assert!(placement.remove("1", 0));
    assert!(!placement.remove("1", 0));
    assert_eq!(placement.next(0).unwrap().1, "2");
    // The place of a run that is removed is free again.
    assert!(placement.remove("2", 0));
    placement.add(run("3", "", ""));
    assert_eq!(placement.next(0).unwrap().1, "3");
}

#[test]
fn an_instance_without_tasks_from_elsewhere_is_preferred() {
    let mut placement = placement(&["a", "b"], 2);
    placement.set_instance("a", 2, 5, 0);
    for id in ["1", "2", "3", "4"] {
        placement.add(run(id, "", ""));
    }
    let (first, _) = placement.next(0).unwrap();
    assert_eq!(first, "b");
    assert_eq!(handed_over(&mut placement, 0).len(), 3, "nothing starves");
}

#[test]
fn a_run_goes_to_the_instance_that_has_its_models() {
    let mut placement = placement(&["a", "b"], 1);
    placement.add(run("1", "", "x"));
    let (first, _) = placement.next(0).unwrap();
    placement.add(run("2", "", "y"));
    let (second, _) = placement.next(0).unwrap();
    assert_ne!(first, second);
    placement.ended("1", Some(20.0), 20_000);
    placement.ended("2", Some(20.0), 20_000);
    for (id, model, expected) in [("3", "y", &second), ("4", "x", &first)] {
        placement.add(run(id, "", model));
        let (instance, _) = placement.next(20_000).unwrap();
        assert_eq!(instance, **expected);
        placement.ended(id, Some(1.0), 20_000);
    }
    // After a restart, its memory is empty.
    placement.set_cold(&first);
    placement.add(run("5", "", "x"));
    assert!(placement.next(30_000).is_some());
}

#[test]
fn a_run_waits_for_a_busy_instance_with_its_models_but_not_longer_than_loading_takes() {
    let mut placement = placement(&["a", "b"], 1);
    let learned = [("x", 5.0), ("y", 5.0)].map(|(model, warm)| LearnedDuration {
        workflow: format!("workflow of {model}"),
        instance: "a".to_owned(),
        warm: Some(warm),
        cold: Some(warm + 30.0),
    });
    placement.restore(learned.into());
    placement.add(run("1", "", "x"));
    let (busy, _) = placement.next(0).unwrap();
    placement.add(run("2", "", "x"));
    assert_eq!(placement.next(0), None, "the models are in memory in 5 s");
    let due = placement.next_due().unwrap();
    assert!((30_000..32_000).contains(&due), "{due}");
    let (other, id) = placement.next(due).unwrap();
    assert_eq!(id, "2");
    assert_ne!(other, busy);
    // A run without models never waits.
    placement.ended("2", Some(35.0), due);
    placement.add(run("3", "", ""));
    assert_eq!(placement.next(due).unwrap(), (other, "3".to_owned()));
}

#[test]
fn no_run_waits_at_an_instance_behind_one_that_loads_models() {
    let mut placement = placement(&["a"], 2);
    placement.add(run("1", "", "model"));
    placement.add(run("2", "", "model"));
    placement.add(run("3", "", "model"));
    assert_eq!(handed_over(&mut placement, 0).len(), 1, "it loads");
    placement.ended("1", Some(30.0), 30_000);
    let next = handed_over(&mut placement, 30_000);
    assert_eq!(next.len(), 2, "the models are in memory");
}

#[test]
fn a_single_run_is_not_delayed_by_the_batch_of_another_key() {
    let mut placement = placement(&["a"], 1);
    for number in 0..500 {
        placement.add(run(&number.to_string(), "batch", "x"));
    }
    for _ in 0..10 {
        let (_, id) = placement.next(0).unwrap();
        placement.ended(&id, Some(1.0), 0);
    }
    placement.next(0).unwrap();
    placement.add(run("single", "other", "x"));
    let started = executed_after(&mut placement);
    assert_eq!(started.iter().position(|id| id == "single"), Some(0));
}

/// What is executed after the run that occupies the only instance.
fn executed_after(placement: &mut Placement) -> Vec<String> {
    let occupying: Vec<String> = placement.placed.keys().cloned().collect();
    for id in occupying {
        placement.ended(&id, Some(1.0), 0);
    }
    executed(placement)
}

#[test]
fn a_single_run_with_other_models_is_overtaken_only_as_long_as_loading_takes() {
    let mut placement = placement(&["a"], 1);
    for number in 0..500 {
        placement.add(run(&number.to_string(), "batch", "x"));
    }
    let (_, first) = placement.next(0).unwrap();
    placement.add(run("single", "other", "y"));
    placement.ended(&first, Some(16.0), 16_000);
    let (mut now, mut before) = (16_000, 0);
    loop {
        let (_, id) = placement.next(now).unwrap();
        if id == "single" {
            break;
        }
        before += 1;
        now += 1000;
        placement.ended(&id, Some(1.0), now);
    }
    // Loading takes 15 s, as far as is known.
    assert!(before <= 17, "{before}");
}

#[test]
fn keys_get_time_in_proportion_to_their_shares() {
    let mut placement = placement(&["a"], 1);
    placement.set_share("big", 3.0);
    for number in 0..40 {
        placement.add(run(&format!("small {number}"), "small", ""));
        placement.add(run(&format!("big {number}"), "big", ""));
    }
    let ids = executed(&mut placement);
    let big = ids[..40].iter().filter(|id| id.starts_with("big")).count();
    assert!((28..=32).contains(&big), "{big}");
    for share in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        placement.set_share("big", share);
    }
}

#[test]
fn priorities_order_the_runs_of_a_key_only() {
    let mut placement = placement(&["a"], 1);
    for (id, key, priority) in [("1", "x", 0), ("2", "x", 1), ("3", "x", 2), ("4", "y", 0)] {
        let run = run(id, key, "");
        placement.add(WaitingRun { priority, ..run });
    }
    let ids = executed(&mut placement);
    let of_x: Vec<_> = ids.iter().filter(|id| *id != "4").collect();
    assert_eq!(of_x, ["3", "2", "1"]);
    assert!(ids.iter().position(|id| id == "4").unwrap() <= 1);
}

/// What may happen to a placement.
#[derive(Clone, Debug)]
enum Step {
    Add {
        key: u8,
        model: u8,
        needs: u8,
        priority: u8,
    },
    Remove(usize),
    End(usize),
    TakeBack(usize),
    SetDepth {
        instance: u8,
        depth: usize,
    },
    Limit {
        key: u8,
        max: usize,
    },
    Later(u32),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..4_u8, 0..4_u8, 0..3_u8, 0..3_u8).prop_map(|(key, model, needs, priority)| Step::Add { key, model, needs, priority }),
        1 => any::<usize>().prop_map(Step::Remove),
        3 => any::<usize>().prop_map(Step::End),
        1 => any::<usize>().prop_map(Step::TakeBack),
        1 => (0..4_u8, 0..3_usize).prop_map(|(instance, depth)| Step::SetDepth { instance, depth }),
        1 => (0..4_u8, 1..3_usize).prop_map(|(key, max)| Step::Limit { key, max }),
        2 => (0..100_000_u32).prop_map(Step::Later),
    ]
}

/// Needs `n` fit the instances from `n` on.
fn fits(needs: u64, instance: &str) -> bool {
    needs <= instance.parse().unwrap()
}

fn chosen(ids: &[String], index: usize) -> Option<&String> {
    ids.get(index.checked_rem(ids.len())?)
}

proptest! {
    #[test]
    fn no_run_is_lost_doubled_misplaced_or_starved(steps in prop::collection::vec(step(), 1..120)) {
        let mut placement = placement(&["0", "1", "2", "3"], 2);
        for needs in 0..3 {
            let fitting: Vec<&str> = ["0", "1", "2", "3"].into_iter().filter(|name| fits(needs, name)).collect();
            placement.set_fits(needs, &fitting);
        }
        let (mut now, mut count) = (0, 0);
        let (mut waiting, mut placed): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let mut depths = [2_usize; 4];
        let (mut limits, mut keys) = (HashMap::new(), HashMap::new());
        for step in steps {
            match step {
                Step::Add { key, model, needs, priority } => {
                    count += 1;
                    let model = if model == 0 { String::new() } else { model.to_string() };
                    let run = run(&format!("{needs}-{count}"), &key.to_string(), &model);
                    waiting.push(run.id.clone());
                    keys.insert(run.id.clone(), run.key.clone());
                    placement.add(WaitingRun { needs: u64::from(needs), priority, ..run });
                }
                Step::Remove(index) => if let Some(id) = chosen(&waiting, index).cloned() {
                    prop_assert!(placement.remove(&id, now));
                    waiting.retain(|other| *other != id);
                },
                Step::End(index) => if let Some(id) = chosen(&placed, index).cloned() {
                    prop_assert!(placement.ended(&id, Some(2.0), now));
                    placed.retain(|other| *other != id);
                },
                Step::TakeBack(index) => if let Some(id) = chosen(&placed, index).cloned() {
                    let needs = id.split('-').next().unwrap().parse().unwrap();
                    placement.take_back(WaitingRun { needs, ..run(&id, "0", "") }, now);
                    placed.retain(|other| *other != id);
                    keys.insert(id.clone(), "0".to_owned());
                    waiting.push(id);
                },
                Step::SetDepth { instance, depth } => {
                    depths[instance as usize] = depth;
                    placement.set_instance(&instance.to_string(), depth, 0, now);
                }
                Step::Limit { key, max } => {
                    limits.insert(key.to_string(), max);
                    placement.set_max_placed(&key.to_string(), Some(max));
                }
                Step::Later(time) => now += u64::from(time),
            }
            for (instance, id) in handed_over(&mut placement, now) {
                let needs = id.split('-').next().unwrap().parse().unwrap();
                prop_assert!(fits(needs, &instance));
                prop_assert!(waiting.contains(&id));
                waiting.retain(|other| *other != id);
                placed.push(id.clone());
                let there = placed.iter().filter(|id| placement.place_of(id) == Some(&instance)).count();
                prop_assert!(there <= depths[instance.parse::<usize>().unwrap()]);
                let of_key = placed.iter().filter(|other| keys[*other] == keys[&id]).count();
                prop_assert!(limits.get(&keys[&id]).is_none_or(|max| of_key <= *max));
            }
            prop_assert_eq!(placement.count(), waiting.len());
            prop_assert_eq!(placement.first(usize::MAX, now + 2000).len(), waiting.len());
        }
        // Once every instance takes runs, all of them are executed.
        for name in ["0", "1", "2", "3"] {
            placement.set_instance(name, 2, 0, now);
        }
        for _ in 0..1000 {
            for (_, id) in handed_over(&mut placement, now) {
                placed.push(id);
            }
            for id in placed.drain(..) {
                placement.ended(&id, Some(1.0), now);
            }
            now += 1000;
        }
        prop_assert_eq!(placement.count(), 0);
    }
}
