### واژه‌نامه: product محصول · photo عکس · row ردیف · column ستون · heading عنوان ستون · sheet فایل اکسل یا CSV · shop غرفه.
### Spreadsheets: what became of one in an import, its columns, and files made for it.

sheet-row = { $row } ({ $name })
sheet-encoding-assumed = نوع کدگذاری متن در فایل نیامده است؛ با فرض عربی ویندوز (Windows-1256) خوانده شد. اگر نام‌ها درست نیستند، فایل را با فرمت «CSV UTF-8» یا به‌صورت فایل اکسل ذخیره کنید.

## In the review

sheet-title = { $name }: { $rows } ردیف · { $used } ستون استفاده شد{ $unused ->
    [0] {""}
   *[other] {" "}· { $unused } ستون استفاده نشد
}
sheet-change = تغییر ستون‌ها…
sheet-from-folder = در پوشهٔ شما بود.
sheet-do-not-use = کنار گذاشتن فایل
sheet-rows-without-photos = { $count } ردیف بدون عکس
sheet-products-without-row = { $count } محصول بدون ردیف
sheet-show-in-table = نمایش فقط این‌ها در جدول
sheet-found = { $count ->
    [one] یک فایل اکسل یا CSV در پوشه هست: { $name }
   *[other] { $count } فایل اکسل یا CSV در پوشه هست
}
sheet-use = استفاده از { $name }
sheet-conflicts = { $count } خانه در { $second } مقداری متفاوت با { $first } دارد.
sheet-conflicts-title = مقدارهای کدام فایل اکسل استفاده شود؟
sheet-conflict = { $name } · { $field }: { $first } · { $second }
sheet-prefer = استفاده از مقدارهای { $name }
sheet-preferred = { $count } خانه متفاوت است: مقدارهای { $name } استفاده می‌شود.
sheet-earlier-choice = ستون‌ها همان‌طور استفاده می‌شوند که قبلاً برای این عنوان‌ها انتخاب کرده‌اید.
sheet-forget-choice = حذف انتخاب قبلی
sheet-unit-title = قیمت‌ها به { $sheet } است؟
sheet-unit-question = طبق فایل، قیمت‌ها به { $sheet } است، اما قیمت‌های { -marketplace } شما به { $shop } است.
sheet-unit-example = در صورت تبدیل، { $from } می‌شود { $to }.
sheet-unit-convert = به { $sheet } است؛ تبدیل به { $shop }
sheet-unit-keep = همین حالا هم به { $shop } است

## The columns, in a dialog

sheet-columns-title = ستون‌های { $name }
sheet-columns-help = مشخص کنید هر ستون برای چیست. ویترین آن را برای فایل‌هایی با همین عنوان‌ها به خاطر می‌سپارد.
sheet-columns-apply = اعمال
sheet-price-unit = واحد قیمت‌ها در این فایل
sheet-no-heading = (بدون عنوان)
sheet-not-used = استفاده نشود
sheet-photo-name = نام پوشه یا فایل عکس
sheet-earlier-import = از افزودن گروهی قبلی
sheet-template = ذخیرهٔ فایل نمونه…
sheet-template-name = فهرست محصولات

## After the import

sheet-save-results = ذخیرهٔ نتایج در کپی فایل
sheet-results-name = { $name } – نتایج

## The row that shows how to fill in the template

sheet-example-name = نمونه: گلیم دستباف (این ردیف را عوض کنید)
sheet-example-brief = گلیم قرمز از پشم طبیعی
sheet-example-description = پشم، ۶۰ × ۹۰ سانتی‌متر. با آب سرد شسته شود.

## In the terminal

cli-sheet-template-saved = فایل نمونه در { $path } ذخیره شد

cli-sheet = فایل «{ $path }»: { $rows } ردیف، ستون‌های استفاده‌شده: { $used }، استفاده‌نشده: { $unused }
cli-sheet-without-photos = ردیف‌های بدون عکس ({ $count }): { $names }
cli-sheet-without-row = محصولات عکس‌دار بدون ردیف ({ $count }): { $names }
cli-sheet-found = «{ $path }» استفاده نشد. برای استفاده از آن --sheet را اضافه کنید.
