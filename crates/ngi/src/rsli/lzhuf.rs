//! LZHUF, methods `0x080` and `0x0A0`: literals and matches of 3 to 60 bytes as symbols of one adaptive
//! Huffman code, the matches' positions in a fixed code of their own.

use super::codec::{SHORTEST, Sink, Token, Tokens, Unpacked, Window};

const LONGEST: usize = 60;

/// The symbols after the 256 literals are matches, the first of them the shortest: a match of so many
/// bytes is the symbol this much more.
const MATCH: usize = 256 - SHORTEST;
const SYMBOLS: usize = MATCH + LONGEST + 1;

/// Unpacks `size` bytes. What follows them in `packed` is not looked at.
///
/// Where the classic program goes on with zero bits after the end, this one stops: only bits
/// that are there count, and those that fill up the last byte are.
pub(super) fn decode(packed: &[u8], size: usize, sink: &mut Sink<'_>) -> Unpacked {
    let mut window = Window::new(LONGEST, size, sink);
    let outcome = fill(&mut window, packed);
    window.finish(outcome)
}

fn fill(window: &mut Window<'_>, packed: &[u8]) -> Option<()> {
    let mut bits = BitReader::new(packed);
    let mut tree = Tree::new();
    while !window.is_complete() {
        let symbol = tree.read(&mut bits)?;
        match u8::try_from(symbol) {
            Ok(byte) => window.put(byte),
            Err(_) => {
                let distance = read_position(&mut bits)? + 1;
                window.copy(window.behind(distance), symbol - MATCH);
            }
        }
    }
    Some(())
}

pub(super) fn encode(plain: &[u8]) -> Vec<u8> {
    let mut bits = BitWriter::default();
    let mut tree = Tree::new();
    for token in Tokens::new(plain, LONGEST) {
        match token {
            Token::Literal(byte) => tree.write(byte.into(), &mut bits),
            Token::Match { distance, length, .. } => {
                tree.write(length + MATCH, &mut bits);
                write_position(distance - 1, &mut bits);
            }
        }
    }
    bits.finish()
}

const NODES: usize = 2 * SYMBOLS - 1;
const ROOT: usize = NODES - 1;

/// When the root has counted so many symbols, all counts are halved.
const FULL: u16 = 0x8000;

/// The adaptive code. Nodes stand in order of their counts, siblings side by side, so that a node
/// whose count grows can change places with the last node of its old count.
struct Tree {
    /// One more than there are nodes: the last stands for a node no count ever passes.
    counts: [u16; NODES + 1],
    /// A node's first child, or `NODES` and more for a leaf of the symbol that much more.
    children: [u16; NODES],
    /// The parents of nodes, then the nodes of symbols. The root's is never asked for.
    parents: [u16; NODES + SYMBOLS],
}

impl Tree {
    fn new() -> Self {
        let mut tree = Self { counts: [1; NODES + 1], children: [0; NODES], parents: [0; NODES + SYMBOLS] };
        tree.counts[NODES] = u16::MAX;
        for symbol in 0..SYMBOLS {
            tree.children[symbol] = (NODES + symbol) as u16;
        }
        tree.grow();
        tree
    }

    /// Makes all inner nodes anew from the leaves, which stand in front in order of their counts.
    fn grow(&mut self) {
        for (end, pair) in (SYMBOLS..NODES).zip((0..).step_by(2)) {
            let count = self.counts[pair] + self.counts[pair + 1];
            // Always behind the pair itself, whose counts are less than their sum.
            let place = self.counts[..end].partition_point(|&other| other <= count);
            self.counts.copy_within(place..end, place + 1);
            self.children.copy_within(place..end, place + 1);
            self.counts[place] = count;
            self.children[place] = pair as u16;
        }
        (0..NODES).for_each(|node| self.adopt(node));
    }

    fn halve(&mut self) {
        let mut leaves = 0;
        for node in 0..NODES {
            if usize::from(self.children[node]) >= NODES {
                self.counts[leaves] = self.counts[node].div_ceil(2);
                self.children[leaves] = self.children[node];
                leaves += 1;
            }
        }
        self.grow();
    }

    /// Tells a node's children where it stands.
    fn adopt(&mut self, node: usize) {
        let child = usize::from(self.children[node]);
        self.parents[child] = node as u16;
        if child < NODES {
            self.parents[child + 1] = node as u16;
        }
    }

    fn count(&mut self, symbol: usize) {
        if self.counts[ROOT] == FULL {
            self.halve();
        }
        let mut node = usize::from(self.parents[NODES + symbol]);
        loop {
            node = self.raise(node);
            if node == ROOT {
                break;
            }
            node = self.parents[node].into();
        }
    }

