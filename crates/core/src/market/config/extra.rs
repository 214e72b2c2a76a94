//! Marketplace-specific additions to requests, from the market file.

use serde::{Deserialize, Deserializer};

use super::finding::invalid;
use vitrine_domain::Finding;

/// Query parameters added to the URL of a request.
#[derive(Default)]
pub struct QueryExtra(pub Vec<(String, String)>);

impl<'de> Deserialize<'de> for QueryExtra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut pairs = Vec::new();
        for (key, value) in toml::Table::deserialize(deserializer)? {
            // An array becomes a repeated key: the public service refuses comma-separated lists.
            let values = if let toml::Value::Array(values) = value { values } else { vec![value] };
            for value in values {
                let text = match value {
                    toml::Value::String(text) => text,
                    toml::Value::Array(_) | toml::Value::Table(_) => {
                        return Err(invalid(Finding::NotAPlainValue { key }));
                    }
                    plain => plain.to_string(),
                };
                pairs.push((key.clone(), text));
            }
        }
        Ok(Self(pairs))
    }
}

/// Fields added to the JSON body of a request.
#[derive(Default)]
pub struct JsonExtra(pub serde_json::Map<String, serde_json::Value>);

impl<'de> Deserialize<'de> for JsonExtra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        json_object(toml::Table::deserialize(deserializer)?).map(Self).map_err(serde::de::Error::custom)
    }
}

fn json_object(table: toml::Table) -> Result<serde_json::Map<String, serde_json::Value>, &'static str> {
    table.into_iter().map(|(key, value)| Ok((key, json(value)?))).collect()
}

fn json(value: toml::Value) -> Result<serde_json::Value, &'static str> {
    Ok(match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => {
            serde_json::Number::from_f64(number).ok_or("JSON has no such number")?.into()
        }
        toml::Value::Boolean(flag) => flag.into(),
        toml::Value::Datetime(moment) => moment.to_string().into(),
        toml::Value::Array(values) => values.into_iter().map(json).collect::<Result<Vec<_>, _>>()?.into(),
        toml::Value::Table(table) => json_object(table)?.into(),
    })
}
