#![no_main]

relict_fuzz::target!("mw3.zbd");
