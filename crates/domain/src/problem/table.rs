//! Every kind of problem: one row says all that the program knows of it.
//!
//! A new kind is a row here, and its words in the message files.

/// Makes the enum of the kinds, their list, and what is known of each from the rows.
macro_rules! kinds {
    ($($(#[$meta:meta])* $name:ident = $key:literal: $meaning:ident, $exit:ident, $subject:ident, $advice:ident;)+) => {
        /// The kind of a problem. [`ProblemKind::key`] is the stable name in JSON lines and message files.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ProblemKind { $($(#[$meta])* $name),+ }

        impl ProblemKind {
            /// Every kind, in the order of declaration.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The stable name of this kind.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$name => $key),+ }
            }

            /// What it says about a request that failed so.
            pub(super) const fn meaning(self) -> Meaning {
                match self { $(Self::$name => Meaning::$meaning),+ }
            }

            /// How a command ends that fails so.
            pub const fn exit(self) -> Exit {
                match self { $(Self::$name => Exit::$exit),+ }
            }

            /// What kind of thing its subject is.
            pub const fn subject(self) -> Subject {
                match self { $(Self::$name => Subject::$subject),+ }
            }

            /// What helps beside the words of its remedy.
            pub const fn advice(self) -> Advice {
                match self { $(Self::$name => Advice::$advice),+ }
            }
        }
    };
}

/// What a kind of problem says about the request that failed.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    /// No answer to a request about products has it: it was found on this computer before anything was sent,
    /// it belongs to signing in, or it is a person's or this program's own word. Repeating is pointless.
    Local,
    /// Nothing was sent.
    NotSent,
    /// Too many requests.
    Throttled,
    /// The marketplace does not take the token, maybe after the work.
    TokenRefused,
    /// There is no token to send.
    TokenMissing,
    /// The marketplace refused the request, if it is its own word: proxies send such answers too, and know
    /// nothing of the work.
    Refused,
    /// The same, and pointless to repeat whoever refused it.
    RefusedByAnybody,
    /// The work may have been done. A time-out that the server reports (408) and a redirect after a POST may
    /// come after it.
    Unknown,
}

/// How a command ended. The order gives the exit status, 0 to 4 (see the README).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: everything was done.
    AllDone,
    /// 1: some products were not created.
    SomeNotCreated,
    /// 2: wrong usage or input.
    Input,
    /// 3: a sign-in is needed; what is left waits for it.
    SignIn,
    /// 4: stopped before the end; can be resumed.
    Stopped,
}

/// What [`Problem::subject`](super::Problem::subject) is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The path of a photo, or of something else that was dropped. In the window its row and tooltip show the
    /// path. Of the marketplace's refusals only that of a photo has a subject.
    Photo,
    /// Anything else, or nothing.
    Other,
}

/// What helps against a problem, beside the words of its remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// The words say it all.
    Words,
    /// Another value for the field that was refused.
    OtherValue,
    /// The same again: the connection or the marketplace may be well by now.
    Retry,
    /// A token from the environment, where there is no keychain.
    TokenInEnvironment,
    /// To look at the marketplace's hosts, and to trust them.
    TrustMarket,
    /// To give the marketplace a name of its own.
    RenameMarket,
    /// To paste the address at which the browser ends up.
    PasteAddress,
    /// Another client, return address or other line of the marketplace's file.
    EditMarket,
    /// To sign in by the browser once more.
    SignInAgain,
}

