//! What is believed needs a witness: a product in a list, an id, or the marketplace's own refusal.

use super::*;
use vitrine_domain::{AnswerForm, DraftVariant, Variant, VariantId};

fn list_or_creation(effect: &Effect) -> bool {
    creation(effect) || matches!(effect, Effect::List(_))
}

fn listed(id: u64, title: &str, photo: Option<FileId>, bench: &Bench) -> ListedProduct {
    let id = ProductId::from(id);
    ListedProduct {
        id,
        title: title.to_owned(),
        price: None,
        stock: None,
        photo,
        sku: None,
        variants: Vec::new(),
        at: bench.now,
    }
}

fn answer(bench: &mut Bench, id: u64, result: Result<Option<ProductId>, Problem>) {
    bench.open.retain(|effect| !creation(effect));
    bench.feed(Input::Created { draft: DraftId(id), result });
}

fn refusal(status: u16, code: ProblemKind, form: AnswerForm) -> Problem {
    Problem { status: Some(status), form, ..Problem::new(code) }
}

/// Lets time pass, and answers each listing with these products.
fn wait(bench: &mut Bench, seconds: u64, products: &[ListedProduct]) {
    for _ in 0..seconds {
        bench.now += S;
        bench.feed(Input::Tick);
        while let Some(place) = bench.open.iter().position(|effect| matches!(effect, Effect::List(_))) {
            bench.open.remove(place);
            let products = products.iter().map(|listed| ListedProduct { at: bench.now, ..listed.clone() });
            let products = products.chain([earlier_product(bench.now)]).collect();
            bench.feed(Input::Listed(Ok(ListedProducts {
                complete: true,
                cut_short: false,
                has_shrunk: false,
                products,
            })));
        }
    }
}

/// A shop with these products, in which product 1 was sent.
fn sent(before: &[ListedProduct]) -> Bench {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    wait(&mut bench, 1, before);
    assert_eq!(bench.creations(), [1]);
    bench
}

fn cover(bench: &Bench) -> Option<FileId> {
    bench.engine.row(DraftId(1)).unwrap().photo_id
}

#[test]
fn a_refused_token_is_no_proof_that_nothing_was_done() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(refusal(401, ProblemKind::Unauthorized, AnswerForm::Own)));
    assert_eq!((bench.state(1), bench.waiting()), (State::Checking, Some(Waiting::SignIn)));
    bench.feed(Input::SignedIn(account(1)));
    assert_eq!(bench.creations(), [0u64; 0], "it is looked for first");
    let product = listed(7, "product 1", cover(&bench), &bench);
    wait(&mut bench, 5, &[product]);
    assert_eq!((bench.state(1), bench.creations().len()), (State::Created, 0));
}

#[test]
fn a_page_of_a_gateway_is_no_refusal() {
    for status in [403, 404, 409, 422] {
        let mut bench = sent(&[]);
        answer(&mut bench, 1, Err(refusal(status, ProblemKind::ForeignAnswer, AnswerForm::Page)));
        assert_eq!(bench.state(1), State::Checking, "{status}");
        let product = listed(7, "product 1", cover(&bench), &bench);
        wait(&mut bench, 5, &[product]);
        assert_eq!(bench.state(1), State::Created, "{status}");
    }
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(refusal(404, ProblemKind::NotFound, AnswerForm::Own)));
    assert_eq!(bench.state(1), State::Failed, "the marketplace's own words count");
}

#[test]
fn a_name_that_is_taken_is_looked_for_before_that_counts() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(taken()));
    let product = listed(7, "product 1", cover(&bench), &bench);
    wait(&mut bench, 5, &[product]);
    assert_eq!(bench.state(1), State::Created, "something had sent it twice");
    let mut bench = Bench::new(list_or_creation);
    let older = listed(5, "product 1", Some(FileId::from(2)), &bench);
    bench.feed(Input::Add(vec![added(2, 1)]));
    wait(&mut bench, 1, std::slice::from_ref(&older));
    bench.feed(Input::Add(vec![added(1, 1)]));
    answer(&mut bench, 1, Err(taken()));
    wait(&mut bench, 300, &[older]);
    assert_eq!((bench.state(1), bench.creations()), (State::Failed, vec![]), "it was there before");
}

fn taken() -> Problem {
    let refused = refusal(422, ProblemKind::Unprocessable, AnswerForm::Own).with_field("name");
    refused.with_quotation("This name already exists")
}

#[test]
fn a_name_that_is_taken_in_a_shop_that_was_not_read_is_refused_at_once_and_created_if_a_list_shows_it() {
    for is_there in [true, false] {
        let mut bench = Bench::new(list_or_creation);
        bench.feed(Input::Add(vec![added(1, 1)]));
        bench.open.retain(|effect| !matches!(effect, Effect::List(_)));
        bench.feed(Input::Listed(Err(Problem::new(ProblemKind::ConnectionLost))));
        answer(&mut bench, 1, Err(taken()));
        assert_eq!(bench.state(1), State::Failed, "a person who waits for it is told");
        let product = listed(7, "product 1", cover(&bench), &bench);
        let list: Vec<ListedProduct> = is_there.then_some(product).into_iter().collect();
        wait(&mut bench, 120, &list);
        assert_eq!(
            (bench.state(1) == State::Created, bench.engine.ended()),
            (is_there, true),
            "{:?}",
            bench.engine.row(DraftId(1))
        );
    }
}

