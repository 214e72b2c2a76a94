### واژه‌نامه: product محصول · photo عکس · cover عکس اصلی · shop غرفه · marketplace بازار · import افزودن گروهی · sign in ورود
### (تنها به این معنا) · permission اجازه · address نشانی · sheet جدول · terminal ترمینال. دکمه‌ها مصدر یا اسم‌اند، نه فعل امر.
### The words of the terminal.

cli-signed-in = با نام { $name } وارد شدید؛ غرفه: { $shop }.
cli-signed-in-no-shop = با نام { $name } وارد شدید. این حساب هنوز غرفه ندارد: در سایت بازار غرفه بسازید و دوباره وارد شوید.
cli-sign-in-address = در صفحه‌ای که در مرورگر باز می‌شود وارد شوید. اگر باز نشد، این نشانی را باز کنید:
cli-sign-in-paste = اگر مرورگر به صفحه‌ای رسید که نمایش داده نمی‌شود، نشانی آن را اینجا بچسبانید.
cli-token-ends = این توکن تا { $date } اعتبار دارد. پیش از آن با توکن تازه‌ای وارد شوید.
cli-signed-out = خارج شدید. توکن پاک شد.
cli-planned = { $name } — { $count } عکس
cli-no-price = { $count } محصول قیمت ندارد. بدون قیمت ثبت شود؟ (y/n)
cli-planned-total = { $count } محصول ساخته می‌شود.
cli-progress = { $done } از { $total }: ساخته‌شده { $created }، ساخته‌نشده { $failed }، عکس { $up } از { $photos }{ $left }
cli-progress-left = ، { $left } باقی مانده
cli-product-problem = { $name }: { $problem }. { $cause } { $remedy }
cli-done = ساخته‌شده { $created }، از قبل موجود { $skipped }، ساخته‌نشده { $failed }، باقی‌مانده { $waiting }.
cli-resume-hint = چیزی از دست نرفته است: «vitrine resume» کار را ادامه می‌دهد.
cli-products-total = { $count } محصول.
cli-report-saved = { $count } محصول در { $path } نوشته شد
cli-webhook-added = وب‌هوک ساخته شد. { $id }
cli-demo-no-display = اینجا نمایشگری نیست، پس نمونه در همین ترمینال اجرا می‌شود: عکس‌های نمونه، محصولات غرفهٔ تمرینی می‌شوند.
cli-listening = در حال شنیدن در { $address }. برای پایان Ctrl-C را بزنید.
cli-token-in-environment = در ترمینال می‌توان توکن را برای هر فرمان در VITRINE_TOKEN داد.
