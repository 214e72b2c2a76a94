//! Prices and stocks that were typed into the products table and are not sent yet.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::messages::{Command, EditCommand, SavedCell, SavedCells, WantedCells};
use vitrine_core::catalog::ProductList;
use vitrine_core::edit::StoredRow;
use vitrine_core::edit::plan::{Preview, PreviewOutcome};
use vitrine_domain::{
    Draft, Field, FieldError, FieldKey, FieldValue, Product, ProductId, ProductOrVariant, Variant,
};

/// The number of changes that can be undone; the oldest are dropped first.
const MAX_STEPS: usize = 200;

/// A price or a stock: the product or variant, and which of both.
pub type CellKey = (ProductOrVariant, Field);

/// What the user did to the cells of the table. Texts are as they are kept.
#[derive(Debug)]
pub enum CellAction {
    /// The text of a cell after a keystroke.
    Type(CellKey, String),
    /// Texts of several cells; an empty one leaves the value of the shop alone.
    Set(Vec<(CellKey, String)>),
    /// The cursor left the cell that was typed into.
    Leave,
    /// Gives everything up that is not sent.
    Discard,
    /// What was discarded is not mentioned any more.
    Dismiss,
    Undo,
    Redo,
}

/// What a typed text comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A new value.
    Change(FieldValue),
    /// The value of the shop, or nothing.
    Same,
    Wrong(FieldError),
}

/// A cell that was typed into.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedCell {
    pub text: String,
    pub typed: Typed,
    /// The value that the table showed when it was typed.
    pub seen: Option<FieldValue>,
    /// Grows from one that was typed to the next.
    number: u64,
}

/// What takes a change back: the cells with what was in them.
type Step = Vec<(CellKey, Option<TypedCell>)>;

/// The cells that were typed into.
#[derive(Debug, Default)]
pub struct TypedCells {
    products: HashMap<ProductId, BTreeMap<FieldKey, TypedCell>>,
    /// How many of them are changes, and how many texts are no values.
    changes: usize,
    wrong: usize,
    last_number: u64,
    done: Vec<Step>,
    undone: Vec<Step>,
    /// The cell of the last change, while further keystrokes belong to it.
    typing: Option<CellKey>,
    /// How many changes were discarded last.
    discarded: Option<usize>,
    /// The run of them that is being started.
    sending: Option<Sending>,
    /// Grows with each change of what is saved.
    pub(crate) revision: u64,
    saved: u64,
    is_restored: bool,
}

/// A run of changes that is being started.
#[derive(Debug, Default)]
struct Sending {
    /// The cells that the shop has already.
    equal: Vec<CellKey>,
}

impl TypedCells {
    /// The cells of another account, into which nothing was typed.
    pub(crate) fn replacing(other: &Self) -> Self {
        Self { revision: other.revision, saved: other.revision, ..Self::default() }
    }

    /// What was typed into a cell.
    pub fn get(&self, product: &ProductId, key: &FieldKey) -> Option<&TypedCell> {
        self.products.get(product)?.get(key)
    }

    /// How many values would be changed.
    pub const fn changes(&self) -> usize {
        self.changes
    }

    /// How many texts are no values.
    pub const fn wrong(&self) -> usize {
        self.wrong
    }

    /// Whether there is nothing to be sent or corrected.
    pub const fn is_empty(&self) -> bool {
        self.changes + self.wrong == 0
    }

    /// Why what is being typed is no value.
    pub(crate) fn typed_error(&self) -> Option<&FieldError> {
        match &self.cell(self.typing.as_ref()?)?.typed {
            Typed::Wrong(error) => Some(error),
            Typed::Change(_) | Typed::Same => None,
        }
    }

    /// How many changes were discarded last, as long as they can be brought back by undoing that.
    pub const fn discarded(&self) -> Option<usize> {
        self.discarded
    }

    /// The cell with a text that is no value which was typed first.
    pub fn first_wrong(&self) -> Option<CellKey> {
        let wrong = self.all().filter(|(_, _, cell)| matches!(cell.typed, Typed::Wrong(_)));
        wrong.min_by_key(|(_, _, cell)| cell.number).map(|(product, key, _)| cell_key(product, key))
    }