#[test]
fn a_name_that_was_said_to_be_taken_is_looked_for_after_a_restart() {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    answer(&mut bench, 1, Err(taken()));
    let product = listed(7, "product 1", cover(&bench), &bench);
    let mut bench = bench.restarted();
    wait(&mut bench, 120, &[product]);
    assert_eq!(bench.state(1), State::Created);
}

#[test]
fn an_answer_that_names_a_product_with_nothing_of_what_was_sent_is_not_believed() {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    answer(&mut bench, 1, Ok(Some(ProductId::from(5))));
    let other = listed(5, "vase", Some(FileId::from(2)), &bench);
    wait(&mut bench, 30, &[other]);
    assert_eq!(bench.state(1), State::Checking);
}

/// Lets time pass, and answers each listing with this problem. Returns how many there were.
fn wait_without_a_list(bench: &mut Bench, seconds: u64, problem: &Problem) -> usize {
    let mut listings = 0;
    for _ in 0..seconds {
        bench.now += S;
        bench.feed(Input::Tick);
        while let Some(place) = bench.open.iter().position(|effect| matches!(effect, Effect::List(_))) {
            bench.open.remove(place);
            listings += 1;
            bench.feed(Input::Listed(Err(problem.clone())));
        }
    }
    listings
}

#[test]
fn a_list_that_the_marketplace_refuses_is_not_asked_for_again_and_its_refusal_is_said() {
    let mut bench = Bench::new(|effect| list_or_creation(effect) || matches!(effect, Effect::Report(_)));
    bench.feed(Input::Add(vec![added(1, 1)]));
    let refused = refusal(403, ProblemKind::Forbidden, AnswerForm::Own);
    wait_without_a_list(&mut bench, 2, &refused);
    answer(&mut bench, 1, Ok(Some(ProductId::from(5))));
    let listings = wait_without_a_list(&mut bench, 300, &refused);
    assert!(
        (bench.state(1), bench.engine.ended()) == (State::Created, true) && listings <= 2,
        "{listings} listings"
    );
    assert!(bench.open.contains(&Effect::Report(refused)));
}

#[test]
fn what_was_answered_and_is_looked_for_is_not_said_to_be_sent_again() {
    let looks = |result| {
        let mut bench = sent(&[]);
        answer(&mut bench, 1, result);
        wait(&mut bench, 3, &[]);
        bench.waiting()
    };
    assert!(matches!(looks(Ok(None)), Some(Waiting::Confirming { .. })));
    assert!(matches!(looks(Err(Problem::new(ProblemKind::ConnectionLost))), Some(Waiting::Checking { .. })));
}

/// Product 1 was accepted and never shown, so that a person is asked; product 2 is not sent yet.
fn asked_about_the_first() -> Bench {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Ok(None));
    bench.feed(Input::Add(vec![added(2, 1)]));
    wait(&mut bench, 1000, &[]);
    assert_eq!((bench.state(1), bench.creations()), (State::NeedsPerson, vec![2]));
    bench
}

#[test]
fn what_a_person_was_asked_about_is_looked_for_once_by_the_next_process() {
    for is_there in [true, false] {
        let mut bench = asked_about_the_first();
        answer(&mut bench, 2, Ok(Some(ProductId::from(8))));
        let second = listed(8, "product 2", bench.engine.row(DraftId(2)).unwrap().photo_id, &bench);
        wait(&mut bench, 30, std::slice::from_ref(&second));
        let first = listed(7, "product 1", cover(&bench), &bench);
        let list: Vec<ListedProduct> = is_there.then_some(first).into_iter().chain([second]).collect();
        let mut bench = bench.restarted();
        assert!(!bench.engine.ended());
        wait(&mut bench, 5, &list);
        assert_eq!((bench.state(1) == State::Created, bench.engine.ended()), (is_there, true));
    }
}

#[test]
fn a_list_that_withholds_one_product_proves_no_absence_of_another_in_the_next_process() {
    let mut bench = asked_about_the_first();
    answer(&mut bench, 2, Err(refusal(502, ProblemKind::ServerError, AnswerForm::Page)));
    let mut bench = bench.restarted();
    wait(&mut bench, 1000, &[]);
    assert_eq!((bench.state(2), bench.creations()), (State::NeedsPerson, vec![]));
}

