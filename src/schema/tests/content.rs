use super::*;

fn ftyp(major: &[u8], compatible: &[&[u8]]) -> Vec<u8> {
    let size = u8::try_from(16 + 4 * compatible.len()).unwrap();
    let mut head = [&[0, 0, 0, size], b"ftyp".as_slice(), major, &[0; 4]].concat();
    compatible
        .iter()
        .for_each(|brand| head.extend_from_slice(brand));
    head.extend_from_slice(b"\0\0\0\x08mdatqt  ");
    head
}

fn bmp() -> Vec<u8> {
    let mut head = b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0".to_vec();
    head.extend_from_slice(&[0; 36]);
    head
}

#[test]
fn a_file_is_recognized_by_its_first_bytes() {
    let cases: &[(&[u8], Option<&str>)] = &[
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Some("image/png")),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", Some("image/jpeg")),
        (b"RIFF\x24\0\0\0WEBPVP8 ", Some("image/webp")),
        (b"GIF89a\x01\0", Some("image/gif")),
        (&bmp(), Some("image/bmp")),
        (b"BMW is a maker of cars, and this a text", None),
        (&ftyp(b"avif", &[b"mif1"]), Some("image/avif")),
        (&ftyp(b"mif1", &[b"mif1", b"avif"]), Some("image/avif")),
        (&ftyp(b"mif1", &[b"mif1", b"heic"]), Some("image/heic")),
        (&ftyp(b"mif1", &[b"miaf"]), Some("image/heif")),
        (&ftyp(b"heic", &[]), Some("image/heic")),
        (&ftyp(b"isom", &[b"avc1"]), Some("video/mp4")),
        (&ftyp(b"iso7", &[]), Some("video/mp4")),
        (&ftyp(b"3gp5", &[]), Some("video/3gpp")),
        (&ftyp(b"xxxx", &[b"isom"]), None),
        (&ftyp(b"qt  ", &[]), Some("video/quicktime")),
        (&ftyp(b"M4A ", &[b"isom"]), Some("audio/mp4")),
        (b"\0\0\x10\0moov\0\0\0\x6cmvhd", Some("video/quicktime")),
        (
            b"\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm",
            Some("video/webm"),
        ),
        (
            b"\x1a\x45\xdf\xa3\xa3B\x82\x88matroska",
            Some("video/x-matroska"),
        ),
        (b"RIFF\x24\0\0\0AVI LIST", Some("video/x-msvideo")),
        (b"ID3\x04\0\0", Some("audio/mpeg")),
        (b"\xff\xfb\x90\x64", Some("audio/mpeg")),
        (b"\xff\xf1\x50\x80", Some("audio/aac")),
        (b"RIFF\x24\0\0\0WAVEfmt ", Some("audio/wav")),
        (b"RIFF\x24\0\0\0SFBK", None),
        (b"OggS\0\x02\0\0\0\0\0\0\0\0", Some("audio/ogg")),
        (b"fLaC\0\0\0\x22", Some("audio/flac")),
        (b"glTF\x02\0\0\0", Some("model/gltf-binary")),
        (b"<svg width=\"1\">", None),
        (b"\xff\xff\xff\xff", None),
        (b"hello", None),
        (b"ID3 is a text, too", None),
        (b"glTF as well", None),
        (b"", None),
    ];
    for (head, expected) in cases {
        assert_eq!(sniff(head), *expected, "{head:?}");
    }
}

#[test]
fn ogg_video_and_ogg_audio_are_distinguished() {
    let page = |start: &[u8]| [b"OggS\0\x02".as_slice(), &[0; 22], start].concat();
    assert_eq!(sniff(&page(b"\x80theora")), Some("video/ogg"));
    assert_eq!(sniff(&page(b"OpusHead")), Some("audio/ogg"));
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_sniffing_panic(head: Vec<u8>, start in 0usize..8) {
        let starts: [&[u8]; 8] = [b"RIFF", b"\0\0\0\xffftyp", b"\x1a\x45\xdf\xa3", b"OggS", b"BM",
            b"\xff", b"", b"\xff\xff\xff\xffftypmif1"];
        sniff(&[starts[start], &head].concat());
    }
}
