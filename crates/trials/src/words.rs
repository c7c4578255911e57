//! Whatever is wrong has its words, in both languages, with all that they speak of.

use relict_toolkit::core::report::{Args, Report};
use relict_toolkit::messages::{Language, key};
use relict_toolkit::problem::Problem;

const LANGUAGES: [Language; 2] = [Language::English, Language::Russian];
/// Findings of a report whose words are looked up; the rest are mostly the same ones again.
const LOOKED_AT: usize = 4;

pub(crate) fn expect_for_findings(report: &Report) {
    for finding in report.findings.iter().take(LOOKED_AT) {
        expect(finding.rule.code, &finding.args);
    }
}

pub(crate) fn expect_for(problem: &Problem) {
    let mut args = problem.args.clone();
    args.push(("path", problem.path.as_str().into()));
    expect(problem.code, &args);
}

fn expect(code: &str, args: &Args) {
    for language in LANGUAGES {
        let said = language.catalogue().try_get(&key(code), args);
        assert!(matches!(said, Ok(Some(_))), "{language:?} {code}: {said:?}");
    }
}
