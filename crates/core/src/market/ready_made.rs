//! Market files that come with the program.

/// A market file that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadyMade {
    /// What `--market` calls it.
    pub key: &'static str,
    /// The marketplace's name in English and Persian.
    pub names: [&'static str; 2],
    /// The file. Its head says where its values come from.
    pub text: &'static str,
}

/// Every ready-made market file.
pub const READY_MADE: [ReadyMade; 1] = [ReadyMade {
    key: "basalam",
    names: ["Basalam", "باسلام"],
    text: include_str!("../../../../assets/markets/basalam.toml"),
}];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::Profile;
    use vitrine_domain::Field;

    #[test]
    fn every_ready_made_file_is_valid_and_says_that_it_was_not_tried() {
        for ready_made in READY_MADE {
            let profile = Profile::parse(ready_made.text, ready_made.key).unwrap();
            assert_eq!(profile.name, ready_made.names[0]);
            assert!(
                ready_made.text.lines().take(5).any(|line| line.contains("NOT TRIED LIVE")),
                "{}",
                ready_made.key
            );
            let rules = profile.rules();
            assert!(
                rules.required.contains(&Field::CategoryId)
                    && rules.status("hidden").is_some()
                    && rules.sku_unique
            );
            assert!(profile.edit.as_ref().is_some_and(|edit| edit.batch.is_some()));
            assert!(profile.categories_url().is_some() && profile.attributes_url(302).is_some());
        }
    }
}
