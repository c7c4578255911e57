// What the program tells the page. Written by `cargo xtask generate` from `relict_toolkit::answer::page`.

export type Attributes = Record<string, unknown>;

/** A box along the axes. */
export interface Bounds {
    min: [number, number, number];
    max: [number, number, number];
}

export interface Camera {
    position: [number, number, number];
    target: [number, number, number];
    /** From below to above, in degrees. */
    fov: number;
    /** Width by height. */
    aspect: number;
    near: number;
    far: number;
}

/** What a cell is, what a person reads, and what a program does. */
export interface Cell {
    kind: CellKind;
    text?: string;
    value?: unknown;
}

export type CellKind = 'number' | 'text' | 'word' | 'colour' | 'nothing';

/** What happened to an asset or field on the way from the first file to the second. */
export type Change =
    | 'added'
    | 'removed'
    | 'renamed'
    | 'order'
    | 'attribute'
    | 'field'
    | 'pixels'
    | 'content'
    | 'format'
    | 'frame';

export interface CheckAnswer {
    schema: string;
    files: number;
    /** Files and entries at every depth. */
    assets: number;
    errors: number;
    warnings: number;
    /** At most a hundred of one code in one asset; `errors` and `warnings` count all of those two kinds. */
    findings: Finding[];
    /** Whether there are more findings, or more files, than are listed here. */
    more?: boolean;
}

export interface ClipFacts {
    name: string;
    seconds: number;
}

/** Bytes by how much is known of them. */
export interface Coverage {
    named: number;
    padding: number;
    opaque: number;
    uncovered: number;
}

export interface Difference {
    /** The asset inside the files, or the file of the unpacked folder for a picture that is made of several entries; empty for the files themselves. */
    path: string;
    change: Change;
    /** The attribute, field or part of the frame. */
    field?: string;
    /** As the first has it. */
    a?: unknown;
    /** As the second has it. */
    b?: unknown;
    /** For bytes: where the two part. */
    first_offset?: number;
    /** For bytes: how many differ, of those that both have. */
    differing_bytes?: number;
    /** For pictures of one size: how many pixels show another colour. */
    differing_pixels?: number;
    /** What happened, in words. */
    label: string;
    /** In which both are best seen beside each other. */
    view: ShownAs;
}

export interface Differences {
    differences: Difference[];
}

/** Where and when the model stands. */
export interface DrawAnswer {
    schema: string;
    path: string;
    /** In frames; null for the rest pose. */
    time: number | null;
    state: number;
    level: number;
    /** From the model to the world: four rows of four, acting on columns. */
    placement: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
    ];
    /** Whether the first node moves, too. */
    root_motion: boolean;
    /** Whether the unit itself looks, out of its cockpit. Then the level does not count. */
    inside: boolean;
    /** Null where nothing is out of sight. */
    camera: Camera | null;
    /** What is tested against the camera: `box`, `sphere` or `none`. */
    cull: string;
    /** How many calls draw the model, and how many triangles. */
    draw_calls: number;
    triangles: number;
    /** In the order of drawing, each behind its parent. */
    nodes: DrawnNode[];
}

/** A call to draw indexed triangles. */
export interface DrawnBatch {
    batch: number;
    flags: number;
    index_start: number;
    index_count: number;
    /** Added to each index. */
    base_vertex: number;
    material: Surface;
    /** Where the batch lies in the file. */
    offset?: number;
}

export interface DrawnNode {
    index: number;
    /** Null where the model has no names. */
    name: string | null;
    /** Null where it shows nothing in this state at this level. */
    slot: number | null;
    drawn: boolean;
    /** Whether it would be drawn if it were in sight. */
    culled: boolean;
    /** Why it is not drawn: `no-slot`, `cockpit`, `outside`. */
    reason?: string;
    /** The side of what the camera sees that it lies beyond: `left`, `right`, `below`, `above`, `near`, `far`; of several, the one that it is farthest from. */
    side?: string;
    /** From the node to the world: four rows of four, acting on columns. */
    matrix: [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
    ];
    /** What draws it, or would if it were drawn. */
    batches: DrawnBatch[];
}

