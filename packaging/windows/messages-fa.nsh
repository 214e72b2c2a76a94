; As messages-en.nsh, in Persian.
LangString AppName ${LANG_FARSI} "ویترین"
LangString Purpose ${LANG_FARSI} "ثبت گروهی محصول از پوشه‌های عکس"
LangString CloseWindow ${LANG_FARSI} "ویترین باز است و اکنون بسته می‌شود. ثبت ناتمام در اجرای بعدی ادامه پیدا می‌کند."
LangString InUse ${LANG_FARSI} "ویترین هنوز در حال اجراست، شاید در ترمینال. صبر کنید تا تمام شود یا آن را با Ctrl+C متوقف کنید و دوباره تلاش کنید."
LangString DeleteData ${LANG_FARSI} "حذف داده‌های من"
LangString DeleteDataExplained ${LANG_FARSI} "از حساب خارج می‌شود و ثبت‌های ناتمام، سابقهٔ ثبت‌های قبلی و تنظیمات را حذف می‌کند. محصولات غرفه‌تان می‌مانند."
