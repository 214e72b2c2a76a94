//! A look at an import of a spreadsheet.

use serde_json::Value;
use vitrine_sandbox::Options;

use crate::kit::shop::{RunOutput, Shop, TestEnv};

/// What a look at an import says.
pub struct Look {
    pub output: RunOutput,
}

impl Look {
    pub fn sheet(&self) -> &Value {
        self.output
            .lines
            .iter()
            .find(|line| line["event"] == "sheet")
            .unwrap_or_else(|| panic!("no sheet: {:?}", self.output))
    }

    pub fn planned(&self) -> Vec<&Value> {
        self.output.lines.iter().filter(|line| line["event"] == "planned").collect()
    }

    pub fn names(&self) -> Vec<&str> {
        self.planned().into_iter().map(|line| line["name"].as_str().unwrap()).collect()
    }

    /// The values of a field, one of each product.
    pub fn values(&self, field: &str) -> Vec<Value> {
        self.planned().into_iter().map(|line| line["fields"][field].clone()).collect()
    }

    pub fn photos(&self) -> Vec<usize> {
        self.planned().into_iter().map(|line| line["photos"].as_array().unwrap().len()).collect()
    }

    /// The fields whose cell cannot be used, of each product.
    pub fn refused(&self, field: &str) -> Vec<bool> {
        let of = |line: &&Value| {
            line["problems"].as_array().unwrap().iter().any(|problem| problem["field"] == field)
        };
        self.planned().iter().map(of).collect()
    }

    pub fn left_out(&self) -> Vec<(u64, &str)> {
        let rows = self.sheet()["left_out"].as_array().unwrap();
        rows.iter().map(|row| (row["row"].as_u64().unwrap(), row["kind"].as_str().unwrap())).collect()
    }
}

/// Looks at an import of this spreadsheet, in a shop whose prices are in rial, with these photos.
pub fn look_at(name: &str, bytes: &[u8], photos: &[&str], more: &[&str]) -> Look {
    let shop = Shop::open(Options::default());
    let env = TestEnv::new(&shop);
    for photo in photos {
        env.photo(photo);
    }
    let sheet = env.dir.path().join(name);
    std::fs::write(&sheet, bytes).unwrap();
    let folder = env.photos();
    let folder = folder.to_str().unwrap();
    let paths: &[&str] = if photos.is_empty() { &[] } else { &[folder] };
    let arguments =
        [&["import"], paths, &["--dry-run", "--json", "--sheet", sheet.to_str().unwrap()], more].concat();
    Look { output: env.run(&arguments) }
}

pub fn look(csv: &str) -> Look {
    look_at("sheet.csv", csv.as_bytes(), &[], &[])
}

pub fn prices(csv: &str) -> Vec<Option<i64>> {
    look(csv).values("primary_price").iter().map(Value::as_i64).collect()
}
