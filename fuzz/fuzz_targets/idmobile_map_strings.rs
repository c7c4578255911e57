#![no_main]

relict_fuzz::target!("idmobile.map-strings");
