//! JAR: the ZIP in which a game for phones comes. Members with a header each, a directory of them behind, and an end
//! record that tells where the directory is.
//!
//! Read with records of our own, since every byte has to have a name and a way back: what two headers say of one member,
//! descriptors, extra fields, comments, and whatever lies between.

mod check;
mod deflate;
mod find;
mod indexed;
mod jad;
mod kept;
mod names;
mod rebuild;
mod shelf;
mod signature;
mod time;

use crate::CODE_PAGE;
use crate::game::{self, Detected, Game, Manifest};
use relict_core::prelude::*;
use relict_core::report::{Args, hex};
use relict_core::tree::{AsTree, EditableTree};
use std::borrow::Cow;

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";
const DESCRIPTOR: &[u8; 4] = b"PK\x07\x08";

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Bits of the flags: the bytes are enciphered; sums and sizes follow them; the name is UTF-8.
const ENCIPHERED: u16 = 1;
const DESCRIBED: u16 = 8;
const UTF_8: u16 = 0x800;

/// A resource that the games read may unpack to so many bytes, any other member to so many, and all of them together.
/// The largest resources of the games have a few hundred KiB.
const RESOURCE: usize = 16 << 20;
const MEMBER: usize = 64 << 20;
const TOTAL: usize = 256 << 20;

record! {
    /// What stands in front of a member's bytes.
    pub struct Local: 30 {
        /// `PK`, 3, 4.
        0x00 signature: Chars<4, CODE_PAGE>,
        /// The version of the ZIP format that it takes to unpack it, times ten.
        0x04 needed: u16,
        /// Bit 0: enciphered; bit 3: sums and sizes follow the bytes; bit 11: the name is UTF-8.
        0x06 flags: u16,
        /// 0 stored, 8 deflated.
        0x08 method: u16,
        /// Hours, minutes and pairs of seconds.
        0x0A time: u16,
        /// Years since 1980, months and days.
        0x0C date: u16,
        /// CRC-32 of the unpacked bytes, or 0 where it follows them.
        0x0E crc: u32,
        /// Of the bytes in the file, or 0 where it follows them.
        0x12 packed_size: u32,
        /// Of the bytes that come out, or 0 where it follows them.
        0x16 unpacked_size: u32,
        /// Of the name behind this header.
        0x1A name_size: u16,
        /// Of the extra field behind the name.
        0x1C extra_size: u16,
    }
}

record! {
    /// What the directory says of a member.
    pub struct Central: 46 {
        /// `PK`, 1, 2.
        0x00 signature: Chars<4, CODE_PAGE>,
        /// The program and system that made it.
        0x04 made_by: u16,
        /// The version of the ZIP format that it takes to unpack it, times ten.
        0x06 needed: u16,
        /// As in the header in front of the bytes.
        0x08 flags: u16,
        /// 0 stored, 8 deflated.
        0x0A method: u16,
        /// Hours, minutes and pairs of seconds.
        0x0C time: u16,
        /// Years since 1980, months and days.
        0x0E date: u16,
        /// CRC-32 of the unpacked bytes.
        0x10 crc: u32,
        /// Of the bytes in the file.
        0x14 packed_size: u32,
        /// Of the bytes that come out.
        0x18 unpacked_size: u32,
        /// Of the name behind this record.
        0x1C name_size: u16,
        /// Of the extra field behind the name.
        0x1E extra_size: u16,
        /// Of the comment behind the extra field.
        0x20 comment_size: u16,
        /// The disk that it begins on; 0.
        0x22 disk: u16,
        /// Bit 0: it is thought to be text.
        0x24 internal: u16,
        /// Rights and kind of the file, as the system that made it has them.
        0x26 external: u32,
        /// Where the header in front of its bytes is, from the start of the archive.
        0x2A offset: u32,
    }
}

record! {
    /// What stands behind everything but the comment.
    pub struct End: 22 {
        /// `PK`, 5, 6.
        0x00 signature: Chars<4, CODE_PAGE>,
        /// The number of this disk; 0.
        0x04 disk: u16,
        /// The disk that the directory begins on; 0.
        0x06 directory_disk: u16,
        /// How many records the directory has on this disk.
        0x08 entries_here: u16,
        /// How many it has in all.
        0x0A entries: u16,
        /// Of the directory, in bytes.
        0x0C directory_size: u32,
        /// Where it is, from the start of the archive.
        0x10 directory_offset: u32,
        /// Of the comment behind this record.
        0x14 comment_size: u16,
    }
}

