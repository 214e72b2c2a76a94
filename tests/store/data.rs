//! The contents of the data file, through the public interface of the store.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use tempfile::TempDir;
use vitrine::store::{PendingImport, Store, UploadUse};
use vitrine_core::import::journal::{Identity, Knowledge, Record};
use vitrine_core::import::{DraftId, PlannedDraft, RunId};
use vitrine_domain::{
    Account, AccountKey, Draft, FileId, Origins, PhotoEdit, ProductId, UserId, Vendor, VendorId,
};
use vitrine_media::ContentHash;

const MARKET: &str = "Example market";
const DAY: Duration = Duration::from_secs(86_400);

fn store() -> (TempDir, Store) {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(dir.path()).unwrap();
    (dir, store)
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).unwrap()
}

fn shop(user: u64) -> AccountKey {
    AccountKey { market: MARKET.to_owned(), user: UserId::from(user), vendor: VendorId::from(user + 100) }
}

fn account(user: u64, name: &str) -> Account {
    let vendor =
        Vendor { id: VendorId::from(user + 100), identifier: None, title: Some("گلیم".to_owned()) };
    Account {
        id: UserId::from(user),
        hash_id: None,
        username: None,
        name: Some(name.to_owned()),
        vendor: Some(vendor),
    }
}

fn planned(source_name: &str) -> PlannedDraft {
    let draft = Draft { name: source_name.trim().to_owned(), ..Draft::default() };
    PlannedDraft {
        draft,
        source: PathBuf::from("/photos").join(source_name),
        source_name: source_name.to_owned(),
        photos: vec![],
        ..PlannedDraft::default()
    }
}

/// Starts a run of this account, with one draft for each name.
fn start_run(store: &Store, account: &AccountKey, names: &[&str]) -> (RunId, Vec<DraftId>) {
    let (run, drafts) = (store.new_run().unwrap(), store.new_drafts(names.len()).unwrap());
    let mut records = vec![Record::RunStarted { run, account: account.clone() }];
    records.extend(drafts.iter().zip(names).map(|(&draft, name)| Record::DraftAdded {
        draft,
        run,
        planned: planned(name),
    }));
    store.append(&records, at(0)).unwrap();
    (run, drafts)
}

fn records(store: &Store, run: RunId) -> Vec<Record> {
    store.run_entries(run).unwrap().into_iter().map(|entry| entry.record).collect()
}

#[test]
fn a_run_reads_back_unchanged_after_a_restart() {
    let (dir, store) = store();
    let (run, drafts) = start_run(&store, &shop(1), &["Rug", "گلیم"]);
    let (draft, file) = (drafts[0], FileId::from(42));
    let written = [
        Record::PhotoUploaded {
            draft,
            index: 0,
            hash: ContentHash::of(b"rug"),
            edit: PhotoEdit::default(),
            file: file.clone(),
        },
        Record::Intent { draft, attempt: 1, cover: Some(file) },
        Record::Created { draft, product: Some(ProductId::from(7)) },
    ];
    store.append(&written[..2], at(5)).unwrap();
    store.append(&written[2..], at(6)).unwrap();
    drop(store);

    let entries = Store::open(dir.path()).unwrap().run_entries(run).unwrap();
    assert_eq!(entries[3..].iter().map(|entry| entry.record.clone()).collect::<Vec<_>>(), written);
    let seconds: Vec<i64> = entries.iter().map(|entry| entry.at - at(0).as_second()).collect();
    assert_eq!(seconds, [0, 0, 0, 5, 5, 6]);
}

#[test]
fn runs_are_separate_from_each_other_and_from_other_accounts() {
    let (_dir, store) = store();
    let (first, _) = start_run(&store, &shop(1), &["Rug"]);
    let (second, _) = start_run(&store, &shop(2), &["Rug"]);
    assert_eq!(records(&store, first).len(), 2);
    assert_eq!(store.unfinished_runs(&shop(1)).unwrap(), [first]);
    assert_eq!(store.unfinished_runs(&shop(2)).unwrap(), [second]);
    assert_eq!(store.unfinished_runs(&shop(3)).unwrap(), []);
}

