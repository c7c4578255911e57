#![no_main]

relict_fuzz::target!("ways.paths");
