//! The options of `vitrine webhook`.

use clap::{Args, Subcommand};
use url::Url;

use super::values::{method, parse_delivery, parse_event, parse_forward, parse_service, parse_webhook};
use vitrine_core::market;
use vitrine_domain::{ServiceId, WebhookId};

#[derive(Debug, Subcommand)]
pub enum Webhook {
    Add(NewWebhook),
    List {
        #[arg(long)]
        json: bool,
    },
    Change(ChangedWebhook),
    Delete {
        #[arg(value_name = "ID", value_parser = parse_webhook)]
        webhook: WebhookId,
    },
    Log {
        #[arg(value_name = "ID", value_parser = parse_webhook)]
        webhook: WebhookId,
        #[arg(long)]
        json: bool,
    },
    Events {
        #[arg(long)]
        json: bool,
    },
    Services {
        #[arg(long, value_name = "TITLE")]
        add: Option<String>,
        #[arg(long, value_name = "TEXT", requires = "add")]
        description: Option<String>,
        #[arg(long)]
        json: bool,
    },
    Join {
        #[arg(value_name = "ID", value_parser = parse_webhook)]
        webhook: WebhookId,
    },
    Try {
        #[arg(value_name = "EVENT", value_parser = parse_event)]
        event: u32,
    },
    Listen(Listen),
}

#[derive(Debug, Args)]
pub struct Listen {
    #[arg(long, value_name = "NUMBER", default_value_t = 8766)]
    pub port: u16,
    #[arg(long, conflicts_with = "tokenless")]
    pub open: bool,
    #[arg(id = "tokenless", long = "without-token")]
    pub without_token: bool,
    #[arg(long, value_name = "URL", value_parser = parse_forward)]
    pub forward: Option<Url>,
}

// The identifiers differ from those of `add` where the help texts do.
#[derive(Debug, Args)]
pub struct ChangedWebhook {
    #[arg(value_name = "ID", value_parser = parse_webhook)]
    pub webhook: WebhookId,
    #[arg(long, value_name = "URL", value_parser = parse_delivery)]
    pub url: Option<String>,
    #[arg(long, value_name = "EVENT,…", value_delimiter = ',', value_parser = parse_event)]
    pub events: Vec<u32>,
    #[arg(id = "changed_method", long = "method", value_parser = method(), ignore_case = true)]
    pub method: Option<String>,
    #[arg(long, value_name = "NAME: VALUE")]
    pub header: Vec<String>,
    #[arg(long, conflicts_with = "deactivate")]
    pub activate: bool,
    #[arg(long)]
    pub deactivate: bool,
}

#[derive(Debug, Args)]
pub struct NewWebhook {
    #[arg(long, value_name = "URL", value_parser = parse_delivery)]
    pub url: String,
    #[arg(long, value_name = "EVENT,…", value_delimiter = ',', required = true, value_parser = parse_event)]
    pub events: Vec<u32>,
    #[arg(long, default_value = market::NewWebhook::METHODS[0], value_parser = method(), ignore_case = true)]
    pub method: String,
    #[arg(long, value_name = "ID", value_parser = parse_service)]
    pub service: Option<ServiceId>,
    #[arg(long)]
    pub inactive: bool,
    #[arg(long, value_name = "NAME: VALUE")]
    pub header: Vec<String>,
    #[arg(long)]
    pub without_token: bool,
}
