//! The photos, spreadsheets and marketplaces of a walk.

use std::path::Path;

use tempfile::TempDir;

use super::steps::weather;
use crate::worker::sim::network::PORTS;
use crate::worker::sim::world::MarketTraits;
use crate::worker::sim_env;
use vitrine_sandbox::{Categories, Faults, Person, Sandbox};

/// The products that are in the owner's shop from the beginning.
const OLD_PRODUCTS: usize = 3;

/// A directory in memory, where there is one.
pub fn scratch() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { TempDir::new_in(memory).unwrap() } else { TempDir::new().unwrap() }
}

/// Small photos, all different, and sheets about them. The products' names differ.
pub fn write(dir: &Path) {
    let mut number = 0;
    for (folder, product, products, photos) in
        [("Modern rug", "cup", 3, 1), ("Gabbeh", "rug", 2, 2), ("Kilim", "kilim", 2, 1)]
    {
        for name in (0..products).map(|of| format!("{product}{of}")) {
            let place = dir.join(folder).join(name);
            std::fs::create_dir_all(&place).unwrap();
            for photo in 0..photos {
                let pixels = image::RgbImage::from_pixel(2, 2, image::Rgb([number, 90, 200]));
                pixels.save(place.join(format!("{photo}.png"))).unwrap();
                number += 1;
            }
        }
    }
    let sheets = [
        (
            "prices.csv",
            "name,price\ncup0,21000\ncup1,22000\ncup2,23000\nrug0,24000\nrug1,25000\nkilim0,26000\nkilim1,27000\n",
        ),
        ("bad.csv", "name,price\ncup0,31000\ncup1,about 12\ncup2,33000\nrug0,\"12,5x\"\n"),
        ("stock.csv", "name,stock\ncup0,4\ncup1,5\ncup2,6\nrug0,7\nrug1,8\n"),
        ("other.csv", "name,price,stock\ncup0,41000,9\nrug1,45000,9\n"),
        ("categories.csv", "name,category_id\ncup0,302\ncup1,302\ncup2,302\n"),
        ("unreadable.xlsx", "this is no workbook"),
        ("changes.csv", "id,price\n3001,51000\n3002,52000\n"),
    ];
    for (name, text) in sheets {
        std::fs::write(dir.join(name), text).unwrap();
    }
}

/// How the marketplaces behave in one of the kinds of weather.
pub fn faults(number: usize, categories: bool, seed: u64) -> Faults {
    let (conditions, rules) = weather(number);
    let mut faults = MarketTraits { page: 100, ..MarketTraits::default() }.faults(&conditions, seed);
    faults.rules.extend(rules);
    if categories {
        (faults.behaviour.categories, faults.behaviour.relaxed) = (Categories::English, true);
    }
    faults
}

/// Two marketplaces, with their files.
pub fn markets(dir: &Path, categories: bool, seed: u64) -> ([Sandbox; 2], Vec<axum::Router>) {
    let mut routers = Vec::new();
    let sandboxes = [0, 1].map(|market| {
        let options = vitrine_sandbox::Options {
            port: PORTS[market],
            clock: std::sync::Arc::new(sim_env::clock),
            initial_products: OLD_PRODUCTS,
            faults: faults(0, categories, seed),
            ..vitrine_sandbox::Options::default()
        };
        let (sandbox, router) = Sandbox::in_memory(options).unwrap();
        routers.push(router);
        let name = ["North", "South"][market];
        let file = sandbox.market_file().replace("\"Practice shop\"", &format!("\"{name}\""));
        std::fs::write(dir.join(format!("{name}.toml")), file).unwrap();
        sandbox
    });
    (sandboxes, routers)
}

/// The secrets of a person who signs in.
pub fn token(market: &Sandbox, person: Person) -> secrecy::SecretString {
    market.issue_token(person, &["*"], std::time::Duration::from_secs(30 * 24 * 3600))
}
