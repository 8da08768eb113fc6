use std::net::Ipv4Addr;
use std::sync::Mutex;

use tokio::net::TcpListener;

use super::*;
use networks::stand_ins::{Names, server};

#[test]
fn only_2xx_is_a_success() {
    let kind = |status: u16| of_status(StatusCode::from_u16(status).unwrap()).kind;
    for (status, expected) in [
        (200, AnswerKind::Accepted),
        (202, AnswerKind::Accepted),
        (204, AnswerKind::Accepted),
        (301, AnswerKind::Refused),
        (304, AnswerKind::Refused),
        (400, AnswerKind::Refused),
        (404, AnswerKind::Refused),
        (410, AnswerKind::Gone),
        (429, AnswerKind::Unavailable),
        (500, AnswerKind::Unavailable),
        (503, AnswerKind::Unavailable),
        (999, AnswerKind::Refused),
    ] {
        assert_eq!(kind(status), expected, "{status}");
    }
    let moved = of_status(StatusCode::FOUND).reason.unwrap();
    assert_eq!(moved, "it answered 302 Found; redirects are not followed");
}

fn sender(name: Arc<Names>) -> Sender {
    networks::install_tls();
    let networks = WebhookNetworks::new(vec!["127.0.0.0/8".parse().unwrap()]);
    Sender::guarded(Guard::looking_up(networks, name), Duration::from_secs(5)).unwrap()
}

async fn send(sender: &Sender, url: &str) -> Answer {
    let headers = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    let headers = headers.map(|name| (name, "1".to_owned())).to_vec();
    sender.send(url, headers, "{}".to_owned()).await
}

/// A receiver that accepts every call and closes its connection: its port, and how many connections it has had.
async fn receiver() -> (u16, Arc<Mutex<usize>>) {
    server("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").await
}

#[tokio::test]
async fn a_name_that_leads_elsewhere_later_is_refused_then_and_its_address_is_not_shown() {
    let (port, connections) = receiver().await;
    let name = Arc::new(Names::of(&["hooks.test"]));
    let sender = sender(name.clone());
    let url = format!("http://hooks.test:{port}/");
    name.lead_to(&["127.0.0.1"]);
    assert_eq!(send(&sender, &url).await.kind, AnswerKind::Accepted);
    name.lead_to(&["192.168.7.7"]);
    let answer = send(&sender, &url).await;
    assert_eq!(answer.kind, AnswerKind::Unavailable);
    let why = answer.reason.unwrap();
    assert!(
        why.starts_with("hooks.test leads to a private address"),
        "{why}"
    );
    assert!(!why.contains("192.168"), "{why}");
    assert_eq!(*connections.lock().unwrap(), 1);
    name.lead_to(&["127.0.0.1"]);
    assert_eq!(send(&sender, &url).await.kind, AnswerKind::Accepted);
}

#[tokio::test]
async fn an_address_that_is_not_allowed_is_not_contacted() {
    let (port, connections) = receiver().await;
    let sender = sender(Arc::new(Names::of(&["hooks.test"])));
    for url in [
        format!("http://0.0.0.0:{port}/"),
        format!("http://[::ffff:0:0]:{port}/"),
        format!("http://[::1]:{port}/"),
        "http://10.0.0.7/".to_owned(),
        "not a URL".to_owned(),
    ] {
        let answer = send(&sender, &url).await;
        assert_eq!(
            (answer.kind, answer.status),
            (AnswerKind::Unavailable, None),
            "{url}"
        );
        let checked = url.parse().ok();
        if let Some(url) = checked {
            sender.ensure_allowed(&url).await.unwrap_err();
        }
    }
    assert_eq!(*connections.lock().unwrap(), 0);
}

#[tokio::test]
async fn a_name_without_addresses_and_a_closed_port_say_why() {
    let name = Arc::new(Names::of(&["hooks.test"]));
    let sender = sender(name.clone());
    let closed = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let port = closed.local_addr().unwrap().port();
    drop(closed);
    name.lead_to(&["127.0.0.1"]);
    let why = send(&sender, &format!("http://hooks.test:{port}/secret")).await;
    let why = why.reason.unwrap();
    assert!(why.starts_with("it cannot be reached: "), "{why}");
    assert!(
        !why.contains("secret") && !why.contains("127.0.0.1"),
        "{why}"
    );
}