    /// Whether there is a change to undo.
    pub const fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is an undone change to make again.
    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// What is to be sent, in the order in which it was typed.
    pub fn wanted(&self) -> Vec<WantedCells> {
        let mut wanted: Vec<(u64, WantedCells)> = Vec::new();
        for (product, cells) in &self.products {
            let is_change = |(_, cell): &(&FieldKey, &TypedCell)| matches!(cell.typed, Typed::Change(_));
            let changes: Vec<(&FieldKey, &TypedCell)> = cells.iter().filter(is_change).collect();
            let Some(first) = changes.iter().map(|(_, cell)| cell.number).min() else { continue };
            let values = changes.iter().map(|(key, cell)| ((*key).clone(), cell.text.clone())).collect();
            let base = changes.iter().filter_map(|(key, cell)| Some(((*key).clone(), cell.seen.clone()?)));
            wanted.push((first, WantedCells { product: product.clone(), values, base: base.collect() }));
        }
        wanted.sort_unstable_by_key(|(first, _)| *first);
        wanted.into_iter().map(|(_, cells)| cells).collect()
    }

    /// Performs an action. Returns how many values it changed, other than by a keystroke.
    pub(crate) fn act(&mut self, action: CellAction, list: &ProductList) -> usize {
        match action {
            CellAction::Type(cell, text) => {
                let goes_on = self.typing.as_ref() == Some(&cell);
                if !goes_on {
                    self.leave();
                }
                let typed = self.typed(&cell, text, list);
                let before = self.put(&cell, Some(typed));
                if !goes_on {
                    self.record(vec![(cell.clone(), before)]);
                    self.typing = Some(cell);
                }
                self.undone.clear();
                0
            }
            CellAction::Set(cells) => {
                self.leave();
                let mut step = Step::new();
                for (cell, text) in cells {
                    let typed = Some(self.typed(&cell, text, list));
                    let typed = typed.filter(|typed| typed.typed != Typed::Same);
                    if self.cell(&cell).map(|cell| &cell.text) != typed.as_ref().map(|typed| &typed.text) {
                        let before = self.put(&cell, typed);
                        step.push((cell, before));
                    }
                }
                self.recorded(step)
            }
            CellAction::Leave => {
                self.leave();
                0
            }
            CellAction::Discard => {
                self.leave();
                let (changes, keys) = (self.changes + self.wrong, self.keys());
                let step: Step = keys.into_iter().map(|cell| (cell.clone(), self.put(&cell, None))).collect();
                self.recorded(step);
                self.discarded = Some(changes).filter(|changes| *changes > 0);
                0
            }
            CellAction::Dismiss => {
                self.discarded = None;
                0
            }
            CellAction::Undo => {
                self.leave();
                let Some(step) = self.done.pop() else { return 0 };
                let count = step.len();
                let back = self.apply(step);
                self.undone.push(back);
                count
            }
            CellAction::Redo => {
                self.leave();
                let Some(step) = self.undone.pop() else { return 0 };
                let count = step.len();
                let back = self.apply(step);
                self.done.push(back);
                count
            }
        }
    }

    /// The command that saves what was typed, if it changed since it was last saved.
    pub(crate) fn save_command(&mut self) -> Option<Command> {
        if self.saved == self.revision {
            return None;
        }
        self.saved = self.revision;
        let mut cells: Vec<_> = self.all().filter(|(_, _, cell)| cell.typed != Typed::Same).collect();
        cells.sort_unstable_by_key(|(_, _, cell)| cell.number);
        let saved = |(product, key, cell): (&ProductId, &FieldKey, &TypedCell)| SavedCell {
            product: product.clone(),
            variant: key.variant.clone(),
            field: key.field.name().to_owned(),
            text: cell.text.clone(),
            seen: cell.seen.clone(),
        };
        let cells: Vec<SavedCell> = cells.into_iter().map(saved).collect();
        let cells = (!cells.is_empty()).then(|| Box::new(SavedCells { cells }));
        Some(Command::Edit(EditCommand::SaveCells(cells)))
    }

    /// Takes what an earlier session typed, below what was typed in this one.
    pub(crate) fn restore(&mut self, saved: SavedCells) {
        if std::mem::replace(&mut self.is_restored, true) {
            return;
        }
        for SavedCell { product, variant, field, text, seen } in saved.cells {
            let Some(field) = Field::from_name(&field).filter(|field| Variant::FIELDS.contains(field)) else {
                continue;
            };
            let key = (ProductOrVariant { product, variant }, field);
            if self.cell(&key).is_none() {
                let seen = seen.map(|seen| seen.of(field));
                let typed = meaning(field, &text, seen.as_ref());
                self.last_number += 1;
                self.put(&key, Some(TypedCell { text, typed, seen, number: self.last_number }));
            }
        }
        if self.done.is_empty() {
            self.saved = self.revision;
        }
    }

