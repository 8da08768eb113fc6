use std::fs;
use std::time::Duration;

use blobs::FolderBlobs;
use image::DynamicImage;
use tempfile::TempDir;
use tokio::time::timeout;

use super::*;

const CALLER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// The pictures of a run with images of these names.
struct Images {
    folder: TempDir,
    thumbnails: Thumbnails,
}

impl Images {
    fn new(names: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::open(folder.path().to_owned()).unwrap();
        let images = Self {
            folder,
            thumbnails: Thumbnails::new(Arc::new(blobs)),
        };
        fs::create_dir(images.folder.path().join("run")).unwrap();
        for name in names {
            let image = DynamicImage::new_rgb8(640, 480);
            image.save(images.path(name)).unwrap();
        }
        images
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join("run").join(name)
    }

    async fn get(&self, name: &str, width: u32) -> Result<Made, TooManyWait> {
        let name = BlobName::new("run", name).unwrap();
        match self.thumbnails.blobs.info(&name).await.unwrap() {
            Some(info) => self.thumbnails.get((&name, info), width, CALLER).await,
            None => Ok(None),
        }
    }
}

#[tokio::test]
async fn a_picture_is_made_once() {
    let images = Images::new(&["a.png"]);
    let (first, second) = tokio::join!(images.get("a.png", 64), images.get("a.png", 64));
    let first = first.unwrap().unwrap();
    let second = second.unwrap().unwrap();
    assert_eq!(
        first.bytes.as_ptr(),
        second.bytes.as_ptr(),
        "the same picture"
    );
    let third = images.get("a.png", 64).await.unwrap().unwrap();
    assert_eq!(first.bytes.as_ptr(), third.bytes.as_ptr());
}

#[tokio::test]
async fn a_file_that_was_replaced_gets_a_new_picture() {
    let images = Images::new(&["a.png"]);
    assert!(images.get("a.png", 64).await.unwrap().is_some());
    fs::write(images.path("a.png"), "not an image").unwrap();
    assert_eq!(images.get("a.png", 64).await.unwrap(), None);
    fs::remove_file(images.path("a.png")).unwrap();
    assert_eq!(images.get("a.png", 64).await.unwrap(), None);
}

#[tokio::test]
async fn callers_that_go_away_leave_no_work_behind() {
    let images = Images::new(&["a.png", "b.png"]);
    let name = BlobName::new("run", "a.png").unwrap();
    let info = images.thumbnails.blobs.info(&name).await.unwrap().unwrap();
    for width in WIDTHS.take(3 * line::MAX_WAITING) {
        // Ends at once, like a caller that hangs up.
        let get = images.thumbnails.get((&name, info), width, CALLER);
        let _ = timeout(Duration::ZERO, get).await;
    }
    assert!(images.get("b.png", 64).await.unwrap().is_some());
    assert!(lock(&images.thumbnails.state).line.next().is_none());
}

#[tokio::test]
async fn beyond_the_limit_callers_are_refused() {
    let images = Images::new(&["a.png"]);
    let state = &images.thumbnails.state;
    // Nobody serves the line.
    lock(state).is_served = true;
    let requests = (16..).take(line::MAX_WAITING);
    let requests = requests.map(|width| Box::pin(images.get("a.png", width)));
    let waiting = futures_util::future::join_all(requests);
    let further = async {
        while lock(state).line.len() < line::MAX_WAITING {
            tokio::task::yield_now().await;
        }
        images.get("a.png", 1000).await
    };
    tokio::select! {
        _ = waiting => unreachable!("nobody serves the line"),
        refused = further => assert!(refused.is_err()),
    }
}
