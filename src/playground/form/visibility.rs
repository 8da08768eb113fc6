//! Which fields are visible: a field may depend on the value of an earlier one. The value of a field that is not
//! visible is kept, but not sent. The rule is in the deferred chunk, because it compares decimals.

use super::batch::BatchValue;
use super::field_state::FieldState;
use super::state::FormState;
use crate::deferred::Deferred;
use ui::untrack;

/// [`is_visible`] without a batch, which is deferred.
pub(super) static IS_VISIBLE: Deferred<fn(FormState, FieldState) -> bool> = Deferred::new();

impl FormState {
    /// Whether a field is visible; tracked.
    pub(crate) fn is_visible(&self, field: FieldState) -> bool {
        let condition = field
            .definition
            .with_value(|field| field.visible_if.clone());
        let Some(condition) = condition else {
            return true;
        };
        let by_rule = IS_VISIBLE.get(|is_visible| is_visible(*self, field));
        // Until the rule is loaded, texts are compared: the defaults of a form are written alike.
        by_rule.unwrap_or_else(|| {
            let other = self.field(&condition.field);
            other.is_none_or(|other| other.text.with(|text| *text == condition.is))
        })
    }

    /// The fields that are visible in a run with these values of a batch; not tracked.
    pub(crate) fn visible_fields(&self, values: &[BatchValue]) -> Vec<FieldState> {
        let mut fields = self.current_fields();
        untrack(|| fields.retain(|field| is_visible(*self, *field, values)));
        fields
    }
}

/// Whether a field is visible, with the values that a run has in a batch; tracked.
pub(super) fn is_visible(form: FormState, field: FieldState, values: &[BatchValue]) -> bool {
    let Some(condition) = field
        .definition
        .with_value(|field| field.visible_if.clone())
    else {
        return true;
    };
    let fields = form.fields.get();
    let mut earlier = fields.into_iter().take_while(|other| *other != field);
    let named = earlier.find(|other| {
        other
            .definition
            .with_value(|other| other.name == condition.field)
    });
    named.is_none_or(|other| {
        let given = match values.iter().find(|value| value.is_of(&other)) {
            Some(value) => value.text.clone(),
            None => other.text.get(),
        };
        let is_met = other
            .definition
            .with_value(|other| schema::is_met(&condition, other, &given));
        is_met && is_visible(form, other, values)
    })
}
