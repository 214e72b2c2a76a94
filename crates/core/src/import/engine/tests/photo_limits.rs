//! Photos that are too large, and the limit that the refusals teach.

use super::*;

fn too_large(told: Option<u32>) -> Problem {
    Problem {
        status: Some(413),
        limit: Some(PhotoLimit::Bytes(told)),
        ..Problem::new(ProblemKind::PayloadTooLarge)
    }
}

/// Photos of 9 MB, made as small as requested; uploads are left to the test.
fn bench_of_large_photos(drafts: u64) -> Bench {
    let mut bench = Bench::new(|effect| {
        matches!(effect, Effect::Prepare { .. } | Effect::Upload { .. } | Effect::LimitsLearned(_))
    });
    bench.feed(Input::Add((1..=drafts).map(|id| added(id, 1)).collect()));
    bench.make_ready();
    bench
}

impl Bench {
    /// Prepares every photo as requested; returns the requested sizes.
    fn make_ready(&mut self) -> Vec<Option<u64>> {
        let mut asked = Vec::new();
        while let Some(at) = self.open.iter().position(|effect| matches!(effect, Effect::Prepare { .. })) {
            let Effect::Prepare { photo, limits, .. } = self.open.remove(at) else { unreachable!() };
            asked.push(limits.bytes);
            let hash = ContentHash::of(format!("{photo:?}").as_bytes());
            self.feed(Input::Prepared {
                photo,
                hash,
                sent: sent(limits.bytes.unwrap_or(9_000_000)),
                known: None,
            });
        }
        asked
    }

    fn next_upload(&mut self) -> Option<PhotoRef> {
        let at = self.open.iter().position(|effect| matches!(effect, Effect::Upload { .. }))?;
        if let Effect::Upload { photo } = self.open.remove(at) { Some(photo) } else { None }
    }

    fn answer_upload(&mut self, result: Result<FileId, Problem>) {
        let photo = self.next_upload().expect("an upload is under way");
        self.feed(Input::Uploaded { photo, result });
    }

    fn learned(&self) -> Vec<Option<u64>> {
        self.open
            .iter()
            .filter_map(
                |effect| if let Effect::LimitsLearned(limits) = effect { Some(limits.bytes) } else { None },
            )
            .collect()
    }
}

#[test]
fn a_photo_that_is_too_large_is_made_smaller_and_its_limit_learned_once_it_is_accepted() {
    let mut bench = bench_of_large_photos(1);
    bench.answer_upload(Err(too_large(Some(3_000_000))));
    assert_eq!(bench.make_ready(), [Some(3_000_000 - 1024)]);
    assert!(bench.learned().is_empty(), "no limit is learned before a smaller photo is accepted");
    bench.answer_upload(Ok(FileId::from(1)));
    assert_eq!(bench.learned(), [Some(3_000_000 - 1024)]);
    assert_eq!(bench.state(1), State::Created);
}

#[test]
fn a_stated_limit_spares_the_other_photos_a_refusal() {
    let mut bench = bench_of_large_photos(12);
    let under_way = bench.open.len();
    assert!(under_way < 12, "{under_way}");
    for _ in 0..under_way {
        bench.answer_upload(Err(too_large(Some(3_000_000))));
    }
    let asked = bench.make_ready();
    assert_eq!(asked, vec![Some(3_000_000 - 1024); 12], "each photo is prepared again once");
}

#[test]
fn a_marketplace_that_accepts_no_size_fails_the_photo_and_teaches_no_limit() {
    let mut bench = bench_of_large_photos(1);
    let mut asked = Vec::new();
    while bench.state(1) != State::Failed {
        bench.answer_upload(Err(too_large(None)));
        asked.extend(bench.make_ready());
    }
    assert_eq!(asked.len(), 8, "{asked:?}");
    assert!(asked.iter().all(|bytes| bytes.unwrap() > 8_000));
    let problem = bench.engine.row(DraftId(1)).unwrap().problem.unwrap();
    assert_eq!(
        (problem.kind, problem.subject.as_deref()),
        (ProblemKind::PayloadTooLarge, Some("/p/1/0.jpg"))
    );
    assert!(bench.learned().is_empty());
}

#[test]
fn a_photo_that_was_led_elsewhere_or_met_a_page_of_a_gateway_is_sent_again_later() {
    let redirect = Problem { status: Some(302), ..Problem::new(ProblemKind::RedirectRefused) };
    let page =
        Problem { status: Some(413), form: AnswerForm::Page, ..Problem::new(ProblemKind::PayloadTooLarge) };
    for problem in [redirect, page] {
        let mut bench = bench_of_large_photos(1);
        bench.answer_upload(Err(problem.clone()));
        assert_eq!(bench.state(1), State::Uploading, "{problem}");
        bench.now += 60 * S;
        bench.feed(Input::Tick);
        bench.answer_upload(Ok(FileId::from(1)));
        assert_eq!(bench.state(1), State::Created, "{problem}");
    }
}

#[test]
fn a_photo_refused_where_larger_ones_are_accepted_teaches_no_limit() {
    let mut bench = bench_of_large_photos(2);
    bench.answer_upload(Ok(FileId::from(1)));
    bench.answer_upload(Err(too_large(None)));
    assert_eq!(bench.make_ready().len(), 1);
    bench.answer_upload(Ok(FileId::from(2)));
    assert!(bench.learned().is_empty());
    assert_eq!(bench.engine.counts().created, 2);
}
