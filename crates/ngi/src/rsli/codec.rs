//! What the codecs of an `RsLi` library share: their faults, their window, and the search for matches.

/// Takes what a decoder produces, a few kilobytes at a time. Also on a fault it has been given
/// everything that came out before.
pub(super) type Sink<'s> = dyn FnMut(&[u8]) + 's;

/// Why packed bytes could not be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The packed bytes ran out after so many bytes had come out.
    Exhausted { produced: usize },
    /// The stream goes on past the stated size.
    TooLong,
    /// The stream ended after so many bytes, fewer than stated.
    TooShort { produced: usize },
    /// Not a stream of this kind.
    Corrupt { produced: usize },
}

pub(super) type Unpacked = Result<(), Fault>;

const WINDOW: usize = 4096;
const MASK: usize = WINDOW - 1;
const FILL: u8 = b' ';

/// The shortest match either codec can express.
pub(super) const SHORTEST: usize = 3;

/// Where writing begins: both codecs leave room for just one longest match before the window wraps.
const fn start(longest: usize) -> usize {
    WINDOW - longest
}

/// The last 4096 bytes that came out, which is also where they wait for the sink.
pub(super) struct Window<'s> {
    bytes: [u8; WINDOW],
    at: usize,
    /// The bytes from here up to `at` have not gone to the sink yet.
    unsent: usize,
    size: usize,
    left: usize,
    sink: &'s mut Sink<'s>,
}

impl<'s> Window<'s> {
    pub(super) fn new(longest: usize, size: usize, sink: &'s mut Sink<'s>) -> Self {
        let at = start(longest);
        Self { bytes: [FILL; WINDOW], at, unsent: at, size, left: size, sink }
    }

    /// Whether everything that was asked for has come out.
    pub(super) fn is_complete(&self) -> bool {
        self.left == 0
    }

    /// The place `distance` bytes before the next one to be written.
    pub(super) fn behind(&self, distance: usize) -> usize {
        self.at.wrapping_sub(distance) & MASK
    }

    pub(super) fn put(&mut self, byte: u8) {
        if self.left > 0 {
            self.left -= 1;
            self.store(byte);
        }
    }

    /// Repeats what stands at `from`, which may include what this very copy writes. Ends early when
    /// everything has come out: the last match of a stream may be longer than what is left.
    pub(super) fn copy(&mut self, from: usize, length: usize) {
        let length = length.min(self.left);
        self.left -= length;
        for i in 0..length {
            self.store(self.bytes[(from + i) & MASK]);
        }
    }

    fn store(&mut self, byte: u8) {
        self.bytes[self.at & MASK] = byte;
        self.at += 1;
        if self.at == WINDOW {
            self.send();
            self.at = 0;
            self.unsent = 0;
        }
    }

    fn send(&mut self) {
        (self.sink)(&self.bytes[self.unsent..self.at]);
    }

    /// Hands over what still waits. `outcome` is nothing if the packed bytes ran out.
    pub(super) fn finish(mut self, outcome: Option<()>) -> Unpacked {
        self.send();
        outcome.ok_or(Fault::Exhausted { produced: self.size - self.left })
    }
}

/// One step of what an encoder writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Literal(u8),
    /// `length` bytes, found in the decoder's window at `from`, which is `distance` bytes back.
    Match {
        from: usize,
        distance: usize,
        length: usize,
    },
}

const HASH_BITS: u32 = 13;

/// How many earlier places are tried before the best so far is taken. More than this gains
/// little on real data, and without a bound some data would take quadratic time.
const PATIENCE: usize = 128;

#[derive(Clone, Copy, Default)]
struct Found {
    at: usize,
    length: usize,
}

/// Splits plain bytes into tokens, each match checked against the next place before it is taken.
pub(super) struct Tokens {
    /// The spaces a decoder's window begins with, then the plain bytes. A place in here, modulo the
    /// window's size, is the same byte's place in the window. The places from where writing begins
    /// to the window's end are left out: old decoders put nothing there.
    history: Vec<u8>,
    /// Everything before this has been given out and can be found.
    at: usize,
    longest: usize,
    /// The last place with each hash. Zero where there was none: place zero is as good a
    /// candidate as any, since candidates are compared anyhow.
    heads: Vec<usize>,
    /// For each place in the window, the place before it with the same hash.
    earlier: Vec<usize>,
    /// What was found at `at` already, when the step before looked ahead.
    ahead: Option<Found>,
}