#[test]
fn a_run_has_ended_if_that_is_its_last_record() {
    let (_dir, store) = store();
    let (run, drafts) = start_run(&store, &shop(1), &["Rug"]);
    let draft = drafts[0];
    let ended = |records: &[Record]| {
        store.append(records, at(1)).unwrap();
        store.unfinished_runs(&shop(1)).unwrap().is_empty()
    };
    assert!(!ended(&[Record::RunCancelled { run }]));
    assert!(ended(&[Record::RunEnded { run }]));
    assert!(!ended(&[Record::Retried { draft, fields: Draft::default(), fresh_photos: false }]));
    assert!(!ended(&[Record::Created { draft, product: None }]));
    assert!(ended(&[Record::RunEnded { run }]));
    assert!(
        ended(&[Record::Knowledge { account: shop(1), knowledge: Knowledge::default() }]),
        "knowledge belongs to the shop and does not reopen the run"
    );
    assert!(!ended(&[Record::DraftAdded {
        draft: store.new_drafts(1).unwrap()[0],
        run,
        planned: planned("Mug")
    }]));
}

#[test]
fn a_draft_adopted_by_a_later_run_keeps_its_whole_history() {
    let (_dir, store) = store();
    let (earlier, drafts) = start_run(&store, &shop(1), &["Rug"]);
    let intent = Record::Intent { draft: drafts[0], attempt: 1, cover: Some(FileId::from(42)) };
    store.append(std::slice::from_ref(&intent), at(1)).unwrap();

    let (later, _) = start_run(&store, &shop(1), &[]);
    store
        .append(
            &[Record::Adopted { draft: drafts[0], run: later, planned: planned("Rugs"), hashes: vec![] }],
            at(2),
        )
        .unwrap();
    assert!(records(&store, later).contains(&intent));
    assert_eq!(
        store.unfinished_runs(&shop(1)).unwrap(),
        [later],
        "the earlier run {earlier:?} has no draft left"
    );
    assert_eq!(
        store.earlier_entries(&shop(1), ["rugs"], [], &[]).unwrap().len(),
        3,
        "the draft is found under its new name"
    );
}

#[test]
fn earlier_drafts_are_found_by_source_name_in_any_spelling() {
    let (_dir, store) = store();
    let (_, drafts) = start_run(&store, &shop(1), &["كتاب ۱۲", "Rug", "rug "]);
    start_run(&store, &shop(2), &["Rug"]);
    let found = |names: &[&str]| -> Vec<Option<DraftId>> {
        store
            .earlier_entries(&shop(1), names.iter().copied(), [], &[])
            .unwrap()
            .iter()
            .map(|entry| entry.record.draft())
            .collect()
    };
    assert_eq!(found(&["کتاب 12"]), [Some(drafts[0])]);
    assert_eq!(found(&["RUG", "rug"]), [Some(drafts[1]), Some(drafts[2])]);
    assert_eq!(found(&["mug"]), []);
}

