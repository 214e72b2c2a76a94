//! What the walks got to, so that they cannot get shallow unnoticed.

#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub steps: usize,
    pub sign_ins: usize,
    /// Sign-outs that were confirmed.
    pub sign_outs: usize,
    pub drops: usize,
    pub sheets: usize,
    /// Imports that were started, and products that they created.
    pub imports: usize,
    pub created: usize,
    /// Runs of changes that were started, those of them that restore, and products that were changed.
    pub edits: usize,
    pub undos: usize,
    pub changed: usize,
    pub restarts: usize,
    pub kills: usize,
    pub full_disks: usize,
    pub requests: usize,
    /// Walks, and those of them that started an import, and that changed products.
    pub walks: usize,
    pub importing: usize,
    pub editing: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, walk: Self) {
        self.steps += walk.steps;
        self.sign_ins += walk.sign_ins;
        self.sign_outs += walk.sign_outs;
        self.drops += walk.drops;
        self.sheets += walk.sheets;
        self.imports += walk.imports;
        self.created += walk.created;
        self.edits += walk.edits;
        self.undos += walk.undos;
        self.changed += walk.changed;
        self.restarts += walk.restarts;
        self.kills += walk.kills;
        self.full_disks += walk.full_disks;
        self.requests += walk.requests;
        self.walks += 1;
        self.importing += usize::from(walk.imports > 0);
        self.editing += usize::from(walk.edits > 0);
    }
}
