//! Draws the photos of `vitrine demo`: goods of a small shop, so that the demo needs no downloads and
//! nobody's pictures.
//!
//! The program carries the photos that lie in `assets/demo`; this draws them anew. The same code draws the
//! same photos.

mod canvas;
mod keepsakes;
mod sewn;
mod studio;
mod vessels;
mod woven;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder, RgbImage};
use tiny_skia::Transform;

use canvas::Canvas;
use studio::Studio;

/// Pixels of each side.
const SIDE: u32 = 720;
/// All photos together stay below two megabytes.
const JPEG_QUALITY: u8 = 58;

/// One photo: its file, and how it is taken.
struct Sample {
    /// The file's name without its extension.
    name: &'static str,
    studio: Studio,
    /// How near, and which point of the thousand by thousand units is looked at.
    view: View,
    draw: fn(&mut Canvas),
}

#[derive(Clone, Copy)]
struct View {
    zoom: f32,
    middle: (f32, f32),
    /// In degrees.
    turn: f32,
}

const WHOLE: View = View { zoom: 1.0, middle: (500.0, 500.0), turn: 0.0 };

const fn near(zoom: f32, x: f32, y: f32, turn: f32) -> View {
    View { zoom, middle: (x, y), turn }
}

const fn sample(name: &'static str, studio: Studio, view: View, draw: fn(&mut Canvas)) -> Sample {
    Sample { name, studio, view, draw }
}

const QASHQAI: woven::Palette = [0xa3282a, 0xefe3c8, 0x1f3a5f, 0xd98a2b, 0x2f5d50];
const AUTUMN: woven::Palette = [0x2b4a63, 0xf0e4c9, 0xb5482e, 0xdca23c, 0x6d7f5a];
const KASHAN: woven::Palette = [0x9c2330, 0x1d2c4e, 0xeadfc4, 0xc98a4b, 0x5d7a5c];
const NAIN: woven::Palette = [0xe8dcc3, 0x27436b, 0xf5eee0, 0x8fa9c0, 0x7a8b6a];
const MEADOW: woven::Palette = [0x6f8f7a, 0xf1e9d6, 0x2f4a40, 0xd8a24a, 0xb5533c];
const ROSE: woven::Palette = [0xc98590, 0xf6ece4, 0x6b2f45, 0xe3b7a0, 0x8c4a5e];
const TERMEH: woven::Palette = [0x7b1f35, 0xd9a441, 0xf3e3bd, 0xc0922f, 0x1f5a5a];
const TURQUOISE: woven::Palette = [0x1f6f78, 0xe0b458, 0xf4ead0, 0xd9a441, 0x8c2f39];