#[test]
fn earlier_drafts_are_found_by_their_sku_also_in_a_file_from_before_that_was_stored() {
    let (dir, store) = store();
    let (run, drafts) = (store.new_run().unwrap(), store.new_drafts(2).unwrap());
    let with_sku = |sku: &str| {
        let mut rug = planned("Rug");
        rug.draft.sku = Some(sku.to_owned());
        rug
    };
    let added = |draft, sku| Record::DraftAdded { draft, run, planned: with_sku(sku) };
    let fields = with_sku("B9").draft;
    let records = [
        Record::RunStarted { run, account: shop(1) },
        added(drafts[0], "a1"),
        added(drafts[1], "A2"),
        Record::Retried { draft: drafts[1], fields, fresh_photos: false },
    ];
    store.append(&records, at(1)).unwrap();
    let found = |store: &Store| {
        ["A1", "A2", "b9"].map(|sku| store.earlier_entries(&shop(1), [], [sku], &[]).unwrap().len())
    };
    assert_eq!(found(&store), [1, 0, 2]);
    drop(store);
    let db = rusqlite::Connection::open(dir.path().join("vitrine.db")).unwrap();
    db.execute_batch(
        "DROP INDEX import_draft_by_sku; DROP INDEX import_draft_by_name; ALTER TABLE import_draft DROP COLUMN sku; ALTER TABLE import_draft DROP COLUMN name; PRAGMA user_version = 15;",
    )
    .unwrap();
    drop(db);
    assert_eq!(found(&Store::open(dir.path()).unwrap()), [1, 0, 2]);
}

/// Its question is asked again after a restart, and not forgotten when its folder is imported once more.
#[test]
fn a_skipped_draft_is_found_again_once_there_is_a_doubt_about_its_product() {
    let (_dir, store) = store();
    let (run, draft) = (store.new_run().unwrap(), store.new_drafts(1).unwrap()[0]);
    let skipped = Record::Skipped {
        draft,
        run,
        planned: planned("Rug"),
        product: Some(ProductId::from(7)),
        photo: None,
    };
    store.append(&[Record::RunStarted { run, account: shop(1) }, skipped.clone()], at(1)).unwrap();
    assert_eq!(store.earlier_entries(&shop(1), ["rug"], [], &[]).unwrap().len(), 0);
    assert_eq!(store.unfinished_runs(&shop(1)).unwrap(), []);

    let accepted = Record::Accepted { draft, attempt: 1 };
    store.append(std::slice::from_ref(&accepted), at(2)).unwrap();
    let found: Vec<Record> = store
        .earlier_entries(&shop(1), ["rug"], [], &[])
        .unwrap()
        .into_iter()
        .map(|entry| entry.record)
        .collect();
    assert_eq!(found, [skipped, accepted]);
    assert_eq!(store.unfinished_runs(&shop(1)).unwrap(), [run]);
}

#[test]
fn run_and_draft_numbers_are_never_reused() {
    let (dir, store) = store();
    let mut runs = vec![store.new_run().unwrap(), store.new_run().unwrap()];
    let mut drafts = store.new_drafts(3).unwrap();
    assert_eq!(store.new_drafts(0).unwrap(), []);
    drop(store);
    let store = Store::open(dir.path()).unwrap();
    runs.push(store.new_run().unwrap());
    drafts.extend(store.new_drafts(2).unwrap());
    assert!(runs.is_sorted_by(|a, b| a < b) && drafts.is_sorted_by(|a, b| a < b), "{runs:?} {drafts:?}");
}

#[test]
fn the_latest_knowledge_about_a_shop_counts() {
    let (_dir, store) = store();
    assert_eq!(store.knowledge(&shop(1)).unwrap(), Knowledge::default());
    let newest = Knowledge {
        identity: Identity::Cover,
        lag: Some(Duration::from_millis(2500)),
        measured: 5,
        throttles_late: true,
        goes_back: true,
    };
    for knowledge in [Knowledge { lag: None, ..newest }, newest] {
        store.append(&[Record::Knowledge { account: shop(1), knowledge }], at(0)).unwrap();
    }
    assert_eq!(store.knowledge(&shop(1)).unwrap(), newest);
    assert_eq!(store.knowledge(&shop(2)).unwrap(), Knowledge::default());
}

