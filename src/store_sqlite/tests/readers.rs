//! The turns of concurrent readers.

use super::*;
use parties::Party;
use parties::on_behalf::on_behalf_of;

fn party(id: &str) -> Option<Party> {
    Some(Party {
        id: id.into(),
        is_privileged: false,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_party_whose_reads_take_long_delays_only_its_own() {
    let (_folder, store) = store();
    store.insert(run("a", None)).await.unwrap();
    let (reading, is_reading) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(std::sync::Mutex::new(released));
    let mut tasks = Vec::new();
    for _ in 0..10 {
        let (store, reading, released) = (store.clone(), reading.clone(), released.clone());
        let work = move |_: &rusqlite::Connection| {
            let _ = reading.send(());
            // Until the test drops its end.
            let _ = released.lock().unwrap().recv();
            Ok(())
        };
        tasks.push(tokio::spawn(async move {
            on_behalf_of(party("hostile"), store.read(work)).await
        }));
    }
    is_reading.recv().unwrap();
    for reader in [party("other"), party("another"), None] {
        let read = on_behalf_of(reader, store.run("a"));
        let read = tokio::time::timeout(Duration::from_secs(30), read).await;
        assert!(read.expect("it waits for the others").unwrap().is_some());
    }
    assert!(is_reading.try_recv().is_err(), "it reads once at a time");
    drop(release);
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}
