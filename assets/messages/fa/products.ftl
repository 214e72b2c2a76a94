### جدول محصولات: ستون‌ها، فیلتر، انتخاب و جزئیات.

products-columns-help = انتخاب کنید جدول چه چیزهایی را و با چه ترتیبی نشان دهد. برای تغییر عرض هر ستون، لبهٔ عنوان آن را بکشید.
products-column-earlier = بالا بردن { $column }
products-column-later = پایین بردن { $column }
products-selected-sum = جمع قیمت‌ها { $prices } · جمع موجودی { $stock }
products-copy = کپی برای اکسل
products-filter-any-status = هر وضعیتی
products-filter-status = { $status } ({ $count })
products-filter-out-of-stock = ناموجود ({ $count })
products-filter-wholesale = فروش عمده ({ $count })
products-filter-without-photo = بدون عکس ({ $count })
products-filter-clear = پاک کردن فیلتر
products-filter-none = هیچ محصولی با این فیلتر پیدا نشد.
products-price-from = قیمت از
products-price-to = تا
products-details = جزئیات
products-back = همهٔ محصولات
products-like = محصول جدید مثل این
products-like-help = فرم محصول جدید خالی نیست. محتوای آن با این محصول جایگزین می‌شود.
products-like-busy = محصولی از روی فرم در حال ثبت است. تا پایان آن صبر کنید.
products-like-replace = جایگزین شود
products-origin = ثبت‌شده از این رایانه
products-origin-at = در { $at }
products-origin-more = { $count } عکس دیگر
shortcut-select-product = انتخاب محصول
shortcut-select-range = انتخاب چند ردیف پشت سر هم
