use std::cell::Cell;

use leptos::prelude::Owner;

use super::*;
use crate::RwSignal;

/// A signal, the memo of `read`, and how often it was computed.
fn counted<T: PartialEq + 'static>(
    read: impl Fn(RwSignal<i32>) -> T + 'static,
) -> (RwSignal<i32>, Memo<T>, Rc<Cell<u32>>) {
    let (signal, count) = (RwSignal::new(1), Rc::<Cell<u32>>::default());
    let counted = Rc::clone(&count);
    let memo = memo(move || {
        counted.set(counted.get() + 1);
        read(signal)
    });
    (signal, memo, count)
}

#[test]
fn a_memo_has_its_new_value_right_after_a_change() {
    Owner::new().with(|| {
        let (signal, double, _) = counted(|signal| signal.get() * 2);
        assert_eq!(double.get_untracked(), 2);
        signal.set(4);
        assert_eq!(double.get_untracked(), 8);
    });
}

#[test]
fn a_memo_is_computed_only_when_it_is_read_after_a_change() {
    Owner::new().with(|| {
        let (signal, double, count) = counted(|signal| signal.get() * 2);
        signal.set(2);
        assert_eq!(count.get(), 0);
        assert_eq!((double.get(), double.get()), (4, 4));
        assert_eq!(count.get(), 1);
        signal.set(3);
        signal.set(4);
        assert_eq!((count.get(), double.get(), count.get()), (1, 8, 2));
    });
}

#[test]
fn a_memo_of_memos_never_lags() {
    Owner::new().with(|| {
        let (signal, double, _) = counted(|signal| signal.get() * 2);
        let text = memo(move || double.with(i32::to_string));
        let length = memo(move || text.with(String::len));
        assert_eq!(length.get(), 1);
        signal.set(50);
        assert_eq!(length.get(), 3);
        assert_eq!(text.get(), "100");
    });
}

#[test]
fn what_depends_on_a_memo_is_left_alone_while_the_value_is_the_same() {
    Owner::new().with(|| {
        let (signal, is_even, computed) = counted(|signal| signal.get() % 2 == 0);
        let (_, name, named) = counted(move |_| if is_even.get() { "even" } else { "odd" });
        assert_eq!(name.get(), "odd");
        signal.set(3);
        assert_eq!((name.get(), computed.get(), named.get()), ("odd", 2, 1));
        signal.set(4);
        assert_eq!((name.get(), computed.get(), named.get()), ("even", 3, 2));
    });
}

#[test]
fn a_memo_that_is_only_tracked_notifies() {
    Owner::new().with(|| {
        let (signal, double, _) = counted(|signal| signal.get() * 2);
        let (_, watcher, watched) = counted(move |_| double.track());
        watcher.get();
        signal.set(2);
        watcher.get();
        assert_eq!(watched.get(), 2);
    });
}

#[test]
fn a_memo_can_be_read_again_while_its_value_is_read() {
    Owner::new().with(|| {
        let (signal, double, _) = counted(|signal| signal.get() * 2);
        let seen = double.with_untracked(|before| {
            signal.set(5);
            (*before, double.get_untracked())
        });
        assert_eq!(seen, (2, 10));
    });
}

#[test]
fn a_memo_ends_with_its_owner() {
    let outer = Owner::new();
    let (signal, double, count) = outer.with(|| {
        let inner = Owner::new();
        let (signal, double, count) = inner.with(|| counted(|signal| signal.get() * 2));
        assert_eq!(double.try_get_untracked(), Some(2));
        inner.cleanup();
        (signal, double, count)
    });
    signal.set(2);
    double.track();
    assert_eq!(double.try_get_untracked(), None);
    assert_eq!(count.get(), 1);
}
