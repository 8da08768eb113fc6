use std::io::Cursor;

use super::*;

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_le_bytes();
    let padding = vec![0; data.len() % 2];
    [kind.as_slice(), &length, data, &padding].concat()
}

fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    chunk(b"RIFF", &[b"WEBP".to_vec(), chunks.concat()].concat())
}

/// A file that says it is empty, with the bytes of chunks as they are.
fn raw(chunks: &[u8]) -> Vec<u8> {
    [b"RIFF\0\0\0\0WEBP", chunks].concat()
}

type Walked<'a> = Vec<([u8; 4], Option<&'a [u8]>)>;

/// The chunks up to the end or the first error.
fn walk<'a>(chunks: io::Result<Chunks<&'a [u8]>>) -> (Walked<'a>, io::Result<()>) {
    let mut walked = Vec::new();
    let walk = || {
        let mut chunks = chunks?;
        while let Some(head) = chunks.next_chunk()? {
            walked.push((head.kind, chunks.data().ok()));
        }
        Ok(())
    };
    let end = walk();
    (walked, end)
}

/// The chunks as far as the file goes.
fn tolerant(file: &[u8]) -> Walked<'_> {
    let (walked, end) = walk(Chunks::tolerant(file));
    end.unwrap();
    walked
}

/// The same chunks by seeking.
fn lengths_by_seeking(file: &[u8]) -> Vec<u32> {
    let mut chunks = Chunks::tolerant(Cursor::new(file)).unwrap();
    let next = || chunks.seek_chunk().unwrap().map(|head| head.length);
    std::iter::from_fn(next).collect()
}

fn strict_error(file: &[u8]) -> io::ErrorKind {
    walk(Chunks::strict(file)).1.unwrap_err().kind()
}

#[test]
fn chunks_come_in_their_order_with_their_data() {
    let file = webp(&[
        chunk(b"VP8X", b"odd"),
        chunk(b"EXIF", b""),
        chunk(b"more", b"even"),
    ]);
    let expected: [(_, Option<&[u8]>); 3] = [
        (*b"VP8X", Some(b"odd")),
        (*b"EXIF", Some(b"")),
        (*b"more", Some(b"even")),
    ];
    let (strict, end) = walk(Chunks::strict(&file));
    end.unwrap();
    assert_eq!(strict, expected);
    assert_eq!(tolerant(&file), expected);
    assert_eq!(lengths_by_seeking(&file), [3, 0, 4]);
}

#[test]
fn a_strict_walk_needs_a_whole_header() {
    let file = webp(&[]);
    for end in 0..file.len() {
        assert_eq!(strict_error(&file[..end]), io::ErrorKind::UnexpectedEof);
    }
    for header in [
        b"RIFF\x04\0\0\0WAVE",
        b"RIFX\x04\0\0\0WEBP",
        b"RIFF\x03\0\0\0WEBP",
    ] {
        assert_eq!(strict_error(header), io::ErrorKind::InvalidData);
    }
    assert_eq!(walk(Chunks::strict(&file)).0, []);
}

#[test]
fn a_tolerant_walk_ends_with_the_file() {
    let file = webp(&[chunk(b"VP8X", b"data"), chunk(b"EXIF", b"text")]);
    for end in 0..file.len() {
        let walked = tolerant(&file[..end]);
        assert_eq!(walked.len(), (end.saturating_sub(8) / 12).min(2), "{end}");
        assert_eq!(
            lengths_by_seeking(&file[..end]).len(),
            walked.len(),
            "{end}"
        );
        let is_whole = |index: usize| end >= 12 * (index + 2);
        for (index, (_, data)) in walked.iter().enumerate() {
            assert_eq!(data.is_some(), is_whole(index), "{end}");
        }
        assert_eq!(strict_error(&file[..end]), io::ErrorKind::UnexpectedEof);
    }
}

