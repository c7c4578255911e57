fn main() {
    let root = std::env::args().nth(1).unwrap();
    let put = |path: &str, bytes: &[u8]| {
        let path = std::path::Path::new(&root).join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    if std::env::args().nth(2).is_some() {
        for s in relict_samples::specimens() {
            put(&s.path, &s.bytes);
        }
    } else {
        let t = std::time::Instant::now();
        let all = relict_samples::all();
        eprintln!("{:?} {} bytes", t.elapsed(), all.iter().map(|s| s.bytes.len()).sum::<usize>());
        for s in all {
            put(&s.path, &s.bytes);
        }
    }
}
