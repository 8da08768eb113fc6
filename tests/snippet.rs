//! The generated Rust programs: they compile, and they report errors before they send. `tests/service`
//! runs one.
//! `src/snippet/tests/rust.rs` checks that these programs are the generated ones.

#![allow(clippy::unwrap_used, reason = "a failed precondition fails the test")]

mod poster {
    include!("snippet/poster.rs");

    #[test]
    fn a_missing_file_is_reported() {
        let error = main().unwrap_err();
        let kind = error.downcast::<std::io::Error>().unwrap().kind();
        assert_eq!(kind, std::io::ErrorKind::NotFound);
    }
}

mod hostile {
    include!("snippet/hostile.rs");

    #[test]
    fn a_missing_file_is_reported() {
        let error = main().unwrap_err();
        let kind = error.downcast::<std::io::Error>().unwrap().kind();
        assert_eq!(kind, std::io::ErrorKind::NotFound);
    }
}

mod texts {
    include!("snippet/texts.rs");

    #[test]
    fn nothing_is_sent_without_an_api_key() {
        let error = main().unwrap_err();
        assert_eq!(error.to_string(), "set FLOWDECK_API_KEY");
    }
}

mod empty {
    include!("snippet/empty.rs");

    #[test]
    fn nothing_is_sent_without_an_api_key() {
        let error = main().unwrap_err();
        assert_eq!(error.to_string(), "set FLOWDECK_API_KEY");
    }
}