record! {
    /// What the header could not say yet when it was written.
    pub struct Sums: 12 {
        /// CRC-32 of the unpacked bytes.
        0x00 crc: u32,
        /// Of the bytes in the file.
        0x04 packed_size: u32,
        /// Of the bytes that come out.
        0x08 unpacked_size: u32,
    }
}

parts! {
    /// Sums and sizes behind the bytes of a member.
    pub struct Descriptor {
        /// `PK`, 7, 8; some programs leave it out.
        pub signature: Option<Chars<4, CODE_PAGE>>,
        /// The rest.
        pub sums: Sums,
    }
}

parts! {
    /// A member where it lies.
    pub struct Member<'a> {
        /// Its place in the directory; not in the file, but noted while reading.
        pub entry: u32,
        /// Bytes in front of it that belong to none.
        pub gap: Bytes<'a>,
        /// What it says of itself.
        pub header: Local,
        /// The same as in the directory.
        pub name: Text<'a, CODE_PAGE>,
        /// Fields that programs may add, each with a number and a size in front.
        pub extra: Bytes<'a>,
        /// Its bytes, stored or deflated.
        pub payload: Body<'a>,
        /// Only where bit 3 of the flags says so.
        pub descriptor: Option<Descriptor>,
    }
}

parts! {
    /// One record of the directory.
    pub struct Listed<'a> {
        /// What it says of the member.
        pub header: Central,
        /// With `/` between folders; one that ends so is a folder.
        pub name: Text<'a, CODE_PAGE>,
        /// Fields that programs may add, each with a number and a size in front.
        pub extra: Bytes<'a>,
        /// Of this member alone.
        pub comment: Text<'a, CODE_PAGE>,
    }
}

parts! {
    /// A record of the directory whose member cannot be had where it says; not in the file, but noted while reading.
    pub struct Lost {
        /// Its place in the directory.
        pub entry: u32,
        /// 1 if it lies on the bytes of another, 0 if there is no member.
        pub overlaps: u8,
    }
}

parts! {
    /// JAR or other ZIP: the package of a game for phones.
    pub struct Jar<'a> {
        /// In the order of the file.
        pub members: Vec<Member<'a>>,
        /// Bytes between the last member and the directory.
        pub gap: Bytes<'a>,
        /// In an order of its own.
        pub directory: Vec<Listed<'a>>,
        /// Bytes between the directory and the end record.
        pub between: Bytes<'a>,
        /// At the end.
        pub end: End,
        /// Of the whole archive.
        pub comment: Text<'a, CODE_PAGE>,
        /// Bytes behind the archive.
        pub tail: Bytes<'a>,
        /// How much lies in front of the archive and is not counted by its offsets; not in the file, but noted while reading.
        pub base: u32,
        /// Members that cannot be had.
        pub lost: Vec<Lost>,
    } aside {
        /// What was unpacked already.
        kept: kept::Kept
    }
}

impl Sums {
    fn of(header: &Central) -> Self {
        let Central { crc, packed_size, unpacked_size, .. } = *header;
        Self { crc, packed_size, unpacked_size }
    }

    fn is(&self, other: &Self) -> bool {
        (self.crc, self.packed_size, self.unpacked_size)
            == (other.crc, other.packed_size, other.unpacked_size)
    }
}

impl Descriptor {
    fn read(c: &mut Cursor<'_>, signed: bool) -> Result<Self> {
        Ok(Self { signature: c.get_if(signed, "signature")?, sums: c.get("sums")? })
    }

    fn write(&self, out: &mut Put) {
        out.put_if(&self.signature);
        out.put(&self.sums);
    }
}

impl<'a> Member<'a> {
    /// The member that lies at `place`; what comes before is its gap.
    fn read(c: &mut Cursor<'a>, place: &find::Place) -> Result<Self> {
        let gap = c.gap("gap", place.start.saturating_sub(c.pos()))?;
        let header: Local = c.get("header")?;
        let name = c.text("name", header.name_size.into())?;
        let extra = c.bytes("extra", header.extra_size.into())?;
        let payload = Body::Here(c.payload("payload", place.packed_size, place.entry)?);
        let signed = place.descriptor == Some(find::Described::Signed);
        let descriptor =
            c.part_if(place.descriptor.is_some(), "descriptor", |c| Descriptor::read(c, signed))?;
        Ok(Self { entry: place.entry as u32, gap, header, name, extra, payload, descriptor })
    }

