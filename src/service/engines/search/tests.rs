use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

use super::*;

const STATS: &str = r#"{"system": {"os": "linux", "python_version": "3.12.3", "comfyui_version": "0.33.0",
    "argv": ["main.py"]}, "devices": []}"#;

/// A program that answers every path with this text. Returns its port.
async fn answering(text: &'static str) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let routes = Router::new().fallback(get(async move || text));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    port
}

/// A program that accepts connections and says nothing.
async fn silent() -> (u16, TcpListener) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    (listener.local_addr().unwrap().port(), listener)
}

async fn closed() -> u16 {
    let (port, _) = silent().await;
    port
}

async fn found(ports: &[u16]) -> Vec<String> {
    let mut search = EngineSearch::new(ports.to_vec());
    search.limit = Duration::from_millis(300);
    let found = search.run().await.into_iter();
    found.map(|one| one.url).collect()
}

#[tokio::test]
async fn what_answers_as_comfyui_is_found_and_nothing_else() {
    crate::install_tls();
    let comfyui = answering(STATS).await;
    let others = [
        answering("<html>").await,
        answering("{}").await,
        answering(r#"{"system": {"python_version": "3"}}"#).await,
        closed().await,
    ];
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, comfyui));
    let ports = [&others[..], &[comfyui]].concat();
    assert_eq!(found(&ports).await, [format!("http://{address}")]);
    assert!(found(&others).await.is_empty());
    let found = EngineSearch::new(vec![comfyui]).run().await;
    assert_eq!(found[0].version.as_deref(), Some("0.33.0"));
}

#[tokio::test]
async fn a_program_that_hangs_is_left_out_without_keeping_others_from_being_found() {
    crate::install_tls();
    let (hanging, _listener) = silent().await;
    let comfyui = answering(STATS).await;
    let found = found(&[hanging, comfyui]).await;
    assert_eq!(found, [format!("http://127.0.0.1:{comfyui}")]);
}
