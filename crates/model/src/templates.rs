//! The templates of the shop that is signed in.

use super::Model;
use crate::messages::{Command, PlatformCommand};
use vitrine_core::import::bulk::BulkChange;
use vitrine_core::import::{DefaultValues, Template};

/// What the user did about templates.
#[derive(Clone, Debug)]
pub enum TemplateAction {
    /// Uses the template of this name in the review.
    Use(String),
    /// Saves a template, replacing one of the same name.
    Save { name: String, defaults: Box<DefaultValues>, price_rule: Option<BulkChange> },
    /// Changes a name. One that another template has changes nothing.
    Rename { from: String, to: String },
    /// Deletes the template of this name.
    Delete(String),
}

impl Model {
    /// The templates of the shop that is signed in, in the order in which they were saved.
    pub fn templates(&self) -> impl Iterator<Item = &Template> {
        let account = self.account_key();
        self.settings.templates.iter().filter(move |template| Some(&template.account) == account.as_ref())
    }

    /// The template of this name in the shop that is signed in.
    pub fn template(&self, name: &str) -> Option<&Template> {
        self.templates().find(|template| template.name == name)
    }

    pub(super) fn act_on_template(&mut self, action: TemplateAction) -> Vec<Command> {
        let Some(account) = self.account_key() else { return Vec::new() };
        let is = |template: &Template, name: &str| template.account == account && template.name == name;
        let templates = &mut self.settings.templates;
        match action {
            TemplateAction::Use(name) => {
                if let Some(template) = self.template(&name).cloned() {
                    self.import.review.use_template(&template);
                }
                return Vec::new();
            }
            TemplateAction::Save { name, defaults, price_rule } => {
                let at = templates.iter().position(|template| is(template, &name));
                let template = Template { account, name, defaults: *defaults, price_rule };
                match at {
                    Some(at) => templates[at] = template,
                    None => templates.push(template),
                }
            }
            TemplateAction::Rename { from, to } => {
                if templates.iter().any(|template| is(template, &to)) {
                    return Vec::new();
                }
                templates
                    .iter_mut()
                    .filter(|template| is(template, &from))
                    .for_each(|template| template.name.clone_from(&to));
            }
            TemplateAction::Delete(name) => templates.retain(|template| !is(template, &name)),
        }
        vec![Command::Platform(PlatformCommand::SaveSettings(Box::new(self.settings.clone())))]
    }
}