    fn write(&self, out: &mut Put) {
        out.bytes(&self.gap);
        out.put(&self.header);
        out.bytes(&self.name);
        out.bytes(&self.extra);
        match &self.payload {
            Body::Here(bytes) => out.bytes(bytes),
            Body::Elsewhere(size) => out.entry(self.entry as usize, *size),
        }
        out.part_if("descriptor", &self.descriptor, Descriptor::write);
    }

    /// Where its bytes begin, from the start of its header.
    fn payload_at(&self) -> usize {
        Local::SIZE + self.name.len() + self.extra.len()
    }

    /// Without the gap in front of it.
    fn size(&self) -> usize {
        let descriptor = self.descriptor.as_ref();
        let described = descriptor.map_or(0, |it| Sums::SIZE + it.signature.map_or(0, |_| DESCRIPTOR.len()));
        self.payload_at() + self.payload.len() + described
    }
}

impl<'a> Listed<'a> {
    fn read(c: &mut Cursor<'a>) -> Result<Self> {
        let header: Central = c.get("header")?;
        let name = c.text("name", header.name_size.into())?;
        let extra = c.bytes("extra", header.extra_size.into())?;
        let comment = c.text("comment", header.comment_size.into())?;
        Ok(Self { header, name, extra, comment })
    }

    fn write(&self, out: &mut Put) {
        out.put(&self.header);
        out.bytes(&self.name);
        out.bytes(&self.extra);
        out.bytes(&self.comment);
    }

    fn size(&self) -> usize {
        Central::SIZE + self.name.len() + self.extra.len() + self.comment.len()
    }

    fn shown(&self) -> Cow<'_, str> {
        names::shown(&self.name)
    }

    fn is_enciphered(&self) -> bool {
        self.header.flags & ENCIPHERED != 0
    }

    /// How many bytes may come out of it.
    fn most(&self, limits: Limits) -> usize {
        let most = if game::is_resource(&self.shown()) { RESOURCE } else { MEMBER };
        most.min(limits.unpacked)
    }

    /// A place for what comes out of so many packed bytes, which is never too small: growing would take twice as much.
    fn room(&self, packed: usize, limits: Limits) -> Vec<u8> {
        let (stated, possible) = (self.header.unpacked_size as usize, packed.saturating_mul(deflate::MOST));
        // What is too large will not be unpacked at all.
        if stated > self.most(limits) { vec![] } else { Vec::with_capacity(stated.min(possible)) }
    }

    /// Hands the bytes that come out of `packed` to `sink`, piece by piece, and makes sure that they are the right ones.
    fn unpack(&self, packed: &[u8], limits: Limits, sink: &mut dyn FnMut(&[u8])) -> Result<()> {
        let (stated, most) = (self.header.unpacked_size as usize, self.most(limits));
        let named = || args!(name = self.shown().as_ref());
        if self.is_enciphered() {
            return Err(broken(&ENCRYPTED, "header.flags", named()));
        }
        if stated > most {
            return Err(broken(
                &TOO_LARGE,
                "header.unpacked_size",
                self.with(args!(size = stated, most = most)),
            ));
        }
        let mut crc = flate2::Crc::new();
        let mut take = |bytes: &[u8]| {
            crc.update(bytes);
            sink(bytes);
        };
        match self.header.method {
            STORED if packed.len() == stated => take(packed),
            STORED => return Err(self.wrong_size(packed.len())),
            DEFLATED => deflate::unpack(packed, stated, &mut take).map_err(|fault| self.fault(&fault))?,
            method => return Err(broken(&METHOD, "header.method", self.with(args!(method = method)))),
        }
        let (wanted, found) = (self.header.crc, crc.sum());
        match wanted == found {
            true => Ok(()),
            false => {
                let sums = args!(stated = hex(wanted), actual = hex(found));
                Err(broken(&CRC, "header.crc", self.with(sums)))
            }
        }
    }

    fn with(&self, args: Args) -> Args {
        [args!(name = self.shown().as_ref()), args].concat()
    }

    /// So many bytes come out; of what comes out `longer` than stated, nobody counts the rest.
    fn wrong_size(&self, actual: usize) -> Error {
        let stated = self.header.unpacked_size;
        let outcome = if actual > stated as usize { "longer" } else { "shorter" };
        let sizes = args!(stated = stated, actual = actual, outcome = outcome);
        broken(&SIZE, "header.unpacked_size", self.with(sizes))
    }

    fn fault(&self, fault: &deflate::Fault) -> Error {
        use deflate::Fault;
        let stream = |fault: &str| broken(&STREAM, "header.packed_size", self.with(args!(fault = fault)));
        match fault {
            Fault::TooLong => self.wrong_size((self.header.unpacked_size as usize).saturating_add(1)),
            Fault::TooShort { produced } => self.wrong_size(*produced),
            Fault::Exhausted => stream("exhausted"),
            Fault::Corrupt => stream("corrupt"),
            Fault::Rest => stream("rest"),
        }
    }
}