#[test]
fn an_album_photo_is_found_by_its_content_for_a_limited_time() {
    let (_dir, store) = store();
    let (hash, file) = (ContentHash::of(b"rug"), FileId::from(42));
    store.save_upload(&shop(1), &hash, &file, UploadUse::Album, at(0)).unwrap();
    let found = |user, second| store.find_upload(&shop(user), &hash, at(second), DAY).unwrap();
    assert_eq!(found(1, 86_400), Some(file));
    assert_eq!(found(1, 86_401), None, "the upload is too old");
    assert_eq!(found(1, -1), None, "uploaded in the future, because the clock was set back");
    assert_eq!(found(2, 0), None, "it belongs to another account");
    assert_eq!(store.find_upload(&shop(1), &ContentHash::of(b"mug"), at(0), DAY).unwrap(), None);
}

#[test]
fn a_cover_is_never_reused() {
    let (_dir, store) = store();
    let (_, drafts) = start_run(&store, &shop(1), &["Rug"]);
    let draft = drafts[0];
    let uploaded = |index, content: &[u8], file| Record::PhotoUploaded {
        draft,
        index,
        hash: ContentHash::of(content),
        edit: PhotoEdit::default(),
        file: FileId::from(file),
    };
    let records = [
        uploaded(0, b"cover", 1),
        uploaded(1, b"album", 2),
        uploaded(2, b"promoted", 3),
        Record::Intent { draft, attempt: 1, cover: Some(FileId::from(3)) },
    ];
    store.append(&records, at(0)).unwrap();
    let found = |content: &[u8]| store.find_upload(&shop(1), &ContentHash::of(content), at(1), DAY).unwrap();
    assert_eq!(found(b"album"), Some(FileId::from(2)));
    assert_eq!(found(b"cover"), None);
    assert_eq!(found(b"promoted"), None, "an album photo that has become a cover");
    store
        .save_upload(&shop(1), &ContentHash::of(b"cover"), &FileId::from(1), UploadUse::Album, at(1))
        .unwrap();
    assert_eq!(found(b"cover"), None, "a cover that is saved as an album photo afterwards");
}

#[test]
fn a_product_is_known_with_its_draft_and_the_cover_that_was_sent_last() {
    let (_dir, store) = store();
    let (_, drafts) = start_run(&store, &shop(1), &["mug", "bowl"]);
    let intent = |draft, attempt, cover: Option<u64>| Record::Intent {
        draft,
        attempt,
        cover: cover.map(FileId::from),
    };
    let created = |draft, product: u64| Record::Created { draft, product: Some(ProductId::from(product)) };
    let sent = [intent(drafts[0], 1, Some(41)), intent(drafts[0], 2, Some(42)), created(drafts[0], 7)];
    store.append(&sent, at(1)).unwrap();
    store.append(&[intent(drafts[1], 1, None), created(drafts[1], 8)], at(2)).unwrap();
    let mut products = store.products_of_drafts(&shop(1)).unwrap();
    products.sort_by_key(|(_, draft, _)| *draft);
    let known =
        |product: u64, draft, cover: Option<u64>| (ProductId::from(product), draft, cover.map(FileId::from));
    assert_eq!(products, [known(7, drafts[0], Some(42)), known(8, drafts[1], None)]);
}

#[test]
fn a_started_import_is_kept_for_its_account_until_the_journal_contains_it() {
    let (dir, store) = store();
    let ids = store.new_drafts(3).unwrap();
    let drafts: Vec<_> = ids.iter().copied().zip(["Rug", "Bowl", "Cup"].map(planned)).collect();
    let import = PendingImport { allow_duplicates: false, drafts: drafts.clone() };
    store.save_pending_import(MARKET, Some(&shop(1)), &import).unwrap();
    drop(store);

    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.pending_imports(MARKET, &shop(1)).unwrap(), [import]);
    assert_eq!(store.pending_imports(MARKET, &shop(2)).unwrap(), [], "it belongs to another account");
    let run = store.new_run().unwrap();
    let added = Record::DraftAdded { draft: ids[0], run, planned: planned("Rug") };
    store.append(&[Record::RunStarted { run, account: shop(1) }, added], at(0)).unwrap();
    assert_eq!(store.count_pending_of(&shop(1)).unwrap(), 2, "the rug is in the journal now");
    store.delete_pending([ids[1]]).unwrap();
    assert_eq!((store.count_pending_of(&shop(1)).unwrap(), store.count_pending_at(MARKET).unwrap()), (1, 1));
    store.delete_pending_of(&shop(1)).unwrap();
    assert_eq!(store.pending_imports(MARKET, &shop(1)).unwrap(), []);
}

