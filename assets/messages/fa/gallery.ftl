### The gallery of widgets (`vitrine gallery`), for whoever builds a screen.

gallery-title = نگارخانهٔ ابزارک‌ها
gallery-buttons = دکمه‌ها
gallery-at-rest = عادی
gallery-hovered = زیر نشانگر
gallery-focused = در تمرکز صفحه‌کلید
gallery-disabled = غیرفعال
gallery-sizes = اندازه‌ها
gallery-choices = گزینه‌ها
gallery-fields = کادرهای ورودی
gallery-empty = خالی
gallery-help = اولین چیزی که خریدار می‌خواند.
gallery-error = عدد کامل و بدون اعشار بنویسید.
gallery-paragraph = چندسطری
gallery-dialog = پنجرهٔ پرسش
gallery-dialog-open = باز کردن پنجره
gallery-type = نوشتار
gallery-notices = اعلان‌ها
gallery-toasts = پیام‌های شناور
gallery-pills = وضعیت‌ها
gallery-progress = پیشرفت
gallery-table = جدول
gallery-zones = جای رها کردن و صفحهٔ خالی
gallery-icons = نمادها
gallery-icons-directed = این نمادها هم‌سو با خواندن‌اند:
gallery-sample-name = گلیم دستباف (قرمز) ۱۲۰×۸۰
gallery-sample-text = بافت عشایری شیراز با پشم طبیعی؛ هر گلیم اندکی با دیگری فرق دارد. شست‌وشو در ۳۰ درجه (Wool 100%).