#[test]
fn what_was_refused_and_is_there_is_said_to_be_created_once_a_list_shows_it() {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    wait(&mut bench, 1, &[]);
    answer_one(&mut bench, 2);
    answer(&mut bench, 1, Err(refusal(400, ProblemKind::Unprocessable, AnswerForm::Own)));
    assert_eq!(bench.state(1), State::Failed);
    let there =
        [listed(7, "product 1", cover(&bench), &bench)].into_iter().chain(bench.shown()).collect::<Vec<_>>();
    wait(&mut bench, 30, &there);
    assert_eq!(bench.state(1), State::Created);
}

#[test]
fn a_taken_name_of_the_first_product_in_a_shop_that_could_not_be_read_is_its_own_once_a_list_shows_it() {
    let new_shop = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
    let mut bench = Bench::of(new_shop, list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    while bench.creations().is_empty() {
        bench.now += S;
        bench.feed(Input::Tick);
        if let Some(place) = bench.open.iter().position(|effect| matches!(effect, Effect::List(_))) {
            bench.open.remove(place);
            bench.feed(Input::Listed(Err(Problem::new(ProblemKind::TooManyRequests))));
        }
        assert!(bench.now < 600 * S, "it waits for the list for ever");
    }
    let mut taken = refusal(422, ProblemKind::Unprocessable, AnswerForm::Own);
    (taken.field, taken.quotation) = (Some("name".to_owned()), Some("name is taken".to_owned()));
    answer(&mut bench, 1, Err(taken));
    assert_eq!(bench.state(1), State::Failed);
    // A gateway had repeated the request, and only the second answer came.
    let product = listed(7, "product 1", cover(&bench), &bench);
    wait(&mut bench, 30, &[product]);
    assert_eq!(bench.state(1), State::Created);
}

/// A lost product, whose shop's list has lacked for so many seconds what it had.
fn lost_while_the_list_lacks_a_vase(seconds: u64) -> (Bench, ListedProduct) {
    let mut bench = Bench::new(list_or_creation);
    let vase = listed(9, "vase", Some(FileId::from(1)), &bench);
    bench.feed(Input::Add(vec![added(1, 1)]));
    wait(&mut bench, 1, std::slice::from_ref(&vase));
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    wait(&mut bench, seconds, &[]);
    (bench, vase)
}

#[test]
fn a_list_that_lacks_what_an_earlier_one_had_is_no_proof_that_nothing_was_done() {
    let (mut bench, vase) = lost_while_the_list_lacks_a_vase(120);
    assert_eq!((bench.state(1), bench.creations()), (State::Checking, vec![]));
    wait(&mut bench, 400, &[vase]);
    assert_eq!(bench.creations(), [1], "the list has what it had");
}

#[test]
fn a_list_that_goes_on_lacking_what_an_earlier_one_had_leads_to_a_question() {
    let (bench, _) = lost_while_the_list_lacks_a_vase(250);
    assert_eq!((bench.state(1), bench.creations()), (State::NeedsPerson, vec![]));
}

#[test]
fn of_two_drafts_with_equal_photos_the_one_that_was_sent_has_the_product() {
    let held = |effect: &Effect| {
        let is_second_photo = |photo: &PhotoRef| photo.index == 1;
        list_or_creation(effect)
            || matches!(effect, Effect::Upload { .. })
            || matches!(effect, Effect::Prepare { photo, .. } if is_second_photo(photo))
    };
    let mut bench = Bench::new(held);
    let AddedDraft::New { id, planned } = added(1, 2) else { unreachable!() };
    let twin = AddedDraft::New { id: DraftId(id.0 + 1), planned };
    bench.feed(Input::Add(vec![added(1, 1), twin]));
    wait(&mut bench, 1, &[]);
    let file = FileId::from(7);
    for draft in [1, 2] {
        bench.feed(Input::Uploaded {
            photo: PhotoRef { draft: DraftId(draft), index: 0 },
            result: Ok(file.clone()),
        });
    }
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    let product = listed(55, "product 1", Some(file), &bench);
    wait(&mut bench, 5, &[product]);
    assert_eq!((bench.state(1), bench.state(2)), (State::Created, State::Uploading));
}

#[test]
fn of_two_that_look_alike_one_lost_and_one_in_flight_nothing_tells_which_one_is_listed() {
    let mut bench = Bench::new(|effect| list_or_creation(effect) || matches!(effect, Effect::Upload { .. }));
    let AddedDraft::New { id, planned } = added(1, 1) else { unreachable!() };
    let twin = AddedDraft::New { id: DraftId(id.0 + 1), planned };
    bench.feed(Input::Add(vec![added(1, 1), twin]));
    wait(&mut bench, 1, &[]);
    let file = FileId::from(7);
    for draft in [1, 2] {
        bench.feed(Input::Uploaded {
            photo: PhotoRef { draft: DraftId(draft), index: 0 },
            result: Ok(file.clone()),
        });
    }
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    let product = listed(55, "product 1", Some(file), &bench);
    wait(&mut bench, 5, std::slice::from_ref(&product));
    assert_eq!((bench.state(1), bench.state(2)), (State::Checking, State::Creating));
    answer(&mut bench, 2, Ok(Some(product.id.clone())));
    wait(&mut bench, 5, &[product]);
    assert_eq!((bench.state(1), bench.state(2)), (State::Checking, State::Created));
}

#[test]
fn a_success_without_an_id_is_created_once_a_list_shows_it() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Ok(None));
    assert_eq!((bench.state(1), bench.engine.ended()), (State::Checking, false));
    let product = listed(7, "product 1", cover(&bench), &bench);
    wait(&mut bench, 3, &[product]);
    assert_eq!((bench.state(1), bench.engine.ended()), (State::Created, true));
}

