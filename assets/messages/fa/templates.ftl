### قالب‌ها: مقدارهای پیش‌فرض و تغییر قیمت‌ها، با یک نام و برای یک غرفه.

templates-list = قالب‌ها
templates-open = قالب‌ها…
templates-title = قالب‌های { $shop }
templates-none = برای این غرفه هنوز قالبی ندارید. قالب، مقدارهای پیش‌فرض و شیوهٔ تغییر قیمت‌ها را نگه می‌دارد تا دفعهٔ بعد هم از آن‌ها استفاده کنید.
templates-use = استفاده از «{ $name }»
templates-rename = تغییر نام
templates-rename-apply = ذخیرهٔ نام
templates-delete = حذف
templates-deleted = «{ $name }» حذف شد.
templates-save-as = ذخیره به‌عنوان قالب…
templates-save-title = ذخیره به‌عنوان قالب
templates-save = ذخیره
templates-replace = جایگزین کردن
templates-save-values = در قالب ذخیره می‌شود: { $values }
templates-save-no-values = مقدار پیش‌فرضی وارد نشده است؛ این قالب فقط قیمت‌ها را تغییر می‌دهد.
templates-name = نام
templates-name-taken = قالبی با این نام وجود دارد. نام دیگری وارد کنید یا آن را جایگزین کنید.
templates-nothing = با این قالب چیزی تغییر نمی‌کند.
templates-more-prices = و { $count } قیمت دیگر
templates-invalid = { $count } قیمت تغییر نمی‌کند، چون نتیجهٔ آن معتبر نیست.

## تغییر قیمت‌ها با قالب

templates-rule = قیمت محصولات
templates-rule-none = بدون تغییر
templates-rule-help = قیمت‌های فایل و قیمت‌هایی که خودتان وارد کرده‌اید تغییر می‌کند. قیمت پیش‌فرض تغییر نمی‌کند.
templates-rule-increase = قیمت‌ها { $by } بیشتر می‌شود
templates-rule-decrease = قیمت‌ها { $by } کمتر می‌شود
templates-rule-increase-percent = قیمت‌ها { $by }٪ بیشتر می‌شود
templates-rule-decrease-percent = قیمت‌ها { $by }٪ کمتر می‌شود
templates-rule-rounded = { $rule }، گردشده به مضرب { $to }
