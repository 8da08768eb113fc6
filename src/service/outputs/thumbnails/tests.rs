use std::fs;
use std::time::Duration;

use image::DynamicImage;
use tokio::time::timeout;

use super::*;

const CALLER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// A folder with images of these names.
fn images(names: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in names {
        let image = DynamicImage::new_rgb8(640, 480);
        image.save(folder.path().join(name)).unwrap();
    }
    folder
}

#[tokio::test]
async fn a_picture_is_made_once() {
    let folder = images(&["a.png"]);
    let (path, thumbnails) = (folder.path().join("a.png"), Thumbnails::default());
    let get = || thumbnails.get(&path, 64, CALLER);
    let (first, second) = tokio::join!(get(), get());
    let first = first.unwrap().unwrap();
    let second = second.unwrap().unwrap();
    assert_eq!(
        first.bytes.as_ptr(),
        second.bytes.as_ptr(),
        "the same picture"
    );
    let third = get().await.unwrap().unwrap();
    assert_eq!(first.bytes.as_ptr(), third.bytes.as_ptr());
}

#[tokio::test]
async fn a_file_that_was_replaced_gets_a_new_picture() {
    let folder = images(&["a.png"]);
    let (path, thumbnails) = (folder.path().join("a.png"), Thumbnails::default());
    assert!(thumbnails.get(&path, 64, CALLER).await.unwrap().is_some());
    fs::write(&path, "not an image").unwrap();
    assert_eq!(thumbnails.get(&path, 64, CALLER).await.unwrap(), None);
    fs::remove_file(&path).unwrap();
    assert_eq!(thumbnails.get(&path, 64, CALLER).await.unwrap(), None);
}

#[tokio::test]
async fn callers_that_go_away_leave_no_work_behind() {
    let folder = images(&["a.png", "b.png"]);
    let (path, thumbnails) = (folder.path().join("a.png"), Thumbnails::default());
    for width in WIDTHS.take(3 * line::MAX_WAITING) {
        // Ends at once, like a caller that hangs up.
        let _ = timeout(Duration::ZERO, thumbnails.get(&path, width, CALLER)).await;
    }
    let other = folder.path().join("b.png");
    assert!(thumbnails.get(&other, 64, CALLER).await.unwrap().is_some());
    assert!(lock(&thumbnails.0).line.next().is_none());
}

#[tokio::test]
async fn beyond_the_limit_callers_are_refused() {
    let folder = images(&["a.png"]);
    let (path, thumbnails) = (folder.path().join("a.png"), Thumbnails::default());
    // Nobody serves the line.
    lock(&thumbnails.0).is_served = true;
    let requests = (16..).take(line::MAX_WAITING);
    let requests = requests.map(|width| Box::pin(thumbnails.get(&path, width, CALLER)));
    let waiting = futures_util::future::join_all(requests);
    let further = async {
        while lock(&thumbnails.0).line.len() < line::MAX_WAITING {
            tokio::task::yield_now().await;
        }
        thumbnails.get(&path, 1000, CALLER).await
    };
    tokio::select! {
        _ = waiting => unreachable!("nobody serves the line"),
        refused = further => assert!(refused.is_err()),
    }
}