#[test]
fn a_success_that_no_list_shows_is_a_question_and_is_never_sent_again_by_itself() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Ok(None));
    wait(&mut bench, 1000, &[]);
    let row = bench.engine.row(DraftId(1)).unwrap();
    assert_eq!(
        (row.state, row.problem.map(|problem| problem.kind)),
        (State::NeedsPerson, Some(ProblemKind::NotListed))
    );
    assert_eq!(bench.creations(), [0u64; 0]);
    // Not after a restart either.
    let engine = Engine::restore(RunId(1), &bench.journal, KNOWN, Config::default(), S, 0).unwrap();
    let mut later = Bench::of(engine, list_or_creation);
    wait(&mut later, 1000, &[]);
    assert_eq!((later.state(1), later.creations()), (State::NeedsPerson, vec![]));
    later.feed(Input::Decide { draft: DraftId(1), exists: false });
    assert_eq!(later.creations(), [1], "a person looked");
}

#[test]
fn an_answer_that_names_a_product_which_a_list_had_shown_before_names_the_wrong_one() {
    let mut bench = Bench::new(|effect| list_or_creation(effect) || matches!(effect, Effect::Upload { .. }));
    bench.engine.knowledge = Knowledge::default();
    let vase = listed(9, "vase", Some(FileId::from(1)), &bench);
    bench.feed(Input::Add(vec![added(1, 1)]));
    wait(&mut bench, 2, std::slice::from_ref(&vase));
    bench.now += S;
    bench.feed(Input::Uploaded {
        photo: PhotoRef { draft: DraftId(1), index: 0 },
        result: Ok(FileId::from(7)),
    });
    assert_eq!(bench.creations(), [1]);
    answer(&mut bench, 1, Ok(Some(vase.id.clone())));
    assert_eq!((bench.state(1), bench.engine.row(DraftId(1)).unwrap().product_id), (State::Checking, None));
    let ours = listed(10, "product 1", cover(&bench), &bench);
    wait(&mut bench, 30, &[vase, ours]);
    assert_eq!(
        (bench.state(1), bench.engine.row(DraftId(1)).unwrap().product_id),
        (State::Created, Some(ProductId::from(10)))
    );
}

#[test]
fn a_name_that_is_taken_after_a_lost_answer_is_no_failure() {
    for problem in [
        refusal(409, ProblemKind::Refused, AnswerForm::Own),
        refusal(422, ProblemKind::Unprocessable, AnswerForm::Own).with_field("name"),
        refusal(422, ProblemKind::Unprocessable, AnswerForm::Own).with_field("sku"),
    ] {
        let mut bench = sent(&[]);
        answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
        wait(&mut bench, 60, &[]);
        assert_eq!(bench.creations(), [1], "absent, so it is sent again");
        answer(&mut bench, 1, Err(problem));
        wait(&mut bench, 200, &[]);
        assert_eq!(bench.state(1), State::NeedsPerson, "the list hides it");
    }
}

#[test]
fn a_refusal_of_the_name_after_a_lost_answer_is_asked_about_with_its_words_and_counts_once_it_is_not_there() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    wait(&mut bench, 60, &[]);
    let too_long = refusal(422, ProblemKind::Unprocessable, AnswerForm::Own)
        .with_field("name")
        .with_quotation("name is longer than 30 characters");
    answer(&mut bench, 1, Err(too_long.clone()));
    wait(&mut bench, 200, &[]);
    let asked = bench.engine.row(DraftId(1)).unwrap().problem.unwrap();
    assert_eq!(
        (bench.state(1), asked.kind, asked.quotation.as_deref()),
        (State::NeedsPerson, ProblemKind::Ambiguous, too_long.quotation.as_deref())
    );
    bench.feed(Input::Decide { draft: DraftId(1), exists: false });
    let said = bench.engine.row(DraftId(1)).unwrap().problem;
    assert_eq!((bench.state(1), said), (State::Failed, Some(too_long)), "a person corrects it now");
}

#[test]
fn another_refusal_after_a_lost_answer_counts_once_the_list_lacks_it() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    wait(&mut bench, 60, &[]);
    answer(
        &mut bench,
        1,
        Err(refusal(422, ProblemKind::Unprocessable, AnswerForm::Own).with_field("weight")),
    );
    assert_eq!(bench.state(1), State::Checking);
    wait(&mut bench, 60, &[]);
    assert_eq!(bench.state(1), State::Failed);
}

