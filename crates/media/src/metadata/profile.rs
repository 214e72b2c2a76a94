//! Colour profiles, as far as their length matters: packed in a PNG, a profile of a megabyte may unpack to
//! gigabytes.

/// The longest colour profile that is used, in bytes: several times as long as those of printing presses. A
/// photo with a longer one is taken without it.
pub const MAX_PROFILE_BYTES: usize = 4 << 20;

/// Whether the profile in a PNG's `iCCP` chunk unpacks to a usable length. Its data begin with a name and the
/// method of compression.
pub fn unpacks(chunk: &[u8]) -> bool {
    let packed = chunk.iter().position(|&byte| byte == 0).and_then(|name| chunk.get(name + 2..));
    packed.is_some_and(|packed| fdeflate::decompress_to_vec_bounded(packed, MAX_PROFILE_BYTES).is_ok())
}
