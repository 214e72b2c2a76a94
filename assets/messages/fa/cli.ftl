### واژه‌های پایانه.

cli-signed-in = با نام { $name } وارد شدید؛ غرفه: { $shop }.
cli-signed-in-no-shop = با نام { $name } وارد شدید. این حساب هنوز غرفه ندارد: در سایت بازار یکی باز کنید و دوباره وارد شوید.
cli-sign-in-address = در صفحه‌ای که در مرورگر باز می‌شود وارد شوید. اگر باز نشد، این نشانی را باز کنید:
cli-sign-in-paste = اگر مرورگر به صفحه‌ای رسید که نشان داده نمی‌شود، نشانی آن را اینجا بچسبانید.
cli-sign-in-other-address = این نشانی پایان این ورود نیست. نشانی کامل صفحه‌ای را که مرورگر به آن رسید بچسبانید.
cli-signed-out = خارج شدید. توکن فراموش شد.
cli-planned = { $name } — { $count ->
    [one] ۱ عکس
   *[other] { $count } عکس
}
cli-planned-total = { $count ->
    [one] ۱ محصول ساخته می‌شود.
   *[other] { $count } محصول ساخته می‌شود.
}
cli-progress = ساخته‌شده { $created }، ساخته‌نشده { $failed }، عکس { $up } از { $photos }{ $left }
cli-progress-left = ، { $left } مانده
cli-product-problem = { $name }: { $problem } { $cause } { $remedy }
cli-done = ساخته‌شده { $created }، از پیش موجود { $skipped }، ساخته‌نشده { $failed }، باقی‌مانده { $waiting }.
cli-resume-hint = چیزی از دست نرفته است: «vitrine resume» کار را ادامه می‌دهد.
cli-products-total = { $count ->
    [one] ۱ محصول.
   *[other] { $count } محصول.
}
cli-report-saved = { $count ->
    [one] ۱ محصول در { $path } نوشته شد
   *[other] { $count } محصول در { $path } نوشته شد
}
cli-webhook-added = وب‌هوک ساخته شد. { $id }
cli-demo-no-display = اینجا نمایشگری نیست، پس نمونه در همین پایانه اجرا می‌شود: عکس‌های نمونه محصول‌های غرفهٔ تمرینی می‌شوند.
cli-listening = گوش به زنگ در { $address }. برای پایان Ctrl-C بزنید.
cli-token-in-environment = در پایانه می‌توان توکن را برای هر فرمان در VITRINE_TOKEN داد.
