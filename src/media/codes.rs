//! QR codes and barcodes.

use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, Writer};

/// The modules of a QR code, with the light margin around them that readers need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrCode {
    side: usize,
    dark: Vec<bool>,
}

impl QrCode {
    /// The QR code of a text; `None` if it is too long for one.
    pub fn of(text: &str) -> Option<Self> {
        let matrix = QRCodeWriter.encode(text, &BarcodeFormat::QR_CODE, 0, 0).ok()?;
        let (width, height) = (matrix.width(), matrix.height());
        let dark = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| matrix.get(x, y)).collect();
        Some(Self { side: usize::try_from(width).ok()?, dark })
    }

    /// The number of modules in a row or a column, with the margin.
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Whether a module is dark.
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.side && self.dark.get(y * self.side + x).copied().unwrap_or_default()
    }
}