    /// What a preview of the cells shows is sent. What the shop has already is no change any more as soon as
    /// the run has begun.
    pub(crate) fn start(&mut self, preview: &Preview) {
        let (mut changed, mut refused, mut read) = (HashSet::new(), HashSet::new(), HashSet::new());
        for row in &preview.rows {
            let Some(product) = &row.product else { continue };
            match row.outcome {
                PreviewOutcome::Change | PreviewOutcome::Equal | PreviewOutcome::Moved => {
                    read.insert(product)
                }
                PreviewOutcome::Refused(_) | PreviewOutcome::NotFound => refused.insert(product),
            };
            changed.extend(row.changes.iter().map(|change| (product, change.key())));
        }
        let mut equal = Vec::new();
        for product in read.difference(&refused) {
            let cells = self.products.get(*product).into_iter().flatten();
            let is_equal = |(key, cell): &(&FieldKey, &TypedCell)| {
                matches!(cell.typed, Typed::Change(_)) && !changed.contains(&(*product, (*key).clone()))
            };
            equal.extend(cells.filter(is_equal).map(|(key, _)| cell_key(product, key)));
        }
        self.sending = Some(Sending { equal });
    }

    /// A run has begun: what it sends is not typed any more.
    pub(crate) fn sent(&mut self, rows: &[StoredRow]) {
        let Some(Sending { equal }) = self.sending.take() else { return };
        self.leave();
        for row in rows {
            for change in &row.changes {
                let cell = cell_key(&row.product, &change.key());
                let is_it = |typed: &TypedCell| typed.typed == Typed::Change(change.new.clone());
                if self.cell(&cell).is_some_and(is_it) {
                    self.put(&cell, None);
                }
            }
        }
        for cell in equal {
            self.put(&cell, None);
        }
        // Undoing it now is a matter of the shop.
        (self.done, self.undone) = (Vec::new(), Vec::new());
    }

    /// The list was read again, or these products of it were: what the shop has by now is typed no more.
    pub(crate) fn settle(&mut self, read: Option<&[ProductId]>, list: &ProductList) {
        let of = |id: &ProductId| self.products.contains_key(id);
        let ids: Vec<ProductId> = match read {
            Some(read) => read.iter().filter(|id| of(id)).cloned().collect(),
            None => self.products.keys().cloned().collect(),
        };
        for id in ids {
            let Some(product) = list.get(&id) else { continue };
            let cells = self.products.get(&id).into_iter().flatten();
            let cells: Vec<(CellKey, Typed)> =
                cells.map(|(key, cell)| (cell_key(&id, key), cell.typed.clone())).collect();
            for (cell, typed) in cells {
                let now = shown(&product, &cell.0, cell.1).map(Typed::Change);
                if self.typing.as_ref() != Some(&cell) && Some(&typed) == now.as_ref() {
                    self.put(&cell, None);
                }
            }
        }
    }

    /// The run could not be started.
    pub(crate) fn not_sent(&mut self) {
        self.sending = None;
    }

    fn all(&self) -> impl Iterator<Item = (&ProductId, &FieldKey, &TypedCell)> {
        let of = |(product, cells)| -> Box<dyn Iterator<Item = _>> {
            let cells: &BTreeMap<FieldKey, TypedCell> = cells;
            Box::new(cells.iter().map(move |(key, cell)| (product, key, cell)))
        };
        self.products.iter().flat_map(of)
    }

    fn keys(&self) -> Vec<CellKey> {
        self.all().map(|(product, key, _)| cell_key(product, key)).collect()
    }

    fn cell(&self, (of, field): &CellKey) -> Option<&TypedCell> {
        self.get(&of.product, &FieldKey { field: *field, variant: of.variant.clone() })
    }

    /// What a text comes to in a cell of the table as it is now.
    fn typed(&mut self, (of, field): &CellKey, text: String, list: &ProductList) -> TypedCell {
        let seen = list.get(&of.product).and_then(|product| shown(&product, of, *field));
        let typed = meaning(*field, &text, seen.as_ref());
        self.last_number += 1;
        TypedCell { text, typed, seen, number: self.last_number }
    }