#[test]
fn what_got_a_429_is_sent_again_only_after_it_was_missing_as_long_as_any_lost_one() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(refusal(429, ProblemKind::TooManyRequests, AnswerForm::Own)));
    wait(&mut bench, 25, &[]);
    assert_eq!((bench.state(1), bench.creations()), (State::Checking, vec![]));
    wait(&mut bench, 30, &[]);
    assert_eq!(bench.creations(), [1]);
}

#[test]
fn a_late_answer_is_taken_and_nothing_is_sent_before_it() {
    let mut bench = sent(&[]);
    bench.open.clear();
    bench.feed(Input::Overdue { draft: DraftId(1) });
    wait(&mut bench, 200, &[]);
    assert_eq!((bench.state(1), bench.creations()), (State::Checking, vec![]), "it may still be done");
    answer(&mut bench, 1, Ok(Some(ProductId::from(7))));
    assert_eq!(
        (bench.state(1), bench.engine.row(DraftId(1)).unwrap().product_id),
        (State::Created, Some(ProductId::from(7)))
    );
}

#[test]
fn a_new_product_with_our_name_is_a_question_whatever_its_photo() {
    for photo in [None, Some(FileId::from(9_999))] {
        let mut bench = sent(&[]);
        answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
        let like_ours = ListedProduct {
            price: Some(Price::on_wire(1)),
            stock: Some(0),
            ..listed(7, "Product 1", photo, &bench)
        };
        wait(&mut bench, 120, &[like_ours]);
        assert_eq!((bench.state(1), bench.creations()), (State::NeedsPerson, vec![]));
    }
}

#[test]
fn a_product_that_was_there_before_raises_no_question() {
    let old = listed(7, "product 2", Some(FileId::from(9_999)), &Bench::new(nothing));
    let mut bench = sent(std::slice::from_ref(&old));
    bench.feed(Input::Add(vec![added(2, 1)]));
    answer(&mut bench, 2, Err(Problem::new(ProblemKind::ConnectionLost)));
    wait(&mut bench, 60, &[old]);
    assert_eq!(bench.creations(), [2]);
}

/// A lost product, while the list shows one of its cover and name that a draft of an earlier import was
/// answered with.
fn lost_beside_an_earlier_import(was_sent_with: impl Fn(Option<FileId>) -> Option<FileId>) -> Bench {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1)]));
    let cover = cover(&bench);
    bench.engine.add_products_of_others([(ProductId::from(7), DraftId(90), was_sent_with(cover.clone()))]);
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    let earlier = listed(7, "product 1", cover, &bench);
    wait(&mut bench, 120, &[earlier]);
    bench
}

#[test]
fn the_product_of_an_earlier_import_is_not_taken_for_the_lost_one() {
    // Equal photos got equal file ids.
    let bench = lost_beside_an_earlier_import(|cover| cover);
    assert_eq!((bench.state(1), bench.creations()), (State::Creating, vec![1]));
}

#[test]
fn a_product_that_an_earlier_import_was_answered_with_and_that_has_the_lost_ones_cover_is_a_question() {
    for another in [Some(FileId::from(9_999)), None] {
        let bench = lost_beside_an_earlier_import(|_| another.clone());
        assert_eq!((bench.state(1), bench.creations()), (State::NeedsPerson, vec![]), "{another:?}");
    }
}

#[test]
fn two_products_that_are_answered_with_one_id_are_both_looked_for() {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    answer(&mut bench, 1, Ok(Some(ProductId::from(7))));
    answer(&mut bench, 2, Ok(Some(ProductId::from(7))));
    assert_eq!([bench.state(1), bench.state(2)], [State::Checking; 2]);
    let product = listed(7, "product 1", cover(&bench), &bench);
    wait(&mut bench, 1000, &[product]);
    assert_eq!([bench.state(1), bench.state(2)], [State::Created, State::NeedsPerson]);
    assert_eq!(bench.creations(), [0u64; 0]);
}

#[test]
fn a_waiting_product_that_is_listed_with_its_cover_is_not_sent() {
    let mut before = Bench::new(|effect| {
        creation(effect) || matches!(effect, Effect::Record { record: Record::Intent { .. }, .. })
    });
    before.feed(Input::Add(vec![added(1, 1)]));
    let photo = cover(&before);
    // The copy of the journal that comes back knows the upload, and not the creation.
    before.journal.retain(|entry| !matches!(entry.record, Record::Intent { .. }));
    let engine = Engine::restore(RunId(1), &before.journal, KNOWN, Config::default(), S, 0).unwrap();
    let mut bench = Bench::of(engine, list_or_creation);
    assert_eq!(bench.creations(), [0u64; 0], "the shop is looked at first");
    let product = listed(7, "product 1", photo, &bench);
    wait(&mut bench, 2, &[product]);
    let row = bench.engine.row(DraftId(1)).unwrap();
    assert_eq!(
        (row.state, row.product_id, bench.creations()),
        (State::Skipped, Some(ProductId::from(7)), vec![])
    );
}

