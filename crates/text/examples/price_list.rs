//! A window in Persian: labels with prices and Latin names, and two editors. `cargo run -p vitrine-text
//! --example price_list`

use eframe::egui::{Align, Frame, Layout, Theme, Ui};
use vitrine_text::Text;

struct PriceList {
    name: String,
    about: String,
}

impl eframe::App for PriceList {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let leading =
            |ui: &mut Ui| ui.with_layout(Layout::top_down(Align::Max), |ui| self.contents(ui)).inner;
        Frame::central_panel(ui.style()).inner_margin(16.0).show(ui, leading);
    }
}

impl PriceList {
    fn contents(&mut self, ui: &mut Ui) {
        vitrine_text::heading(ui, "فهرست قیمت");
        ui.add(Text::new("گلیم دستباف Kilim 2×3 (نو): ۱٬۲۵۰٬۰۰۰ تومان").selectable());
        ui.add(Text::new("mug (1).jpg").weak());
        let name = vitrine_text::line_edit("name", &mut self.name).hint("نام کالا").width(300.0);
        ui.add(name).accessible_name("نام کالا");
        let about = vitrine_text::paragraph_edit("about", &mut self.about).width(300.0);
        ui.add(about).accessible_name("توضیح");
        let button = vitrine_text::button(ui, "ذخیره (۱۲)");
        vitrine_text::tooltip(button, "Ctrl+S را هم می‌توان زد");
    }
}

fn main() -> eframe::Result {
    eframe::run_native(
        "price list",
        eframe::NativeOptions::default(),
        Box::new(|creation| {
            vitrine_text::install_fonts(&creation.egui_ctx);
            creation.egui_ctx.set_theme(Theme::Light);
            vitrine_text::set_rtl(&creation.egui_ctx, true);
            let words = ["بریدن", "کپی", "چسباندن", "انتخاب همه", "برگرداندن", "انجام دوباره"];
            vitrine_text::set_menu_words(&creation.egui_ctx, words.map(str::to_owned));
            Ok(Box::new(PriceList {
                name: "کفش Nike Air".to_owned(),
                about: "دو رنگ: آبی و navy.".to_owned(),
            }))
        }),
    )
}
