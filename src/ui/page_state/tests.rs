use leptos::prelude::Owner;

use super::*;

#[derive(Clone, Debug, PartialEq)]
struct Name(&'static str);
#[derive(Clone, Debug, PartialEq)]
struct Count(u32);

impl PageState for Name {}
impl PageState for Count {}

#[test]
fn state_is_found_by_its_type_also_without_an_owner() {
    Owner::new().with(|| {
        provide_context(Name("page"));
        provide_context(Count(1));
    });
    assert_eq!(
        (expect_context(), expect_context()),
        (Name("page"), Count(1))
    );
}

#[test]
fn the_state_of_a_later_page_replaces_that_of_an_earlier_one() {
    provide_context(Count(1));
    provide_context(Count(2));
    assert_eq!(expect_context::<Count>(), Count(2));
}
