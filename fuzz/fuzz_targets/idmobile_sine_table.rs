#![no_main]

relict_fuzz::target!("idmobile.sine-table");
