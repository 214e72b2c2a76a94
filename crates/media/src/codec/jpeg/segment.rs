//! Writes the marker segments of a JPEG file.

/// Appends a segment with the concatenated `parts`, which are shorter than 64 KiB together.
pub fn append(file: &mut Vec<u8>, marker: u8, parts: &[&[u8]]) {
    let length = 2 + parts.iter().map(|part| part.len()).sum::<usize>();
    file.extend([0xFF, marker]);
    file.extend((length as u16).to_be_bytes());
    parts.iter().for_each(|part| file.extend_from_slice(part));
}
