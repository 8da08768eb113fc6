use super::*;

fn row(running: usize, pending: usize, mine: &[usize]) -> Row {
    let ids: Vec<String> = (0..running + pending)
        .map(|task| task.to_string())
        .collect();
    let mut row = Row::new("http://a".to_owned(), 0.0, false);
    row.seen = Seen {
        running,
        pending,
        silent: false,
        ids: ids.join("\t"),
    };
    row.mine = mine.to_vec();
    row
}

fn listed(row: &Row) -> Vec<usize> {
    row.listed(0..row.lines())
}

#[test]
fn what_runs_what_waits_first_and_ours_are_listed() {
    assert_eq!(listed(&row(1, 50, &[3, 40])), [0, 1, 2, 3, 4, 40]);
}

#[test]
fn no_list_is_longer_than_its_bound_until_it_is_opened() {
    let all: Vec<usize> = (0..600).collect();
    let mut row = row(100, 500, &all);
    assert_eq!(row.lines(), listed(&row).len());
    assert!(row.lines() <= RUNNING + FIRST + MINE);
    row.open = true;
    assert_eq!(row.lines(), 600);
    assert_eq!(row.listed(32..34), [32, 33]);
}

#[test]
fn a_place_in_line_begins_with_what_waits() {
    let row = row(2, 3, &[]);
    assert_eq!([0, 1, 2, 4].map(|task| row.line(task)), [0, 0, 1, 3]);
    assert_eq!(row.id(4), "4");
}

#[test]
fn the_deployments_word_on_an_instance_counts_before_its_queue() {
    let mut row = row(1, 0, &[]);
    assert_eq!(row.status(), Status::Running);
    row.health = Some("stopped".to_owned());
    assert_eq!(row.status(), Status::Stopped);
    row.health = Some("out of memory".to_owned());
    assert_eq!(row.status(), Status::Failed);
    row.gone = Some(1.0);
    assert_eq!(row.status(), Status::Gone);
}

#[test]
fn an_instance_that_tells_no_queue_is_not_idle() {
    let mut row = row(0, 0, &[]);
    assert_eq!(row.status(), Status::Idle);
    row.seen.silent = true;
    assert_eq!(row.status(), Status::Silent);
}
