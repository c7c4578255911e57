#![no_main]

relict_fuzz::target!("idmobile.maps");
