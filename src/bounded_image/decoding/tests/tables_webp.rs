//! Makes lossless WebPs that mostly consist of prefix codes. Source: the specification of WebP's lossless bitstream.

/// The order in which the lengths of the codes for lengths are written.
const ORDER: [u8; 14] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10];

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    used: u32,
}

impl Bits {
    fn add(&mut self, value: u32, count: u32) {
        for bit in 0..count {
            if self.used.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.last_mut().unwrap();
            *last |= u8::try_from(value >> bit & 1).unwrap() << (self.used % 8);
            self.used += 1;
        }
    }

    /// A code with one symbol of a byte.
    fn single(&mut self, symbol: u32) {
        self.add(0b101, 3);
        self.add(symbol, 8);
    }

    /// A code with eleven symbols, whose lengths are 1 to 10 bits: the smallest that needs a whole table.
    fn deep(&mut self) {
        self.add(0, 1);
        self.add(10, 4);
        let length = |of: u8| match of {
            1..=6 => 3,
            7..=10 => 4,
            _ => 0,
        };
        for of in ORDER {
            self.add(length(of), 3);
        }
        // Only the first eleven symbols.
        self.add(0b0011, 4);
        self.add(9, 4);
        for of in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10_u8] {
            let code = match of {
                1..=6 => u32::from(of) - 1,
                _ => u32::from(of) + 5,
            };
            let length = length(of);
            self.add(code.reverse_bits() >> (32 - length), length);
        }
    }
}

/// A picture of 4 × 4 pixels with this many groups of codes. It uses only the last one.
pub(super) fn tables_webp(groups: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.add(0x2F, 8);
    bits.add(3, 14);
    bits.add(3, 14);
    // Opaque, of version 0, without transforms and cache, with groups for blocks of 4 pixels.
    for (value, count) in [(0, 1), (0, 3), (0, 1), (0, 1), (1, 1), (0, 3)] {
        bits.add(value, count);
    }
    // The picture of the groups has one pixel, and no cache.
    bits.add(0, 1);
    let [low, high, ..] = (groups - 1).to_le_bytes();
    for symbol in [low, high, 0, 0, 0] {
        bits.single(symbol.into());
    }
    for _ in 0..groups * 5 {
        bits.deep();
    }
    let picture = [bits.bytes, vec![0; 64]].concat();
    let length = u32::try_from(picture.len()).unwrap();
    let size = (length + 12).to_le_bytes();
    [
        b"RIFF".as_slice(),
        &size,
        b"WEBPVP8L",
        &length.to_le_bytes(),
        &picture,
    ]
    .concat()
}
