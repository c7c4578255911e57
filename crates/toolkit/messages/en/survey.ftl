### What a survey counts: `claim-…` are sentences that hold in a case or not, `tally-…` are numbers whose values are counted.

claim-nres-sorted-by-folded-names = The search table lists all names in the order of their small letters, and equal names in that of the directory
claim-nres-tight = Payloads follow one another with nothing between them but zeros up to the next multiple of eight
claim-nres-ascii-names = The name of an entry is ASCII
claim-rsli-counted-twice = The second count of entries is the first
claim-rsli-unpacked-total = The header states how many bytes all entries unpack to
claim-rsli-presorted = The table of names is stored
claim-rsli-no-trailer = No trailer moves the offsets
tally-rsli-flags = Flags of entries
claim-pal-symmetric = The mixture of two colours does not depend on which of them is first
claim-pal-mixed-with-itself = A colour mixed with itself gives its own number
claim-mat0-version-six = attr2 of the entry is 6
claim-mat0-no-damage = It does no damage to what stands on it
claim-mat0-no-speed = It does not change the speed of what stands on it
claim-mat0-ambient-alpha-full = The ambient alpha of a phase is 100
tally-mat0-attr1 = attr1 of materials
tally-mat0-phases = Phases of a material
tally-mat0-animations = Animations of a material
tally-mat0-powers = Specular powers of phases
tally-mat0-modes = Modes of animations
claim-texm-nothing-behind = Nothing follows the pixels but one page of rectangles
claim-texm-has-page = The texture is an atlas
claim-texm-mean-index = The word at 0x18 is the only pixel of the last level, where pixels are indices
tally-texm-formats = Pixel formats of textures
tally-texm-flags4 = `flags4` of textures
tally-texm-flags5 = `flags5` of textures
claim-wear-numbers-are-places = The number in a row is its place
claim-wear-crlf = All lines end in CRLF
claim-wear-one-empty-line = One empty line stands in front of the lightmaps
claim-wear-one-lightmap = A table with lightmaps has one
claim-msh-no-ground = It is a model, and not the ground of a map
claim-msh-bounds-hold-vertices = The box of a slot holds all vertices of its batches
claim-msh-vertex-counts = The vertex count of a batch is one more than its largest index
claim-msh-batches-tile-indices = The batches follow one another from the first index to the last
claim-msh-wound-as-normals = Of a hundred triangles, at least 95 face to where the normals of their corners do
claim-msh-no-lightmap = A batch has no lightmap
claim-msh-no-portal = A batch is no portal
claim-msh-no-point-light = A batch lacks the bit 0x800, an emulated point light
claim-msh-unit-rotations = The rotation of a key has the length 1
claim-msh-sphere-half-diagonal = The radius of a slot's sphere is half the diagonal of its box
tally-msh-node-flags = Flags of nodes
tally-msh-batch-flags = Flags of batches
claim-fxid-attributes = The attributes of the entry are 0, 0 and 1
claim-fxid-no-random-shift = The random shift is zero
claim-fxid-nothing-behind = Nothing follows the last command
claim-fxid-sound-direction-x = The direction of a sound at its end is along X
tally-fxid-time-modes = Time modes of effects
tally-fxid-opcodes = Opcodes of commands
tally-fxid-sound-modes = Modes of sounds
claim-flt-box-holds-vertices = The box of a mesh holds all its vertices
claim-flt-matrix-from-angles = The matrix is exactly what angles and scale give
claim-flt-scale-one = The scale is 1
claim-flt-radius-from-box = The radius of a mesh is half the diagonal of its box
tally-flt-classes = Classes of nodes
tally-flt-update-flags = `update_flags` of nodes
tally-flt-mesh-kinds = Kinds of meshes
claim-materials-texture-without-ending = The name of a texture does not end in `.tif`
tally-materials-soils = Kinds of ground
tally-materials-flags = Flags of materials
claim-motion-loops-close = The last sample of a part is its first
tally-motion-versions = Versions of motions
claim-mw3-image-no-palette = The image has colours and no palette
tally-mw3-image-flags = Flags of images, without the notes of a running game
tally-mw3-image-stretches = How images are stretched
claim-orc-map-from-six-thousand = The word at 0x1E lies between 6000 and 6099
tally-orc-map-versions = Versions of map headers
claim-new-map-no-flags = The flags of a map are 0
tally-new-map-versions = Versions of maps
claim-shapes-first-rule = The stated room is that of the first rule, two for each run
claim-shapes-second-rule = The stated room is that of the second rule, one for each run
claim-sine-table-nearest = A sine is the whole number nearest to it
claim-midi-tracks = A chunk behind the head is a track
tally-midi-kinds = Kinds of melodies

cli-surveying = surveying
cli-survey-total = { $files ->
        [one] { $files } file
       *[other] { $files } files
    }, { $assets ->
        [one] { $assets } asset
       *[other] { $assets } assets
    }: { $formats ->
        [one] { $formats } format
       *[other] { $formats } formats
    }, { $errors ->
        [one] { $errors } error
       *[other] { $errors } errors
    }, { $warnings ->
        [one] { $warnings } warning
       *[other] { $warnings } warnings
    }; { $broken ->
        [0] all that was read is written back byte for byte
        [one] { $broken } asset is not written back byte for byte
       *[other] { $broken } assets are not written back byte for byte
    }.
cli-survey-written = The report is in { $path }. It holds no content of the game: names and hashes of files, codes, field names, counts, and single numbers that many records share.
cli-survey-dry-run = The report would be written to { $path }.
cli-survey-claims = Claims of the book
cli-survey-tallies = Values that are understood
cli-survey-fields = Fields that nobody understands
cli-survey-compared = { $differ ->
        [0] Nothing differs
        [one] { $differ } row differs
       *[other] { $differ } rows differ
    }; { $agree ->
        [one] { $agree } row agrees
       *[other] { $agree } rows agree
    }.
cli-survey-left-out = { $count ->
        [one] { $count } row of { $b } has
       *[other] { $count } rows of { $b } have
    } nothing in { $a } to be compared with.
cli-survey-held = { $held } of { $cases }
cli-survey-found = { $findings } in { $assets }
cli-survey-file = { $size } bytes
cli-head-code = code
cli-head-type = type
cli-head-claim = claim
cli-head-held = held
cli-head-tally = number
cli-head-unknown-field = record and field
cli-head-cases = cases
cli-head-found-values = values
cli-head-bytes = bytes
cli-head-assets = assets
cli-head-round-trip = written back
cli-head-errors = errors
cli-head-warnings = warnings
cli-head-section = about
cli-head-what = what
cli-head-verdict = verdict
cli-head-source = measured by
cli-survey-no-format = of no known format
cli-section-file = file
cli-section-format = format
cli-section-round-trip = written back
cli-section-unknown = unknown type
cli-section-finding = finding
cli-section-claim = claim
cli-section-tally = value
cli-section-field = field
cli-verdict-differs = differs
cli-verdict-only-a = only in the first
cli-verdict-only-b = only in the second
cli-verdict-agrees = agrees
cli-verdict-same = same
survey-not-a-report = { $path } is no report of a survey.
    .about = `relict survey --compare` takes reports that `relict survey` made, or the name of a reference report.
    .help = Make a report with `relict survey FOLDER --out report.json`. Reference reports: `parkan-iron-strategy`.
