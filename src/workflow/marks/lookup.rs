//! Finds the mark of a class.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::input_table::INPUTS;
use super::mark::{InputMark, OutputMark};
use super::output_table::OUTPUTS;

/// The input mark of a class.
pub fn input(class: &str) -> Option<&'static InputMark> {
    static BY_CLASS: LazyLock<HashMap<&str, &InputMark>> =
        LazyLock::new(|| INPUTS.iter().map(|mark| (mark.class, mark)).collect());
    BY_CLASS.get(class).copied()
}

/// The output mark of a class.
pub fn output(class: &str) -> Option<&'static OutputMark> {
    static BY_CLASS: LazyLock<HashMap<&str, &OutputMark>> =
        LazyLock::new(|| OUTPUTS.iter().map(|mark| (mark.class, mark)).collect());
    BY_CLASS.get(class).copied()
}