impl Tokens {
    pub(super) fn new(plain: &[u8], longest: usize) -> Self {
        let at = start(longest);
        let mut history = vec![FILL; at];
        history.extend_from_slice(plain);
        let (heads, earlier) = (vec![0; 1 << HASH_BITS], vec![0; WINDOW]);
        let mut tokens = Self { history, at: 0, longest, heads, earlier, ahead: None };
        tokens.advance(at);
        tokens
    }

    fn advance(&mut self, count: usize) {
        for at in self.at..self.at + count {
            if let Some(hash) = self.hash(at) {
                self.earlier[at & MASK] = std::mem::replace(&mut self.heads[hash], at);
            }
        }
        self.at += count;
    }

    /// Nothing too close to the end for a match to begin.
    fn hash(&self, at: usize) -> Option<usize> {
        let &[a, b, c] = self.history.get(at..)?.first_chunk::<SHORTEST>()?;
        let product = u32::from_le_bytes([a, b, c, 0]).wrapping_mul(0x9E37_79B1);
        Some((product >> (u32::BITS - HASH_BITS)) as usize)
    }

    /// The longest match for what comes next; of equally long ones, the nearest.
    fn search(&self) -> Found {
        let Some(hash) = self.hash(self.at) else { return Found::default() };
        let wanted = &self.history[self.at..];
        let wanted = &wanted[..wanted.len().min(self.longest)];
        let mut best = Found::default();
        for at in self.candidates(hash) {
            let there = &self.history[at..];
            // Most candidates fail on the one byte that would make them better.
            if there[best.length] != wanted[best.length] {
                continue;
            }
            let length = common(there, wanted);
            if length > best.length {
                best = Found { at, length };
            }
            if length == wanted.len() {
                break;
            }
        }
        best
    }

    fn candidates(&self, hash: usize) -> impl Iterator<Item = usize> {
        let before = |&at: &usize| Some(self.earlier[at & MASK]).filter(|&earlier| earlier < at);
        std::iter::successors(Some(self.heads[hash]), before)
            .take_while(|at| self.at - at <= WINDOW)
            .take(PATIENCE)
    }
}

impl Iterator for Tokens {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let at = self.at;
        let literal = Token::Literal(*self.history.get(at)?);
        let here = self.ahead.take().unwrap_or_else(|| self.search());
        self.advance(1);
        if here.length < SHORTEST {
            return Some(literal);
        }
        if here.length < self.longest {
            let next = self.search();
            if next.length > here.length {
                self.ahead = Some(next);
                return Some(literal);
            }
        }
        self.advance(here.length - 1);
        Some(Token::Match { from: here.at & MASK, distance: at - here.at, length: here.length })
    }
}