kinds! {
    // The columns: what it says about the request, how a command ends, what the subject is, what helps.

    // Responses that the contract describes (section 7).
    InvalidClient = "invalid_client": Local, SignIn, Other, EditMarket;
    /// `subject` is the address that this program sent, `expected` the registered one if the response named
    /// it.
    RedirectUriMismatch = "redirect_uri_mismatch": Local, SignIn, Other, EditMarket;
    InvalidGrant = "invalid_grant": Local, SignIn, Other, SignInAgain;
    /// `subject` holds the refused scopes if the response names some of the requested ones, else all
    /// requested scopes.
    InvalidScope = "invalid_scope": Local, SignIn, Other, Words;
    Unauthorized = "unauthorized": TokenRefused, SignIn, Other, Words;
    /// `subject` is the scope that the operation needs, if known; several are separated by spaces.
    Forbidden = "forbidden": RefusedByAnybody, SomeNotCreated, Other, Words;
    Unprocessable = "unprocessable": Refused, SomeNotCreated, Photo, OtherValue;

    // Other responses.
    /// Any other 4xx: the marketplace refused this request.
    Refused = "refused": Refused, SomeNotCreated, Photo, OtherValue;
    NotFound = "not_found": Refused, SomeNotCreated, Other, Words;
    PayloadTooLarge = "payload_too_large": RefusedByAnybody, SomeNotCreated, Photo, Words;
    TooManyRequests = "too_many_requests": Throttled, SomeNotCreated, Other, Retry;
    ServerError = "server_error": Unknown, SomeNotCreated, Other, Retry;
    /// A successful response whose body is not as the contract describes it: not JSON, or without a required
    /// value.
    UnexpectedAnswer = "unexpected_answer": Unknown, SomeNotCreated, Other, Words;
    /// An upload was answered with the id of a file that is another photo; `subject` is the path of the one
    /// that was sent.
    FileIdTaken = "file_id_taken": Unknown, SomeNotCreated, Photo, Retry;
    /// An uploaded photo got an id that is no number, and a product takes no other (contract 2.4).
    FileIdUnusable = "file_id_unusable": Local, SomeNotCreated, Photo, Words;
    AnswerTooLarge = "answer_too_large": Unknown, SomeNotCreated, Other, Words;
    /// A redirect to another host, to plain HTTP, or in a loop. It is never followed with the token.
    RedirectRefused = "redirect_refused": Unknown, SomeNotCreated, Other, Words;
    /// Something between this computer and the marketplace answered in its place: a guard of the network, a
    /// sign-in page of a Wi-Fi, a proxy. It says nothing about the token, nor about what was sent.
    ForeignAnswer = "foreign_answer": Unknown, SomeNotCreated, Other, Retry;
    /// An OAuth error outside of section 7, such as `access_denied`; `said` is the marketplace's text.
    SignInRefused = "sign_in_refused": Local, SignIn, Other, SignInAgain;
    /// The browser did not return in time.
    SignInUnfinished = "sign_in_unfinished": Local, SignIn, Other, SignInAgain;

    // Failures of the connection. `subject` is the host.
    /// No connection could be made: nothing was sent.
    Unreachable = "unreachable": NotSent, SomeNotCreated, Other, Retry;
    Tls = "tls": NotSent, SomeNotCreated, Other, Retry;
    TimedOut = "timed_out": Unknown, SomeNotCreated, Other, Retry;
    /// The connection broke before the whole response had arrived.
    ConnectionLost = "connection_lost": Unknown, SomeNotCreated, Other, Retry;

    // Errors found on this computer, before anything is sent.
    /// `field` holds an unusable value; `detail` says why.
    InvalidField = "invalid_field": Local, Input, Other, Words;
    NoVendor = "no_vendor": Local, SomeNotCreated, Other, Words;
    SignInNeeded = "sign_in_needed": TokenMissing, SignIn, Other, Words;
    /// Signed in as another account than the one that the import belongs to.
    OtherAccount = "other_account": Local, SignIn, Other, Words;
    /// A market file has the name of a marketplace to which something is saved, and other origins. `subject`
    /// are its hosts, `expected` those known; none if an older version kept them.
    MarketMoved = "market_moved": Local, SignIn, Other, TrustMarket;
    /// A market file is named like a marketplace that comes with the program. `subject` are its hosts,
    /// `expected` those of that one.
    MarketLookAlike = "market_look_alike": Local, SignIn, Other, RenameMarket;
    /// `subject` is the file.
    FileUnreadable = "file_unreadable": Local, Input, Photo, Words;
    FileEmpty = "file_empty": Local, SomeNotCreated, Photo, Words;
    NotAPhoto = "not_a_photo": Local, SomeNotCreated, Photo, Words;
    PhotoDamaged = "photo_damaged": Local, SomeNotCreated, Photo, Words;
    PhotoTooLarge = "photo_too_large": Local, SomeNotCreated, Photo, Words;
    PhotoFormatUnsupported = "photo_format_unsupported": Local, SomeNotCreated, Photo, Words;
    /// No marketplace is chosen, and none was used before.
    NoMarket = "no_market": Local, Input, Other, Words;
    /// `subject` is the file; `said` names line and column.
    MarketFile = "market_file": Local, Input, Other, EditMarket;
    Sheet = "sheet": Local, Input, Other, Words;
    NothingFound = "nothing_found": Local, Input, Other, Words;
    /// Products have no price, and nobody confirmed creating them without one. `subject` is their number.
    NoPrice = "no_price": Local, Input, Other, Words;
    /// A sheet names another unit for its prices than the marketplace's. `subject` is the sheet.
    PriceUnit = "price_unit": Local, Input, Other, Words;
    /// Worksheets say different things of one product, and nobody said which of them counts. `subject` is the
    /// file.
    SheetConflict = "sheet_conflict": Local, Input, Other, Words;
    /// Nobody said what the columns of a sheet are: which of several has the prices, or what they are at all.
    /// `subject` is the file.
    SheetColumns = "sheet_columns": Local, Input, Other, Words;
    /// A sheet has no column of this name, of which somebody said what it is. `subject` is the name.
    NoColumn = "no_column": Local, Input, Other, Words;
    /// There is no import to report on. `subject` is the requested number.
    NoImport = "no_import": Local, Input, Other, Words;
    /// The shop has no template of this name. `subject` is the name, `expected` the names that there are.
    NoTemplate = "no_template": Local, Input, Other, Words;
    /// The market file names no operation for changing products.
    NoEditing = "no_editing": Local, Input, Other, Words;
    /// A sheet of changes has no column with ids or SKUs. `subject` is the sheet.
    NoKeyColumn = "no_key_column": Local, Input, Other, Words;
    /// No column of a sheet, and no rule, names a field that can be changed.
    NoChanges = "no_changes": Local, Input, Other, Words;
    /// Several products of the shop have this SKU. `subject` is the SKU.
    SeveralProducts = "several_products": Local, SomeNotCreated, Other, Words;
    /// A row has the id of one product and the SKU of another one. `subject` is the SKU.
    IdAndSku = "id_and_sku": Local, SomeNotCreated, Other, Words;
    /// Several products of the shop have this name. `subject` is the name.
    SeveralNames = "several_names": Local, SomeNotCreated, Other, Words;
    /// A product has no variant with the properties that a sheet names. `subject` is what the sheet calls it.
    VariantNotFound = "variant_not_found": Local, SomeNotCreated, Other, Words;
    /// A sheet of changes has a row for this product already. `subject` is its id or SKU.
    RepeatedRow = "repeated_row": Local, SomeNotCreated, Other, Words;
    /// Another list that is followed gives this product's number, too. `subject` is its file.
    InOtherList = "in_other_list": Local, SomeNotCreated, Other, Words;
    /// The shop has no such product, or no longer. `subject` is its id or SKU.
    NotInShop = "not_in_shop": Local, SomeNotCreated, Other, Words;
    /// Price and stock of this product are those of its variants.
    HasVariants = "has_variants": Local, SomeNotCreated, Other, Words;
    /// Price and stock of this product are those of its variants, and the sheet does not say which of them is
    /// meant.
    WhichVariant = "which_variant": Local, SomeNotCreated, Other, Words;
    /// The product no longer has this variant. `subject` is its name.
    VariantGone = "variant_gone": Local, SomeNotCreated, Other, Words;
    /// A price is to be changed by what it is, and only what buyers pay is known.
    OwnPriceUnknown = "own_price_unknown": Local, SomeNotCreated, Other, Words;
    /// A discount is to begin, and another one runs. `subject` are its percents.
    AlreadyDiscounted = "already_discounted": Local, SomeNotCreated, Other, Words;
    /// A discount is to begin for a product that nobody can buy.
    NotForSale = "not_for_sale": Local, SomeNotCreated, Other, Words;
    /// The marketplace does not show whether a discount runs for a product.
    DiscountUnknown = "discount_unknown": Local, SomeNotCreated, Other, Words;
    /// The market file names no operation for discounts.
    NoDiscounts = "no_discounts": Local, Input, Other, Words;
    /// A discount that was ended is not begun again: for how many days it would run is not known.
    DiscountEnded = "discount_ended": Local, SomeNotCreated, Other, Words;
    /// A product had no value before a change, and cannot be without one again. `field` names it.
    NoOldValue = "no_old_value": Local, SomeNotCreated, Other, Words;
    /// A change waits for a review, so that it cannot be undone yet.
    StillInReview = "still_in_review": Local, SomeNotCreated, Other, Words;
    /// The marketplace accepted a change, and the product does not show it.
    NotApplied = "not_applied": Local, SomeNotCreated, Other, Words;
    /// A change was sent, and the product cannot be read to see whether it took effect, or shows a part of
    /// it.
    ChangeUnconfirmed = "change_unconfirmed": Local, SomeNotCreated, Other, Words;
    /// There is no such run of changes. `subject` is its number.
    NoEditRun = "no_edit_run": Local, Input, Other, Words;
    /// An earlier run of changes is not finished. `subject` is its number.
    EditUnfinished = "edit_unfinished": Local, Input, Other, Words;
    /// Prices would become several times as high or low, and nobody confirmed that. `subject` is their
    /// number.
    UnusualPrices = "unusual_prices": Local, Input, Other, Words;
    /// Products that were not created, because their prices or stocks look like slips.
    UnusualValues = "unusual_values": Local, Input, Other, Words;
    PhotosInShop = "photos_in_shop": Local, Input, Other, Words;
    /// A folder that contains itself through a link.
    FolderLoop = "folder_loop": Local, SomeNotCreated, Photo, Words;
    /// A link in a dropped folder, or a path in a spreadsheet, leads to a file that was not dropped.
    /// `subject` is the link or the photo, `expected` what has to be added.
    OutsideDropped = "outside_dropped": Local, SomeNotCreated, Photo, Words;
    /// A spreadsheet names photos by addresses on the web. `subject` are the rows, `expected` is one of the
    /// addresses.
    PhotoOnWeb = "photo_on_web": Local, SomeNotCreated, Other, Words;
    /// A spreadsheet names photos by paths of another computer. `subject` are the rows, `expected` is one of
    /// the paths.
    PhotoOnOtherComputer = "photo_on_other_computer": Local, SomeNotCreated, Other, Words;
    /// Of a photo, only a placeholder is on this computer. `subject` is the photo.
    FileElsewhere = "file_elsewhere": Local, SomeNotCreated, Photo, Words;
    /// A file in which photos may be packed. `subject` is the file.
    FilePacked = "file_packed": Local, SomeNotCreated, Photo, Words;
    /// The data file cannot be written; `subject` is the file, `said` the reason.
    Storage = "storage": Local, SomeNotCreated, Other, Words;
    /// The data file is damaged; it is left unchanged.
    StorageDamaged = "storage_damaged": Local, SomeNotCreated, Other, Words;
    /// A newer version of this program has used the data file; it is left unchanged. `subject` is the file,
    /// `expected` that version.
    StorageNewer = "storage_newer": Local, Input, Other, Words;
    NoKeychain = "no_keychain": Local, SignIn, Other, TokenInEnvironment;
    Keychain = "keychain": Local, SomeNotCreated, Other, TokenInEnvironment;
    /// Another process holds this data directory.
    AlreadyRunning = "already_running": Local, Input, Other, Words;
    /// Another process has been renewing the same sign-in for too long.
    TurnTaken = "turn_taken": NotSent, SomeNotCreated, Other, Words;
    /// A second start named another marketplace than the window is at. `subject` is that one, `said` the one
    /// of the window.
    OtherMarketplace = "other_marketplace": Local, Input, Other, Words;
    PortTaken = "port_taken": Local, SignIn, Other, PasteAddress;
    /// The system lets this program listen at no such port: one that needs rights, or one that Windows
    /// reserves. `subject` is it.
    PortRefused = "port_refused": Local, SignIn, Other, PasteAddress;
    /// This computer is in no network in which a phone could reach it.
    NoNetwork = "no_network": Local, SomeNotCreated, Other, Words;
    /// The window cannot be opened: no display, or no renderer works. `subject` is a library that is missing.
    NoDisplay = "no_display": Local, SomeNotCreated, Other, Words;
    /// `VITRINE_RENDERER` names no renderer of this system.
    UnknownRenderer = "unknown_renderer": Local, Input, Other, Words;
    /// The system's file dialog does not open.
    NoDialog = "no_dialog": Local, SomeNotCreated, Other, Words;
    /// The shop's list does not tell whether the product exists; a person has to look.
    Ambiguous = "ambiguous": Unknown, SomeNotCreated, Other, Words;
    /// The marketplace said that it has the product, and its list does not show it; a person has to look.
    NotListed = "not_listed": Unknown, SomeNotCreated, Other, Words;
    /// The shop has a product twice, with one cover. `subject` is its name.
    ListedTwice = "listed_twice": Local, SomeNotCreated, Other, Words;
    /// The first product of a shop came back with another value than it was sent with. `field` names it;
    /// `subject` is the value in the shop, `expected` the one that was sent.
    NotAsSent = "not_as_sent": Local, SomeNotCreated, Other, Words;
    Cancelled = "cancelled": Local, Stopped, Other, Words;
    /// A bug in this program.
    Internal = "internal": Local, SomeNotCreated, Other, Words;
}

impl Exit {
    /// The exit status of a process that this program started to do its work.
    pub const fn from_status(status: i32) -> Self {
        match status {
            0 => Self::AllDone,
            2 => Self::Input,
            3 => Self::SignIn,
            4 => Self::Stopped,
            _ => Self::SomeNotCreated,
        }
    }
}
