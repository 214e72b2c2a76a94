//! The workflows run scripts that exist, pin what they use, ask for no more rights than they need, and make
//! every file of a release.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use yaml_rust2::{Yaml, YamlLoader};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

struct Workflow {
    name: String,
    text: String,
    content: Yaml,
}

static WORKFLOWS: LazyLock<Vec<Workflow>> = LazyLock::new(|| {
    let listed = fs::read_dir(root().join(".github/workflows")).expect("workflows");
    let mut paths: Vec<_> = listed.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("text");
        let content = YamlLoader::load_from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
            .remove(0);
        Workflow { name: path.file_stem().expect("a name").to_string_lossy().into_owned(), text, content }
    };
    paths.iter().map(read).collect()
});

impl Workflow {
    fn named(name: &str) -> &'static Self {
        WORKFLOWS
            .iter()
            .find(|workflow| workflow.name == name)
            .unwrap_or_else(|| panic!("there is no workflow {name}"))
    }

    /// The name and content of each job.
    fn jobs(&self) -> Vec<(&str, &Yaml)> {
        self.content["jobs"]
            .as_hash()
            .expect("jobs")
            .iter()
            .map(|(name, job)| (name.as_str().expect("a name"), job))
            .collect()
    }

    fn steps(&self) -> Vec<&Yaml> {
        self.jobs().iter().flat_map(|(_, job)| job["steps"].as_vec().into_iter().flatten()).collect()
    }

    /// The commands of all steps, and of matrices.
    fn commands(&self) -> Vec<&str> {
        let matrices = self
            .jobs()
            .into_iter()
            .flat_map(|(_, job)| job["strategy"]["matrix"]["include"].as_vec().into_iter().flatten());
        self.steps().into_iter().chain(matrices).filter_map(|step| step["run"].as_str()).collect()
    }

    /// The words of the commands that name files of the repository.
    fn scripts(&self) -> BTreeSet<&str> {
        let words = self
            .commands()
            .into_iter()
            .flat_map(|command| command.split(|c: char| c.is_whitespace() || "\"$()=".contains(c)));
        words
            .filter(|word| [".ci/", "packaging/", "tests/"].iter().any(|folder| word.starts_with(folder)))
            .collect()
    }
}

#[test]
fn the_workflows_exist_and_run_scripts_that_exist() {
    let mut seen = 0;
    for workflow in WORKFLOWS.iter() {
        for script in workflow.scripts() {
            assert!(is_executable(&root().join(script)), "{}: {script} is no script", workflow.name);
            seen += 1;
        }
    }
    assert!(seen >= 7, "only {seen} scripts were found");
    assert_eq!(
        WORKFLOWS.iter().map(|workflow| workflow.name.as_str()).collect::<Vec<_>>(),
        ["ci", "nightly", "release"]
    );
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.is_file()
}

#[test]
fn every_system_passes_the_same_gate() {
    let ci = Workflow::named("ci");
    for (name, job) in ci.jobs() {
        let runs_gate =
            job["steps"].as_vec().expect("steps").iter().any(|step| step["run"].as_str() == Some(".ci/run"));
        assert!(runs_gate, "{name}");
    }
    let systems: BTreeSet<&str> =
        ci.jobs().iter().filter_map(|(_, job)| job["runs-on"].as_str()?.split('-').next()).collect();
    assert_eq!(systems, BTreeSet::from(["macos", "ubuntu", "windows"]));
    let tests = &Workflow::named("release").content["jobs"]["tests"]["uses"];
    assert_eq!(tests.as_str(), Some("./.github/workflows/ci.yml"), "a release is tested like a change");
}

#[test]
fn actions_are_pinned_by_commit() {
    let mut seen = 0;
    for workflow in WORKFLOWS.iter() {
        for used in workflow.steps().iter().filter_map(|step| step["uses"].as_str()) {
            let commit = used.split_once('@').map(|(_, commit)| commit).unwrap_or_default();
            assert!(
                commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()),
                "{}: {used}",
                workflow.name
            );
            assert!(
                workflow.text.contains(&format!("{used} # v")),
                "{}: {used} has no comment with its version",
                workflow.name
            );
            seen += 1;
        }
    }
    assert!(seen >= 10, "only {seen} actions were found");
}