#[test]
fn a_product_that_a_person_found_is_not_that_of_a_lost_draft_of_its_photo_and_name() {
    let mut before = Bench::new(creation);
    before.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    for id in [1, 2] {
        answer(&mut before, id, Err(Problem::new(ProblemKind::ConnectionLost)));
    }
    let photo = cover(&before).unwrap();
    for entry in &mut before.journal {
        match &mut entry.record {
            Record::DraftAdded { planned, .. } => planned.draft.name = "product 1".to_owned(),
            Record::PhotoUploaded { file, .. } => *file = photo.clone(),
            Record::Intent { cover, .. } => *cover = Some(photo.clone()),
            _ => {}
        }
    }
    let said =
        [Record::Undecided { draft: DraftId(2) }, Record::Created { draft: DraftId(2), product: None }];
    before.journal.extend(said.map(|record| Entry { at: 0, record }));
    let earlier = JournalReplay::read(&before.journal, 0).into_drafts();
    let [one, two] = <[_; 2]>::try_from(earlier).unwrap();
    assert_eq!([one.state, two.state], [State::Checking, State::Created]);
    let again = Engine::new(RunId(2), account(1), KNOWN, Config::default());
    let mut bench = Bench::of(again, list_or_creation);
    bench.feed(Input::Add(vec![
        AddedDraft::Adopted { planned: one.planned.clone(), hashes: Vec::new(), earlier: Box::new(one) },
        AddedDraft::Skipped { id: DraftId(3), planned: two.planned.clone(), earlier: Box::new(two) },
    ]));
    let product = listed(7, "product 1", Some(photo), &bench);
    // The list shows one such product.
    wait(&mut bench, 200, &[product]);
    assert_eq!((bench.state(1), bench.creations()), (State::Creating, vec![1]));
}

#[test]
fn a_list_that_fails_for_ever_leads_to_a_question() {
    for code in [ProblemKind::ServerError, ProblemKind::TooManyRequests, ProblemKind::TimedOut] {
        let mut bench = sent(&[]);
        answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
        for _ in 0..40 * 60 {
            bench.now += S;
            bench.feed(Input::Tick);
            // Each listing takes seven attempts at its first page.
            if let Some(place) = bench.open.iter().position(|effect| matches!(effect, Effect::List(_)))
                && bench.now.as_secs().is_multiple_of(420)
            {
                bench.open.remove(place);
                bench.feed(Input::Listed(Err(Problem::new(code))));
            }
        }
        assert_eq!(bench.state(1), State::NeedsPerson, "{code:?}");
    }
}

#[test]
fn a_product_that_the_shop_has_twice_is_reported_once() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    let twice =
        [listed(7, "product 1", cover(&bench), &bench), listed(8, "product 1", cover(&bench), &bench)];
    bench.keep = |effect| list_or_creation(effect) || matches!(effect, Effect::Report(_));
    wait(&mut bench, 10, &twice);
    let reported = bench.open.iter().filter(
        |effect| matches!(effect, Effect::Report(problem) if problem.kind == ProblemKind::ListedTwice),
    );
    assert_eq!((bench.state(1), reported.count()), (State::Created, 1));
}

#[test]
fn a_list_that_a_cache_keeps_for_five_minutes_is_not_requested_each_second() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    let (lost_at, mut listings) = (bench.now, 0);
    while bench.state(1) == State::Checking && bench.now < lost_at + 320 * S {
        bench.now += S;
        bench.feed(Input::Tick);
        while let Some(place) = bench.open.iter().position(|effect| matches!(effect, Effect::List(_))) {
            bench.open.remove(place);
            listings += 1;
            bench.feed(Input::ListingAged { age: (bench.now - lost_at).min(300 * S) });
            bench.feed(Input::Listed(Ok(ListedProducts {
                complete: true,
                products: vec![earlier_product(bench.now)],
                ..ListedProducts::default()
            })));
        }
    }
    assert!((5..30).contains(&listings), "{listings} listings");
    assert!(bench.now >= lost_at + 300 * S, "what the cache has kept lacks nothing that was sent since");
}

#[test]
fn a_product_that_the_shop_has_twice_is_still_named_after_a_restart() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Err(Problem::new(ProblemKind::ConnectionLost)));
    let twice =
        [listed(7, "product 1", cover(&bench), &bench), listed(8, "product 1", cover(&bench), &bench)];
    wait(&mut bench, 10, &twice);
    assert!(bench.engine.ended(), "its end comes after what was said last");
    let again = bench.restarted();
    let said = again.engine.row(DraftId(1)).unwrap().problem.map(|problem| problem.kind);
    assert_eq!((said, again.engine.ended()), (Some(ProblemKind::ListedTwice), true));
}

