//! States of the screens at a marketplace with categories.

use std::path::PathBuf;
use std::sync::Arc;

use vitrine::ui::{Action, FormAction, Screen};
use vitrine::worker::{CategoryEvent, Event, ImportEvent, Session};
use vitrine_core::import::PlannedDraft;
use vitrine_domain::category::{Attribute, AttributeGroup, AttributeOption, Category};
use vitrine_domain::{CategoryRules, Price};
use vitrine_domain::{CreateRules, Draft, Field, StatusChoice};

use super::Step;

/// The kilim, a leaf with attributes; and one without.
pub const KILIM: i64 = 302;
pub const MUG: i64 = 324;

fn category(id: i64, title: &str, parent: Option<usize>, is_leaf: bool) -> Category {
    Category { id, title: title.to_owned(), parent, is_leaf, unit: None, max_preparation_days: None }
}

/// Home / Rugs / {Kilim, گبهٔ دستباف}; Home / Kitchen / Mug.
pub fn tree() -> Event {
    let all = vec![
        category(1, "Home", None, false),
        category(2, "Rugs", Some(0), false),
        category(KILIM, "Kilim", Some(1), true),
        category(303, "گبهٔ دستباف", Some(1), true),
        category(3, "Kitchen", Some(0), false),
        category(MUG, "Mug", Some(4), true),
    ];
    Event::Category(CategoryEvent::Loaded { tree: Arc::new(all.into()), outdated: None })
}

/// A required choice, free text with a unit, and a choice of several.
pub fn attributes() -> Event {
    let option = |(id, title): (i64, &str)| AttributeOption { id, title: title.to_owned() };
    let attribute = |id, title: &str, required, options: &[(i64, &str)]| Attribute {
        id,
        title: title.to_owned(),
        unit: None,
        required,
        options: options.iter().copied().map(option).collect(),
        multiple: false,
    };
    let all = vec![
        attribute(219, "Material", Some(true), &[(17, "Wool"), (18, "Cotton")]),
        Attribute { unit: Some("cm".to_owned()), ..attribute(221, "Size", Some(true), &[]) },
        Attribute { multiple: true, ..attribute(222, "Colours", None, &[(31, "Red"), (32, "Blue")]) },
    ];
    let groups = vec![AttributeGroup { title: "Weaving".to_owned(), attributes: all }];
    Event::Category(CategoryEvent::Attributes { category: KILIM, groups: Arc::new(groups) })
}

/// A shop at a marketplace that requires categories.
pub fn signed_in() -> Event {
    let Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency }) =
        super::signed_in()
    else {
        unreachable!()
    };
    let categories =
        CategoryRules { leaf_only: true, has_attributes: true, units: [].into(), unit_default: Some(6304) };
    let status = |id, name: &str| StatusChoice { id, name: name.to_owned(), photo: false };
    let rules = Arc::new(CreateRules {
        required: vec![Field::Name, Field::Photo, Field::CategoryId],
        fields: Field::ALL.into_iter().filter(|field| !field.is_of_contract()).collect(),
        statuses: vec![status(2976, "published"), status(3790, "hidden")],
        categories: Some(categories),
        ..(*rules).clone()
    });
    Event::Session(Session::SignedIn { market, practice, account, scopes, rules, currency })
}

/// Products in folders: two in Rugs/Kilim, and two in a folder that names no category.
pub fn planned() -> Event {
    let draft = |folder: &str, name: &str| {
        let source = PathBuf::from("/photos").join(folder).join(name);
        PlannedDraft {
            draft: Draft {
                name: name.to_owned(),
                primary_price: Some(Price::on_wire(250_000)),
                ..Draft::default()
            },
            photos: vec![source.join("1.jpg")],
            source,
            source_name: name.to_owned(),
            ..PlannedDraft::default()
        }
    };
    let drafts = vec![
        draft("Rugs/Kilim", "Red"),
        draft("Rugs/Kilim", "Blue"),
        draft("Various", "Jar"),
        draft("Various", "Cup"),
    ];
    Event::Import(ImportEvent::Planned { drafts, problems: vec![], ignored: 0, folders: vec![] })
}

/// The review of these products.
pub fn review() -> Vec<Step> {
    let drop = Action::Drop(vec![PathBuf::from("/photos")]);
    vec![
        Step::Event(signed_in()),
        Step::Event(tree()),
        Step::Action(drop),
        Step::Event(planned()),
        Step::Event(attributes()),
    ]
}

/// The form with a category.
pub fn form() -> Vec<Step> {
    let choose = Action::Form(FormAction::Type(Field::CategoryId, KILIM.to_string()));
    vec![
        Step::Event(signed_in()),
        Step::Event(tree()),
        Step::Action(Action::Go(Screen::Create)),
        Step::Action(choose),
        Step::Event(attributes()),
    ]
}