/** What may be changed, given `--edit`. */
export interface Editable {
    picture: boolean;
    fields: boolean;
}

/** After an edit. */
export interface Edited {
    /** All edits of the file, the last one last. */
    edits: OneEdit[];
    losses: string[];
    /** What the check says of the asset now. */
    findings: Finding[];
}

export interface EditedFile {
    path: string;
    saved: boolean;
    done: OneEdit[];
    undone: OneEdit[];
}

export interface EditedFiles {
    files: EditedFile[];
}

/** An entry of an archive, or a file in a folder. */
export interface Entry {
    name: string;
    /** From the outermost file or folder on. */
    path: string;
    /** What it is, where its name does not tell: `vertices`. Paths take this word, too, where no entry is called so. */
    meaning?: string;
    /** None where no format claims the bytes. */
    format: string | null;
    /** Where the stored bytes begin in the archive that holds them; none for files in a folder. */
    offset?: number;
    /** Of the entry's bytes, unpacked. */
    size: number;
    attributes?: Attributes;
    /** The whole field that holds the name, in hex. */
    raw_name?: string;
    sha256?: string;
    /** Why the entry's bytes cannot be had, if they cannot. */
    unreadable?: string;
    kind: EntryKind;
    title?: string;
    /** The usual way to look at it. */
    view: ShownAs;
    edited?: boolean;
}

export type EntryKind = 'folder' | 'archive' | 'file';

export interface Explained {
    path: string;
    /** None where no format claims the bytes. */
    format: string | null;
    size: number;
    /** What touches the window. */
    spans: Span[];
    /** Of the whole, if that was asked for. */
    coverage: Coverage | null;
    /** The same as a strip: a letter for every part of the whole, n, p, o or u for what most of its bytes are. */
    map?: string;
    /** What stopped the reader before it came to the end of the window, if something did. */
    stopped?: string;
    /** Whether there are more spans in the window. */
    truncated?: boolean;
}

export interface Fact {
    name: string;
    label: string;
    value: unknown;
    shown: string;
}

export interface Finding {
    code: string;
    severity: 'error' | 'warning' | 'info';
    path: string;
    /** The field by the path that `explain` gives it. */
    field?: string;
    /** In the asset that `path` names. */
    offset: number | null;
    length: number | null;
    message: string;
    /** What the code means, where that is asked for with every finding. */
    about?: string;
    help: string;
}

export interface Found {
    entries: Entry[];
    more: boolean;
}

export interface Gallery {
    folder: string;
    items: GalleryItem[];
}

export interface GalleryItem {
    name: string;
    /** Its path inside the folder, by which it is asked for. */
    leaf: string;
    width: number | null;
    height: number | null;
    kind: GalleryKind;
    /** Whether it is as players saw it, and not a part of how it is stored. */
    shown: boolean;
}

export type GalleryKind = 'picture' | 'json' | 'text' | 'bytes';

export interface Info {
    path: string;
    name: string;
    /** What it is, where its name does not tell. */
    meaning?: string;
    family: string | null;
    format: string | null;
    title: string | null;
    size: number;
    facts: Fact[];
    tables: Table[];
    /** The ways to look at it, the usual one first. */
    views: ShownAs[];
    archive: boolean;
    edited: boolean;
    editable: Editable;
    /** Why it could not be read as what it claims to be; then only its bytes are there. */
    problem?: ProblemAnswer;
}

/** How much is known about a byte. */
export type Knowledge = 'named' | 'padding' | 'opaque' | 'uncovered';

export interface Listing {
    path: string;
    kind: ListingKind;
    format: string | null;
    entries: Entry[];
}

export type ListingKind = 'folder' | 'archive' | 'spread-folder';