#[test]
fn a_repetition_of_what_an_earlier_process_created_is_named() {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add(vec![added(1, 1), added(2, 1)]));
    wait(&mut bench, 1, &[]);
    answer_one(&mut bench, 1);
    let again = shown(&bench, 2);
    // The shop was read first, and had none of them.
    let record = Record::Baseline { run: RunId(1), products: Some(vec![earlier_product(S).id]) };
    bench.journal.insert(1, Entry { at: 0, record });
    let mut bench = bench.restarted();
    wait(&mut bench, 60, &again);
    assert_eq!(
        bench.engine.row(DraftId(1)).unwrap().problem.map(|problem| problem.kind),
        Some(ProblemKind::ListedTwice)
    );
}

/// What the list shows of the products created so far, with each of them so many times.
fn shown(bench: &Bench, times: u64) -> Vec<ListedProduct> {
    let again = |n: u64| {
        bench
            .shown()
            .map(move |listed| ListedProduct { id: ProductId::from(n * 100_000 + id(&listed.id)), ..listed })
    };
    (0..times).flat_map(again).collect()
}

fn id(product: &ProductId) -> u64 {
    product.as_str().parse().unwrap()
}

/// An import of 40 products into a known shop, of which the first have been created.
fn first_of_forty() -> Bench {
    let mut bench = Bench::new(list_or_creation);
    bench.feed(Input::Add((1..=40).map(|id| added(id, 1)).collect()));
    wait(&mut bench, 1, &[]);
    for id in bench.creations() {
        answer_one(&mut bench, id);
    }
    bench
}

fn answer_one(bench: &mut Bench, id: u64) {
    bench.feed(Input::Created { draft: DraftId(id), result: Ok(Some(ProductId::from(id + 1000))) });
}

#[test]
fn a_gateway_that_repeats_each_creation_stops_the_run_after_the_first_products() {
    let mut bench = first_of_forty();
    let twice = shown(&bench, 2);
    wait(&mut bench, 3, &twice);
    bench.open.clear();
    let said = |bench: &Bench| matches!(bench.waiting(), Some(Waiting::Refusals(problem)) if problem.kind == ProblemKind::ListedTwice);
    let under_way: Vec<u64> =
        bench.engine.rows().filter(|row| row.state == State::Creating).map(|row| row.id.0).collect();
    under_way.into_iter().for_each(|id| answer_one(&mut bench, id));
    assert!(said(&bench), "{:?}", bench.waiting());
    assert_eq!(bench.creations(), [0u64; 0], "no other is sent before a person has looked");
    bench.feed(Input::Continue);
    assert_ne!(bench.creations(), [0u64; 0]);
}

#[test]
fn products_that_come_once_stop_nothing() {
    let mut bench = first_of_forty();
    let once = shown(&bench, 1);
    wait(&mut bench, 3, &once);
    assert!(!matches!(bench.waiting(), Some(Waiting::Refusals(_))), "{:?}", bench.waiting());
}

#[test]
fn an_older_product_with_the_same_photo_and_name_was_repeated_by_nobody() {
    let mut bench = Bench::new(|effect| {
        list_or_creation(effect) || matches!(effect, Effect::Report(_) | Effect::Upload { .. })
    });
    let file = FileId::from(7);
    let older = listed(5, "product 1", Some(file.clone()), &bench);
    bench.feed(Input::Add(vec![added(1, 1)]));
    wait(&mut bench, 1, std::slice::from_ref(&older));
    // Equal photos have equal ids.
    bench.feed(Input::Uploaded { photo: PhotoRef { draft: DraftId(1), index: 0 }, result: Ok(file.clone()) });
    answer(&mut bench, 1, Ok(Some(ProductId::from(9))));
    let ours = listed(9, "product 1", Some(file), &bench);
    wait(&mut bench, 5, &[older, ours]);
    assert_eq!(bench.state(1), State::Created);
    assert!(!bench.open.iter().any(|effect| matches!(effect, Effect::Report(_))), "{:?}", bench.open);
}

#[test]
fn what_was_answered_with_an_id_and_no_list_shows_at_the_end_is_a_question() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Ok(Some(ProductId::from(7))));
    assert_eq!((bench.state(1), bench.engine.ended()), (State::Created, false));
    wait(&mut bench, 1200, &[]);
    assert_eq!((bench.state(1), bench.creations()), (State::NeedsPerson, vec![]));
}

#[test]
fn what_is_added_after_the_end_is_looked_for_too() {
    let mut bench = sent(&[]);
    answer(&mut bench, 1, Ok(Some(ProductId::from(1001))));
    let first = shown(&bench, 1);
    wait(&mut bench, 2, &first);
    assert!(bench.engine.ended());
    bench.feed(Input::Add(vec![added(2, 1)]));
    answer(&mut bench, 2, Ok(Some(ProductId::from(1002))));
    assert!(!bench.engine.ended());
    let both = shown(&bench, 1);
    wait(&mut bench, 2, &both);
    assert!(bench.engine.ended());
}