#[test]
fn an_import_without_an_account_waits_for_resume_or_is_replaced_by_a_new_start() {
    let (_dir, store) = store();
    let ids = store.new_drafts(2).unwrap();
    let import = |id| PendingImport { allow_duplicates: true, drafts: vec![(id, planned("Rug"))] };
    store.save_pending_import(MARKET, None, &import(ids[0])).unwrap();
    assert_eq!(store.pending_imports(MARKET, &shop(2)).unwrap(), [import(ids[0])]);
    assert_eq!((store.count_pending_of(&shop(2)).unwrap(), store.count_pending_at(MARKET).unwrap()), (0, 1));
    store.save_pending_import(MARKET, Some(&shop(1)), &import(ids[1])).unwrap();
    assert_eq!(store.pending_imports(MARKET, &shop(2)).unwrap(), []);
    assert_eq!(store.pending_imports(MARKET, &shop(1)).unwrap(), [import(ids[1])]);
}

#[test]
fn products_already_in_the_journal_are_not_kept_as_pending() {
    let (_dir, store) = store();
    let (_, drafts) = start_run(&store, &shop(1), &["Rug"]);
    store
        .save_pending_import(
            MARKET,
            Some(&shop(1)),
            &PendingImport { allow_duplicates: false, drafts: vec![(drafts[0], planned("Rug"))] },
        )
        .unwrap();
    assert_eq!(store.pending_imports(MARKET, &shop(1)).unwrap(), []);
}

#[test]
fn the_current_account_is_the_last_signed_in_one() {
    let (_dir, store) = store();
    assert_eq!(store.current_account(MARKET).unwrap(), None);
    store.set_current_account(MARKET, &account(1, "Old name"), at(0)).unwrap();
    store.set_current_account(MARKET, &account(2, "Sara"), at(1)).unwrap();
    store.set_current_account(MARKET, &account(1, "Mina"), at(2)).unwrap();
    store.set_current_account("Another market", &account(3, "Ali"), at(3)).unwrap();
    assert_eq!(store.current_account(MARKET).unwrap(), Some(account(1, "Mina")));
    let accounts: Vec<_> = store
        .accounts()
        .unwrap()
        .into_iter()
        .map(|entry| (entry.account.display_name().to_owned(), entry.used_at))
        .collect();
    assert_eq!(accounts, [("Ali".to_owned(), at(3)), ("Mina".to_owned(), at(2)), ("Sara".to_owned(), at(1))]);
    store.choose_account(MARKET, &UserId::from(2)).unwrap();
    assert_eq!(store.current_account(MARKET).unwrap(), Some(account(2, "Sara")));
    store.clear_current_account(MARKET).unwrap();
    assert_eq!(store.current_account(MARKET).unwrap(), None);
    assert_eq!(store.accounts().unwrap().len(), 3);
}

#[test]
fn a_signed_out_account_stays_in_the_list_without_a_token() {
    let (_dir, store) = store();
    store.set_current_account(MARKET, &account(1, "Mina"), at(0)).unwrap();
    store.mark_signed_out(MARKET, &UserId::from(1)).unwrap();
    assert_eq!(store.current_account(MARKET).unwrap(), None);
    assert_eq!(store.accounts().unwrap().iter().map(|entry| entry.has_token).collect::<Vec<_>>(), [false]);
    store.set_current_account(MARKET, &account(1, "Mina"), at(1)).unwrap();
    assert!(store.accounts().unwrap()[0].has_token, "the account is signed in again");
}

