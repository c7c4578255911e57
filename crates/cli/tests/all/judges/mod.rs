//! What other people's programs think of our glTF. They live in `judges/` at the root, and `cargo xtask test` installs
//! them.

// Each test file compiles this for itself and uses a part of it.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The oldest that the judges run on.
const NODE: u32 = 20;

/// Whether they can be asked. The automatic checks must be able to; everybody else may do without.
pub fn available() -> bool {
    let Some(lack) = lack() else { return true };
    let is_automatic = std::env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(!is_automatic, "the judges of glTF cannot be asked: {lack}");
    eprintln!("the judges of glTF are not asked: {lack}");
    false
}

/// Why they cannot be asked.
fn lack() -> Option<String> {
    let Ok(node) = Command::new("node").arg("--version").output() else {
        return Some("node is missing".into());
    };
    let version = String::from_utf8_lossy(&node.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE) {
        return Some(format!("node is {version}, and they need {NODE} or later"));
    }
    let installed = folder().join("node_modules").is_dir();
    (!installed).then(|| "they are not installed; `cargo xtask test` does it, or `npm ci` in judges".into())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../judges")
}

fn ask<S: AsRef<OsStr>>(script: &str, args: &[S]) -> Output {
    let mut command = Command::new("node");
    command.arg(folder().join(script)).args(args);
    command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

/// The same, and it must have gone well.
#[track_caller]
fn fine<S: AsRef<OsStr>>(script: &str, args: &[S]) -> Vec<u8> {
    let output = ask(script, args);
    assert!(output.status.success(), "{script}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// No error and no warning of the Khronos validator in any of the files, in one go: starting node takes longer than
/// judging.
#[track_caller]
pub fn validate(files: &[PathBuf]) {
    assert!(!files.is_empty(), "nothing to validate");
    let output = ask("validate.mjs", files);
    let verdicts: Vec<Value> = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("validate.mjs: {e}: {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(verdicts.len(), files.len());
    let lines: Vec<String> = verdicts.iter().flat_map(blame).collect();
    assert!(lines.is_empty(), "the validator objects:\n{}", lines.join("\n"));
    assert!(output.status.success(), "it objects, and does not say to what");
}

/// The errors and warnings of a verdict, one line each.
fn blame(verdict: &Value) -> Vec<String> {
    let messages = verdict["messages"].as_array().unwrap();
    let grave = messages.iter().filter(|m| m["severity"] == "error" || m["severity"] == "warning");
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    grave
        .map(|m| {
            let place = m.get("pointer").or_else(|| m.get("offset")).map(text).unwrap_or_default();
            format!("{}: {place}: {} {}", text(&verdict["file"]), text(&m["code"]), text(&m["message"]))
        })
        .collect()
}

/// Where a vertex was, and where it is.
#[derive(Debug)]
pub struct Moved {
    pub before: [f32; 3],
    pub after: [f32; 3],
}

/// Moves one vertex of the first primitive of a node, as a modelling program would.
#[track_caller]
pub fn move_vertex(from: &Path, to: &Path, node: &str, vertex: usize, by: [f32; 3]) -> Moved {
    let by = by.map(|step| step.to_string()).join(",");
    let mut args = vec![from.as_os_str().to_owned(), to.as_os_str().to_owned()];
    args.extend(["--node", node, "--vertex", &vertex.to_string(), "--by", &by].map(OsString::from));
    let told: Value = serde_json::from_slice(&fine("move-vertex.mjs", &args)).unwrap();
    let place = |key: &str| serde_json::from_value(told[key].clone()).unwrap();
    Moved { before: place("before"), after: place("after") }
}

/// Reads files and writes them anew, without an edit.
#[track_caller]
pub fn rewrite(files: &[(PathBuf, PathBuf)]) {
    let args: Vec<&Path> = files.iter().flat_map(|(from, to)| [from.as_path(), to.as_path()]).collect();
    fine("rewrite.mjs", &args);
}
