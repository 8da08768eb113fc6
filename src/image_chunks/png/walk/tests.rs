use super::*;
use crate::png::write_chunk;

fn png(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    for (kind, data) in chunks {
        write_chunk(&mut file, kind, data).unwrap();
    }
    file
}

/// A file with the bytes of chunks as they are.
fn raw(chunks: &[u8]) -> Vec<u8> {
    [&SIGNATURE, chunks].concat()
}

type Walked<'a> = Vec<([u8; 4], Option<&'a [u8]>)>;

/// The chunks up to the end or the first error.
fn walk(file: &[u8]) -> (Walked<'_>, io::Result<()>) {
    let mut walked = Vec::new();
    let mut walk = || {
        let mut chunks = Chunks::new(file)?;
        while let Some(head) = chunks.next_chunk()? {
            walked.push((head.kind, chunks.data().ok()));
        }
        Ok(())
    };
    let end = walk();
    (walked, end)
}

fn is_truncated(end: &io::Result<()>) -> bool {
    let why = end.as_ref().unwrap_err();
    why.kind() == io::ErrorKind::UnexpectedEof
}

/// The copy that a walk makes of all chunks.
fn copied(mut file: &[u8]) -> io::Result<Vec<u8>> {
    let mut copy = SIGNATURE.to_vec();
    let mut chunks = Chunks::new(&mut file)?;
    while chunks.next_chunk()?.is_some() {
        chunks.copy_chunk(&mut copy)?;
    }
    Ok(copy)
}

#[test]
fn chunks_come_in_their_order_with_their_data() {
    let file = png(&[(b"IHDR", b"head"), (b"tEXt", b""), (b"IEND", b"")]);
    let (chunks, end) = walk(&file);
    let expected: [(_, Option<&[u8]>); 3] = [
        (*b"IHDR", Some(b"head")),
        (*b"tEXt", Some(b"")),
        (*b"IEND", Some(b"")),
    ];
    assert_eq!(chunks, expected);
    end.unwrap();
    assert_eq!(copied(&file).unwrap(), file);
}

#[test]
fn a_file_that_is_not_a_png_has_no_chunks() {
    assert!(is_truncated(&walk(b"").1));
    assert!(is_truncated(&walk(&SIGNATURE[..7]).1));
    let why = walk(b"GIF89a, and so on").1.unwrap_err();
    assert_eq!(why.kind(), io::ErrorKind::InvalidData);
}

#[test]
fn a_file_without_chunks_or_end_is_truncated() {
    assert!(is_truncated(&walk(&SIGNATURE).1));
    let file = png(&[(b"IHDR", b"head")]);
    let (chunks, end) = walk(&file);
    assert_eq!(chunks, [(*b"IHDR", Some(b"head".as_slice()))]);
    assert!(is_truncated(&end));
}

#[test]
fn bytes_after_the_end_are_ignored() {
    let whole = png(&[(b"IHDR", b""), (b"IEND", b"")]);
    let file = [&whole, b"\0\0\0\0tEXt\0\0\0\0and more".as_slice()].concat();
    let (chunks, end) = walk(&file);
    assert_eq!(chunks.len(), 2);
    end.unwrap();
    assert_eq!(copied(&file).unwrap(), whole);
}

#[test]
fn the_walk_stays_at_the_end() {
    let file = png(&[(b"IEND", b""), (b"tEXt", b"")]);
    let mut chunks = Chunks::new(file.as_slice()).unwrap();
    assert!(chunks.next_chunk().unwrap().is_some());
    for _ in 0..3 {
        assert_eq!(chunks.next_chunk().unwrap(), None);
    }
}

#[test]
fn a_head_that_is_truncated_ends_the_walk() {
    for head in ["\0", "\0\0\0\0", "\0\0\0\0tEX"] {
        let file = raw(head.as_bytes());
        let (chunks, end) = walk(&file);
        assert!(chunks.is_empty() && is_truncated(&end), "{head:?}");
    }
}

#[test]
fn a_length_beyond_the_end_leaves_the_kind_and_no_data() {
    for length in [4, 5, 0x7FFF_FFFF, u32::MAX] {
        let file = raw(&[&length.to_be_bytes(), b"tEXt", b"abc".as_slice()].concat());
        let (chunks, end) = walk(&file);
        assert_eq!(chunks, [(*b"tEXt", None)], "{length}");
        assert!(is_truncated(&end), "{length}");
        assert!(copied(&file).is_err(), "{length}");
    }
}

#[test]
fn data_before_a_missing_checksum_is_there() {
    let file = png(&[(b"tEXt", b"abc")]);
    for missing in 1..=4 {
        let file = &file[..file.len() - missing];
        let (chunks, end) = walk(file);
        assert_eq!(chunks, [(*b"tEXt", Some(b"abc".as_slice()))]);
        assert!(is_truncated(&end));
        assert!(copied(file).is_err());
    }
}

#[test]
fn a_kind_may_be_any_bytes() {
    let file = png(&[(b"\0\xFF 1", b"data"), (b"IEND", b"")]);
    let (chunks, end) = walk(&file);
    assert_eq!(chunks[0], (*b"\0\xFF 1", Some(b"data".as_slice())));
    end.unwrap();
}

#[test]
fn a_file_is_walked_with_a_buffer_smaller_than_its_chunks() {
    let file = png(&[(b"IDAT", &[7; 50]), (b"tEXt", &[8; 50]), (b"IEND", b"")]);
    let buffered = io::BufReader::with_capacity(3, file.as_slice());
    let (mut chunks, mut copy) = (Chunks::new(buffered).unwrap(), SIGNATURE.to_vec());
    while let Some(head) = chunks.next_chunk().unwrap() {
        if &head.kind != b"tEXt" {
            chunks.copy_chunk(&mut copy).unwrap();
        }
    }
    assert_eq!(copy, png(&[(b"IDAT", &[7; 50]), (b"IEND", b"")]));
}
