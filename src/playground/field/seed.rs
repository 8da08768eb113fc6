//! The control for a seed: a number, a button for a random one, and its mode after each run.

use super::number::number;
use crate::form::{FieldState, FormState, SeedMode, random_seed};
use crate::icon::{Shape, icon};
use crate::language::Message;
use crate::messages as say;
use schema::Bounds;
use ui::{El, choice_option, template, value};

/// The number, the random button and the choice of a mode.
pub(super) fn seed(form: FormState, field: FieldState, bounds: Bounds) -> El {
    let own = bounds.clone();
    template("control-seed")
        .slot("random", |button| random_button(button, field, own))
        .slot("mode", |select| mode_choice(select, form, field))
        .replace("number", Some(number(field, bounds)))
}

fn random_button(button: El, field: FieldState, bounds: Bounds) -> El {
    let label = say::SEED_RANDOMIZE.with(&[&field.label()]);
    button
        .on("click", move |_| field.set_text(random_seed(&bounds)))
        .attr("aria-label", label.clone())
        .attr("title", label)
        .child(icon(Shape::Dice))
}

fn mode_choice(select: El, form: FormState, field: FieldState) -> El {
    let chosen = form.seeds.mode(field);
    let option = move |mode: SeedMode| {
        choice_option(mode.name(), label(mode).now()).attr("selected", chosen == mode)
    };
    select
        .attr("aria-label", say::SEED_AFTER_RUN.with(&[&field.label()]))
        .on("change", move |event| {
            form.seeds
                .set_mode(field, SeedMode::from_name(&value(&event)));
        })
        .children(SeedMode::ALL.map(option))
}

fn label(mode: SeedMode) -> Message {
    match mode {
        SeedMode::Keep => say::SEED_FIXED,
        SeedMode::Random => say::SEED_RANDOM,
        SeedMode::Next => say::SEED_INCREMENT,
    }
}
