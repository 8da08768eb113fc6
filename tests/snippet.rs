//! The code in Rust as programs: that it compiles, and what it says before it sends. That these are
//! the texts which are written is checked beside the code (`src/snippet/tests/rust.rs`).
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    reason = "what a test cannot go on without fails it"
)]

mod poster {
    include!("snippet/poster.rs");

    #[test]
    fn a_file_that_is_missing_is_said_to_be() {
        let error = main().unwrap_err();
        let kind = error.downcast::<std::io::Error>().unwrap().kind();
        assert_eq!(kind, std::io::ErrorKind::NotFound);
    }
}

mod hostile {
    include!("snippet/hostile.rs");

    #[test]
    fn a_file_that_is_missing_is_said_to_be() {
        let error = main().unwrap_err();
        let kind = error.downcast::<std::io::Error>().unwrap().kind();
        assert_eq!(kind, std::io::ErrorKind::NotFound);
    }
}

mod texts {
    include!("snippet/texts.rs");

    #[test]
    fn without_a_key_nothing_is_sent() {
        super::tls();
        let error = main().unwrap_err();
        assert!(error.is::<env::VarError>(), "{error}");
    }
}

mod empty {
    include!("snippet/empty.rs");

    #[test]
    fn without_a_key_nothing_is_sent() {
        super::tls();
        let error = main().unwrap_err();
        assert!(error.is::<env::VarError>(), "{error}");
    }
}

/// The service's reqwest comes without a provider of its own.
fn tls() {
    #[cfg(feature = "serve")]
    let _ = rustls::crypto::ring::default_provider().install_default();
}