/// The first product of a shop, which comes back so; and whether the second was sent, with the reason why
/// not.
fn after_the_first(price: i64, stock: i64, title: &str) -> (Vec<u64>, Option<Waiting>) {
    let new = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
    let mut bench = Bench::of(new, list_or_creation);
    let with_values = |id| {
        let AddedDraft::New { id, mut planned } = added(id, 1) else { unreachable!() };
        (planned.draft.primary_price, planned.draft.stock) = (Some(Price::on_wire(1_000)), Some(5));
        AddedDraft::New { id, planned }
    };
    bench.feed(Input::Add(vec![with_values(1), with_values(2)]));
    wait(&mut bench, 1, &[]);
    answer(&mut bench, 1, Ok(Some(ProductId::from(7))));
    let first = ListedProduct {
        price: Some(Price::on_wire(price)),
        stock: Some(stock),
        ..listed(7, title, cover(&bench), &bench)
    };
    wait(&mut bench, 5, &[first]);
    (bench.creations(), bench.waiting())
}

#[test]
fn the_first_product_is_compared_whole_before_the_others_are_sent() {
    assert_eq!(after_the_first(1_000, 5, "product 1").0, [2]);
    for (price, stock, title, field, sent, shown) in [
        (10_000, 5, "product 1", "primary_price", "1000", "10000"),
        (1_000, 0, "product 1", "stock", "5", "0"),
        (1_000, 5, "prod", "name", "product 1", "prod"),
    ] {
        let (creations, waiting) = after_the_first(price, stock, title);
        let Some(Waiting::Refusals(problem)) = waiting else { panic!("{field}: {waiting:?}") };
        let values = (problem.field.as_deref(), problem.expected.as_deref(), problem.subject.as_deref());
        assert_eq!(
            (problem.kind, creations.len(), values),
            (ProblemKind::NotAsSent, 0, (Some(field), Some(sent), Some(shown)))
        );
    }
}

#[test]
fn a_first_product_that_comes_back_with_other_variants_stops_the_import() {
    let size = |size: &str, price| DraftVariant {
        properties: vec![("Size".to_owned(), size.to_owned())],
        primary_price: Some(Price::on_wire(price)),
        stock: Some(1),
        sku: None,
    };
    let listed_as = |variants: &[DraftVariant]| -> Vec<Variant> {
        let variant = |(at, one): (usize, &DraftVariant)| Variant {
            id: VariantId::from(at as u64),
            name: one.called(),
            properties: Vec::new(),
            sku: None,
            primary_price: one.primary_price,
            stock: one.stock,
        };
        variants.iter().enumerate().map(variant).collect()
    };
    let after = |there: &[DraftVariant]| {
        let new = Engine::new(RunId(1), account(1), Knowledge::default(), Config::default());
        let mut bench = Bench::of(new, list_or_creation);
        let with_sizes = |id| {
            let AddedDraft::New { id, mut planned } = added(id, 1) else { unreachable!() };
            planned.draft = Draft {
                variants: vec![size("M", 900), size("L", 1_000)],
                primary_price: None,
                stock: None,
                ..planned.draft
            };
            AddedDraft::New { id, planned }
        };
        bench.feed(Input::Add(vec![with_sizes(1), with_sizes(2)]));
        wait(&mut bench, 1, &[]);
        answer(&mut bench, 1, Ok(Some(ProductId::from(7))));
        // Its price and stock in the list are of the marketplace's own making.
        let first = ListedProduct {
            price: Some(Price::on_wire(1)),
            stock: Some(77),
            variants: listed_as(there),
            ..listed(7, "product 1", cover(&bench), &bench)
        };
        wait(&mut bench, 5, &[first]);
        let field = match bench.waiting() {
            Some(Waiting::Refusals(problem)) if problem.kind == ProblemKind::NotAsSent => problem.field,
            _ => None,
        };
        (bench.creations(), field)
    };
    let [medium, large] = [size("M", 900), size("L", 1_000)];
    assert_eq!(after(&[large.clone(), medium.clone()]), (vec![2], None), "whatever their order");
    let stopped = (vec![], Some("variants".to_owned()));
    assert_eq!(after(&[medium.clone(), large.clone(), medium.clone(), large.clone()]), stopped, "twice");
    assert_eq!(after(&[medium.clone(), size("L", 10_000)]), stopped, "ten times the price");
    assert_eq!(after(&[]), (vec![2], None), "a list may not show them");
}

#[test]
fn a_creation_that_this_program_holds_back_is_a_question_and_no_failure() {
    let mut bench = Bench::new(list_or_creation);
    // The engine would send what was created.
    bench.engine.invariants.restore_created(DraftId(1));
    bench.feed(Input::Add(vec![added(1, 1)]));
    assert_eq!((bench.state(1), bench.creations()), (State::NeedsPerson, vec![]));
}
