//! Cards in photos: found however they lie and although they are blurred, and never where there is none.

use fastrand::Rng;
use rxing::oned::{Code128Writer, EAN13Writer};
use rxing::{BarcodeFormat, Writer};
use vitrine_core::import::cards::Card;
use vitrine_domain::Price;
use vitrine_media::{FoundCode, Pixels, QrCode, find_code_in};

const WIDTH: u32 = 640;
const HEIGHT: u32 = 480;

/// A card on a table: where it lies, how large it is, and what is around it.
struct Scene {
    card: Card,
    /// The side of the code in pixels.
    side: f32,
    centre: (f32, f32),
    /// How much the far side is shorter, because the phone is held at an angle.
    tilt: f32,
    table: Table,
    /// The darkest part of the light, of 1.
    shade: f32,
}

#[derive(Clone, Copy)]
enum Table {
    Wood,
    Cloth,
    Rug,
    White,
    Dark,
}

fn scenes() -> Vec<Scene> {
    let named = |sku: &str, name: &str, price| Card {
        sku: sku.to_owned(),
        name: name.to_owned(),
        price: Some(Price::on_wire(price)),
        ..Card::default()
    };
    // The centres are stated for a picture of 800 × 600.
    let scene = |card, side, centre: (f32, f32), tilt, table, shade| Scene {
        card,
        side,
        centre: (centre.0 * 0.8, centre.1 * 0.8),
        tilt,
        table,
        shade,
    };
    vec![
        scene(Card::default(), 170.0, (400.0, 300.0), 0.0, Table::Wood, 1.0),
        scene(Card::default(), 150.0, (300.0, 260.0), 0.08, Table::Rug, 0.6),
        scene(Card::default(), 240.0, (460.0, 320.0), 0.12, Table::Dark, 0.5),
        scene(named("K-12", "Qashqai kilim", 2_500_000), 260.0, (400.0, 300.0), 0.05, Table::Wood, 0.7),
        scene(named("B-7", "کاسهٔ آبی", 450_000), 280.0, (380.0, 300.0), 0.0, Table::Cloth, 1.0),
        scene(named("", "گلیم قشقایی", 48_500_000), 300.0, (420.0, 290.0), 0.1, Table::White, 0.8),
        scene(named("1203", "", 99_000), 220.0, (350.0, 300.0), 0.06, Table::Rug, 0.75),
        scene(named("C-1", "Clay jug", 150_000), 320.0, (400.0, 300.0), 0.15, Table::Dark, 0.6),
        scene(Card::default(), 320.0, (400.0, 300.0), 0.2, Table::Cloth, 0.45),
        scene(named("S-3", "Wool scarf", 1_200_000), 270.0, (430.0, 310.0), 0.04, Table::White, 0.55),
    ]
}

fn table(kind: Table, x: f32, y: f32, rng: &mut Rng) -> f32 {
    let grain = (rng.f32() - 0.5) * 14.0;
    grain
        + match kind {
            Table::Wood => 150.0 + 25.0 * ((y * 0.09 + (x * 0.01).sin() * 3.0).sin()),
            Table::Cloth => 120.0 + 30.0 * ((x * 0.7).sin() * (y * 0.7).sin()),
            Table::Rug => {
                if ((x / 24.0) as i32 + (y / 17.0) as i32) % 3 == 0 {
                    40.0
                } else {
                    190.0
                }
            }
            Table::White => 228.0,
            Table::Dark => 35.0,
        }
}

/// The photo of a scene, with the card turned by an angle.
fn photograph(scene: &Scene, angle: f32, rng: &mut Rng) -> Vec<f32> {
    let code = QrCode::of(&scene.card.text()).unwrap();
    let (sin, cos) = angle.sin_cos();
    let modules = code.side() as f32;
    let mut shades = Vec::with_capacity((WIDTH * HEIGHT) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let (dx, dy) = (x as f32 - scene.centre.0, y as f32 - scene.centre.1);
            let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
            // The far side is smaller.
            let far = 1.0 + scene.tilt * v / scene.side;
            let (u, v) = (u * far / scene.side + 0.5, v * far / scene.side + 0.5);
            let light = 1.0 - (1.0 - scene.shade) * (x as f32 / WIDTH as f32);
            let shade = match () {
                () if (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v) => {
                    if code.is_dark((u * modules) as usize, (v * modules) as usize) { 28.0 } else { 240.0 }
                }
                // The paper below the code, with lines of text.
                () if (-0.1..1.1).contains(&u) && (-0.06..1.35).contains(&v) => {
                    if v > 1.1 && (v * 14.0) as i32 % 2 == 0 && (u * 40.0) as i32 % 3 > 0 {
                        60.0
                    } else {
                        240.0
                    }
                }
                () => table(scene.table, x as f32, y as f32, rng),
            };
            shades.push(shade * light + (rng.f32() - 0.5) * 8.0);
        }
    }
    shades
}