    /// Counts a node once more, and returns where it stands then.
    fn raise(&mut self, node: usize) -> usize {
        let old = self.counts[node];
        let mut last = node;
        while self.counts[last + 1] == old {
            last += 1;
        }
        self.counts[last] = old + 1;
        if last != node {
            self.children.swap(node, last);
            self.adopt(node);
            self.adopt(last);
        }
        last
    }

    fn read(&mut self, bits: &mut BitReader<'_>) -> Option<usize> {
        let mut child = usize::from(self.children[ROOT]);
        while child < NODES {
            child = self.children[child + bits.read(1)?].into();
        }
        let symbol = child - NODES;
        self.count(symbol);
        Some(symbol)
    }

    /// The code is at most 21 bits long: a deeper tree would need a higher count at its root.
    fn write(&mut self, symbol: usize, bits: &mut BitWriter) {
        let (mut code, mut length) = (0, 0);
        let mut node = usize::from(self.parents[NODES + symbol]);
        while node != ROOT {
            code |= (node & 1) << length;
            length += 1;
            node = self.parents[node].into();
        }
        bits.write(code, length);
        self.count(symbol);
    }
}

/// The code for the high six bits of a position. Near positions have the short ones.
#[derive(Clone, Copy)]
struct Prefix {
    /// The code, at the high end of a byte.
    bits: u8,
    length: u32,
}

const PREFIXES: [Prefix; 64] = {
    /// How many there are of each length, from three bits to eight.
    const COUNTS: [usize; 6] = [1, 3, 8, 12, 24, 16];
    let mut prefixes = [Prefix { bits: 0, length: 0 }; 64];
    let (mut next, mut bits, mut i) = (0, 0_u8, 0);
    while i < COUNTS.len() {
        let end = next + COUNTS[i];
        while next < end {
            let length = 3 + i as u32;
            prefixes[next] = Prefix { bits, length };
            // Past the last one this is zero again: the code is complete.
            bits = bits.wrapping_add(1 << (8 - length));
            next += 1;
        }
        i += 1;
    }
    prefixes
};

const LOW_BITS: u32 = 6;

fn read_position(bits: &mut BitReader<'_>) -> Option<usize> {
    let first = bits.read(8)?;
    let high = PREFIXES.partition_point(|prefix| usize::from(prefix.bits) <= first) - 1;
    // The byte read has the low bits' beginning behind the prefix already; shift in what is missing.
    let missing = PREFIXES[high].length + LOW_BITS - 8;
    let low = first << missing | bits.read(missing)?;
    Some(high << LOW_BITS | low & ((1 << LOW_BITS) - 1))
}

fn write_position(position: usize, bits: &mut BitWriter) {
    let prefix = PREFIXES[position >> LOW_BITS];
    bits.write(usize::from(prefix.bits) >> (8 - prefix.length), prefix.length);
    bits.write(position & ((1 << LOW_BITS) - 1), LOW_BITS);
}

/// Takes bits from each byte's high end.
struct BitReader<'a> {
    packed: &'a [u8],
    /// Bits taken from `packed` but not read yet, at the high end.
    held: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    fn new(packed: &'a [u8]) -> Self {
        Self { packed, held: 0, count: 0 }
    }

    /// Between one and 32 bits, or nothing if there are fewer.
    fn read(&mut self, length: u32) -> Option<usize> {
        if self.count < length {
            self.refill();
        }
        self.count = self.count.checked_sub(length)?;
        let value = self.held >> (u64::BITS - length);
        self.held <<= length;
        Some(value as usize)
    }

    fn refill(&mut self) {
        while let Some((&byte, rest)) = self.packed.split_first()
            && self.count <= u64::BITS - 8
        {
            self.held |= u64::from(byte) << (u64::BITS - 8 - self.count);
            self.count += 8;
            self.packed = rest;
        }
    }
}

/// Puts bits into each byte from its high end.
#[derive(Default)]
struct BitWriter {
    out: Vec<u8>,
    /// Fewer than eight bits that do not fill a byte yet, at the low end. Above them may stand others,
    /// long written.
    held: usize,
    count: u32,
}

impl BitWriter {
    /// Up to 24 bits.
    fn write(&mut self, bits: usize, length: u32) {
        self.held = self.held << length | bits;
        self.count += length;
        while self.count >= 8 {
            self.count -= 8;
            self.out.push((self.held >> self.count) as u8);
        }
    }

