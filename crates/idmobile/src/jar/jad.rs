//! The descriptor beside a JAR: phones read it first, and refuse a JAR of another size than it states.

/// The size of the JAR, in bytes.
const SIZE: &str = "MIDlet-Jar-Size";
/// Where the JAR is found; mostly its bare name.
const ADDRESS: &str = "MIDlet-Jar-URL";
/// What only the makers of the game could write anew.
const SIGNATURES: [&str; 2] = ["MIDlet-Jar-RSA-", "MIDlet-Certificate-"];

/// The descriptor for a JAR of that name and size: without a signature, and otherwise as it was.
pub(super) fn renewed(jad: &[u8], name: &str, size: usize) -> Vec<u8> {
    let mut new = Vec::with_capacity(jad.len() + 16);
    let (mut stated, mut dropping) = (false, false);
    for line in lines(jad) {
        let (text, end) = line.split_at(line.len() - line_end(line));
        // A line that begins with a space goes on with the one before.
        dropping = if text.starts_with(b" ") { dropping } else { is_signature(text) };
        if dropping {
            continue;
        }
        if let Some(key) = key_of(text, SIZE) {
            new.extend_from_slice(key);
            new.extend_from_slice(format!(" {size}").as_bytes());
            stated = true;
        } else if let Some(key) = key_of(text, ADDRESS) {
            new.extend_from_slice(key);
            new.push(b' ');
            new.extend_from_slice(folder_of(text.get(key.len()..).unwrap_or_default()));
            new.extend_from_slice(name.as_bytes());
        } else {
            new.extend_from_slice(text);
        }
        new.extend_from_slice(end);
    }
    if !stated {
        let break_before = !new.is_empty() && !new.ends_with(b"\n") && !new.ends_with(b"\r");
        new.extend_from_slice(if break_before { b"\r\n" } else { b"" });
        new.extend_from_slice(format!("{SIZE}: {size}\r\n").as_bytes());
    }
    new
}

/// Lines with their ends: CRLF, LF or CR.
fn lines(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let at = text.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        let length = match at {
            Some(at) if text[at..].starts_with(b"\r\n") => at + 2,
            Some(at) => at + 1,
            None => text.len(),
        };
        let line;
        (line, text) = text.split_at(length);
        (!line.is_empty()).then_some(line)
    })
}

fn line_end(line: &[u8]) -> usize {
    line.iter().rev().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}

/// The beginning of a line up to its colon, if it is of that key.
fn key_of<'l>(line: &'l [u8], key: &str) -> Option<&'l [u8]> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    line[..colon].trim_ascii().eq_ignore_ascii_case(key.as_bytes()).then_some(&line[..=colon])
}

fn is_signature(line: &[u8]) -> bool {
    let starts =
        |key: &&str| line.get(..key.len()).is_some_and(|start| start.eq_ignore_ascii_case(key.as_bytes()));
    SIGNATURES.iter().any(starts)
}

/// What stands in front of the last name of an address.
fn folder_of(address: &[u8]) -> &[u8] {
    let address = address.trim_ascii();
    let last = address.iter().rposition(|byte| *byte == b'/');
    &address[..last.map_or(0, |last| last + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_corrected_the_signature_gone_and_all_else_as_it_was() {
        let jad = b"MIDlet-Name: Doom RPG\r\nmidlet-jar-size:1\r\nMIDlet-Jar-URL: http://x/y/doom.jar\n\
            MIDlet-Certificate-1-1: AAAA\r\n BBBB\r\nMIDlet-Jar-RSA-SHA1: CCCC\rMIDlet-Version: 1.0\xff";
        let wanted = b"MIDlet-Name: Doom RPG\r\nmidlet-jar-size: 77\r\nMIDlet-Jar-URL: http://x/y/new.jar\n\
            MIDlet-Version: 1.0\xff";
        assert_eq!(renewed(jad, "new.jar", 77), wanted);
        assert_eq!(renewed(wanted, "new.jar", 77), wanted);
    }

    #[test]
    fn a_size_that_was_never_stated_is_stated() {
        assert_eq!(renewed(b"A: 1", "n.jar", 5), b"A: 1\r\nMIDlet-Jar-Size: 5\r\n");
        assert_eq!(renewed(b"", "n.jar", 5), b"MIDlet-Jar-Size: 5\r\n");
        assert_eq!(
            renewed(b"MIDlet-Jar-URL: d.jar\n", "n.jar", 5),
            b"MIDlet-Jar-URL: n.jar\nMIDlet-Jar-Size: 5\r\n"
        );
    }
}
