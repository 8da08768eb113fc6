use image::{DynamicImage, ImageFormat};

use super::*;

/// A folder with outputs, and the copies of them.
struct Outputs {
    folder: tempfile::TempDir,
    copies: PlainCopies,
}

impl Outputs {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let copies = folder.path().join("plain");
        fs::create_dir(&copies).unwrap();
        Self {
            copies: PlainCopies::new(copies),
            folder,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// An image of this format under this name.
    fn save(&self, name: &str, format: ImageFormat) {
        let image = DynamicImage::new_rgb8(8, 8);
        image.save_with_format(self.path(name), format).unwrap();
    }

    async fn plain(&self, name: &str) -> PlainFile {
        self.copies.of(&self.path(name), "run", name).await.unwrap()
    }
}

#[tokio::test]
async fn images_are_copied_by_their_content_and_other_files_are_not() {
    let outputs = Outputs::new();
    outputs.save("a.png", ImageFormat::Png);
    outputs.save("b.JPG", ImageFormat::Jpeg);
    outputs.save("c.webp", ImageFormat::WebP);
    outputs.save("d.gif", ImageFormat::Gif);
    outputs.save("e.bin", ImageFormat::Png);
    for name in ["a.png", "b.JPG", "c.webp", "d.gif", "e.bin"] {
        let PlainFile::Copy(copy) = outputs.plain(name).await else {
            panic!("{name} was not copied");
        };
        assert_eq!(copy.file_name().unwrap(), name);
        assert_eq!(
            image::load_from_memory(&fs::read(copy).unwrap())
                .unwrap()
                .width(),
            8
        );
    }
    fs::write(outputs.path("f.txt"), "text").unwrap();
    assert_eq!(outputs.plain("f.txt").await, PlainFile::Original);
    for name in ["g.png", "h.webp"] {
        fs::write(outputs.path(name), "no image").unwrap();
        assert_eq!(outputs.plain(name).await, PlainFile::Unclear);
    }
    let whole = fs::read(outputs.path("a.png")).unwrap();
    fs::write(outputs.path("i.png"), &whole[..whole.len() - 4]).unwrap();
    assert_eq!(outputs.plain("i.png").await, PlainFile::Unclear);
    let left = fs::read_dir(outputs.path("plain/run")).unwrap().count();
    assert_eq!(left, 5, "a failed copy leaves nothing behind");
}

#[tokio::test]
async fn a_copy_is_private_made_once_and_made_again_for_another_original() {
    let outputs = Outputs::new();
    outputs.save("a.png", ImageFormat::Png);
    let (first, second) = tokio::join!(outputs.plain("a.png"), outputs.plain("a.png"));
    assert_eq!(first, second);
    let PlainFile::Copy(copy) = first else {
        panic!("not copied");
    };
    let original = fs::metadata(outputs.path("a.png")).unwrap();
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
    outputs.plain("a.png").await;
    assert_eq!(fs::read(&copy).unwrap(), b"marked", "it is not made again");
}

#[tokio::test]
async fn copies_end_with_their_links_and_their_files() {
    let outputs = Outputs::new();
    outputs.save("a.png", ImageFormat::Png);
    outputs.save("b.png", ImageFormat::Png);
    for (run, name) in [("x", "a.png"), ("y", "a.png"), ("y", "b.png")] {
        let made = outputs.copies.of(&outputs.path(name), run, name).await;
        assert!(matches!(made.unwrap(), PlainFile::Copy(_)));
    }
    fs::remove_file(outputs.path("b.png")).unwrap();
    outputs.copies.retain(["y".to_owned()].into()).await;
    assert!(!outputs.path("plain/x").exists());
    assert!(outputs.path("plain/y/a.png").exists());
    assert!(!outputs.path("plain/y/b.png").exists());
    // Those of the last start are not known any more.
    let again = PlainCopies::new(outputs.path("plain"));
    assert_eq!(fs::read_dir(&again.folder).unwrap().count(), 0);
}

#[test]
fn the_oldest_copies_make_room() {
    let copy = |name: &str, bytes| CopiedFile {
        path: name.into(),
        original: name.into(),
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
