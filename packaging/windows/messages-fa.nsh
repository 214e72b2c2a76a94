; As messages-en.nsh, in Persian.
LangString AppName ${LANG_FARSI} "ویترین"
LangString Purpose ${LANG_FARSI} "افزودن گروهی محصول از پوشهٔ عکس‌ها"
LangString CloseWindow ${LANG_FARSI} "ویترین باز است و حالا بسته می‌شود. با باز کردن دوبارهٔ ویترین می‌توانید کار ناتمام را ادامه دهید."
LangString InUse ${LANG_FARSI} "ویترین هنوز در حال اجراست، شاید در ترمینال. صبر کنید تا تمام شود یا آن را با Ctrl+C متوقف کنید و دوباره تلاش کنید."
LangString DeleteData ${LANG_FARSI} "حذف داده‌های من"
LangString DeleteDataExplained ${LANG_FARSI} "شما را از حساب خارج می‌کند و افزودن‌های گروهی ناتمام، سابقهٔ افزودن‌های قبلی و تنظیمات را حذف می‌کند. محصولات غرفه دست نمی‌خورند."