    /// Fills up the last byte with zeros.
    fn finish(mut self) -> Vec<u8> {
        self.write(0, 7);
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rsli::codec::{Fault, trial};

    const EXAMPLE: [u8; 5] = [0xF6, 0xFB, 0xA4, 0x40, 0x20];

    #[test]
    fn worked_example_decodes() {
        assert_eq!(trial::unpack(decode, &EXAMPLE, 10), (b"ababababab".to_vec(), Ok(())));
    }

    #[test]
    fn worked_example_is_what_we_encode() {
        assert_eq!(encode(b"ababababab"), EXAMPLE);
    }

    #[test]
    fn nothing_takes_no_bytes() {
        assert_eq!(encode(b""), b"");
        assert_eq!(trial::unpack(decode, b"", 0), (vec![], Ok(())));
    }

    /// Sizes the specification states.
    #[test]
    fn tree_has_the_classic_size() {
        assert_eq!((SYMBOLS, NODES, ROOT), (314, 627, 626));
    }

    #[test]
    fn every_position_is_read_as_it_was_written() {
        let mut bits = BitWriter::default();
        (0..4096).for_each(|position| write_position(position, &mut bits));
        let packed = bits.finish();
        let mut bits = BitReader::new(&packed);
        assert!((0..4096).all(|position| read_position(&mut bits) == Some(position)));
    }

    #[test]
    fn position_codes_are_the_classic_ones() {
        let ends = [0, 31, 32, 79, 80, 143, 144, 191, 192, 239, 240, 255];
        let highs = ends.map(|first| read_position(&mut BitReader::new(&[first, 0])).unwrap() >> LOW_BITS);
        assert_eq!(highs, [0, 0, 1, 3, 4, 11, 12, 23, 24, 47, 48, 63]);
        assert_eq!(highs.map(|high| PREFIXES[high].length), [3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]);
    }

    fn assert_sound(tree: &Tree) {
        assert!(tree.counts.is_sorted());
        for node in 0..NODES {
            let child = usize::from(tree.children[node]);
            assert_eq!(usize::from(tree.parents[child]), node);
            if child < NODES {
                assert_eq!(usize::from(tree.parents[child + 1]), node);
                assert_eq!(tree.counts[child] + tree.counts[child + 1], tree.counts[node]);
            }
        }
    }

    #[test]
    fn tree_stays_sound_through_every_halving() {
        let mut tree = Tree::new();
        let mut halvings = 0;
        for byte in trial::noise(1, 100_000) {
            let before = tree.counts[ROOT];
            tree.count(usize::from(byte) * usize::from(byte) / 256);
            if tree.counts[ROOT] < before {
                assert_eq!(before, FULL);
                halvings += 1;
            }
            if before.is_multiple_of(512) {
                assert_sound(&tree);
            }
        }
        assert!(halvings >= 4);
    }

    #[test]
    fn symbols_are_read_as_written_in_a_lopsided_tree() {
        let mut symbols: Vec<_> = (0..SYMBOLS).collect();
        let (mut count, mut next) = (1, 2);
        for symbol in 0..20 {
            symbols.extend(std::iter::repeat_n(symbol, count));
            (count, next) = (next, count + next);
        }
        symbols.extend(0..SYMBOLS);
        assert_eq!(read_all(&write_all(&symbols), symbols.len()), symbols);
    }

    fn write_all(symbols: &[usize]) -> Vec<u8> {
        let (mut tree, mut bits) = (Tree::new(), BitWriter::default());
        symbols.iter().for_each(|&symbol| tree.write(symbol, &mut bits));
        bits.finish()
    }

    fn read_all(packed: &[u8], count: usize) -> Vec<usize> {
        let (mut tree, mut bits) = (Tree::new(), BitReader::new(packed));
        (0..count).map(|_| tree.read(&mut bits).unwrap()).collect()
    }

    #[test]
    fn literals_alone_decode_across_halvings() {
        let plain = trial::noise(2, 70_000);
        let packed = write_all(&plain.iter().map(|&byte| byte.into()).collect::<Vec<_>>());
        assert!(trial::unpack(decode, &packed, plain.len()) == (plain, Ok(())));
    }

    #[test]
    fn bits_that_are_not_there_are_not_zeros() {
        let (mut tree, mut bits) = (Tree::new(), BitReader::new(&[]));
        assert_eq!(tree.read(&mut bits), None);
        let (out, outcome) = trial::unpack(decode, &EXAMPLE[..4], 10);
        assert_eq!((out.as_slice(), outcome), (b"ab".as_slice(), Err(Fault::Exhausted { produced: 2 })));
    }

    #[test]
    fn what_is_encoded_decodes() {
        trial::round_trips(encode, decode);
    }

    #[test]
    fn every_cut_is_refused() {
        trial::every_cut_is_refused(encode, decode);
    }

    #[test]
    fn every_smaller_size_gives_the_beginning() {
        trial::every_smaller_size_gives_the_beginning(encode, decode);
    }

    #[test]
    fn what_follows_the_stream_is_ignored() {
        trial::what_follows_the_stream_is_ignored(encode, decode);
    }

    #[test]
    fn garbage_gives_no_more_than_asked_for() {
        trial::garbage_gives_no_more_than_asked_for(decode);
    }

    #[test]
    fn output_comes_in_small_chunks() {
        trial::output_comes_in_small_chunks(encode, decode);
    }
}
