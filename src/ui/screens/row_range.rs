//! A range of selected rows: it begins at the row that was clicked last, and ends where a click with Shift or
//! an arrow key with Shift goes.

/// Where a range begins, and what was selected before it. `K` names a row wherever it stands, and `S` is what
/// is selected.
pub struct RowRange<K, S> {
    clicked: Option<K>,
    held: Option<(K, S)>,
}

impl<K, S> Default for RowRange<K, S> {
    fn default() -> Self {
        Self { clicked: None, held: None }
    }
}

impl<K: Clone, S: Clone + Extend<K>> RowRange<K, S> {
    /// A range that is extended by a click begins at this row.
    pub fn click(&mut self, clicked: Option<K>) {
        self.clicked = clicked;
    }

    /// Ends a range: the next one begins anew.
    pub fn end(&mut self) {
        self.held = None;
    }

    /// Selects the rows from the one that was clicked last to this one; this one alone if that is not shown.
    pub fn extend_by_click(
        &mut self,
        selected: &mut S,
        to: usize,
        key: impl Fn(usize) -> Option<K>,
        row_of: impl Fn(&K) -> Option<usize>,
    ) {
        let from = self.clicked.as_ref().and_then(&row_of);
        if from.is_none() {
            self.clicked = key(to);
        }
        self.extend(selected, from.unwrap_or(to), to, key, row_of);
    }

    /// Selects the rows between two, beside what was selected before. The next range that begins where this
    /// one ended replaces it.
    pub fn extend(
        &mut self,
        selected: &mut S,
        from: usize,
        to: usize,
        key: impl Fn(usize) -> Option<K>,
        row_of: impl Fn(&K) -> Option<usize>,
    ) {
        let Some(first) = key(from) else { return };
        let held = self.held.take().and_then(|(anchor, before)| Some((row_of(&anchor)?, anchor, before)));
        // One that began at a row out of sight is over.
        let (from, anchor, before) = held.unwrap_or_else(|| (from, first, selected.clone()));
        selected.clone_from(&before);
        selected.extend((from.min(to)..=from.max(to)).filter_map(key));
        self.held = Some((anchor, before));
    }
}
