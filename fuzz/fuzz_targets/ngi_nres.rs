#![no_main]

relict_fuzz::target!("ngi.nres");