    /// Replaces what is in a cell. Returns what was there.
    fn put(&mut self, (of, field): &CellKey, cell: Option<TypedCell>) -> Option<TypedCell> {
        let key = FieldKey { field: *field, variant: of.variant.clone() };
        self.revision += 1;
        self.discarded = None;
        self.count(cell.as_ref(), 1);
        let before = match cell {
            Some(cell) => self.products.entry(of.product.clone()).or_default().insert(key, cell),
            None => self.products.get_mut(&of.product).and_then(|cells| cells.remove(&key)),
        };
        if self.products.get(&of.product).is_some_and(BTreeMap::is_empty) {
            self.products.remove(&of.product);
        }
        self.count(before.as_ref(), -1);
        before
    }

    const fn count(&mut self, cell: Option<&TypedCell>, by: isize) {
        let Some(cell) = cell else { return };
        let count = match cell.typed {
            Typed::Change(_) => &mut self.changes,
            Typed::Wrong(_) => &mut self.wrong,
            Typed::Same => return,
        };
        *count = count.saturating_add_signed(by);
    }

    /// The next keystroke is another change. A text that changes nothing is not kept.
    fn leave(&mut self) {
        let Some(cell) = self.typing.take() else { return };
        if self.cell(&cell).is_some_and(|typed| typed.typed == Typed::Same) {
            self.put(&cell, None);
            // Typed and taken back.
            if self.done.last().is_some_and(|step| matches!(&step[..], [(of, None)] if *of == cell)) {
                self.done.pop();
            }
        }
    }

    fn recorded(&mut self, step: Step) -> usize {
        let count = step.len();
        if count > 0 {
            self.undone.clear();
            self.record(step);
        }
        count
    }

    fn record(&mut self, step: Step) {
        self.done.push(step);
        let surplus = self.done.len().saturating_sub(MAX_STEPS);
        self.done.drain(..surplus);
    }

    /// Gives cells what was in them. Returns what takes that back.
    fn apply(&mut self, step: Step) -> Step {
        let put = |(cell, before): (CellKey, Option<TypedCell>)| {
            let now = self.put(&cell, before.filter(|before| before.typed != Typed::Same));
            (cell, now)
        };
        step.into_iter().rev().map(put).collect()
    }
}

fn cell_key(product: &ProductId, key: &FieldKey) -> CellKey {
    (ProductOrVariant { product: product.clone(), variant: key.variant.clone() }, key.field)
}

/// The value that is typed over in a cell: the owner's price, also where buyers pay another one.
pub fn shown(product: &Product, of: &ProductOrVariant, field: Field) -> Option<FieldValue> {
    let Some(variant) = &of.variant else {
        return match field {
            Field::PrimaryPrice => product.own_price().map(FieldValue::Price),
            Field::Stock => product.inventory.map(FieldValue::Number),
            _ => None,
        };
    };
    product.variants.iter().find(|other| other.id == *variant)?.value(field)
}

