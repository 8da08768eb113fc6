use image::{DynamicImage, ImageFormat};

use super::*;

/// A folder with the outputs of runs, and the copies of them.
struct Outputs {
    folder: tempfile::TempDir,
    copies: PlainCopies,
}

/// Outputs in `outputs` and copies in `plain`.
fn plain_copies(folder: &Path) -> PlainCopies {
    let open = |name: &str| FolderBlobs::open(folder.join(name)).unwrap();
    PlainCopies::new(Arc::new(open("outputs")), open("plain"))
}

impl Outputs {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let copies = plain_copies(folder.path());
        for run in ["run", "x", "y"] {
            fs::create_dir(folder.path().join("outputs").join(run)).unwrap();
        }
        Self { copies, folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// An output of the run `run`.
    fn output(&self, name: &str) -> PathBuf {
        self.path("outputs/run").join(name)
    }

    /// An image of this format under this name.
    fn save(&self, path: &Path, format: ImageFormat) {
        let image = DynamicImage::new_rgb8(8, 8);
        image.save_with_format(path, format).unwrap();
    }

    async fn plain(&self, run: &str, name: &str) -> PlainFile {
        let name = BlobName::new(run, name).unwrap();
        let info = self.copies.originals.info(&name).await.unwrap().unwrap();
        self.copies.of(&name, info).await.unwrap()
    }
}

#[tokio::test]
async fn images_are_copied_by_their_content_and_other_files_are_not() {
    let outputs = Outputs::new();
    for (name, format) in [
        ("a.png", ImageFormat::Png),
        ("b.JPG", ImageFormat::Jpeg),
        ("c.webp", ImageFormat::WebP),
        ("d.gif", ImageFormat::Gif),
        ("e.bin", ImageFormat::Png),
    ] {
        outputs.save(&outputs.output(name), format);
        assert_eq!(outputs.plain("run", name).await, PlainFile::Copy);
        let copy = fs::read(outputs.path("plain/run").join(name)).unwrap();
        assert_eq!(image::load_from_memory(&copy).unwrap().width(), 8);
    }
    fs::write(outputs.output("f.txt"), "text").unwrap();
    assert_eq!(outputs.plain("run", "f.txt").await, PlainFile::Original);
    for name in ["g.png", "h.webp"] {
        fs::write(outputs.output(name), "no image").unwrap();
        assert_eq!(outputs.plain("run", name).await, PlainFile::Unclear);
    }
    let whole = fs::read(outputs.output("a.png")).unwrap();
    fs::write(outputs.output("i.png"), &whole[..whole.len() - 4]).unwrap();
    assert_eq!(outputs.plain("run", "i.png").await, PlainFile::Unclear);
    let left = fs::read_dir(outputs.path("plain/run")).unwrap().count();
    assert_eq!(left, 5, "a failed copy leaves nothing behind");
}

#[tokio::test]
async fn a_copy_is_private_made_once_and_made_again_for_another_original() {
    let outputs = Outputs::new();
    outputs.save(&outputs.output("a.png"), ImageFormat::Png);
    let plain = || outputs.plain("run", "a.png");
    let (first, second) = tokio::join!(plain(), plain());
    assert_eq!((first, second), (PlainFile::Copy, PlainFile::Copy));
    let copy = outputs.path("plain/run/a.png");
    let original = fs::metadata(outputs.output("a.png")).unwrap();
    let made = fs::metadata(&copy).unwrap();
    assert_eq!(made.modified().unwrap(), original.modified().unwrap());
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::PermissionsExt::mode(&made.permissions()) & 0o777,
        0o600
    );
    fs::write(&copy, "marked").unwrap();
    let file = File::options().write(true).open(&copy).unwrap();
    file.set_modified(original.modified().unwrap()).unwrap();
    plain().await;
    assert_eq!(fs::read(&copy).unwrap(), b"marked", "it is not made again");
}

#[tokio::test]
async fn copies_end_with_their_links_and_their_files() {
    let outputs = Outputs::new();
    for (run, name) in [("x", "a.png"), ("y", "a.png"), ("y", "b.png")] {
        let original = outputs.path("outputs").join(run).join(name);
        outputs.save(&original, ImageFormat::Png);
        assert_eq!(outputs.plain(run, name).await, PlainFile::Copy);
    }
    fs::remove_file(outputs.path("outputs/y/b.png")).unwrap();
    outputs.copies.retain(["y".to_owned()].into()).await;
    assert!(!outputs.path("plain/x").exists());
    assert!(outputs.path("plain/y/a.png").exists());
    assert!(!outputs.path("plain/y/b.png").exists());
    // Those of the last start are not known any more.
    plain_copies(outputs.folder.path());
    assert_eq!(fs::read_dir(outputs.path("plain")).unwrap().count(), 0);
}

#[test]
fn the_oldest_copies_make_room() {
    let copy = |name: &str, bytes| CopiedFile {
        name: BlobName::new("run", name).unwrap(),
        path: name.into(),
        bytes,
    };
    let mut copies = vec![
        copy("a", MAX_BYTES / 2),
        copy("b", MAX_BYTES / 2),
        copy("c", 0),
    ];
    make_room(&mut copies, 0);
    assert_eq!(copies.len(), 3);
    make_room(&mut copies, 1);
    assert_eq!(copies[0].path, Path::new("b"));
    make_room(&mut copies, u64::MAX);
    assert!(copies.is_empty());
}
