//! What can be wrong with an RsLi archive that could be read.

use super::method::Method;
use super::{
    COUNT_REPEATED, EOF_PLUS_ONE, KEYS_UNCERTAIN, METHOD, NAME_CASE, NAME_EMPTY, ODD_VERSION, OVERLAY,
    PAYLOAD_OUTSIDE, PAYLOAD_OVERLAP, RESERVED, SIZE, SORT_DUPLICATE, SORT_ORDER, SORT_RANGE, TOTAL,
    UNINDEXED,
};
use super::{Header, PRESORTED, Record, Rsli, Trailer, VERSION};
use super::{effective_order, sort_flaws, sorted_by_name};
use relict_core::error::FaultKind;
use relict_core::prelude::*;
use relict_core::report::hex;

impl Rsli<'_> {
    pub(super) fn check_all(&self, report: &mut Report) {
        self.check_header(report);
        report.each("table", &self.table, check_record);
        self.check_strays(report);
        if self.header.presorted == PRESORTED {
            self.check_order(report);
        }
        self.check_data(report);
        self.check_overrun(report);
        if let Some(Trailer { overlay, .. }) = self.trailer {
            report.expect(false, &OVERLAY, "trailer", || args!(overlay = overlay));
        }
    }

    fn check_header(&self, report: &mut Report) {
        let Header { reserved, version, entry_count_again, unpacked_total, .. } = self.header;
        let (count, total) = (self.table.len(), super::unpacked_total(&self.table));
        report.expect(reserved == 0, &RESERVED, "header.reserved", || args!(found = reserved));
        report.expect(version == VERSION, &ODD_VERSION, "header.version", || args!(found = version));
        let agrees = usize::try_from(entry_count_again) == Ok(count);
        report.expect(agrees, &COUNT_REPEATED, "header.entry_count_again", || {
            args!(stated = entry_count_again, actual = count)
        });
        report.expect(unpacked_total == total, &TOTAL, "header.unpacked_total", || {
            args!(stated = unpacked_total, actual = total)
        });
    }

    fn check_strays(&self, report: &mut Report) {
        let room = self.room();
        for stray in &self.strays {
            let Some(record) = self.table.get(stray.entry as usize) else { continue };
            let (offset, size) = (room.offset(record), record.packed_size);
            let inside = room.contains(offset, size as usize);
            let rule = if inside { &PAYLOAD_OVERLAP } else { &PAYLOAD_OUTSIDE };
            // An empty payload holds no byte that another could hold too.
            report.part(("table", stray.entry as usize), record, |record, report| {
                report.expect(inside && size == 0, rule, "data_offset_raw", || {
                    let name = record.name.show();
                    args!(name = name.as_ref(), offset = hex(offset), size = size, end = hex(room.end))
                });
            });
        }
    }

    fn check_order(&self, report: &mut Report) {
        let mut sound = true;
        for (slot, flaw) in sort_flaws(&self.table) {
            sound = false;
            report.part(("table", slot), &self.table[slot], |slot, report| {
                let place = slot.sort_to_original;
                let record = usize::try_from(place).ok().and_then(|place| self.table.get(place));
                let name = || record.map(|record| record.name.show()).unwrap_or_default();
                let named = || args!(name = name().as_ref(), place = place);
                let all = || args!(place = place, entries = self.table.len());
                match flaw {
                    Flaw::Range => report.expect(false, &SORT_RANGE, "sort_to_original", all),
                    Flaw::Duplicate => report.expect(false, &SORT_DUPLICATE, "sort_to_original", named),
                    Flaw::Order => report.expect(false, &SORT_ORDER, "sort_to_original", named),
                }
            });
        }
        if !sound {
            self.check_keys(report);
        }
    }

    /// Where the stored table of names cannot be used, two keys are possible for each enciphered entry.
    fn check_keys(&self, report: &mut Report) {
        let mut keys = sorted_by_name(&self.table).into_iter();
        report.each("table", &self.table, |record, report| {
            let used = keys.next().unwrap_or_default();
            let stored = record.sort_to_original;
            let keyed = record.method().is_some_and(Method::is_keyed);
            let certain = !keyed || usize::try_from(stored) == Ok(used);
            report.expect(certain, &KEYS_UNCERTAIN, "sort_to_original", || {
                args!(name = record.name.show().as_ref(), stored = stored, used = used)
            });
        });
    }

    fn check_overrun(&self, report: &mut Report) {
        let Some(entry) = self.eof_plus_one.map(|entry| entry as usize) else { return };
        let Some(record) = self.table.get(entry) else { return };
        report.part(("table", entry), record, |record, report| {
            report.expect(false, &EOF_PLUS_ONE, "packed_size", || {
                args!(name = record.name.show().as_ref(), stated = record.packed_size)
            });
        });
    }

    /// Decodes every payload, but holds nothing of what comes out. Strays are left out: they have their finding,
    /// and thousands of them on the same bytes would take forever.
    fn check_data(&self, report: &mut Report) {
        let keys = effective_order(&self.header, &self.table);
        for (at, Segment { owner, bytes }) in self.data.iter().enumerate() {
            match owner {
                Owner::Entry(entry) => {
                    if let (Some(record), Some(key)) = (self.table.get(*entry), keys.get(*entry)) {
                        check_payload(*entry, record, *key as u16, bytes.here(), report);
                    }
                }
                Owner::Padding | Owner::Gap => report.part(("data", at), bytes, |bytes, report| {
                    report.expect(false, &UNINDEXED, "bytes", || args!(size = bytes.len()));
                }),
            }
        }
    }
}

fn check_record(record: &Record, report: &mut Report) {
    let Record { name, unpacked_size, packed_size, .. } = record;
    report.expect(!name.text().is_empty(), &NAME_EMPTY, "name", Vec::new);
    let findable = !name.text().iter().any(u8::is_ascii_lowercase);
    report.expect(findable, &NAME_CASE, "name", || args!(name = name.show().as_ref()));
    report.expect(record.method().is_some(), &METHOD, "flags", || record.method_args());
    let same = !record.method().is_some_and(Method::is_uncompressed) || unpacked_size == packed_size;
    report.expect(same, &SIZE, "unpacked_size", || {
        record.size_args(if packed_size > unpacked_size { "longer" } else { "shorter" })
    });
}

/// What has no codec was checked by its record alone.
fn check_payload(entry: usize, record: &Record, key: u16, packed: &[u8], report: &mut Report) {
    if record.method().is_none_or(Method::is_uncompressed) {
        return;
    }
    let unpacked = record.unpack(key, packed, &mut |_| ());
    let Err(error) = unpacked.map_err(|e| e.inside(format_args!("table[{entry}]"))) else { return };
    if let FaultKind::Broken { rule, args } = &error.kind {
        report.add(rule, error.path.clone(), None, args.clone());
    }
}