export interface Material {
    name: string;
    /** By name, as far as it was found. */
    texture: string | null;
    lightmap: string | null;
    /** What its colour is multiplied with from near. */
    detail: string | null;
    /** The material where it is an asset of its own, else its texture. */
    path?: string;
}

export interface ModelInfo {
    nodes: NodeFacts[];
    variants: VariantFacts[];
    materials: Material[];
    clips: ClipFacts[];
    /** Those that fit, in the file itself and in the files beside it. */
    motions: ModelMotion[];
    /** Whether the engine's own traversal can be asked what lies under a pointer. */
    picks: boolean;
    /** Of all variants together. */
    triangles: number;
    vertices: number;
    /** Of the model at rest; none if it shows nothing. */
    bounds: Bounds | null;
}

export interface ModelMotion {
    name: string;
    path: string;
}

export interface Neighbour {
    triangle: number;
    /** Which of its own edges it is. */
    edge: number;
}

export interface NodeFacts {
    index: number;
    /** As the file has it. */
    name: string;
    parent: number | null;
    /** Of what the node itself shows, in its own space; none if it shows nothing. */
    bounds: Bounds | null;
}

export interface OneEdit {
    path: string;
    what: string;
    label: string;
}

export interface Phase {
    label: string;
    swatches: PhaseSwatch[];
    numbers: PhaseNumber[];
    texture: PhaseTexture | null;
}

export interface PhaseNumber {
    name: string;
    label: string;
    value: number;
}

export interface PhaseSwatch {
    name: string;
    label: string;
    rgba: [number, number, number, number];
}

export interface PhaseTexture {
    name: string;
    /** The place in the texture's page. */
    cell?: number;
    /** Where it is, as far as that is known. */
    path?: string;
}

export interface Picked {
    /** The nearest first; empty if the ray meets nothing. */
    hits: PickedHit[];
}

/** A triangle as the traversal comes by. */
export interface PickedHit {
    /** From the beginning of the ray. */
    distance: number;
    /** In the world, as the corners. */
    point: [number, number, number];
    corners: [[number, number, number], [number, number, number], [number, number, number]];
    from_behind: boolean;
    /** Of the node; null where it has none. */
    name: string | null;
    /** Null for ground, which has no nodes. */
    node: number | null;
    /** Of ground, the cell. */
    slot: number;
    /** Null for ground, which has no batches. */
    batch: number | null;
    /** In the list of triangles; of ground, of faces. */
    triangle: number;
    vertices: [number, number, number];
    flags: number;
    batch_flags: number | null;
    /** As it is stored, in the space of the node. */
    normal: [number, number, number];
    /** Across edge 0 (corners 0 and 1), 1 and 2; null where the edge is open. */
    neighbours: [Neighbour | null, Neighbour | null, Neighbour | null];
    /** What it is drawn with; of ground, a second one may lie over the first. */
    materials: Surface[];
    /** Of ground: whether one can stand on it. */
    is_ground?: boolean;
    /** Where the records lie that tell all this. */
    records: RecordPlace[];
    /** The corners where y is up, as the page draws them. */
    outline: [[number, number, number], [number, number, number], [number, number, number]];
    /** Of each material, where to find it. */
    paths: SurfacePaths[];
}

export interface PictureInfo {
    width: number;
    height: number;
    levels: Size[];
    /** How the file holds pixels, as far as its settings tell. */
    format: string | null;
    has_alpha: boolean;
    /** Red, green, blue, alpha; none for a picture in true colour. */
    palette: [number, number, number, number][] | null;
    /** The places of the palette that the largest level uses. */
    used: number[] | null;
    rects: Rect[];
    settings: unknown;
}

export interface Played {
    samples: Sample[];
}

/** What is wrong: a code to look up, a sentence to read, and a way out. */
export interface ProblemAnswer {
    code: string;
    message: string;
    help: string;
    path: string;
    offset: number | null;
    field: string;
}