#[test]
fn a_marketplace_is_found_at_the_last_path_of_its_file() {
    let (_dir, store) = store();
    store.set_market_file(MARKET, Path::new("/old.toml"), &Origins::default()).unwrap();
    store.set_market_file(MARKET, Path::new("/new.toml"), &Origins::default()).unwrap();
    assert_eq!(store.market_files().unwrap(), [(MARKET.to_owned(), PathBuf::from("/new.toml"))]);
    store.forget_market(MARKET).unwrap();
    assert!(store.market_files().unwrap().is_empty());
}

#[test]
fn all_that_is_stored_of_a_marketplace_moves_with_it_and_nothing_of_its_namesake() {
    let (dir, store) = store();
    let [from, to, other] = ["a.example", "b.example", "c.example"]
        .map(|host| Origins::from_iter([("base", format!("https://{host}"))]).market_id(MARKET));
    let at_market = |market: &str| AccountKey { market: market.to_owned(), ..shop(1) };
    for market in [&from, &other] {
        store.set_current_account(market, &account(1, "Mina"), at(0)).unwrap();
        store.save_form(&at_market(market), "create", "{}").unwrap();
        store.learn_limit(market, "photos", 7).unwrap();
        store.set_cached(market, "categories", 0, "[]").unwrap();
        let drafts = store.new_drafts(1).unwrap();
        let pending = PendingImport { allow_duplicates: false, drafts: vec![(drafts[0], planned("Rug"))] };
        store.save_pending_import(market, Some(&at_market(market)), &pending).unwrap();
        store.begin_catalog(&at_market(market)).unwrap();
        let run = store.new_run().unwrap();
        let draft = store.new_drafts(1).unwrap()[0];
        let records = [
            Record::RunStarted { run, account: at_market(market) },
            Record::DraftAdded { draft, run, planned: planned("Cup") },
        ];
        store.append(&records, at(0)).unwrap();
    }
    store
        .set_setting(
            "interrupted_imports",
            &serde_json::to_string(&[at_market(&from), at_market(&other)]).unwrap(),
        )
        .unwrap();
    let delivery = |market: &str| {
        let owner = format!("{market}/1/101");
        vitrine::store::Deliveries::open(dir.path(), &owner).unwrap()
    };
    let new = vitrine::store::NewDelivery {
        at: at(0),
        method: "POST".to_owned(),
        path: "/".to_owned(),
        media_type: String::new(),
        body: b"{}".to_vec(),
    };
    for market in [&from, &other] {
        delivery(market).add(std::slice::from_ref(&new), vitrine_domain::Forwarding::Off).unwrap();
    }
    assert!(!store.knows_market(&to).unwrap() && store.knows_market(&from).unwrap());
    let namesakes: Vec<String> =
        store.namesakes(&to).unwrap().into_iter().map(|namesake| namesake.id).collect();
    assert_eq!(namesakes, [from.clone(), other.clone()]);

    store.move_market(&from, &to).unwrap();
    vitrine::store::Deliveries::move_market(dir.path(), &from, &to).unwrap();

    assert!(!store.knows_market(&from).unwrap(), "nothing is left");
    for market in [&to, &other] {
        let key = at_market(market);
        assert_eq!(store.current_account(market).unwrap(), Some(account(1, "Mina")));
        assert!(store.form(&key, "create").unwrap().is_some());
        assert_eq!(store.limits(market).unwrap().get("photos"), Some(&7));
        assert!(store.cached(market, "categories").unwrap().is_some());
        assert_eq!(store.pending_imports(market, &key).unwrap().len(), 1);
        assert_eq!(store.unfinished_runs(&key).unwrap().len(), 1, "the journal");
        assert_eq!(delivery(market).newest(9).unwrap().len(), 1);
    }
    let accounts: Vec<AccountKey> =
        serde_json::from_str(&store.setting("interrupted_imports").unwrap().unwrap()).unwrap();
    assert_eq!(accounts, [at_market(&to), at_market(&other)]);
}

