//! The blob of an output. A link's holder may ask for any run and any name.

use blobs::BlobName;
use uuid::Uuid;

use super::file_name::is_safe_name;

/// The blob with this name among the outputs of this run; `None` if no output can have that name.
pub fn output_name(run_id: &str, name: &str) -> Option<BlobName> {
    match is_run_id(run_id) && is_safe_name(name) {
        true => BlobName::new(run_id, name),
        false => None,
    }
}

/// Whether this is the id of a run as the service makes them.
fn is_run_id(text: &str) -> bool {
    Uuid::try_parse(text).is_ok_and(|id| id.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str = "0d2a1f0e-8f0b-4b3c-9a53-0a2f6d1c7e11";

    #[test]
    fn an_output_is_named_by_its_run_and_its_name() {
        let name = output_name(RUN, "a (1).png");
        assert_eq!(name, BlobName::new(RUN, "a (1).png"));
    }

    #[test]
    fn no_other_name_is_that_of_an_output() {
        let upper = RUN.to_uppercase();
        let braced = format!("{{{RUN}}}");
        for (run_id, name) in [
            ("..", "secret"),
            (RUN, "../../secret"),
            (RUN, "/etc/passwd"),
            (RUN, "folder/../a (1).png"),
            (RUN, "folder/a.png"),
            (RUN, ""),
            (RUN, "."),
            (RUN, ".."),
            (RUN, "a (1).png\0"),
            (".", "a (1).png"),
            ("", "a (1).png"),
            (&upper, "a (1).png"),
            (&braced, "a (1).png"),
            (&format!("{RUN}/."), "a (1).png"),
        ] {
            assert_eq!(output_name(run_id, name), None, "{run_id} {name}");
        }
    }
}
