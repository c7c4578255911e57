//! Tables of the later games for Java phones.

/// Seventeen tables, as the game has, of numbers of every size; the last two are a night sky.
pub fn tables() -> Vec<u8> {
    let tables: Vec<Vec<u8>> = (0..15).map(table).chain(sky([16, 16, 16])).collect();
    joined(&tables)
}

fn counted(count: u32, numbers: &[u8]) -> Vec<u8> {
    [&count.to_le_bytes()[..], numbers].concat()
}

/// A few numbers, whose size depends on the table.
pub fn table(i: u8) -> Vec<u8> {
    match i % 3 {
        0 => counted(4, &[i, i + 1, i + 2, i + 3]),
        1 => counted(3, [0, 1, 2].map(|n: i16| (n * i16::from(i) - 20).to_le_bytes()).as_flattened()),
        _ => counted(2, [0, 1].map(|n: i32| (n * 1000 - i32::from(i)).to_le_bytes()).as_flattened()),
    }
}

/// The colours and the texels of a night sky. From one colour to the next it is so much lighter.
pub fn sky([red, green, blue]: [u32; 3]) -> [Vec<u8>; 2] {
    let colour = |i: u32| ((i * red) << 16 | (i * green) << 8 | (i * blue + 15)).to_le_bytes();
    let star = |x: i32, y: i32| if grain(x, y) > 252 { 15 } else { (y / 12) as u8 };
    let texels: Vec<u8> = (0..128).flat_map(|y| (0..128).map(move |x| star(x, y))).collect();
    let colours: Vec<u8> = (0..16).flat_map(colour).collect();
    [counted(16, &colours), counted(128 * 128, &texels)]
}

/// Tables behind the list of their ends.
pub fn joined(tables: &[Vec<u8>]) -> Vec<u8> {
    let mut end = 0;
    let ends = tables.iter().flat_map(|table| {
        end += table.len() as u32;
        end.to_le_bytes()
    });
    ends.chain(tables.iter().flatten().copied()).collect()
}

/// A number that looks drawn by lot, but is always the same for the same place.
pub fn grain(x: i32, y: i32) -> i32 {
    let mixed = (x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663)).wrapping_mul(83_492_791);
    (mixed >> 16) & 0xFF
}
