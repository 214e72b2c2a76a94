//! What the simulated user does to change products, and what others do meanwhile.

use super::super::edits::check_reports;
use super::super::world::{EDITED_PRODUCTS, EditAction, FIRST_EDITED};
use super::*;
use crate::ledger::{NUMBERS, variant_id};
use vitrine_core::edit::RowState;
use vitrine_core::edit::plan::{BulkRule, LeftOut};
use vitrine_domain::{ProductId, ProductOrVariant};
use vitrine_model::messages::{EditCommand, Wanted};

impl Driver<'_> {
    pub(super) async fn edit(&mut self, action: EditAction) -> Result {
        match action {
            EditAction::Preview { field, products } => self.preview_edit(field, products)?,
            EditAction::Change { field, products } => {
                self.preview_edit(field, products)?;
                self.wait(8 * S).await?;
                self.start_edit();
            }
            EditAction::Undo => {
                let run = self.screen().edits.open;
                if let Some(run) = run {
                    self.previews += 1;
                    self.ask_preview(Wanted::Undo(run));
                }
            }
            EditAction::CancelPreview => {
                self.screen().edits.preview = None;
                self.screen().awaited.retain(|awaited| *awaited != Awaited::Previewed);
                self.send(Command::Edit(EditCommand::CancelPreview));
            }
            EditAction::Start => self.start_edit(),
            EditAction::StartLate => {
                let preview = self.previews.saturating_sub(1);
                self.send(Command::Edit(EditCommand::Start { preview, left_out: LeftOut::new() }));
            }
            EditAction::Pause => self.send(Command::Edit(EditCommand::Pause)),
            EditAction::Continue => self.send(Command::Edit(EditCommand::Continue)),
            EditAction::Cancel => self.send(Command::Edit(EditCommand::Cancel)),
            EditAction::Resume => self.send(Command::Edit(EditCommand::Resume)),
            EditAction::Decide { overwrite } => self.decide_moved(overwrite),
            EditAction::Sell(place) => {
                return self.by_others(place, |sandbox, product| drop(sandbox.sell(product, 1)));
            }
            EditAction::Reprice(place) => {
                self.changes = self.changes.wrapping_add(1);
                let price = 1_001 + i64::from(self.changes);
                return self.by_others(place, |sandbox, product| {
                    sandbox.change(product, |fields| match fields.extra.get_mut("variants") {
                        Some(variants) => variants[0]["primary_price"] = price.into(),
                        None => fields.primary_price = Some(price),
                    });
                });
            }
        }
        Ok(())
    }

    fn preview_edit(&mut self, field: usize, products: u8) -> Result {
        let chosen = (0..EDITED_PRODUCTS).filter(|place| products & (1 << place) != 0);
        // Of products in variants sometimes one of these, in turns.
        let turn = self.previews;
        let alone = move |place: u64| (turn + place).is_multiple_of(3);
        let has_variants = self.world.variants() > 0;
        let of = |place: u64| {
            let product = FIRST_EDITED + place;
            let variant = has_variants && alone(place);
            let variant = variant.then(|| variant_id(product, (place % 2) as usize));
            ProductOrVariant { product: ProductId::from(product), variant }
        };
        let products: Vec<ProductOrVariant> = chosen.map(of).collect();
        // Every preview has values of its own, so that it is clear where a value in the shop comes from.
        self.previews += 1;
        let value = self.previews * 10_000;
        let rule =
            BulkRule::parse(NUMBERS[field], &value.to_string(), "").map_err(|error| format!("{error:?}"))?;
        self.ask_preview(Wanted::Products { products, rules: vec![rule] });
        Ok(())
    }

    fn ask_preview(&mut self, wanted: Wanted) {
        self.screen().edits.preview = None;
        if self.screen().account().is_some() {
            self.screen().expect_event(Awaited::Previewed);
        }
        let preview = self.previews;
        self.send(Command::Edit(EditCommand::Preview { preview, wanted, status_names: Vec::new() }));
    }

    fn start_edit(&mut self) {
        let Some((number, shop, preview)) = self.screen().edits.preview.take() else { return };
        // Every fifth product is left out.
        let places =
            preview.rows.iter().enumerate().filter(|(place, _)| (*place as u64 + number).is_multiple_of(5));
        let left_out: LeftOut = places
            .flat_map(|(place, row)| (0..row.changes.len()).map(move |change| (place, change)))
            .collect();
        let mut screen = self.screen();
        screen.edited.insert(shop);
        screen.expectations.ledger.change(shop, &preview, &left_out);
        drop(screen);
        self.send(Command::Edit(EditCommand::Start { preview: number, left_out }));
    }

    pub(super) fn decide_moved(&mut self, overwrite: bool) {
        let mut screen = self.screen();
        let (Some(shop), Some((run, rows))) = (screen.account(), screen.edits.moved()) else { return };
        if overwrite {
            let chosen: Vec<_> = rows.iter().map(|row| screen.edits.rows[&run][*row].clone()).collect();
            chosen.iter().for_each(|row| screen.expectations.ledger.overwrite(shop, row));
        }
        drop(screen);
        self.send(Command::Edit(EditCommand::Decide { run, rows, overwrite }));
    }

    fn by_others(&self, place: u64, change: impl Fn(&Sandbox, u64)) -> Result {
        let product = FIRST_EDITED + place % EDITED_PRODUCTS;
        let mut screen = self.screen();
        screen.expectations.ledger.change_by_others(self.market, product, |sandbox| change(sandbox, product))
    }

    /// Everything that was started reaches its end, every question is answered, and what is reported is true.
    pub(super) async fn finish_edits(&mut self) -> Result {
        let shops = self.screen().edited.clone();
        for shop in shops {
            self.go_to_shop(shop).await?;
            let began = Instant::now();
            let mut wait = S;
            while self.has_open_edits().await? {
                if began.elapsed() > MAX_END {
                    let screen = self.screen();
                    return Err(format!(
                        "the changes in {shop:?} do not end: {:?} {:?}",
                        screen.edits.waiting, screen.edits.runs
                    ));
                }
                let overwrite = self.screen().edits.rows.len().is_multiple_of(2);
                self.decide_moved(overwrite);
                self.send(Command::Edit(EditCommand::Resume));
                let waiting = self.screen().edits.waiting.clone();
                match waiting {
                    Some(Waiting::SignIn) => self.go_to_shop(shop).await?,
                    Some(_) => self.send(Command::Edit(EditCommand::Continue)),
                    None => {}
                }
                self.wait(wait).await?;
                wait = (wait * 2).min(120 * S);
            }
            let screen = self.screen();
            check_reports(&screen.expectations.ledger, shop, &screen.edits.rows)?;
            let rows = screen.edits.rows.values().flatten().map(|row| row.state);
            let (changed, decided) = rows.fold((0, 0), |(changed, decided), state| match state {
                RowState::Changed => (changed + 1, decided),
                RowState::Cancelled => (changed, decided + 1),
                _ => (changed, decided),
            });
            drop(screen);
            self.tally.changed += changed;
            self.tally.left += decided;
        }
        Ok(())
    }

    /// Looks at all runs of the shop. Whether one of them has something left, which is on the screen then.
    async fn has_open_edits(&mut self) -> Result<bool> {
        self.send(Command::Edit(EditCommand::Runs));
        self.wait(10 * S).await?;
        let runs = self.screen().edits.runs.clone();
        let mut is_open = false;
        for run in runs {
            self.send(Command::Edit(EditCommand::Show(run.id)));
            self.wait(10 * S).await?;
            if run.counts.waiting + run.counts.moved > 0 {
                is_open = true;
                break;
            }
        }
        Ok(is_open)
    }
}
