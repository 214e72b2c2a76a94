//! A release, as the server describes it. Nothing of the answer is trusted.

use semver::Version;
use serde::Deserialize;
use url::Url;

use crate::build_info;
use crate::i18n::plain_text;
use vitrine_core::market::parse_address;
use vitrine_model::messages::{Release, UpdateFailure};

/// The documented answer of GitHub to `releases/latest`, as far as it is used.
#[derive(Deserialize)]
struct Answer {
    tag_name: String,
    body: Option<String>,
    html_url: Option<String>,
    #[serde(default)]
    draft: bool,
    #[serde(default)]
    prerelease: bool,
}

/// The host of release pages whose descriptions another host has.
const PAGES_HOST: &str = "github.com";

/// Reads the answer of the server at `source`; `None` if it describes a release that is not meant for
/// everybody.
pub fn read(answer: &[u8], source: &Url) -> Result<Option<Release>, UpdateFailure> {
    let answer: Answer = serde_json::from_slice(answer).map_err(|_| UpdateFailure::UnexpectedAnswer)?;
    let tag = answer.tag_name.trim();
    let version =
        Version::parse(tag.strip_prefix('v').unwrap_or(tag)).map_err(|_| UpdateFailure::UnexpectedAnswer)?;
    if answer.draft || answer.prerelease || !version.pre.is_empty() {
        return Ok(None);
    }
    let Version { major, minor, patch, .. } = version;
    let page = answer.html_url.and_then(|page| trusted_page(&page, source));
    Ok(Some(Release {
        version: format!("{major}.{minor}.{patch}"),
        notes: plain_text(&answer.body.unwrap_or_default()),
        page,
    }))
}

/// Whether it is newer than this program.
pub fn is_newer(release: &Release) -> bool {
    let [this, own] = [release.version.as_str(), build_info::VERSION].map(Version::parse);
    this.is_ok_and(|this| own.is_ok_and(|own| this.cmp_precedence(&own).is_gt()))
}

/// A page is opened only where the description comes from, or at GitHub.
fn trusted_page(page: &str, source: &Url) -> Option<String> {
    let page = parse_address(page).ok()?;
    (page.host() == source.host() || page.host_str() == Some(PAGES_HOST)).then(|| page.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(answer: &Value) -> Result<Option<Release>, UpdateFailure> {
        super::read(
            answer.to_string().as_bytes(),
            &Url::parse("https://api.github.com/repos/a/b/releases/latest").unwrap(),
        )
    }

    fn version(tag: &str) -> Option<String> {
        read(&json!({ "tag_name": tag })).ok().flatten().map(|release| release.version)
    }

    #[test]
    fn a_tag_names_a_version_with_or_without_a_v() {
        for tag in ["v99.1.2", "99.1.2", " v99.1.2 ", "v99.1.2+build.7"] {
            assert_eq!(version(tag).as_deref(), Some("99.1.2"), "{tag}");
        }
        for tag in ["", "v", "99", "99.1", "latest", "v99.1.2.3", "vv1.2.3", "٩٩.١.٢"] {
            assert_eq!(read(&json!({ "tag_name": tag })), Err(UpdateFailure::UnexpectedAnswer), "{tag}");
        }
    }

    #[test]
    fn drafts_and_trial_versions_are_not_offered() {
        for answer in [
            json!({ "tag_name": "v99.0.0", "draft": true }),
            json!({ "tag_name": "v99.0.0", "prerelease": true }),
            json!({ "tag_name": "v99.0.0-rc.1" }),
        ] {
            assert_eq!(read(&answer), Ok(None), "{answer}");
        }
    }

    #[test]
    fn versions_are_compared_by_number() {
        let newer = |version: &str| {
            is_newer(&Release { version: version.to_owned(), notes: String::new(), page: None })
        };
        let own = Version::parse(build_info::VERSION).unwrap();
        assert!(newer(&format!("{}.{}.{}", own.major, own.minor + 10, own.patch)));
        assert!(!newer(build_info::VERSION) && !newer("0.0.9") && !newer("no version"));
    }

    #[test]
    fn only_pages_of_the_same_host_and_of_github_are_opened() {
        let page =
            |page: &str| read(&json!({ "tag_name": "v99.0.0", "html_url": page })).unwrap().unwrap().page;
        for good in ["https://github.com/a/b/releases/tag/v99.0.0", "https://api.github.com/x"] {
            assert_eq!(page(good).as_deref(), Some(good));
        }
        for bad in [
            "http://github.com/a",
            "https://github.com.evil.example/a",
            "https://evil.example/github.com",
            "https://github.com@evil.example/",
            "https://user:secret@github.com/",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "github.com",
            "",
        ] {
            assert_eq!(page(bad), None, "{bad}");
        }
    }
}