/// Blurs three times with a box, which is nearly what a lens does.
fn blurred(mut shades: Vec<f32>, radius: usize) -> Vec<f32> {
    let (wide, high) = (WIDTH as usize, HEIGHT as usize);
    let mut sums = Vec::new();
    for _ in 0..if radius == 0 { 0 } else { 3 } {
        for (count, length, step, next) in [(high, wide, 1, wide), (wide, high, wide, 1)] {
            for line in 0..count {
                let at = |index: usize| line * next + index * step;
                sums.clear();
                sums.push(0.0);
                for index in 0..length {
                    sums.push(sums[index] + f64::from(shades[at(index)]));
                }
                for index in 0..length {
                    let (first, end) = (index.saturating_sub(radius), (index + radius + 1).min(length));
                    shades[at(index)] = ((sums[end] - sums[first]) / (end - first) as f64) as f32;
                }
            }
        }
    }
    shades
}

fn pixels(shades: &[f32], width: u32, height: u32) -> Pixels {
    let rgba = shades.iter().flat_map(|shade| [*shade as u8, *shade as u8, *shade as u8, 255]).collect();
    Pixels { width, height, rgba }
}

#[test]
fn cards_are_found_in_any_orientation_and_blurred() {
    let scenes = scenes();
    let missed: Vec<(usize, u8, usize)> = std::thread::scope(|scope| {
        let searches: Vec<_> = scenes
            .iter()
            .enumerate()
            .map(|(number, scene)| scope.spawn(move || missed_of(scene, number)))
            .collect();
        searches.into_iter().flat_map(|search| search.join().expect("a scene")).collect()
    });
    let all = scenes.len() * 8 * 3;
    println!("{} of {all} cards found; missed (scene, turn, blur): {missed:?}", all - missed.len());
    assert!(missed.len() * 100 <= all * 2, "{} of {all}: {missed:?}", all - missed.len());
}

/// The turns and blurs in which a scene's card is not found.
fn missed_of(scene: &Scene, number: usize) -> Vec<(usize, u8, usize)> {
    let mut rng = Rng::with_seed(36 + number as u64);
    let mut missed = Vec::new();
    for turn in 0..8 {
        let sharp = photograph(scene, f32::from(turn) * std::f32::consts::FRAC_PI_4 + 0.1, &mut rng);
        for radius in 0..3 {
            let picture = pixels(&blurred(sharp.clone(), radius), WIDTH, HEIGHT);
            let card = match find_code_in(&picture) {
                Some(FoundCode::Qr(text)) => Card::from_text(&text),
                _ => None,
            };
            assert!(card.as_ref().is_none_or(|card| *card == scene.card), "another card was read");
            if card.is_none() {
                missed.push((number, turn, radius));
            }
        }
    }
    missed
}

#[test]
fn ordinary_photos_have_no_cards() {
    const SIDE: u32 = 200;
    let mut rng = Rng::with_seed(7);
    for number in 0..1000 {
        let kind = [Table::Wood, Table::Cloth, Table::Rug, Table::White, Table::Dark][number % 5];
        let shapes: Vec<(f32, f32, f32, f32, f32, bool)> = (0..rng.usize(2..9))
            .map(|_| {
                (
                    rng.f32() * 200.0,
                    rng.f32() * 200.0,
                    4.0 + rng.f32() * 60.0,
                    4.0 + rng.f32() * 60.0,
                    rng.f32() * 255.0,
                    rng.bool(),
                )
            })
            .collect();
        // Squares in a grid, as on tiles and chess boards.
        let grid = (number % 7 == 0).then(|| 4.0 + rng.f32() * 12.0);
        let cells: Vec<bool> = (0..6400).map(|_| rng.bool()).collect();
        let mut shades = Vec::new();
        for y in 0..SIDE {
            for x in 0..SIDE {
                let (x, y) = (x as f32, y as f32);
                let inside = |shape: &&(f32, f32, f32, f32, f32, bool)| {
                    let (dx, dy) = ((x - shape.0) / shape.2, (y - shape.1) / shape.3);
                    if shape.5 { dx * dx + dy * dy < 1.0 } else { dx.abs() < 1.0 && dy.abs() < 1.0 }
                };
                let shade = match (shapes.iter().rev().find(inside), grid) {
                    (_, Some(cell)) if (30.0..170.0).contains(&x) && (30.0..170.0).contains(&y) => {
                        if cells[(x / cell) as usize * 80 % 6400 + (y / cell) as usize % 80] {
                            20.0
                        } else {
                            235.0
                        }
                    }
                    (Some(shape), _) => shape.4,
                    (None, _) => table(kind, x, y, &mut rng),
                };
                shades.push(shade);
            }
        }
        assert_eq!(find_code_in(&pixels(&shades, SIDE, SIDE)), None, "photo {number}");
    }
}