#[test]
fn jobs_have_time_limits_and_may_only_read() {
    for workflow in WORKFLOWS.iter() {
        let permissions = workflow.content["permissions"]
            .as_hash()
            .unwrap_or_else(|| panic!("{} states no permissions", workflow.name));
        assert!(permissions.iter().all(|(_, right)| right.as_str() == Some("read")), "{}", workflow.name);
        for (name, job) in workflow.jobs() {
            let at = format!("{}: {name}", workflow.name);
            assert!(
                job["timeout-minutes"].as_i64().is_some() || job["uses"].as_str().is_some(),
                "{at} has no time limit"
            );
            let may_write = job["permissions"].as_hash().is_some();
            assert_eq!(may_write, at == "release: draft", "{at}");
            for step in job["steps"].as_vec().into_iter().flatten() {
                let checks_out =
                    step["uses"].as_str().is_some_and(|used| used.starts_with("actions/checkout@"));
                assert!(
                    !checks_out || step["with"]["persist-credentials"].as_bool() == Some(false),
                    "{at} leaves its token behind"
                );
            }
        }
    }
}

/// The formats of `packaging/assets.txt`, each with its file's name.
fn assets() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("packaging/assets.txt")).expect("the list of assets");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| line.split_once(' ').expect("a format and a name"))
        .map(|(format, name)| (format.to_owned(), name.trim().to_owned()))
        .collect()
}

#[test]
fn every_file_of_a_release_is_built_by_a_script_and_sent_on() {
    let release = Workflow::named("release");
    let built: BTreeSet<&str> = release
        .commands()
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.trim().strip_prefix("packaging/build "))
        .flat_map(str::split_whitespace)
        .collect();
    let expected = assets();
    let formats: BTreeSet<&str> = expected.iter().map(|(format, _)| format.as_str()).collect();
    assert_eq!(built, formats, "what the workflow builds, and what packaging/assets.txt expects");
    for (format, name) in &expected {
        let scripts: Vec<_> = ["linux", "macos", "windows", "source"]
            .iter()
            .map(|system| root().join(format!("packaging/{system}/build-{format}")))
            .filter(|script| is_executable(script))
            .collect();
        let [script] = &scripts[..] else { panic!("{format} has {} scripts", scripts.len()) };
        let text = fs::read_to_string(script).expect("text");
        let ending = name.rsplit_once("VERSION").expect("a version").1.rsplit('.').next().expect("an ending");
        assert!(text.contains(&format!(".{ending}")), "{} makes no .{ending}", script.display());
    }
    let sent: Vec<&str> = release.steps().iter().filter_map(|step| step["with"]["path"].as_str()).collect();
    for (_, name) in &expected {
        let matches = |pattern: &&str| {
            pattern.strip_prefix("target/packages/").is_some_and(|pattern| matches_pattern(pattern, name))
        };
        assert!(sent.iter().any(matches), "no job sends {name} on");
    }
}

#[test]
fn released_packages_know_where_the_next_release_is_announced() {
    let address = &Workflow::named("release").content["env"]["VITRINE_UPDATE_ADDRESS"];
    assert_eq!(
        address.as_str(),
        Some("https://api.github.com/repos/${{ github.repository }}/releases/latest")
    );
    for name in ["ci", "nightly"] {
        assert!(
            !Workflow::named(name).text.contains("VITRINE_UPDATE_ADDRESS"),
            "{name}: only releases have the address"
        );
    }
}

/// Whether a name matches a pattern with asterisks.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let mut rest = name;
    let parts: Vec<&str> = pattern.split('*').collect();
    for (at, part) in parts.iter().enumerate() {
        match rest.find(part) {
            Some(found) if at > 0 || found == 0 => rest = &rest[found + part.len()..],
            _ => return false,
        }
    }
    rest.is_empty() || pattern.ends_with('*')
}

#[test]
fn every_fuzz_target_is_run_at_night() {
    let mut targets: Vec<String> = fs::read_dir(root().join("fuzz/fuzz_targets"))
        .expect("targets")
        .map(|entry| {
            entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned()
        })
        .collect();
    targets.sort();
    let listed = &Workflow::named("nightly").content["jobs"]["fuzz"]["strategy"]["matrix"]["target"];
    let mut listed: Vec<&str> = listed.as_vec().expect("targets").iter().filter_map(Yaml::as_str).collect();
    listed.sort_unstable();
    assert_eq!(listed, targets);
}