#[test]
fn only_a_strict_walk_ends_at_the_stated_length() {
    let file = webp(&[chunk(b"VP8 ", b"data")]);
    let file = [file, chunk(b"EXIF", b"text")].concat();
    assert_eq!(walk(Chunks::strict(&file)).0.len(), 1);
    assert_eq!(tolerant(&file).len(), 2);
}

#[test]
fn a_length_beyond_the_end_leaves_the_kind_and_no_data() {
    for length in [4, 5, 0x7FFF_FFFF, u32::MAX] {
        let file = raw(&[b"EXIF", &length.to_le_bytes(), b"abc".as_slice()].concat());
        assert_eq!(tolerant(&file), [(*b"EXIF", None)], "{length}");
        assert_eq!(lengths_by_seeking(&file), [length]);
    }
}

#[test]
fn a_chunk_is_not_longer_than_what_it_is_part_of() {
    for length in [5, u32::MAX] {
        let long = [b"VP8 ".as_slice(), &length.to_le_bytes(), b"data"].concat();
        let file = webp(&[chunk(b"ANMF", &long), chunk(b"more", &[0; 9])]);
        let mut chunks = Chunks::strict(file.as_slice()).unwrap();
        chunks.next_chunk().unwrap();
        let why = chunks.inner().next_chunk().unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::InvalidData, "{length}");
        assert_eq!(strict_error(&webp(&[long])), io::ErrorKind::InvalidData);
    }
}

#[test]
fn the_padding_of_the_last_chunk_may_be_missing() {
    let mut file = webp(&[chunk(b"VP8 ", b"odd")]);
    file.pop();
    assert_eq!(tolerant(&file).len(), 1);
    assert_eq!(strict_error(&file), io::ErrorKind::UnexpectedEof);
    file[4] -= 1;
    let (walked, end) = walk(Chunks::strict(&file));
    end.unwrap();
    assert_eq!(walked, [(*b"VP8 ", Some(b"odd".as_slice()))]);
}

#[test]
fn a_kind_may_be_any_bytes() {
    let file = webp(&[chunk(b"\0\xFF 1", b"data")]);
    assert_eq!(tolerant(&file), [(*b"\0\xFF 1", Some(b"data".as_slice()))]);
}

#[test]
fn the_chunks_in_a_chunk_are_walked_within_it_or_beside_it() {
    let frame = [b"header!!".to_vec(), chunk(b"VP8 ", b"odd")].concat();
    let file = webp(&[chunk(b"ANMF", &frame), chunk(b"EXIF", b"")]);
    let mut chunks = Chunks::strict(file.as_slice()).unwrap();
    chunks.next_chunk().unwrap();
    let mut header = [0; 8];
    chunks.read_exact(&mut header).unwrap();
    assert_eq!(&header, b"header!!");
    let mut inner = chunks.inner();
    assert_eq!(inner.next_chunk().unwrap().unwrap().length, 3);
    let mut copy = Vec::new();
    assert_eq!(inner.copy_chunk(&mut copy).unwrap(), 12);
    assert_eq!(copy, chunk(b"VP8 ", b"odd"));
    assert_eq!(inner.next_chunk().unwrap(), None);
    assert_eq!(&chunks.next_chunk().unwrap().unwrap().kind, b"EXIF");

    let mut chunks = Chunks::tolerant(Cursor::new(&file)).unwrap();
    chunks.seek_chunk().unwrap();
    chunks.flatten(8);
    let mut next = || chunks.seek_chunk().unwrap().unwrap().kind;
    assert_eq!([next(), next()], [*b"VP8 ", *b"EXIF"]);
}

#[test]
fn the_stated_length_counts_from_the_start() {
    assert_eq!(stated_length(b"RIFF\x04\0\0"), None);
    assert_eq!(stated_length(&webp(&[])), Some(12));
    assert_eq!(stated_length(&[0xFF; 8]), Some((1 << 32) + 7));
}
