//! What a number of a list means for the shop, whose own number may have moved meanwhile.

use serde::{Deserialize, Serialize};

/// Whether the stocks of a list have what the shop sold taken off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ListedSales {
    /// Nobody said it: where that makes a difference, a person is asked.
    #[default]
    Unknown,
    /// The list takes them off, sooner or later.
    Counted,
    /// The list knows nothing of them.
    NotCounted,
}

/// What is to become of a number in the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The list says what it said at the last step: whatever the shop has stays.
    Unchanged,
    /// The list and the shop say the same.
    Agrees,
    /// The list's number is new, and clear.
    Take(i64),
    /// There was no step before: how old the list's number is, only a person knows.
    First(i64),
    /// The list and the shop both changed: a person is asked, who is shown the list's last number as the one
    /// that was.
    Ask { new: i64, was: i64 },
}

/// What the list's stock asks of the shop. `listed`: what the list means the shop to have, with its reserve
/// taken off; `agreed`: the same at the last step; `shop`: what the shop has now.
///
/// Without a person, a stock is raised by no more than the list's own number rose: not at all where the list
/// did not rise.
pub fn wish_for_stock(listed: i64, agreed: Option<i64>, shop: Option<i64>, sales: ListedSales) -> Wish {
    if agreed == Some(listed) {
        return Wish::Unchanged;
    }
    let (Some(agreed), Some(shop)) = (agreed, shop) else { return first(listed, shop) };
    // What the list changed by, from what the shop has.
    let carried = shop.saturating_add(listed.saturating_sub(agreed)).max(0);
    match sales {
        ListedSales::NotCounted if carried == shop => Wish::Agrees,
        ListedSales::NotCounted => Wish::Take(carried),
        ListedSales::Unknown | ListedSales::Counted if listed == shop => Wish::Agrees,
        // Both ways of counting come to the same.
        ListedSales::Unknown | ListedSales::Counted if listed == carried => Wish::Take(listed),
        // A list that counts the sales may be late with them: it lowers a stock, and never raises one.
        ListedSales::Counted if listed < shop => Wish::Take(listed),
        ListedSales::Unknown | ListedSales::Counted => {
            let lower = listed.min(carried);
            // Where the lower number is what the shop has, whether to raise it is the question.
            Wish::Ask { new: if lower == shop { listed } else { lower }, was: agreed }
        }
    }
}

/// What the list's price asks of the shop.
pub fn wish_for_price(listed: i64, agreed: Option<i64>, shop: Option<i64>) -> Wish {
    match (agreed, shop) {
        (Some(agreed), _) if agreed == listed => Wish::Unchanged,
        (_, Some(shop)) if shop == listed => Wish::Agrees,
        (Some(agreed), Some(shop)) if shop != agreed => Wish::Ask { new: listed, was: agreed },
        (Some(_), Some(_)) => Wish::Take(listed),
        (_, shop) => first(listed, shop),
    }
}

fn first(listed: i64, shop: Option<i64>) -> Wish {
    if shop == Some(listed) { Wish::Agrees } else { Wish::First(listed) }
}
