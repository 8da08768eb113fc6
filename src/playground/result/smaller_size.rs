//! A smaller size for a run that needed too much memory. Pure.

use crate::entered::Entered;

/// Sizes of pictures are multiples of this many pixels.
const STEP: f64 = 64.0;
/// Half as many pixels, roughly, at the sizes that models are made for: 1024 becomes 768.
const FACTOR: f64 = 0.75;

/// The inputs with a smaller width and height, and that size in words; `None` if they have no size to reduce.
pub(super) fn smaller_size(inputs: &[Entered]) -> Option<(String, Vec<Entered>)> {
    let mut inputs = inputs.to_vec();
    let width = reduce(&mut inputs, "width")?;
    let height = reduce(&mut inputs, "height")?;
    Some(([&width, " × ", &height].concat(), inputs))
}

/// Reduces the number of this name, and returns it.
fn reduce(inputs: &mut [Entered], name: &str) -> Option<String> {
    let is_it = |input: &&mut Entered| input.is_named(name);
    let input = inputs.iter_mut().find(is_it)?;
    let before: f64 = input.text.parse().ok()?;
    let smaller = (before * FACTOR / STEP).round().max(1.0) * STEP;
    if smaller >= before {
        return None;
    }
    input.text = smaller.to_string();
    Some(input.text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(width: &str, height: &str) -> Option<String> {
        let input = |(name, text): (&str, &str)| Entered {
            name: name.to_owned(),
            text: text.to_owned(),
            ..Entered::default()
        };
        let inputs = [("Width", width), ("height", height)].map(input);
        let (size, inputs) = smaller_size(&inputs)?;
        assert_eq!(size, [&inputs[0].text, " × ", &inputs[1].text].concat());
        Some(size)
    }

    #[test]
    fn a_size_becomes_smaller_in_steps_of_64() {
        assert_eq!(reduced("1024", "1024").as_deref(), Some("768 × 768"));
        assert_eq!(reduced("832", "1216").as_deref(), Some("640 × 896"));
    }

    #[test]
    fn what_is_no_size_or_cannot_become_smaller_stays() {
        assert_eq!(reduced("64", "64"), None);
        assert_eq!(reduced("wide", "64"), None);
        assert!(smaller_size(&[]).is_none());
    }
}
