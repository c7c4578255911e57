#![no_main]

relict_fuzz::target!("idmobile.orc-map");