/// A program for phones is signed, is described by a JAD beside it, and may lie unpacked in a folder.
const PACKAGE: PackageOps = PackageOps {
    companions: &["jad"],
    companion: |jad, name, size| Some(jad::renewed(jad, name, size)),
    signature: signature::of,
    loose: Jar::loose,
};

impl<'a> Format<'a> for Jar<'a> {
    const ID: &'static str = "idmobile.jar";
    const ENDINGS: &'static [&'static str] = &["jar", "zip"];
    const RULES: Rules = RULES;
    const FACETS: Facets<Self> = Facets::<Self>::NONE
        .archive(
            ArchiveOps {
                kept_when_canonical: &["comment"],
                package: Some(PACKAGE),
                add: Some(rebuild::ADD),
                ..ArchiveOps::new(Self::assemble)
            },
            |jar| Some(Box::new(jar.shelf())),
        )
        .tree(|jar| jar.detected().layout.map(|_| jar as &dyn AsTree));

    /// A whole file is searched for its end only where its name says that it is worth the time.
    fn claims(origin: Origin<'_>, bytes: &[u8]) -> Claim {
        let starts = [LOCAL, END, DESCRIPTOR].iter().any(|signature| bytes.starts_with(*signature));
        let named = origin.ends_with(".jar") || origin.ends_with(".zip");
        let ends = || find::ends_plainly(bytes) || named && find::end(bytes).is_some();
        if starts || ends() { Claim::Sure } else { Claim::No }
    }

    fn read(c: &mut Cursor<'a>, _: Origin<'_>) -> Result<Self> {
        let found = find::locate(c.whole())?;
        let (places, lost) = found.places(c.whole(), &found.directory_ahead(c)?);
        c.seek(0);
        let mut members = Vec::with_capacity(places.len());
        for (i, place) in places.iter().enumerate() {
            members.push(c.part(("members", i), |c| Member::read(c, place))?);
        }
        let gap = c.gap("gap", found.directory.saturating_sub(c.pos()))?;
        let directory = found.directory(c)?;
        let behind = c.pos();
        let between = c.gap("between", found.end.saturating_sub(behind))?;
        let end: End = c.get("end")?;
        let comment = c.text("comment", end.comment_size.into())?;
        let tail = c.tail("tail");
        Ok(Self {
            members,
            gap,
            directory,
            between,
            end,
            comment,
            tail,
            base: found.base,
            lost,
            kept: kept::Kept::default(),
        })
    }

    fn write(&self, out: &mut Put) {
        out.each("members", &self.members, Member::write);
        out.bytes(&self.gap);
        out.each("directory", &self.directory, Listed::write);
        out.bytes(&self.between);
        out.put(&self.end);
        out.bytes(&self.comment);
        out.bytes(&self.tail);
    }

    fn check(&self, report: &mut Report, context: Context<'_>) {
        self.check_all(report, context);
    }

    /// As far as it is known.
    fn facts(&self) -> Facts {
        let found = self.detected();
        let mut facts: Facts = vec![];
        facts.extend(found.game.map(|game| ("game", game.id().into())));
        facts.extend(found.title.as_deref().map(|title| ("title", title.into())));
        facts.extend(found.version.as_deref().map(|version| ("version", version.into())));
        facts.extend(found.vendor.as_deref().map(|vendor| ("vendor", vendor.into())));
        facts.extend(found.layout.map(|layout| ("layout", layout.id().into())));
        facts.extend(crate::spread::facts(self, &found));
        facts.push(("entries", self.directory.len().into()));
        facts.push(("signed", self.is_signed().into()));
        if !self.comment.is_empty() {
            facts.push(("comment", self.comment.show().into()));
        }
        facts
    }
}

impl AsTree for Jar<'_> {
    fn open(&self) -> Result<Box<dyn EditableTree + '_>> {
        crate::spread::open(self)
    }
}

