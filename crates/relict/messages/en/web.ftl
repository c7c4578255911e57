### Words of the page that `relict view` serves.

## Shell

web-loading = Loading…

## Models, time and bytes
