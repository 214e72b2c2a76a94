//! The tables that a JPEG's segments define for its scans.

use super::huffman::{AcTable, HuffmanTable};

#[derive(Default)]
pub struct Tables {
    /// In zigzag order.
    pub quantizers: [Option<[u16; 64]>; 4],
    pub dc: [Option<HuffmanTable>; 4],
    pub ac: [Option<AcTable>; 4],
}

impl Tables {
    /// Reads a segment of quantization tables.
    pub fn read_quantizers(&mut self, mut payload: &[u8]) -> Option<()> {
        while let Some((&kind, rest)) = payload.split_first() {
            let table = self.quantizers.get_mut(usize::from(kind & 15))?.insert([0; 64]);
            let wide = match kind >> 4 {
                0 => 1,
                1 => 2,
                _ => return None,
            };
            let (values, rest) = rest.split_at_checked(64 * wide)?;
            for (entry, value) in table.iter_mut().zip(values.chunks_exact(wide)) {
                *entry = value.iter().fold(0, |high, &low| high << 8 | u16::from(low));
            }
            payload = rest;
        }
        Some(())
    }

    /// Reads a segment of Huffman tables. Of a progressive picture, only those of DC coefficients.
    pub fn read_huffman(&mut self, mut payload: &[u8], progressive: bool) -> Option<()> {
        while let Some((&kind, rest)) = payload.split_first() {
            let (counts, rest) = rest.split_first_chunk::<16>()?;
            let total = counts.iter().map(|&count| usize::from(count)).sum();
            let (values, rest) = rest.split_at_checked(total)?;
            let place = usize::from(kind & 15);
            match kind >> 4 {
                0 if values.iter().any(|&size| size > 15) => return None,
                0 => *self.dc.get_mut(place)? = Some(HuffmanTable::new(counts, values)?),
                1 if progressive => {}
                1 => *self.ac.get_mut(place)? = Some(AcTable::new(counts, values)?),
                _ => return None,
            }
            payload = rest;
        }
        Some(())
    }
}