impl Jar<'_> {
    fn assemble(frame: &Frame, incoming: &[EntrySpec], payloads: &dyn Payloads, out: &mut Put) {
        match rebuild::assemble(frame, incoming, payloads) {
            Ok(jar) => jar.write(out),
            Err(error) => out.fail(error),
        }
    }

    /// The resources of a game, with the manifest in front, where tools of Java look for it.
    fn loose(names: &[&str]) -> Option<Vec<EntrySpec>> {
        Game::detect(names, &|_| None).layout?;
        let mut names: Vec<&str> =
            names.iter().copied().filter(|name| names::danger(name).is_none()).collect();
        names.sort_by_key(|name| !name.eq_ignore_ascii_case(game::MANIFEST));
        Some(names.into_iter().map(|name| EntrySpec::new(name, serde_json::Map::new())).collect())
    }

    /// Which game it is.
    pub fn detected(&self) -> Detected {
        let names: Vec<Cow<'_, str>> = self.directory.iter().map(Listed::shown).collect();
        Game::detect(&names, &|name| self.bytes_of(name))
    }

    /// Whether entries are signed: by files of a signature, or at least by digests in the manifest.
    pub fn is_signed(&self) -> bool {
        let names: Vec<Cow<'_, str>> = self.directory.iter().map(Listed::shown).collect();
        let is_manifest = |name: &&Cow<'_, str>| name.eq_ignore_ascii_case(game::MANIFEST);
        let manifest = || self.bytes_of(names.iter().find(is_manifest)?);
        names.iter().any(|name| game::is_signature(name))
            || manifest().is_some_and(|bytes| Manifest::read(&bytes).digests > 0)
    }

    pub(crate) fn shelf(&self) -> shelf::Shelf<'_, '_> {
        shelf::Shelf::new(self)
    }

    /// The unpacked bytes of the first member of this name, if they can be had.
    fn bytes_of(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let entry = self.directory.iter().position(|listed| listed.shown() == name)?;
        let member = self.members.iter().find(|member| member.entry as usize == entry)?;
        self.unpacked(member, self.directory.get(entry)?, Limits::USUAL).ok()
    }

    /// The bytes of a member, and what the directory says of it holds for them.
    fn unpacked<'d>(
        &'d self,
        member: &'d Member<'_>,
        listed: &Listed<'_>,
        limits: Limits,
    ) -> Result<Cow<'d, [u8]>> {
        let packed = member.payload.here();
        if listed.header.method == STORED {
            return listed.unpack(packed, limits, &mut |_| ()).map(|()| packed.into());
        }
        let size = listed.header.unpacked_size as usize;
        let unpack = || {
            let mut bytes = listed.room(packed.len(), limits);
            listed.unpack(packed, limits, &mut |piece| bytes.extend_from_slice(piece))?;
            Ok(bytes)
        };
        // What is there already may be more than may be had by whoever asks now.
        if size > listed.most(limits) {
            unpack().map(Cow::Owned)
        } else {
            self.kept_or(member.entry as usize, size, unpack)
        }
    }
}

rules! { "jar":
    Error NO_END = "end";
    Error DIRECTORY = "directory";
    Error ZIP64 = "zip64";
    Error DISKS = "disks";
    Error DIRECTORY_SIZE = "directory-size";
    Error ENTRY_OUTSIDE = "entry-outside";
    Error ENTRY_OVERLAP = "entry-overlap";
    Error ENCRYPTED = "encrypted";
    Error METHOD = "method";
    Error NAME_EMPTY = "name-empty";
    Error NAME_REPEATED = "name-repeated";
    Error NAME_DIFFERS = "name-differs";
    Error HEADER_DIFFERS = "header-differs";
    Error NO_DESCRIPTOR = "descriptor";
    Error SIZE = "size";
    Error STREAM = "stream";
    Error CRC = "crc";
    Error TOO_LARGE = "too-large";
    Error TOTAL_SIZE = "total-size";
    Error UNKNOWN_GAME = "unknown-game";
    Error MISSING_RESOURCE = "missing-resource";
    Warning ONLY_IN_FRONT = "descriptor-absent";
    Warning OTHER_REPEATED = "other-repeated";
    Warning NAME_UNSAFE = "name-unsafe";
    Warning UNINDEXED = "unindexed";
    Warning NO_MANIFEST = "no-manifest";
    Warning TITLES = "titles";
    Warning OTHER_RESOURCES = "other-resources";
    Warning NO_GAME = "no-game";
}
