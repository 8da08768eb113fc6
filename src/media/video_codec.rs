//! The interface to a video codec, which the program supplies, because codecs wrap C++.
//! Knows no particular codec.

/// One picture as codecs process it: 8-bit planes of luma and of halved chroma (4:2:0), without padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Even.
    pub width: usize,
    /// Even.
    pub height: usize,
    /// The brightness, a byte per pixel.
    pub luma: Vec<u8>,
    /// The blue difference, a byte per four pixels.
    pub chroma_blue: Vec<u8>,
    /// The red difference, a byte per four pixels.
    pub chroma_red: Vec<u8>,
}

/// A codec for H.264. Its errors are reasons without a subject, such as "the picture is too large".
pub trait VideoCodec: Sync {
    /// An encoder of pictures of one size at this frame rate.
    ///
    /// # Errors
    /// Why the codec does not start.
    fn encoder(&self, fps: f64) -> Result<Box<dyn VideoEncoder>, String>;

    /// A decoder of one stream.
    ///
    /// # Errors
    /// Why the codec does not start.
    fn decoder(&self) -> Result<Box<dyn VideoDecoder>, String>;
}

/// Encodes the pictures of one stream.
pub trait VideoEncoder {
    /// The NAL units of the next picture, without start codes.
    fn encode(&mut self, picture: &Picture) -> Result<Vec<Vec<u8>>, String>;
}

/// Decodes the pictures of one stream.
pub trait VideoDecoder {
    /// Decodes the NAL units of one sample. Returns the next picture in display order, if it is complete.
    fn decode(&mut self, units: &[&[u8]]) -> Result<Option<Picture>, String>;

    /// The remaining pictures, after the last sample.
    fn finish(&mut self) -> Result<Vec<Picture>, String>;
}

/// The program's codec; fails with a reason if it has none.
pub(crate) fn required(codec: Option<&dyn VideoCodec>) -> Result<&dyn VideoCodec, String> {
    let missing = "this program was built without H.264; build it with the feature `h264`";
    codec.ok_or_else(|| missing.to_owned())
}
