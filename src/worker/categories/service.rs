//! The service that knows the marketplace's categories.

use std::sync::Arc;
use std::time::Duration;

use super::CategoryTaskResult;
use super::cache::{ATTRIBUTES, CHOICES, Cached, Place, TREE};
use super::preview::preview;
use crate::worker::context::Context;
use crate::worker::notice::Notice;
use crate::worker::session::Visitor;
use crate::worker::tasks::{Lifetime, Slot};
use vitrine_core::import::categories::CategoryChoices;
use vitrine_core::pace::Kind;
use vitrine_domain::{MarketCategories, Problem, ProblemKind};
use vitrine_model::messages::{CategoryCommand, CategoryEvent, Event};

/// How long the tree and attributes are used without asking the marketplace again.
const TREE_LIFETIME: Duration = Duration::from_hours(24);
const ATTRIBUTES_LIFETIME: Duration = Duration::from_hours(7 * 24);

/// The service of categories. It alone changes [`Context::market_categories`] and
/// [`Context::category_choices`].
pub struct Categories;

impl Categories {
    /// Performs a command.
    pub fn perform(command: CategoryCommand, cx: &mut Context) {
        match command {
            CategoryCommand::Load { refresh } => {
                if refresh {
                    cx.session.try_now();
                }
                Self::load(refresh, cx);
            }
            CategoryCommand::LoadAttributes { category, again } => {
                if again {
                    cx.session.try_now();
                }
                Self::load_attributes(category, cx);
            }
            CategoryCommand::MapFolder { folder, category } => {
                Self::change(cx, |choices| choices.map_folder(&folder, category));
            }
            CategoryCommand::Pin { category, pinned } => {
                Self::change(cx, |choices| choices.pin(category, pinned));
            }
            CategoryCommand::Preview(choice) => match preview(&choice, cx) {
                Ok(preview) => cx.send(Event::Category(CategoryEvent::Preview(preview.map(Box::new)))),
                Err(problem) => cx.send(Event::Category(CategoryEvent::Failed(problem))),
            },
        }
    }

    /// Handles a notice of another service.
    pub fn on_notice(notice: &Notice, cx: &mut Context) {
        match notice {
            Notice::SignedIn { fresh: true } if has_categories(cx) => {
                Self::read_choices(cx);
                Self::load(false, cx);
            }
            Notice::CategoriesNeeded => Self::load(false, cx),
            Notice::FoldersMapped(folders) => Self::change(cx, |choices| {
                folders.iter().for_each(|(folder, category)| choices.map_folder(folder, Some(*category)));
            }),
            Notice::ProductsStarted(products) if has_categories(cx) => {
                let products = products.clone();
                Self::change(cx, |choices| choices.remember(products));
            }
            Notice::AttributesNeeded(categories) => {
                categories.iter().for_each(|category| Self::load_attributes(*category, cx));
            }
            Notice::AccountLeft => {
                cx.category_choices = CategoryChoices::default();
                cx.market_categories = Arc::default();
            }
            _ => {}
        }
    }

    /// Handles the result of a task.
    pub fn on_result(done: CategoryTaskResult, cx: &mut Context) {
        match done {
            CategoryTaskResult::Tree(Ok(Cached { value, outdated })) => {
                let tree = Arc::new(value);
                cx.market_categories = Arc::new(MarketCategories {
                    tree: Some(Arc::clone(&tree)),
                    ..MarketCategories::clone(&cx.market_categories)
                });
                cx.send(Event::Category(CategoryEvent::Loaded { tree, outdated }));
                cx.notify(Notice::CategoriesAnswered { problem: None });
            }
            CategoryTaskResult::Tree(Err(problem)) => tree_failed(problem, cx),
            CategoryTaskResult::Attributes { category, result: Ok(Cached { value, .. }) } => {
                let groups = Arc::new(value);
                let mut market_categories = MarketCategories::clone(&cx.market_categories);
                market_categories.attributes.insert(category, Arc::clone(&groups));
                cx.market_categories = Arc::new(market_categories);
                cx.send(Event::Category(CategoryEvent::Attributes { category, groups }));
                cx.notify(Notice::AttributesAnswered { category, problem: None });
            }
            CategoryTaskResult::Attributes { category, result: Err(problem) } => {
                attributes_failed(category, problem, cx);
            }
        }
    }