/// How many bytes two slices begin with in common.
fn common(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::{trial::plains, *};

    const LENGTHS: [usize; 2] = [18, 60];

    fn written(size: usize, write: impl FnOnce(&mut Window<'_>)) -> Vec<u8> {
        let mut out = vec![];
        let mut sink = |chunk: &[u8]| out.extend_from_slice(chunk);
        let mut window = Window::new(18, size, &mut sink);
        write(&mut window);
        window.finish(Some(())).unwrap();
        out
    }

    #[test]
    fn window_begins_with_spaces() {
        assert_eq!(written(5, |window| window.copy(0, 5)), b"     ");
    }

    #[test]
    fn copy_repeats_what_it_writes() {
        let out = written(7, |window| {
            window.put(b'a');
            window.put(b'b');
            window.copy(window.behind(2), 5);
        });
        assert_eq!(out, b"abababa");
    }

    #[test]
    fn copy_from_the_place_being_written_gives_what_it_held() {
        let out = written(3, |window| window.copy(window.behind(WINDOW), 3));
        assert_eq!(out, b"   ");
    }

    #[test]
    fn copy_wraps_where_it_reads_and_where_it_writes() {
        let mut plain = trial::noise(1, WINDOW + 10);
        let out = written(WINDOW + 28, |window| {
            plain.iter().for_each(|&byte| window.put(byte));
            window.copy(WINDOW - 4, 18);
        });
        plain.extend_from_within(14..32);
        assert_eq!(out, plain);
    }

    #[test]
    fn nothing_comes_out_past_the_size() {
        let out = written(4, |window| {
            window.put(b'x');
            window.copy(window.behind(1), 18);
            window.put(b'y');
        });
        assert_eq!(out, b"xxxx");
    }

    #[test]
    fn exhaustion_tells_how_much_came_out() {
        let mut out = vec![];
        let mut sink = |chunk: &[u8]| out.extend_from_slice(chunk);
        let mut window = Window::new(18, usize::MAX, &mut sink);
        window.copy(0, 18);
        window.put(b'!');
        assert_eq!(window.finish(None), Err(Fault::Exhausted { produced: 19 }));
        assert_eq!(out.len(), 19);
    }

    #[test]
    fn tokens_spell_the_plain_bytes() {
        for (name, plain) in plains() {
            for longest in LENGTHS {
                let mut history = vec![FILL; start(longest)];
                for token in Tokens::new(&plain, longest) {
                    replay(token, longest, &mut history);
                }
                assert!(history[start(longest)..] == plain, "{name}, up to {longest}");
            }
        }
    }

    fn replay(token: Token, longest: usize, history: &mut Vec<u8>) {
        match token {
            Token::Literal(byte) => history.push(byte),
            Token::Match { from, distance, length } => {
                assert!((SHORTEST..=longest).contains(&length));
                assert!((1..=WINDOW).contains(&distance));
                let place = history.len() - distance;
                assert_eq!(place % WINDOW, from);
                (place..place + length).for_each(|i| history.push(history[i]));
            }
        }
    }

    #[test]
    fn spaces_before_the_first_byte_are_matched() {
        let tokens: Vec<_> = Tokens::new(&[b' '; 18], 18).collect();
        assert_eq!(tokens, [Token::Match { from: 0xFED, distance: 1, length: 18 }]);
    }

    #[test]
    fn longer_match_one_byte_later_is_preferred() {
        let tokens: Vec<_> = Tokens::new(b"xabc/bcdefg/abcdefg", 18).collect();
        let last = tokens.last().copied();
        assert_eq!(last, Some(Token::Match { from: 0xFEE + 5, distance: 8, length: 6 }));
    }

    #[test]
    fn search_gives_up_in_time() {
        let mut tokens = Tokens::new(&[0; 10_000], 60);
        tokens.advance(5_000);
        let hash = tokens.hash(tokens.at).unwrap();
        assert_eq!(tokens.candidates(hash).count(), PATIENCE);
    }
}

/// What every codec is put through.
#[cfg(test)]
pub(super) mod trial {
    use super::*;

    pub(crate) type Encode = fn(&[u8]) -> Vec<u8>;
    pub(crate) type Decode = fn(&[u8], usize, &mut Sink<'_>) -> Unpacked;

    /// What came out, and how it ended.
    pub(crate) fn unpack(decode: Decode, packed: &[u8], size: usize) -> (Vec<u8>, Unpacked) {
        let mut out = vec![];
        let outcome = decode(packed, size, &mut |chunk| out.extend_from_slice(chunk));
        (out, outcome)
    }

    /// Bytes without a pattern, the same for the same seed.
    pub(crate) fn noise(seed: u32, length: usize) -> Vec<u8> {
        let step = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        std::iter::successors(Some(seed), step)
            .skip(1)
            .take(length)
            .map(|state| (state >> 24) as u8)
            .collect()
    }

    fn text(length: usize) -> Vec<u8> {
        const WORDS: [&str; 8] = ["iron ", "strategy ", "of ", "old ", "hulls", ", ", "rust\r\n", "    "];
        let words = noise(7, length).into_iter().flat_map(|byte| WORDS[usize::from(byte) % 8].bytes());
        words.take(length).collect()
    }

    pub(crate) fn plains() -> Vec<(String, Vec<u8>)> {
        let mut plains = vec![
            ("all bytes".into(), (0..=255).cycle().take(5_000).collect()),
            ("few kinds".into(), noise(3, 40_000).iter().map(|byte| byte >> 6).collect()),
            ("repeats a window apart".into(), noise(4, 4_096).repeat(3)),
            ("repeats just out of reach".into(), noise(5, 4_097).repeat(3)),
            ("skewed".into(), noise(6, 120_000).iter().map(|byte| byte.leading_zeros() as u8).collect()),
            ("noise then text".into(), [noise(8, 60_000), text(60_000)].concat()),
            ("worked example".into(), b"ababababab".to_vec()),
        ];
        for length in [0, 1, 2, 3, 17, 18, 19, 59, 60, 61, 4_035, 4_096, 4_114, 110_000] {
            plains.push((format!("{length} spaces"), vec![b' '; length]));
            plains.push((format!("{length} zeros"), vec![0; length]));
            plains.push((format!("{length} of noise"), noise(length as u32, length)));
            plains.push((format!("{length} of text"), text(length)));
        }
        plains
    }

    pub(crate) fn round_trips(encode: Encode, decode: Decode) {
        for (name, plain) in plains() {
            let (out, outcome) = unpack(decode, &encode(&plain), plain.len());
            assert_eq!(outcome, Ok(()), "{name}");
            assert!(out == plain, "{name} came out different");
        }
    }

    /// Cut anywhere, a stream is refused, after the bytes that the rest of it stands for.
    pub(crate) fn every_cut_is_refused(encode: Encode, decode: Decode) {
        let plain = [noise(9, 300), text(1_500), vec![b' '; 100]].concat();
        let packed = encode(&plain);
        for end in 0..packed.len() {
            let (out, outcome) = unpack(decode, &packed[..end], plain.len());
            assert_eq!(outcome, Err(Fault::Exhausted { produced: out.len() }), "cut at {end}");
            assert!(plain.starts_with(&out), "cut at {end}");
        }
    }

    pub(crate) fn what_follows_the_stream_is_ignored(encode: Encode, decode: Decode) {
        let packed = [encode(b"ababababab"), noise(10, 50)].concat();
        assert_eq!(unpack(decode, &packed, 10), (b"ababababab".to_vec(), Ok(())));
    }

    /// For the codecs without an end mark, which stop when they have what they were asked for.
    pub(crate) fn every_smaller_size_gives_the_beginning(encode: Encode, decode: Decode) {
        let plain = text(500);
        let packed = encode(&plain);
        for size in 0..plain.len() {
            assert_eq!(unpack(decode, &packed, size), (plain[..size].to_vec(), Ok(())));
        }
    }

    pub(crate) fn garbage_gives_no_more_than_asked_for(decode: Decode) {
        for seed in 0..400 {
            let packed = noise(seed, seed as usize * 5);
            for size in [0, 1, 1_000, 1 << 20] {
                let (out, outcome) = unpack(decode, &packed, size);
                assert!(out.len() <= size);
                match outcome {
                    Ok(()) | Err(Fault::TooLong) => assert_eq!(out.len(), size),
                    Err(
                        Fault::Exhausted { produced }
                        | Fault::TooShort { produced }
                        | Fault::Corrupt { produced },
                    ) => assert_eq!(out.len(), produced),
                }
            }
        }
    }

    /// However much a stream stands for, checking it takes little memory.
    pub(crate) fn output_comes_in_small_chunks(encode: Encode, decode: Decode) {
        let size = 3_000_000;
        let (mut largest, mut total) = (0, 0);
        let outcome = decode(&encode(&vec![0; size]), size, &mut |chunk| {
            largest = largest.max(chunk.len());
            total += chunk.len();
        });
        assert_eq!((outcome, total), (Ok(()), size));
        assert!(largest <= 16 * 1024);
    }
}
