//! The program as it is handed out. Nothing in it tells where it was built, so anybody who builds the same version with
//! the same compiler and the same Node gets the same bytes.

use crate::{Result, tools};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Where something is built, and for what.
#[derive(Debug)]
pub struct Place {
    /// The repository, or a copy of it.
    pub root: PathBuf,
    /// Where built things go.
    pub target: PathBuf,
    /// The kind of machine.
    pub host: String,
}

impl Place {
    /// Both folders by their real names, which are those that the compiler sees.
    pub fn new(root: &Path, target: &Path) -> Result<Self> {
        fs::create_dir_all(target)?;
        Ok(Self { root: root.canonicalize()?, target: target.canonicalize()?, host: tools::host()? })
    }

    /// Where cargo puts what it builds to be handed out.
    pub fn built(&self) -> PathBuf {
        self.target.join("dist")
    }
}

/// Builds the program; where it is.
pub fn build(place: &Place) -> Result<PathBuf> {
    println!("cargo build --locked --profile dist --package relict-cli, in {}", place.root.display());
    // Everything has to be there before its folders are looked at.
    tools::said(tools::cargo().args(["fetch", "--locked"]).current_dir(&place.root))?;
    let output = tools::cargo()
        .args(["build", "--locked", "--profile", "dist", "--package", "relict-cli"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(&place.root)
        .env("CARGO_TARGET_DIR", &place.target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(place)?)
        .env_remove("RELICT_SKIP_WEB")
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("cargo build failed".into());
    }
    the_page_is_there(&String::from_utf8(output.stdout)?)?;
    Ok(place.built().join(format!("relict{}", std::env::consts::EXE_SUFFIX)))
}

/// Names for the folders of this machine that mean the same everywhere. Where several fit a path, the last one counts.
fn flags(place: &Place) -> Result<String> {
    let home = tools::cargo_home()?;
    let library = tools::sysroot()?.join("lib/rustlib/src/rust");
    let mut renamed = vec![
        (place.root.clone(), "/relict".to_owned()),
        (place.target.clone(), "/relict/target".to_owned()),
        (home.clone(), "/cargo".to_owned()),
        (library, format!("/rustc/{}", tools::compiler("commit-hash")?)),
    ];
    renamed.extend(registries(&home)?.into_iter().map(|folder| (folder, "/cargo/registry".to_owned())));
    let flags = renamed.iter().map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    // Cargo's own way to list flags, in which paths may have spaces.
    Ok(flags.collect::<Vec<_>>().join("\u{1f}"))
}

/// The folders in which crates are unpacked. Their names tell from where they were downloaded, which may be a mirror.
fn registries(home: &Path) -> Result<Vec<PathBuf>> {
    let all = home.join("registry/src");
    if !all.exists() {
        return Ok(vec![]);
    }
    let mut folders = fs::read_dir(all)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    folders.sort();
    Ok(folders)
}

/// Without Node, the program builds but has no page. Such a one is not handed out.
fn the_page_is_there(messages: &str) -> Result {
    let out = messages.lines().filter_map(viewer_out).next().ok_or("cargo did not tell about the viewer")?;
    let listed = fs::read_to_string(out.join("page.rs"))?;
    if listed.contains("\"index.html\"") {
        return Ok(());
    }
    Err("the viewer has no page; what is handed out needs Node 20.19 or later to be built".into())
}

/// Where the build script of the viewer wrote to, if a message of cargo tells that.
fn viewer_out(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let of_viewer = message["package_id"].as_str()?.contains("relict-viewer");
    let ran = message["reason"] == "build-script-executed";
    (of_viewer && ran).then(|| message["out_dir"].as_str().map(PathBuf::from)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folders_of_this_machine_get_names_that_mean_the_same_everywhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let place = Place::new(root, &root.join("src")).unwrap();
        let flags = flags(&place).unwrap();
        let of = |folder: &Path| {
            flags.split('\u{1f}').find(|flag| flag.contains(&format!("={}=", folder.display())))
        };
        assert!(of(&place.root).unwrap().ends_with("=/relict"));
        assert!(of(&place.target).unwrap().ends_with("=/relict/target"));
        let home = tools::cargo_home().unwrap();
        assert!(of(&home).unwrap().ends_with("=/cargo"));
        let mirrors = registries(&home).unwrap();
        assert!(mirrors.iter().all(|mirror| of(mirror).unwrap().ends_with("=/cargo/registry")));
        let last = flags.split('\u{1f}').next_back().unwrap();
        assert!(mirrors.is_empty() || last.ends_with("=/cargo/registry"), "the narrower name counts");
    }

    #[test]
    fn a_program_without_its_page_is_not_handed_out() {
        let out = std::env::temp_dir().join(format!("relict-dist-page-{}", std::process::id()));
        fs::create_dir_all(&out).unwrap();
        let message = serde_json::json!({
            "reason": "build-script-executed",
            "package_id": "path+file:///relict/crates/viewer#relict-viewer@0.1.0",
            "out_dir": out,
        });
        let told = format!("{{\"reason\":\"compiler-artifact\"}}\n{message}\n");
        fs::write(out.join("page.rs"), "static FILES: &[(&str, &[u8])] = &[\n];\n").unwrap();
        let without = the_page_is_there(&told).is_err();
        fs::write(out.join("page.rs"), "(\"index.html\", include_bytes!(\"x\")),").unwrap();
        let with = the_page_is_there(&told).is_ok();
        fs::remove_dir_all(&out).unwrap();
        assert!(without && with);
        assert!(the_page_is_there("{}").is_err(), "nothing was told");
    }
}
