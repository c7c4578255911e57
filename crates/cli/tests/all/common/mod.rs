//! Runs the program as a person would: in a folder of its own, with nothing in the environment that would sway it.

// Each test file compiles this for itself and uses a part of it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

pub mod viewing;

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub const RELICT: &str = env!("CARGO_BIN_EXE_relict");

/// What people set and what would change the answers.
const SWAYING: [&str; 14] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "COLUMNS",
    "RELICT_LANG",
    "LANG",
    "LANGUAGE",
    "LC_MESSAGES",
    "RAYON_NUM_THREADS",
    "RUST_BACKTRACE",
    "RUST_LOG",
];

/// A folder that goes when the test ends.
pub struct Room(TempDir);

impl Room {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// In this folder, and not where temporary things usually are.
    pub fn within(folder: &Path) -> Self {
        Self(tempfile::tempdir_in(folder).unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, inner: &str) -> PathBuf {
        self.0.path().join(inner)
    }

    pub fn write(&self, inner: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.at(inner), bytes).unwrap();
    }

    pub fn read(&self, inner: &str) -> Vec<u8> {
        fs::read(self.at(inner)).unwrap_or_else(|e| panic!("{inner}: {e}"))
    }

    pub fn json(&self, inner: &str) -> Value {
        serde_json::from_slice(&self.read(inner)).unwrap()
    }

    /// Edits a JSON file as a person would with an editor.
    pub fn edit(&self, inner: &str, change: impl FnOnce(&mut Value)) {
        let mut json = self.json(inner);
        change(&mut json);
        self.write(inner, serde_json::to_vec_pretty(&json).unwrap());
    }

    pub fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        let mut command = Command::new(RELICT);
        command.current_dir(self.path()).args(args).env("LC_ALL", "C").stdin(Stdio::null());
        for name in SWAYING {
            command.env_remove(name);
        }
        command
    }

    pub fn run<S: AsRef<OsStr>>(&self, args: &[S]) -> Run {
        Run::of(&mut self.command(args))
    }

    /// Runs it with the words of `line`, which have no spaces in them.
    pub fn relict(&self, line: &str) -> Run {
        self.run(&words(line))
    }

    /// The same, and it must have gone well.
    pub fn fine(&self, line: &str) -> Run {
        self.relict(line).ended(0)
    }

    /// A copy of a fixture, under its own name.
    pub fn take(&self, fixture: &str) -> String {
        let name = fixture.rsplit('/').next().unwrap();
        fs::copy(fixtures().join(fixture), self.at(name)).unwrap_or_else(|e| panic!("{fixture}: {e}"));
        name.to_owned()
    }

    /// Everything below the folder.
    pub fn tree(&self) -> Tree {
        tree(self.path())
    }
}

pub fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub line: String,
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Run {
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
        Self::new(command, output)
    }

    /// With something on standard input.
    pub fn fed(command: &mut Command, input: &[u8]) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Who does not read everything is allowed to.
        let _ = child.stdin.take().unwrap().write_all(input);
        Self::new(command, child.wait_with_output().unwrap())
    }

    pub fn new(command: &Command, output: Output) -> Self {
        let args: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
        let run = Self {
            line: format!("relict {}", args.join(" ")),
            code: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!run.stderr.contains("panicked"), "{run}");
        assert!(matches!(run.code, Some(0..=2)), "{run}");
        run
    }

    #[track_caller]
    pub fn ended(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap_or_else(|e| panic!("{self}: {e}"))
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.stdout).unwrap_or_else(|e| panic!("{self}: {e}"))
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let out = String::from_utf8_lossy(&self.stdout);
        write!(f, "{} ended with {:?}\n{out}\n{}", self.line, self.code, self.stderr)
    }
}

/// What stands below a folder: the bytes of files, nothing for folders, where links lead.
pub type Tree = BTreeMap<String, Option<Vec<u8>>>;

pub fn tree(folder: &Path) -> Tree {
    fn walk(folder: &Path, root: &Path, found: &mut Tree) {
        for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let entry = entry.unwrap();
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            let bytes = match kind {
                kind if kind.is_symlink() => {
                    Some(fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes())
                }
                kind if kind.is_file() => fs::read(&path).ok(),
                _ => None,
            };
            found.insert(name, bytes);
            if kind.is_dir() {
                walk(&path, root, found);
            }
        }
    }
    let mut found = Tree::new();
    walk(folder, folder, &mut found);
    found
}

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// The JSON that tells what a correct reader reports.
pub fn expected(name: &str) -> Value {
    let path = fixtures().join("ngi/expected").join(format!("{name}.json"));
    serde_json::from_slice(&fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))).unwrap()
}

/// Every good archive of the family `ngi`, by name, with what is expected of it.
pub fn good_archives() -> Vec<(String, Value)> {
    let listed = fs::read_dir(fixtures().join("ngi/expected")).unwrap();
    let names = listed.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
        .filter(|name| name.ends_with(".rlb") || name.ends_with(".lib"))
        .collect();
    names.sort();
    assert!(names.len() >= 11, "{names:?}");
    names.into_iter().map(|name| (name.clone(), expected(&name))).collect()
}

/// The broken archives, with what is wrong with each: `("nres_magic.rlb", "NRes", "magic")`.
pub fn bad_archives() -> Vec<(String, String, String)> {
    let all = expected("bad");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let found: Vec<_> = (all.as_object().unwrap().iter())
        .filter(|(_, what)| matches!(what["kind"].as_str(), Some("NRes" | "RsLi")))
        .map(|(name, what)| (name.clone(), text(&what["kind"]), text(&what["reason"])))
        .collect();
    assert!(found.len() >= 27, "{found:?}");
    found
}

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn items(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}

/// The texts that stand under `key` in each item of a list.
pub fn each<'j>(list: &'j Value, key: &str) -> Vec<&'j str> {
    items(list).iter().map(|item| item[key].as_str().unwrap()).collect()
}

pub fn is_cyrillic(text: &str) -> bool {
    text.chars().any(|c| matches!(c, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё'))
}
