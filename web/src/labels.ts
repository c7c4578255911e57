// Labels that come from the files' formats. The command line prints them in lower case; the page has sentence case.

/** A name out of a file format, such as `x`, `du`, `unk18` or `flags4`, which is written as it is there. */
const NAME = /^(\p{Ll}{1,2}$|\S*[\d_])/u;

export function sentenceCase(label: string): string {
    return NAME.test(label) ? label : label.charAt(0).toUpperCase() + label.slice(1);
}