export interface RecordPlace {
    /** `node`, `slot`, `batch`, `triangle`; of ground `cell`, `face`. */
    what: string;
    /** The stream that it lies in, and where in that. */
    path: string;
    start: number;
    /** Where in the whole file. */
    offset: number;
    length: number;
}

export interface Rect {
    x: number;
    y: number;
    width: number;
    height: number;
}

export interface References {
    uses: Uses[];
    used_by: Uses[];
}

/** Why a request could not be answered. */
export interface Refusal {
    error: ProblemAnswer;
}

/** What the engine shows at a moment of one track. Names are those of the timeline. */
export interface Sample {
    time: number;
    /** Whether there is anything at this moment. */
    on: boolean;
    phase: number | null;
    next: number | null;
    factor: number;
    swatches: Swatch[];
    numbers: [string, number][];
    texture: string | null;
}

export interface Saved {
    path: string;
    size: number;
}

export interface Session {
    version: string;
    /** The name of what is shown; where it lies is nobody's business. */
    root: string;
    edit: boolean;
    languages: string[];
    lang: string;
    formats: SessionFormat[];
    /** How large a file may be that is dropped onto the page. */
    drop_limit: number;
}

export interface SessionFormat {
    id: string;
    title: string;
    archive: boolean;
}

/** The ways in which a program with a screen can show a file. */
export type ShownAs =
    | 'picture'
    | 'table'
    | 'text'
    | 'bytes'
    | 'model'
    | 'motion'
    | 'timeline'
    | 'map'
    | 'gallery'
    | 'list'
    | 'document';

export interface Size {
    width: number;
    height: number;
}

export interface Span {
    start: number;
    end: number;
    field: string;
    type: string;
    value: unknown;
    /** Of items, where a long list is one span. */
    count?: number;
    doc?: string;
    knowledge: Knowledge;
    /** Whether it is a field that can be given another value. */
    editable: boolean;
}

/** What became of a reference. */
export type State = 'found' | 'stand-in' | 'first-entry' | 'missing' | 'optional' | 'no-library';

/** After an undo or redo. */
export interface SteppedEdit {
    edits: OneEdit[];
    /** The edit that was taken back, or done again. */
    edit: OneEdit;
}

/** What triangles are drawn with. */
export interface Surface {
    /** In the table that the model wears. */
    row: number;
    /** As that table has it; null without one. */
    name: string | null;
    /** The material that is taken where that one is missing. */
    stand_in?: string;
    /** Of the material's first phase. */
    texture: string | null;
    /** The place in the page of the texture; left out for all of it. */
    cell?: number;
    lightmap_row?: number;
    lightmap?: string;
}

export interface SurfacePaths {
    material?: string;
    texture?: string;
    lightmap?: string;
}

export interface Swatch {
    name: string;
    rgba: [number, number, number, number];
}

export interface Table {
    title: string;
    columns: string[];
    rows: Cell[][];
}

export interface Text {
    text: string;
    code_page: string;
}

/** All that is known without playing. */
export interface Timeline {
    tracks: Track[];
    /** The looks between which it changes. */
    phases: Phase[];
}

export interface Track {
    /** As it stands in the file; empty where nothing does. */
    name: string;
    label: string;
    /** In words. */
    mode: string;
    length: number;
    /** Always `ms`. */
    unit: string;
    /** Whether the clock of the game drives it; else something of the game, which is taken to rise evenly. */
    by_clock: boolean;
    steps: TrackStep[];
}

export interface TrackStep {
    start: number;
    end: number;
    label: string;
    phase: number | null;
}

/** Where a file can be found that was dropped onto the page. */
export interface Uploaded {
    path: string;
}

export interface Uses {
    from: string;
    /** By the path that `explain` gives it. */
    field: string;
    role: string;
    name: string;
    /** What the engine takes: what is named, or what stands in for it. */
    to: string | null;
    state: State;
    /** What is used, in words. */
    label: string;
}

export interface VariantFacts {
    state: number;
    level: number;
}
