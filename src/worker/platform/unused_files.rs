//! Pasted pictures, and those of spreadsheets, are kept as files, because an import may have to read them
//! weeks later. This deletes those that nothing refers to any more.

use std::io;
use std::path::Path;

use crate::store::Store;

/// Deletes the files in `folder` that no saved review, no started product and no product that may still be
/// created mentions, by `delete`. Blocking.
///
/// Call it as the program starts: later, a review that was cleared may be brought back.
pub fn delete_unused(folder: &Path, store: &Store, delete: fn(&Path) -> io::Result<()>) {
    let Ok(files) = std::fs::read_dir(folder) else { return };
    let used = match store.mentioned_files(folder) {
        Ok(used) => used,
        Err(problem) => return tracing::warn!(%problem, "it is not known which pictures are used"),
    };
    for file in files.flatten().map(|file| file.path()).filter(|file| !used.contains(file)) {
        match delete(&file) {
            Ok(()) => tracing::info!(file = %file.display(), "a picture is no longer used"),
            Err(error) => tracing::warn!(%error, file = %file.display(), "a picture cannot be deleted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::PendingImport;
    use vitrine_core::import::{DraftId, PlannedDraft};
    use vitrine_domain::{AccountKey, UserId, VendorId};

    #[test]
    fn only_pictures_that_nothing_refers_to_are_deleted() {
        let delete = |file: &Path| std::fs::remove_file(file);
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(data.path()).unwrap();
        let folder = data.path().join("pasted");
        std::fs::create_dir(&folder).unwrap();
        let file = |name: &str| {
            let path = folder.join(name);
            std::fs::write(&path, b"picture").unwrap();
            path
        };
        let [reviewed, started, unused] =
            ["Pasted photo.png", "عکس \"۲\".png", "Pasted photo 3.png"].map(file);
        let account = AccountKey { market: "m".to_owned(), user: UserId::from(1), vendor: VendorId::from(2) };
        store
            .save_form(&account, "review", &serde_json::json!({ "dropped": [reviewed] }).to_string())
            .unwrap();
        let planned = PlannedDraft { photos: vec![started.clone()], ..PlannedDraft::default() };
        let pending = PendingImport { allow_duplicates: false, drafts: vec![(DraftId(1), planned)] };
        store.save_pending_import("m", Some(&account), &pending).unwrap();

        delete_unused(&folder, &store, delete);
        assert_eq!([&reviewed, &started, &unused].map(|file| file.exists()), [true, true, false]);

        store.delete_form(&account, "review").unwrap();
        store.delete_pending([DraftId(1)]).unwrap();
        delete_unused(&folder, &store, delete);
        assert_eq!([&reviewed, &started].map(|file| file.exists()), [false, false]);
        delete_unused(Path::new("/no/such/folder"), &store, delete);
    }
}
