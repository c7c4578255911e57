//! Another run of this program, under callgrind, and what that has counted.

use super::Counts;
use std::collections::{BTreeMap, HashMap};
use std::process::Command;

/// The instructions of every function of this program whose name begins so, with all that it calls, while one ignored
/// test runs.
pub fn counts(test: &str, prefix: &str) -> Counts {
    let out = std::env::temp_dir().join(format!("relict-counts-{}", std::process::id()));
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=yes", "--dump-instr=no", "--dump-line=no"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--test-threads=1"])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .unwrap();
    assert!(counted.status.success(), "{}", String::from_utf8_lossy(&counted.stderr));
    let text = std::fs::read_to_string(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    inclusive(&text, prefix)
}

/// Adds up what callgrind wrote: a line `fn=` begins a function; the lines after it are its own instructions and, each
/// behind a line `calls=`, those of what it calls. A name stands behind its number only the first time.
fn inclusive(text: &str, prefix: &str) -> Counts {
    let (mut names, mut counts) = (HashMap::new(), BTreeMap::new());
    let mut current: Option<String> = None;
    for line in text.lines() {
        if let Some(named) = line.strip_prefix("fn=").or_else(|| line.strip_prefix("cfn=")) {
            let name = resolved(named, &mut names);
            if line.starts_with("fn=") {
                current = counted(&name, prefix);
            }
        } else if let Some(current) = &current
            && line.starts_with(|first: char| first.is_ascii_digit() || "+-*".contains(first))
        {
            let cost: u64 = line.split(' ').nth(1).and_then(|cost| cost.parse().ok()).unwrap_or(0);
            *counts.entry(current.clone()).or_insert(0) += cost;
        }
    }
    counts
}

/// `(12) name`, or `(12)` where the name is known.
fn resolved(named: &str, names: &mut HashMap<String, String>) -> String {
    let (number, name) = named.split_once(' ').unwrap_or((named, ""));
    if name.is_empty() {
        return names.get(number).cloned().unwrap_or_default();
    }
    names.insert(number.to_owned(), name.to_owned());
    name.to_owned()
}

/// What is behind the prefix in the last part of a name, which may end with a hash: `all::counts::paths::counted_png`.
fn counted(name: &str, prefix: &str) -> Option<String> {
    let parts: Vec<&str> = name.split("::").collect();
    let last = parts.iter().rev().find(|part| part.starts_with(prefix))?;
    // What is nested in the function or repeats it is counted where it is called.
    let whole = parts.iter().skip_while(|part| !part.starts_with(prefix)).nth(1);
    let bare = last.strip_prefix(prefix)?;
    let plain = |part: &&str| part.len() == 17 && part.starts_with('h');
    (whole.is_none_or(plain) && !bare.contains('\'')).then(|| bare.to_owned())
}

#[test]
fn own_instructions_and_those_of_what_is_called_are_added_up() {
    let text = "events: Ir\nfn=(1) all::counts::paths::hot_a\n1 10\n+1 5\ncfn=(2) other\ncalls=2 0\n* 100\n\n\
                fn=(2)\n3 100\n\nfn=(3) all::counts::paths::hot_b::{{closure}}\n1 7\n\nfn=(1)\n9 1\n";
    assert_eq!(inclusive(text, "hot_"), BTreeMap::from([("a".to_owned(), 116)]));
}