/// What a text comes to where this value is shown.
fn meaning(field: Field, text: &str, seen: Option<&FieldValue>) -> Typed {
    let mut draft = Draft::default();
    if let Err(error) = draft.set(field, text) {
        return Typed::Wrong(error);
    }
    draft.value(field).filter(|value| Some(value) != seen).map_or(Typed::Same, Typed::Change)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vitrine_core::catalog::samples;
    use vitrine_core::edit::plan::PreviewRow;
    use vitrine_core::edit::{FieldChange, RowState};
    use vitrine_domain::Price;

    fn product(id: u64) -> Product {
        Product { inventory: Some(3), ..samples::product(id) }
    }

    fn list(count: u64) -> ProductList {
        let mut list = ProductList::default();
        (0..count).for_each(|id| list.put(product(id)));
        list
    }

    fn stock(id: u64) -> CellKey {
        (ProductId::from(id).into(), Field::Stock)
    }

    fn price(id: u64) -> CellKey {
        (ProductId::from(id).into(), Field::PrimaryPrice)
    }

    fn typed(cells: &mut TypedCells, products: &ProductList, cell: CellKey, texts: &[&str]) {
        for text in texts {
            cells.act(CellAction::Type(cell.clone(), (*text).to_owned()), products);
        }
    }

    fn set(cells: &mut TypedCells, products: &ProductList, texts: &[(CellKey, &str)]) -> usize {
        let texts = texts.iter().map(|(cell, text)| (cell.clone(), (*text).to_owned())).collect();
        cells.act(CellAction::Set(texts), products)
    }

    fn text(cells: &TypedCells, cell: &CellKey) -> Option<String> {
        cells.cell(cell).map(|cell| cell.text.clone())
    }

    /// What is saved, as the next session reads it.
    fn saved(cells: &mut TypedCells) -> Option<SavedCells> {
        let Some(Command::Edit(EditCommand::SaveCells(saved))) = cells.save_command() else {
            panic!("nothing has changed")
        };
        let json = serde_json::to_string(&saved?).unwrap();
        Some(serde_json::from_str(&json).unwrap())
    }

    #[test]
    fn the_keystrokes_in_a_cell_are_one_change_and_what_is_typed_back_is_none() {
        let (mut cells, products) = (TypedCells::default(), list(5));
        typed(&mut cells, &products, stock(1), &["", "4", "41"]);
        assert_eq!((cells.changes(), cells.wrong()), (1, 0));
        assert_eq!(cells.act(CellAction::Undo, &products), 1);
        assert!(cells.is_empty() && !cells.can_undo() && cells.can_redo());
        cells.act(CellAction::Redo, &products);
        assert_eq!(text(&cells, &stock(1)).as_deref(), Some("41"));
        let own = shown(&product(2), &ProductId::from(2).into(), Field::Stock).unwrap().to_string();
        typed(&mut cells, &products, stock(2), &["9", &own]);
        assert_eq!(text(&cells, &stock(2)), Some(own), "the editor keeps what is typed");
        cells.act(CellAction::Leave, &products);
        assert_eq!((text(&cells, &stock(2)), cells.changes()), (None, 1));
        cells.act(CellAction::Undo, &products);
        assert!(cells.is_empty(), "the undone change is the one of the other cell");
    }

    #[test]
    fn a_price_is_typed_over_the_owners_price_and_not_over_what_buyers_pay() {
        let mut products = list(1);
        let own = Price::on_wire(500_000);
        products.put(Product {
            price: Some(Price::on_wire(400_000)),
            primary_price: Some(own),
            ..product(7)
        });
        let mut cells = TypedCells::default();
        typed(&mut cells, &products, price(7), &["500000"]);
        assert!(cells.is_empty(), "it is the owner's price already");
        typed(&mut cells, &products, price(7), &["400000"]);
        assert_eq!(cells.wanted()[0].base, [(Field::PrimaryPrice.into(), FieldValue::Price(own))]);
    }

    #[test]
    fn an_empty_text_leaves_the_value_of_the_shop_alone_and_a_wrong_one_is_never_sent() {
        let (mut cells, products) = (TypedCells::default(), list(5));
        set(&mut cells, &products, &[(stock(1), ""), (stock(2), "many"), (price(3), "250,000")]);
        assert_eq!((cells.changes(), cells.wrong(), cells.first_wrong()), (1, 1, Some(stock(2))));
        let wanted = cells.wanted();
        assert_eq!(wanted.len(), 1);
        assert_eq!(wanted[0].values, [(Field::PrimaryPrice.into(), "250,000".to_owned())]);
        let seen = product(3).price.map(FieldValue::Price).unwrap();
        assert_eq!(wanted[0].base, [(Field::PrimaryPrice.into(), seen)]);
    }

    #[test]
    fn what_is_wanted_comes_in_the_order_in_which_it_was_typed_and_is_based_on_what_was_shown() {
        let (mut cells, mut products) = (TypedCells::default(), list(5));
        set(&mut cells, &products, &[(stock(3), "900"), (stock(1), "901")]);
        let sold = Product { inventory: Some(77), ..product(3) };
        products.put(sold);
        let wanted = cells.wanted();
        let of: Vec<String> = wanted.iter().map(|cells| cells.product.to_string()).collect();
        assert_eq!(of, ["3", "1"]);
        let before = product(3).inventory.map(FieldValue::Number).unwrap();
        assert_eq!(wanted[0].base, [(Field::Stock.into(), before)], "not what was sold since");
        set(&mut cells, &products, &[(stock(3), "902")]);
        let again = cells.wanted().into_iter().find(|cells| cells.product == 3.into()).unwrap();
        assert_eq!(
            again.base,
            [(Field::Stock.into(), FieldValue::Number(77))],
            "typed over what is shown now"
        );
    }

    #[test]
    fn what_is_discarded_comes_back_with_all_it_was_based_on() {
        let (mut cells, products) = (TypedCells::default(), list(5));
        set(&mut cells, &products, &[(stock(1), "900"), (stock(2), "many")]);
        let before = cells.wanted();
        cells.act(CellAction::Discard, &products);
        assert_eq!((cells.is_empty(), cells.discarded()), (true, Some(2)));
        assert_eq!(saved(&mut cells), None, "nor is it there after the next start");
        cells.act(CellAction::Undo, &products);
        assert_eq!((cells.wanted(), cells.wrong(), cells.discarded()), (before, 1, None));
    }

    #[test]
    fn the_next_session_has_what_this_one_typed_and_another_account_nothing() {
        let (mut cells, products) = (TypedCells::default(), list(5));
        set(&mut cells, &products, &[(price(1), "900"), (stock(2), "many")]);
        let saved = saved(&mut cells).unwrap();
        assert!(cells.save_command().is_none(), "it is saved");
        let mut next = TypedCells::default();
        next.restore(saved.clone());
        assert_eq!((next.wanted(), next.wrong()), (cells.wanted(), 1));
        assert!(next.save_command().is_none());
        next.act(CellAction::Discard, &products);
        next.restore(saved);
        assert!(next.is_empty(), "a sign-in later brings nothing back that was given up");
        let mut other = TypedCells::replacing(&cells);
        assert!(other.is_empty() && other.save_command().is_none());
    }

    #[test]
    fn what_a_run_sends_and_what_the_shop_has_already_is_typed_no_more_and_the_rest_stays() {
        let (mut cells, products) = (TypedCells::default(), list(6));
        let texts = [(stock(1), "900"), (stock(2), "901"), (stock(3), "902"), (price(4), "903")];
        set(&mut cells, &products, &texts);
        let change = |number| FieldChange::new(Field::Stock, None, FieldValue::Number(number));
        let row = |id: u64, changes: Vec<FieldChange>, outcome| PreviewRow {
            row: None,
            key: id.to_string(),
            product: Some(id.into()),
            name: String::new(),
            changes,
            from_shop: Vec::new(),
            paid: Vec::new(),
            outcome,
        };
        let refused = vitrine_domain::Problem::new(vitrine_domain::ProblemKind::HasVariants);
        let preview = Preview::from_iter([
            row(1, vec![change(900)], PreviewOutcome::Change),
            row(2, vec![change(901)], PreviewOutcome::Change),
            row(3, Vec::new(), PreviewOutcome::Equal),
            row(4, Vec::new(), PreviewOutcome::Refused(refused)),
        ]);
        let sent = StoredRow {
            product: 1.into(),
            name: String::new(),
            changes: vec![change(900)],
            state: RowState::Waiting,
            sent: false,
            now: Vec::new(),
            problem: None,
        };
        cells.sent(std::slice::from_ref(&sent));
        assert_eq!(cells.changes(), 4, "a run that is only shown sends nothing");
        cells.start(&preview);
        cells.not_sent();
        cells.sent(std::slice::from_ref(&sent));
        assert_eq!(cells.changes(), 4, "it was not started");
        cells.start(&preview);
        cells.sent(&[sent]);
        let left: Vec<bool> = texts.iter().map(|(cell, _)| cells.cell(cell).is_some()).collect();
        assert_eq!(left, [false, true, false, true], "what was left out and what was refused is still typed");
        assert!(!cells.can_undo(), "undoing is a matter of the shop now");
    }

    #[test]
    fn what_the_shop_has_by_now_is_typed_no_more_and_what_is_gone_stays() {
        let (mut cells, mut products) = (TypedCells::default(), list(3));
        set(&mut cells, &products, &[(stock(1), "900"), (stock(2), "901"), (stock(77), "902")]);
        products.put(Product { inventory: Some(900), ..product(1) });
        products.put(Product { inventory: Some(5), ..product(2) });
        cells.settle(Some(&[2.into()]), &products);
        assert_eq!(cells.changes(), 3, "only of what was read");
        cells.settle(None, &products);
        assert_eq!((text(&cells, &stock(1)), cells.changes()), (None, 2));
    }

    #[test]
    fn a_column_of_100_000_cells_is_typed_without_another_look_at_the_list_for_each_keystroke() {
        let (mut cells, products) = (TypedCells::default(), list(100_000));
        let column: Vec<(CellKey, String)> = (0..100_000).map(|id| (stock(id), "7777".to_owned())).collect();
        assert_eq!(cells.act(CellAction::Set(column), &products), 100_000);
        let edition = products.edition();
        typed(&mut cells, &products, price(5), &["1", "12", "123"]);
        assert_eq!((cells.changes(), products.edition()), (100_001, edition));
    }
}