    fn load(refresh: bool, cx: &mut Context) {
        if !refresh && let Some(tree) = cx.market_categories.tree.clone() {
            cx.send(Event::Category(CategoryEvent::Choices(cx.category_choices.clone())));
            cx.send(Event::Category(CategoryEvent::Loaded { tree, outdated: None }));
            return cx.notify(Notice::CategoriesAnswered { problem: None });
        }
        // An answer is on its way.
        if cx.tasks.is_running(&Slot::Categories) && !refresh {
            return;
        }
        let (visitor, place) = match prepare(TREE.to_owned(), TREE_LIFETIME, cx) {
            Ok(prepared) => prepared,
            Err(problem) => return tree_failed(problem, cx),
        };
        cx.send(Event::Category(CategoryEvent::Loading));
        cx.tasks.spawn(Lifetime::Account, Slot::Categories, async move {
            let request = Box::pin(visitor.ask(Kind::Read, |client, token| client.categories(token)));
            CategoryTaskResult::Tree(place.load(refresh, request).await)
        });
    }

    fn load_attributes(category: i64, cx: &mut Context) {
        let slot = Slot::CategoryAttributes(category);
        if let Some(groups) = cx.market_categories.attributes.get(&category).cloned() {
            return cx.send(Event::Category(CategoryEvent::Attributes { category, groups }));
        }
        if cx.tasks.is_running(&slot) {
            return;
        }
        let (visitor, place) = match prepare(format!("{ATTRIBUTES}{category}"), ATTRIBUTES_LIFETIME, cx) {
            Ok(prepared) => prepared,
            Err(problem) => return attributes_failed(category, problem, cx),
        };
        cx.send(Event::Category(CategoryEvent::AttributesLoading(category)));
        cx.tasks.spawn(Lifetime::Account, slot, async move {
            let request =
                Box::pin(visitor.ask(Kind::Read, |client, token| client.attributes(token, category)));
            CategoryTaskResult::Attributes { category, result: place.load(false, request).await }
        });
    }

    fn read_choices(cx: &mut Context) {
        let Some(account) = cx.account() else { return };
        match cx.store.shop_choice(&account, CHOICES) {
            Ok(json) => {
                cx.category_choices =
                    json.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default();
            }
            Err(problem) => cx.send(Event::Problem(problem)),
        }
        cx.send(Event::Category(CategoryEvent::Choices(cx.category_choices.clone())));
    }

    /// Changes what the shop chose, on disk and on the screens.
    fn change(cx: &mut Context, change: impl FnOnce(&mut CategoryChoices)) {
        let before = cx.category_choices.clone();
        change(&mut cx.category_choices);
        if before == cx.category_choices {
            return;
        }
        if let (Some(account), Ok(json)) = (cx.account(), serde_json::to_string(&cx.category_choices)) {
            let kept = cx.store.set_shop_choice(&account, CHOICES, &json);
            cx.report_error(kept);
        }
        cx.send(Event::Category(CategoryEvent::Choices(cx.category_choices.clone())));
    }
}

fn tree_failed(problem: Problem, cx: &mut Context) {
    cx.notify(Notice::CategoriesAnswered { problem: Some(problem.clone()) });
    cx.send(Event::Category(CategoryEvent::Failed(problem)));
}

fn attributes_failed(category: i64, problem: Problem, cx: &mut Context) {
    cx.notify(Notice::AttributesAnswered { category, problem: Some(problem.clone()) });
    cx.send(Event::Category(CategoryEvent::AttributesFailed { category, problem }));
}

/// Whether the marketplace's file says where its categories are.
fn has_categories(cx: &Context) -> bool {
    cx.session.market().is_some_and(|market| market.client.profile().categories_url().is_some())
}

fn prepare(name: String, lifetime: Duration, cx: &Context) -> Result<(Visitor, Place), Problem> {
    let no_market = || Problem::new(ProblemKind::NoMarket);
    let (market, visitor) = cx.session.market().zip(cx.session.visitor()).ok_or_else(no_market)?;
    let place = Place {
        store: cx.store.path(),
        market: market.id.clone(),
        name,
        now: cx.now().as_second(),
        lifetime,
    };
    Ok((visitor, place))
}
