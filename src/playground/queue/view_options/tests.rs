use super::*;
use crate::playground::queue::snapshot::Seen;

fn row(address: &str, running: usize, pending: usize) -> Row {
    let mut row = Row::new(address.to_owned(), 0.0, false);
    let ids: Vec<String> = (0..running + pending)
        .map(|task| [address, "-", &task.to_string()].concat())
        .collect();
    row.seen = Seen {
        running,
        pending,
        silent: false,
        ids: ids.join("\t"),
    };
    row
}

fn sorted(sort: &str, mut rows: Vec<Row>) -> Vec<String> {
    let wish = Wish {
        sort: SORTS.iter().position(|name| *name == sort).unwrap(),
        ..Wish::default()
    };
    rows.sort_by(|left, right| wish.order(left, right));
    rows.into_iter().map(|row| row.address).collect()
}

fn in_state(state: &str, row: &Row) -> bool {
    let state = STATES.iter().position(|name| *name == state).unwrap();
    Wish {
        state,
        ..Wish::default()
    }
    .takes(row)
}

fn finds(text: &str, row: &Row) -> bool {
    let text = text.to_owned();
    let names = |id: &str| (id == "b-0").then(|| "Poster".to_owned());
    Wish {
        text,
        ..Wish::default()
    }
    .finds(row, &names)
}

#[test]
fn what_was_wished_is_read_as_it_was_kept() {
    let wish = Wish {
        sort: 2,
        state: 5,
        interval: 3,
        text: "a  b ".to_owned(),
    };
    assert_eq!(Wish::read(&wish.write()), wish);
}

#[test]
fn what_was_kept_by_another_version_is_no_wish() {
    assert_eq!(Wish::read("9 x 1000"), Wish::default());
    assert_eq!(Wish::read(""), Wish::default());
}

#[test]
fn the_busiest_come_first_by_load() {
    let rows = || vec![row("b", 0, 0), row("a", 1, 1), row("c", 1, 5)];
    assert_eq!(sorted("load", rows()), ["c", "a", "b"]);
    assert_eq!(sorted("name", rows()), ["a", "b", "c"]);
    assert_eq!(sorted("own", rows()), ["b", "a", "c"]);
}

#[test]
fn where_mine_is_next_comes_first() {
    let (mut late, mut soon) = (row("late", 1, 5), row("soon", 1, 5));
    (late.mine, soon.mine) = (vec![4], vec![1, 5]);
    let rows = vec![row("none", 1, 9), late, soon];
    assert_eq!(sorted("mine", rows), ["soon", "late", "none"]);
}

#[test]
fn instances_are_chosen_by_their_state() {
    let (busy, idle) = (row("a", 1, 0), row("b", 0, 0));
    assert!(in_state("running", &busy) && !in_state("running", &idle));
    assert!(in_state("idle", &idle) && !in_state("idle", &busy));
    assert!(in_state("pending", &row("c", 1, 1)) && !in_state("pending", &busy));
    assert!(in_state("all", &busy) && !in_state("mine", &busy));
    let mut stopped = row("d", 0, 0);
    stopped.health = Some("stopped".to_owned());
    assert!(in_state("trouble", &stopped) && !in_state("trouble", &idle));
}

#[test]
fn a_text_is_looked_for_in_addresses_ids_and_names_of_mine() {
    let mut mine = row("b", 1, 0);
    mine.mine = vec![0];
    assert!(finds("B", &mine) && finds("b-0", &mine) && finds(" poster ", &mine));
    assert!(!finds("poster", &row("a", 1, 0)));
    assert!(finds("", &row("a", 1, 0)));
}