/// A photo of a barcode on white paper, as wide as this share of the picture's height, turned by an angle.
fn photograph_barcode(format: BarcodeFormat, text: &str, share: f32, angle: f32, rng: &mut Rng) -> Vec<f32> {
    let writer: &dyn Writer = if format == BarcodeFormat::EAN_13 { &EAN13Writer } else { &Code128Writer };
    let bars = writer.encode(text, &format, 0, 1).unwrap();
    let (sin, cos) = angle.sin_cos();
    let wide = HEIGHT as f32 * share;
    let mut shades = Vec::with_capacity((WIDTH * HEIGHT) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let (dx, dy) = (x as f32 - WIDTH as f32 / 2.0, y as f32 - HEIGHT as f32 / 2.0);
            let (u, v) = ((dx * cos + dy * sin) / wide + 0.5, (dy * cos - dx * sin) / wide + 0.5);
            let shade = match () {
                () if (0.0..1.0).contains(&u) && (0.3..0.7).contains(&v) => {
                    if bars.get((u * bars.width() as f32) as u32, 0) { 28.0 } else { 240.0 }
                }
                () if (-0.1..1.1).contains(&u) && (0.2..0.8).contains(&v) => 240.0,
                () => table(Table::Wood, x as f32, y as f32, rng),
            };
            shades.push(shade + (rng.f32() - 0.5) * 8.0);
        }
    }
    shades
}

#[test]
fn barcodes_are_read_upright_and_on_their_side_and_tell_how_much_of_the_photo_they_take() {
    let mut rng = Rng::with_seed(13);
    for (format, number) in [(BarcodeFormat::EAN_13, "6260123456786"), (BarcodeFormat::CODE_128, "ROLL-0042")]
    {
        for quarter in 0..4 {
            for (share, radius) in [(0.9, 0), (0.9, 1), (0.6, 0)] {
                let angle = quarter as f32 * std::f32::consts::FRAC_PI_2 + 0.04;
                let picture = blurred(photograph_barcode(format, number, share, angle, &mut rng), radius);
                match find_code_in(&pixels(&picture, WIDTH, HEIGHT)) {
                    Some(FoundCode::Barcode { text, share: found }) => {
                        assert_eq!(text, number);
                        assert!(
                            (found - share).abs() < 0.25,
                            "{found} of {share}: {format:?}, quarter {quarter}"
                        );
                    }
                    other => panic!("{other:?}: {format:?}, quarter {quarter}, share {share}, blur {radius}"),
                }
            }
        }
    }
}

#[test]
#[ignore = "tells how long searching a photo of 48 megapixels takes; run it with --release"]
fn a_photo_of_48_megapixels_is_searched_quickly() {
    const SIDES: (u16, u16) = (8000, 6000);
    let mut rng = Rng::with_seed(1);
    let rgb: Vec<u8> = (0..u32::from(SIDES.1))
        .flat_map(|y| (0..u32::from(SIDES.0)).map(move |x| (x, y)))
        .flat_map(|(x, y)| {
            let shade = ((x / 40 + y / 56) % 200) as u8 + rng.u8(0..12);
            [shade, shade.wrapping_add(20), shade / 2]
        })
        .collect();
    let mut photo = Vec::new();
    jpeg_encoder::Encoder::new(&mut photo, 85)
        .encode(&rgb, SIDES.0, SIDES.1, jpeg_encoder::ColorType::Rgb)
        .unwrap();
    let begin = std::time::Instant::now();
    assert_eq!(vitrine_media::find_code(&photo).unwrap(), None);
    println!("48 megapixels ({} MB) searched in {:.0?}", photo.len() >> 20, begin.elapsed());
}