#[test]
fn an_account_without_a_shop_is_remembered() {
    let (_dir, store) = store();
    let visitor = Account { vendor: None, ..account(1, "Mina") };
    store.set_current_account(MARKET, &visitor, at(0)).unwrap();
    assert_eq!(store.current_account(MARKET).unwrap(), Some(visitor));
}

#[test]
fn removing_an_account_deletes_its_forms_but_not_the_journal() {
    let (_dir, store) = store();
    for user in [1, 2] {
        store.set_current_account(MARKET, &account(user, "Mina"), at(0)).unwrap();
        store.save_form(&shop(user), "create", "{}").unwrap();
    }
    let (run, _) = start_run(&store, &shop(1), &["Rug"]);
    store.forget_account(MARKET, &UserId::from(1)).unwrap();
    assert_eq!(store.form(&shop(1), "create").unwrap(), None);
    assert_eq!(store.accounts().unwrap().len(), 1);
    assert_eq!(store.unfinished_runs(&shop(1)).unwrap(), [run]);
    assert_eq!(store.form(&shop(2), "create").unwrap().as_deref(), Some("{}"));
}

#[test]
fn settings_forms_and_limits_survive_a_restart() {
    let (dir, store) = store();
    assert_eq!(store.setting("ui").unwrap(), None);
    store.set_setting("ui", r#"{"language":"en"}"#).unwrap();
    store.set_setting("ui", r#"{"language":"fa"}"#).unwrap();
    store.save_form(&shop(1), "create", r#"{"name":"گلیم"}"#).unwrap();
    store.save_form(&shop(1), "import", "[]").unwrap();
    store.delete_form(&shop(1), "import").unwrap();
    store.learn_limit(MARKET, "photo_bytes", 9_000_000).unwrap();
    store.learn_limit(MARKET, "photo_bytes", 5_242_880).unwrap();
    drop(store);

    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.setting("ui").unwrap().as_deref(), Some(r#"{"language":"fa"}"#));
    assert_eq!(store.form(&shop(1), "create").unwrap().as_deref(), Some(r#"{"name":"گلیم"}"#));
    assert_eq!(store.form(&shop(1), "import").unwrap(), None);
    assert_eq!(store.form(&shop(2), "create").unwrap(), None);
    assert_eq!(
        store.limits(MARKET).unwrap().into_iter().collect::<Vec<_>>(),
        [("photo_bytes".to_owned(), 5_242_880)]
    );
    assert!(store.limits("Another market").unwrap().is_empty());
}

/// Prints times; run it with `cargo test --release --test store data:: -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a check"]
fn measure() {
    use std::time::Instant;

    let (dir, store) = store();
    let (_, drafts) = start_run(&store, &shop(1), &["Rug"]);
    let start = Instant::now();
    for attempt in 0..200 {
        store
            .append(&[Record::Intent { draft: drafts[0], attempt, cover: Some(FileId::from(42)) }], at(0))
            .unwrap();
    }
    println!("one durable append: {:?}", start.elapsed() / 200);

    let names: Vec<String> = (0..10_000).map(|number| format!("Rug {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let start = Instant::now();
    let (run, _) = start_run(&store, &shop(1), &names);
    println!("record 10,000 drafts: {:?}", start.elapsed());
    let start = Instant::now();
    assert_eq!(store.run_entries(run).unwrap().len(), 10_001);
    println!("read them back: {:?}", start.elapsed());
    let start = Instant::now();
    assert_eq!(store.earlier_entries(&shop(1), names, [], &[]).unwrap().len(), 10_000);
    println!("find them by name: {:?}", start.elapsed());
    drop(store);
    let start = Instant::now();
    Store::open(dir.path()).unwrap();
    println!(
        "open {} MB: {:?}",
        std::fs::metadata(dir.path().join("vitrine.db")).unwrap().len() >> 20,
        start.elapsed()
    );
}
