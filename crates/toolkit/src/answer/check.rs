//! What is wrong with files.

use super::schema_id;
use crate::check::Checked;
use crate::messages::Catalogue;
use relict_core::report::{self, Severity};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    pub schema: String,
    pub files: usize,
    /// Files and entries at every depth.
    pub assets: usize,
    pub errors: usize,
    pub warnings: usize,
    /// At most a hundred of one code in one asset; `errors` and `warnings` count all of those two kinds.
    pub findings: Vec<Finding>,
    /// Whether there are more findings, or more files, than are listed here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Finding {
    pub code: &'static str,
    #[schemars(extend("enum" = [Severity::Error.name(), Severity::Warning.name(), Severity::Info.name()]))]
    pub severity: &'static str,
    pub path: String,
    /// The field by the path that `explain` gives it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// In the asset that `path` names.
    pub offset: Option<usize>,
    pub length: Option<usize>,
    pub message: String,
    /// What the code means, where that is asked for with every finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    pub help: String,
}

impl Default for CheckAnswer {
    fn default() -> Self {
        let schema = schema_id("check");
        Self { schema, files: 0, assets: 0, errors: 0, warnings: 0, findings: vec![], more: false }
    }
}

impl CheckAnswer {
    /// Counts what was found in a file. Its findings are listed by whoever knows how many are wanted.
    pub fn count(&mut self, checked: &Checked) {
        self.files += 1;
        self.assets += checked.assets;
        self.errors += checked.report.errors();
        self.warnings += checked.report.warnings();
    }
}

impl Finding {
    /// A finding in words. `file` is the file that was checked.
    pub fn of(file: &str, finding: &report::Finding, catalogue: &Catalogue) -> Self {
        let code = finding.rule.code;
        let path =
            if finding.asset.is_empty() { file.to_owned() } else { format!("{file}/{}", finding.asset) };
        Self {
            code,
            severity: finding.rule.severity.name(),
            path,
            field: finding.field.clone(),
            offset: finding.range.as_ref().map(|range| range.start),
            length: finding.range.as_ref().map(ExactSizeIterator::len),
            message: catalogue.finding(finding),
            about: None,
            help: catalogue.help(code).unwrap_or_default(),
        }
    }

    /// The same with what its code means.
    #[must_use]
    pub fn with_about(self, catalogue: &Catalogue) -> Self {
        Self { about: catalogue.about(self.code), ..self }
    }
}