/// `src/worker/platform/sample_photos.rs` says which product each belongs to.
const SAMPLES: &[Sample] = &[
    sample("qashqai-kilim", Studio::Plaster(0xd9d3c7), WHOLE, |c| woven::kilim(c, QASHQAI)),
    sample("ceramic-bowl", Studio::Paper(0xd9d6cf), WHOLE, |c| vessels::bowl(c, 0xf4f1e8, 0x1d4f91)),
    sample("honey", Studio::Paper(0xd8c9a8), WHOLE, |c| vessels::honey(c, 0xd98a14)),
    sample("saffron", Studio::Paper(0xd5cfc6), WHOLE, vessels::saffron),
    sample("copper-tray", Studio::Wood(0x6b4a32), WHOLE, |c| keepsakes::tray(c, 0xc87344)),
    sample("candles", Studio::Paper(0x8f8577), WHOLE, |c| vessels::candles(c, 0xe0a94a)),
    sample("necklace", Studio::Linen(0xe4ddd0), WHOLE, |c| keepsakes::necklace(c, 0x2fa6a8, 0xd2a64a)),
    sample("basket", Studio::Paper(0xcdd3cc), WHOLE, |c| vessels::basket(c, 0xc99a5b)),
    sample("soap", Studio::Plaster(0xe3ddd3), WHOLE, |c| keepsakes::soap(c, 0xa8b078, 0xd9a0a0)),
    sample("notebooks", Studio::Paper(0xd6cdc0), WHOLE, |c| {
        keepsakes::notebooks(c, [0x7a4a2a, 0x2f4f4f, 0x8a2f2f]);
    }),
    sample("pomegranates", Studio::Paper(0xcbd2d0), WHOLE, |c| vessels::pomegranates(c, 0xb3202a)),
    sample("tote-bag", Studio::Plaster(0xcfd3d1), WHOLE, |c| sewn::tote(c, 0xefe6d2, 0x2f5d50)),
    sample("vase-1", Studio::Paper(0xd6d2ca), WHOLE, |c| vessels::vase(c, 0x2a8c8c, 0x123c4a)),
    sample("vase-2", Studio::Paper(0xd6d2ca), near(1.75, 500.0, 610.0, 0.0), |c| {
        vessels::vase(c, 0x2a8c8c, 0x123c4a);
    }),
    sample("vase-3", Studio::Paper(0xd9cdb8), WHOLE, |c| vessels::vase(c, 0xc9822f, 0x5a2a14)),
    sample("mug-1", Studio::Paper(0xd3cfc8), near(1.15, 500.0, 560.0, 0.0), |c| {
        vessels::mug(c, 0xdfd5c0, 0xa9744d);
    }),
    sample("mug-2", Studio::Paper(0xcfd3d6), near(1.15, 500.0, 560.0, 0.0), |c| {
        vessels::mug(c, 0x3f6f94, 0xa9744d);
    }),
    sample("mug-3", Studio::Paper(0xd2d5cb), near(1.15, 500.0, 560.0, 0.0), |c| {
        vessels::mug(c, 0x6e8a64, 0x8f6244);
    }),
    sample("mug-4", Studio::Paper(0xd3cfc8), near(1.9, 470.0, 480.0, -4.0), |c| {
        vessels::mug(c, 0xdfd5c0, 0xa9744d);
    }),
    sample("kashan-carpet-1", Studio::Wood(0x9a7350), WHOLE, |c| woven::carpet(c, KASHAN)),
    sample("kashan-carpet-2", Studio::Wood(0x9a7350), near(2.0, 400.0, 330.0, -12.0), |c| {
        woven::carpet(c, KASHAN);
    }),
    sample("kashan-carpet-3", Studio::Wood(0x9a7350), near(2.3, 520.0, 500.0, 18.0), |c| {
        woven::carpet(c, KASHAN);
    }),
    sample("nain-carpet-1", Studio::Wood(0x5c4433), WHOLE, |c| woven::carpet(c, NAIN)),
    sample("nain-carpet-2", Studio::Wood(0x5c4433), near(2.1, 600.0, 680.0, 10.0), |c| {
        woven::carpet(c, NAIN);
    }),
    sample("scarf-1", Studio::Wood(0xb08d68), WHOLE, |c| woven::scarf(c, MEADOW)),
    sample("scarf-2", Studio::Plaster(0xdcd6cc), WHOLE, |c| woven::scarf(c, ROSE)),
    sample("scarf-3", Studio::Wood(0xb08d68), near(1.9, 480.0, 330.0, 8.0), |c| woven::scarf(c, MEADOW)),
    sample("slippers-1", Studio::Wood(0xa9825c), WHOLE, |c| sewn::slippers(c, 0x8c9aa6, 0xf0e6d4, 0xc8504a)),
    sample("slippers-2", Studio::Plaster(0xd8d2c8), WHOLE, |c| {
        sewn::slippers(c, 0xa8483e, 0xf2e8d8, 0xf3ead8);
    }),
    sample("slippers-3", Studio::Wood(0xa9825c), near(1.8, 380.0, 380.0, -10.0), |c| {
        sewn::slippers(c, 0x8c9aa6, 0xf0e6d4, 0xc8504a);
    }),
    sample("cushion-1", Studio::Plaster(0xd9d2c6), WHOLE, |c| sewn::cushion(c, TERMEH)),
    sample("cushion-2", Studio::Plaster(0xd4d8d6), WHOLE, |c| sewn::cushion(c, TURQUOISE)),
    sample("cushion-3", Studio::Plaster(0xd9d2c6), near(2.1, 430.0, 420.0, 9.0), |c| {
        sewn::cushion(c, TERMEH);
    }),
    sample("striped-kilim-1", Studio::Wood(0x8a6a4c), WHOLE, |c| woven::kilim(c, AUTUMN)),
    sample("striped-kilim-2", Studio::Wood(0x8a6a4c), near(2.0, 400.0, 300.0, 14.0), |c| {
        woven::kilim(c, AUTUMN);
    }),
];

/// Draws the photos of the demo anew into `assets/demo`: `cargo run --release --example demo_photos`.
fn main() -> io::Result<()> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    fs::create_dir_all(&directory)?;
    for (sample, seed) in SAMPLES.iter().zip(0..) {
        sample.write(&directory.join(sample.name).with_extension("jpg"), seed)?;
    }
    Ok(())
}

impl Sample {
    fn write(&self, path: &Path, seed: u64) -> io::Result<()> {
        let photo = self.taken(seed).ok_or_else(|| io::Error::other("the picture has no size"))?;
        let mut file = BufWriter::new(File::create(path)?);
        JpegEncoder::new_with_quality(&mut file, JPEG_QUALITY)
            .write_image(photo.as_raw(), photo.width(), photo.height(), ExtendedColorType::Rgb8)
            .map_err(io::Error::other)?;
        file.flush()
    }

    fn taken(&self, seed: u64) -> Option<RgbImage> {
        let mut canvas = Canvas::new(SIDE, seed)?;
        let View { zoom, middle: (x, y), turn } = self.view;
        // Seen from above, the ground comes nearer and turns with the goods; a paper backdrop is far away.
        let view = Transform::from_translate(500.0, 500.0)
            .pre_rotate(turn)
            .pre_scale(zoom, zoom)
            .pre_translate(-x, -y);
        self.studio.set_up(&mut canvas);
        canvas.look(view);
        (self.draw)(&mut canvas);
        canvas.into_photo()
    }
}
