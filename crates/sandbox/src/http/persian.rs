//! The reasons of refusals in Persian, for a window in Persian.

/// Reasons with a place for each value.
const REASONS: &[(&str, &str)] = &[
    ("{} is longer than {} characters.", "{} بیشتر از {} کاراکتر دارد."),
    ("{} is required in this category.", "«{}» در این دسته الزامی است."),
    ("{} must be at least {}.", "{} باید حداقل {} باشد."),
    ("{} is required.", "{} الزامی است."),
    ("{} is empty.", "{} خالی است."),
    ("A product has at most {} photos.", "هر محصول حداکثر {} عکس دارد."),
    ("At most {} days are allowed in this category.", "در این دسته حداکثر {} روز مجاز است."),
    ("At most {} keywords.", "حداکثر {} کلیدواژه."),
    ("At most {} characters.", "حداکثر {} کاراکتر."),
    ("Field required", "این مورد الزامی است."),
    ("Length, width and height are required.", "طول، عرض و ارتفاع الزامی است."),
    (
        "The access token is missing, invalid or expired.",
        "توکن دسترسی ارسال نشده، معتبر نیست یا منقضی شده است.",
    ),
    ("The category has no such attribute.", "این دسته چنین ویژگی‌ای ندارد."),
    ("The category has to be one without further categories.", "دسته‌ای را انتخاب کنید که زیردسته ندارد."),
    ("The file is not a photo in a known format.", "این فایل عکسی با فرمت شناخته‌شده نیست."),
    ("The package has to be heavier than the product.", "بسته باید از خود محصول سنگین‌تر باشد."),
    ("The category of a product is not changed.", "دستهٔ محصول بعد از ثبت تغییر نمی‌کند."),
    ("The photo is damaged.", "عکس خراب است."),
    ("The photo is larger than this marketplace takes.", "عکس بزرگ‌تر از حد مجاز این بازارگاه است."),
    (
        "The photo is larger than this marketplace takes: at most {} bytes.",
        "عکس بزرگ‌تر از حد مجاز این بازارگاه است: حداکثر {} بایت.",
    ),
    ("The practice marketplace could not keep this.", "بازارگاه تمرینی نتوانست این را ذخیره کند."),
    ("The price is at least {}.", "قیمت باید حداقل {} باشد."),
    ("The shop already has a product of this name.", "غرفه از قبل محصولی با همین نام دارد."),
    ("The sku must be unique in the shop.", "کد محصول باید در غرفه یکتا باشد."),
    ("The status is not valid.", "این وضعیت معتبر نیست."),
    ("The token lacks the scope {}.", "این توکن دسترسی \u{2068}{}\u{2069} را ندارد."),
    ("The value of {} is not valid.", "مقدار «{}» معتبر نیست."),
    ("There is no such category.", "چنین دسته‌ای وجود ندارد."),
    ("There is no such event.", "چنین رویدادی وجود ندارد."),
    ("There is no such photo.", "چنین عکسی وجود ندارد."),
    ("There is no such product.", "چنین محصولی وجود ندارد."),
    ("There is no such shop.", "چنین غرفه‌ای وجود ندارد."),
    ("There is no such unit.", "چنین واحدی وجود ندارد."),
    ("There is no such webhook.", "چنین وب‌هوکی وجود ندارد."),
    ("This photo could not be shown.", "این عکس را نمی‌توان نشان داد."),
    ("This product is another shop's.", "این محصول متعلق به غرفهٔ دیگری است."),
    ("This shop is not yours.", "این غرفه متعلق به شما نیست."),
    ("You have no service {}.", "شما سرویسی با شناسهٔ {} ندارید."),
    ("title must be a string of 3 to 100 characters.", "عنوان باید ۳ تا ۱۰۰ کاراکتر داشته باشد."),
];

/// Fields that reasons name.
const FIELDS: &[(&str, &str)] = &[
    ("brief", "توضیح کوتاه"),
    ("description", "توضیحات"),
    ("name", "نام"),
    ("package_weight", "وزن با بسته‌بندی"),
    ("preparation_days", "زمان آماده‌سازی"),
    ("primary_price", "قیمت"),
    ("sku", "کد محصول"),
    ("stock", "موجودی"),
    ("weight", "وزن"),
];

/// The reason in Persian; one that only programs cause remains in English.
pub fn translated(reason: &str) -> String {
    let found = REASONS.iter().find_map(|(english, persian)| Some((values(english, reason)?, persian)));
    let Some((values, persian)) = found else { return reason.to_owned() };
    let mut parts = persian.split("{}");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.zip(values).fold(first, |text, (part, value)| text + &in_persian(value) + part)
}

/// The values at the places of a pattern; `None` if the text is another one.
fn values<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let (begin, end) = (pattern.split("{}").next()?, pattern.rsplit("{}").next()?);
    if begin.len() == pattern.len() {
        return (text == pattern).then(Vec::new);
    }
    let mut rest = text.strip_prefix(begin)?.strip_suffix(end)?;
    let mut values = Vec::new();
    let inner: Vec<&str> = pattern.split("{}").skip(1).collect();
    for part in inner.iter().take(inner.len() - 1).copied().chain([""]) {
        let (value, after) = if part.is_empty() { (rest, "") } else { rest.split_once(part)? };
        // A value is a number, the name of a field, or a title in Persian.
        if value.is_empty() || (value.contains(' ') && value.is_ascii()) {
            return None;
        }
        values.push(value);
        rest = after;
    }
    rest.is_empty().then_some(values)
}

fn in_persian(value: &str) -> String {
    let field = FIELDS.iter().find(|(name, _)| *name == value);
    field.map_or_else(|| value.chars().map(persian_digit).collect(), |(_, persian)| (*persian).to_owned())
}

fn persian_digit(c: char) -> char {
    c.to_digit(10).and_then(|digit| char::from_u32('۰' as u32 + digit)).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_that_a_seller_meets_is_in_persian_with_its_values() {
        assert_eq!(translated("name is longer than 19 characters."), "نام بیشتر از ۱۹ کاراکتر دارد.");
        assert_eq!(translated("The price is at least 1000."), "قیمت باید حداقل ۱۰۰۰ باشد.");
        assert_eq!(translated("The photo is damaged."), "عکس خراب است.");
        assert_eq!(
            translated("The token lacks the scope vendor.product.write."),
            "این توکن دسترسی \u{2068}vendor.product.write\u{2069} را ندارد."
        );
    }

    #[test]
    fn a_reason_that_only_programs_cause_remains_in_english() {
        for reason in
            ["photos must be an array of integer ids of uploaded files.", "There is no uploaded file 7."]
        {
            assert_eq!(translated(reason), reason);
        }
    }
}
