//! What must hold of the screens, whatever the person does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;

use super::witness::{Cells, shop};
use crate::ledger::Shop;
use crate::worker::{Session, sim_env};
use vitrine_domain::Field;
use vitrine_model::{Model, Phase, PreviewState};

const FIELDS: [Field; 6] =
    [Field::Name, Field::Brief, Field::Description, Field::PrimaryPrice, Field::Stock, Field::Sku];

/// The reviews as they were last seen, of each shop.
#[derive(Default)]
pub struct Reviews {
    seen: BTreeMap<Shop, Cells>,
    /// When the cells of a review were last seen to have changed.
    changed: BTreeMap<Shop, Timestamp>,
    shown: Option<Shop>,
    /// The shops whose review is being made again because of what the person did.
    replanned: BTreeSet<Shop>,
}

/// What was typed this long before the program was killed is on the disk.
const SAVED: Duration = Duration::from_secs(10);

impl Reviews {
    /// What is in the reviews now may not be on the disk.
    pub fn forget(&mut self) {
        self.seen.clear();
    }

    /// The program was killed then: what was done just before may be lost.
    pub fn killed(&mut self, at: Timestamp) {
        let saved = at - SAVED;
        let changed = &self.changed;
        self.seen.retain(|shop, _| changed.get(shop).is_none_or(|changed| *changed <= saved));
    }

    /// Compares the review with what was last seen of it. `is_harmless`: the last step touched no cell;
    /// `None` if it may have done so after it had returned to this review.
    pub fn look(&mut self, model: &Model, is_harmless: Option<bool>) -> Result<(), String> {
        let shop = shop(&model.session);
        let returned = shop != self.shown && is_harmless.is_some();
        let is_harmless = is_harmless == Some(true);
        let Some(shop) = shop else {
            // What was reviewed is being created, while the token is refused.
            if let Some(shown) =
                self.shown.take().filter(|_| matches!(model.import.phase, Phase::Running | Phase::Ended))
            {
                self.seen.remove(&shown);
            }
            return Ok(());
        };
        match model.import.phase {
            Phase::Review => {}
            // It is being made again.
            Phase::Planning => {
                if !is_harmless {
                    self.replanned.insert(shop);
                }
                // Whoever gives it up now gives up what was there before.
                self.shown = Some(shop);
                return Ok(());
            }
            // Restored a little later.
            Phase::Empty if is_harmless || returned => return Ok(()),
            Phase::Empty | Phase::Running | Phase::Ended => {
                self.seen.remove(&shop);
                self.shown = Some(shop);
                return Ok(());
            }
        }
        self.shown = Some(shop);
        let now = cells(model);
        let is_replanned = self.replanned.remove(&shop);
        if let Some(before) = self.seen.get(&shop).filter(|_| (is_harmless || returned) && !is_replanned) {
            for (product, fields) in before {
                let Some(fields_now) = now.get(product) else {
                    // A row without photos that has found them has their source.
                    if now.keys().any(|key| key.file_name() == product.file_name()) {
                        continue;
                    }
                    // Its photos were dropped again, with their folder, and are in the product of that.
                    let is_its =
                        |photo: &PathBuf| product.parent().is_some_and(|source| photo.starts_with(source));
                    if model.import.review.drafts().iter().any(|draft| draft.photos.iter().any(is_its)) {
                        continue;
                    }
                    return Err(format!("{} left the review, and nobody took it out", name(product)));
                };
                for (field, text) in fields.iter().filter(|(_, text)| !text.is_empty()) {
                    let text_now = fields_now.get(field).map(String::as_str).unwrap_or_default();
                    // A row of a sheet is called like the folder of a photo that was dropped alone.
                    let folder = product.ancestors().nth(2).and_then(Path::file_name);
                    let is_of_folder = *field == Field::Name
                        && product.file_name().is_some_and(|name| name == text.as_str())
                        && folder.is_some_and(|folder| folder == text_now);
                    if text_now != text && !is_of_folder {
                        return Err(format!(
                            "{field:?} of {} was {text:?} and is {text_now:?}, and nobody changed it",
                            name(product)
                        ));
                    }
                }
            }
        }
        if self.seen.get(&shop) != Some(&now) {
            self.changed.insert(shop, sim_env::clock());
        }
        self.seen.insert(shop, now);
        Ok(())
    }
}

fn name(product: &Path) -> String {
    product.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn cells(model: &Model) -> Cells {
    let import = &model.import;
    let texts = |index: usize| {
        let draft = &import.review.drafts()[index].draft;
        let number = |value: Option<i64>| value.map(|value| value.to_string()).unwrap_or_default();
        let value = |field| match field {
            Field::Name => draft.name.clone(),
            Field::Brief => draft.brief.clone().unwrap_or_default(),
            Field::Description => draft.description.clone().unwrap_or_default(),
            Field::PrimaryPrice => number(draft.primary_price.map(vitrine_domain::Price::wire)),
            Field::Stock => number(draft.stock),
            _ => draft.sku.clone().unwrap_or_default(),
        };
        FIELDS
            .map(|field| {
                (field, import.review.typed(index, field).map_or_else(|| value(field), str::to_owned))
            })
            .into()
    };
    let key =
        |index: usize| import.review.drafts()[index].source.join(&import.review.drafts()[index].source_name);
    (0..import.review.drafts().len()).map(|index| (key(index), texts(index))).collect()
}

/// What is going on that only time ends; `None`: nothing, or it waits for a person.
pub fn waits_without_end(model: &Model) -> Option<&'static str> {
    let import = &model.import;
    if model.sign_in.leaving {
        Some("leaving the account")
    } else if matches!(model.session, Session::Checking { .. }) && model.sign_in.found.is_none() {
        Some("checking the sign-in")
    } else if import.phase == Phase::Planning {
        Some("planning")
    } else if import.phase == Phase::Running
        && import.run.progress.waiting.is_none()
        && import.run.progress.counts.needs_person == 0
    {
        Some("the import")
    } else if model.products.loading.is_some() {
        Some("loading the products")
    } else if matches!(model.product_edits.preview, PreviewState::Reading { .. }) {
        Some("the preview of changes")
    } else {
        None
    }
}
