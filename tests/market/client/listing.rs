//! Listing a shop page by page from a server that fails at some pages.

use vitrine_core::market::Listing;
use vitrine_domain::{ProblemKind, VendorId};

use super::server::{Server, Step, answer, answer_with, token};

/// The page with this one of three products, from a server with a page size of one.
fn page_of_three(product: u64) -> Vec<u8> {
    answer(
        "200 OK",
        &format!(r#"{{"data":[{{"id":{product},"title":"Rug"}}],"total_count":3,"result_count":1}}"#),
    )
}

#[tokio::test]
async fn only_failed_pages_are_requested_again() {
    let half = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\":[{\"id\":".to_vec();
    let busy = answer_with("503 Service Unavailable", "Retry-After: 2\r\n", "");
    let server = Server::start(vec![
        Step::Answer(answer("500 Internal Server Error", "{}")),
        Step::AnswerAndClose(Vec::new()),
        Step::AnswerAndClose(half),
        Step::Answer(page_of_three(1)),
        Step::Answer(busy),
        Step::Stall(Vec::new()),
        Step::Answer(answer("502 Bad Gateway", "<html>Bad Gateway</html>")),
        Step::Answer(page_of_three(2)),
        Step::Answer(answer("429 Too Many Requests", "")),
        Step::Answer(answer("200 OK", "<html>Please wait</html>")),
        Step::Answer(page_of_three(3)),
    ]);
    let client = server.hasty_client();
    let (mut listing, mut waits) = (Listing::new(&client.profile().list), Vec::new());
    while let Some(request) = listing.next() {
        match client.list_products(&token(), &VendorId::from(7), &request).await {
            Ok(page) => listing.accept(page),
            Err(problem) => waits.push(listing.fail(problem).unwrap().as_millis()),
        }
    }
    assert_eq!((listing.is_complete(), listing.products().len()), (true, 3));
    assert_eq!(waits, [100, 200, 400, 2000, 200, 400, 100, 200]);
    let pages = server.received().into_iter().map(|request| request.line);
    let requested: Vec<char> =
        pages.map(|line| line.split_once("page=").unwrap().1.chars().next().unwrap()).collect();
    assert_eq!(requested.iter().collect::<String>(), "11112222333");
}

#[tokio::test]
async fn a_page_that_always_fails_ends_the_listing_with_its_problem() {
    let server = Server::start(
        [
            vec![Step::Answer(page_of_three(1))],
            vec![Step::Answer(answer("500 Internal Server Error", "{}")); 20],
        ]
        .concat(),
    );
    let client = server.client("base");
    let mut listing = Listing::new(&client.profile().list);
    let problem = loop {
        let request = listing.next().expect("the listing has more pages");
        match client.list_products(&token(), &VendorId::from(7), &request).await {
            Ok(page) => listing.accept(page),
            Err(problem) => match listing.fail(problem) {
                Ok(_) => {}
                Err(problem) => break problem,
            },
        }
    };
    assert_eq!(
        (problem.kind, problem.status, listing.is_complete()),
        (ProblemKind::ServerError, Some(500), false)
    );
    assert_eq!(server.received().len(), 1 + 7);
}
