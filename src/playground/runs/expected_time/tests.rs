use super::*;

fn timed(numbers: &[(&str, f64)], time: f64) -> Timed {
    let number = |(name, value): &(&str, f64)| ((*name).to_owned(), *value);
    Timed {
        numbers: numbers.iter().map(number).collect(),
        time,
    }
}

fn expected(numbers: &[(&str, f64)], earlier: &[Timed]) -> f64 {
    expected_time(&timed(numbers, 0.0).numbers, earlier).unwrap()
}

#[track_caller]
fn assert_near(estimate: f64, time: f64) {
    assert!(
        (estimate / time - 1.0).abs() < 0.15,
        "{estimate} is not about {time}"
    );
}

#[test]
fn without_earlier_runs_nothing_is_expected() {
    assert_eq!(expected_time(&Vec::new(), &[]), None);
}

#[test]
fn runs_with_the_same_numbers_take_as_long() {
    let earlier = [
        timed(&[("size", 512.0)], 1000.0),
        timed(&[("size", 512.0)], 1000.0),
    ];
    assert_near(expected(&[("size", 512.0)], &earlier), 1000.0);
}

#[test]
fn one_run_is_enough_to_estimate_another_size_and_count() {
    let earlier = [timed(&[("size", 256.0), ("steps", 10.0)], 300.0)];
    assert_near(
        expected(&[("size", 2048.0), ("steps", 10.0)], &earlier),
        300.0 * 64.0,
    );
    assert_near(
        expected(&[("size", 256.0), ("steps", 40.0)], &earlier),
        1200.0,
    );
}

#[test]
fn a_number_of_another_name_is_learned() {
    let runs = [4.0, 1.0, 8.0, 2.0].map(|blur| timed(&[("blur", blur)], 500.0 * blur));
    assert_near(expected(&[("blur", 16.0)], &runs), 8000.0);
}

#[test]
fn the_size_of_a_font_is_not_expected_to_matter() {
    let runs = [timed(&[("font_size", 12.0)], 700.0)];
    assert_near(expected(&[("font_size", 48.0)], &runs), 700.0);
}

#[test]
fn a_number_that_does_not_matter_is_learned() {
    // Its name suggests that it matters.
    let runs = [12.0, 96.0, 24.0, 48.0, 12.0].map(|size| timed(&[("grid_size", size)], 700.0));
    assert_near(expected(&[("grid_size", 64.0)], &runs), 700.0);
}

#[test]
fn a_change_of_the_speed_is_followed_within_a_few_runs() {
    let mut runs = vec![timed(&[("size", 512.0)], 1000.0); 5];
    runs.extend(vec![timed(&[("size", 512.0)], 4000.0); 5]);
    assert!(expected(&[("size", 512.0)], &runs) < 1600.0);
}

/// Sizes and times of runs of the sample “Slow blur” on an embedded engine, oldest first.
const SLOW_BLUR: [(f64, f64); 22] = [
    (512.0, 3788.0),
    (2048.0, 52743.0),
    (768.0, 6986.0),
    (2048.0, 51888.0),
    (2048.0, 52503.0),
    (384.0, 2289.0),
    (256.0, 1133.0),
    (256.0, 887.0),
    (1024.0, 13510.0),
    (1536.0, 34044.0),
    (256.0, 1240.0),
    (768.0, 8894.0),
    (2048.0, 56880.0),
    (1536.0, 32000.0),
    (256.0, 771.0),
    (1536.0, 31746.0),
    (1536.0, 35304.0),
    (1536.0, 32860.0),
    (512.0, 3716.0),
    (1024.0, 13597.0),
    (512.0, 4874.0),
    (512.0, 5799.0),
];

#[test]
fn runs_of_different_sizes_are_estimated_within_a_fifth() {
    let mut earlier: Vec<Timed> = Vec::new();
    let mut errors = Vec::new();
    for (size, time) in SLOW_BLUR {
        let numbers = [("size", size)];
        if !earlier.is_empty() {
            errors.push((expected(&numbers, &earlier) / time - 1.0).abs());
        }
        earlier.insert(0, timed(&numbers, time));
    }
    errors.sort_by(f64::total_cmp);
    let median = errors[errors.len() / 2];
    assert!(median < 0.2, "{median}");
}

#[test]
fn runs_with_near_numbers_count_more_than_many_newer_ones() {
    let size = |size: f64, steps: f64, time: f64| {
        timed(&[("width", size), ("height", size), ("steps", steps)], time)
    };
    // Small runs take as long for reasons that do not grow with them.
    let mut runs = vec![size(64.0, 1.0, 500.0); 300];
    runs.push(size(512.0, 12.0, 800.0));
    let numbers = [("width", 512.0), ("height", 768.0), ("steps", 12.0)];
    let estimate = expected(&numbers, &runs);
    assert!((700.0..1800.0).contains(&estimate), "{estimate}");
}

#[test]
fn what_is_done_says_more_the_more_it_is() {
    let expected = |elapsed, percent: f64| {
        expected_with_progress(Some(15_000.0), elapsed, Some(percent / 100.0)).unwrap()
    };
    assert_eq!(expected(100.0, 0.0), 15_000.0);
    assert!((8_000.0..15_000.0).contains(&expected(800.0, 20.0)));
    assert!((4_000.0..5_000.0).contains(&expected(2_900.0, 72.0)));
    assert_eq!(expected(4_000.0, 100.0), 4_000.0);
}

#[test]
fn a_first_run_is_estimated_by_what_is_done() {
    assert_eq!(expected_with_progress(None, 100.0, None), None);
    assert_eq!(expected_with_progress(None, 100.0, Some(0.01)), None);
    assert_eq!(
        expected_with_progress(None, 2_000.0, Some(0.5)),
        Some(4_000.0)
    );
}
