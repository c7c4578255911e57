#![no_main]

relict_fuzz::target!("ngi.mat0");
