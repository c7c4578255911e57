//! Phrases of errors about PNG, glTF and OBJ.

pub(crate) use relict_core::phrases::Phrase;

relict_core::phrases! {
    png_none() = "not a PNG";
    png_too_large(width, height) = "a PNG of {width}×{height} pixels is too large";
    png_broken(why) = "a broken PNG: {why}";
    png_unwritable(width, height, pixels) = "no PNG holds a picture of {width}×{height} with {pixels} pixels";
    png_no_size() = "no size";
    png_no_palette() = "no palette";
    gltf_none() = "not glTF";
    gltf_broken(why) = "broken glTF: {why}";
    gltf_version(version) = "glTF of version {version}; version 2 is read";
    gltf_too_large() = "the glTF is too large";
    gltf_not_triangles(mesh, mode) = "mesh {mesh} consists of {mode}, not of triangles";
    gltf_missing_file(file) = "the file {file} is not there";
    gltf_file_elsewhere(file) = "{file} is not beside the file";
    gltf_extension(name) = "the glTF needs the extension {name}, which is not known here";
    gltf_unwritable(why) = "no glTF holds the scene: {why}";
    gltf_accessor_without_indices(accessor) = "accessor {accessor} has no indices";
    gltf_animation_kind() = "an animation of an unknown kind";
    gltf_bad_base64(why) = "data that is not base64: {why}";
    gltf_buffer_size(stated, size) = "a buffer of {stated} bytes has {size}";
    gltf_buffer_without_bytes() = "a buffer without bytes";
    gltf_corners() = "corners that do not make triangles";
    gltf_cut() = "the file is cut off";
    gltf_data_not_base64() = "data that is not base64";
    gltf_first_chunk() = "the first chunk is not JSON";
    gltf_mesh_kind(mesh) = "mesh {mesh} consists of nothing known";
    gltf_no_accessor(accessor) = "accessor {accessor} is not there";
    gltf_no_material(material) = "material {material} is not there";
    gltf_no_mesh(mesh) = "mesh {mesh} is not there";
    gltf_no_node(node) = "node {node} is not there";
    gltf_no_sampler(sampler) = "sampler {sampler} is not there";
    gltf_numbers_outside(view) = "numbers outside of buffer view {view}";
    gltf_numbers_overlap(view) = "numbers in buffer view {view} lie over each other";
    gltf_odd_accessor(accessor) = "accessor {accessor} is not of the kind that is needed";
    gltf_scene_nodes() = "the scene shows a node that is not there, not on top, or there twice";
    gltf_sparse_kind() = "sparse places of an unknown kind";
    gltf_sparse_place(place, count) = "sparse place {place} of {count}";
    gltf_too_many_bytes(size) = "{size} bytes are too many for one file";
    gltf_triangle_vertex(vertex, count) = "a triangle with vertex {vertex} of {count}";
    gltf_two_parents(node) = "node {node} has two parents";
    gltf_values_at_times(values, times) = "{values} values at {times} times";
    gltf_vertex_count(accessor, vertices) = "accessor {accessor} is not for {vertices} vertices";
    gltf_view_outside(view) = "buffer view {view} is outside its buffer";
    obj_none() = "not an OBJ";
    obj_broken(line, why) = "a broken OBJ: line {line}: {why}";
    obj_too_large() = "the OBJ is too large";
    obj_outline(object, corners, line) = "the outline of a face of {corners} corners of {object} (line {line}) crosses or touches itself";
    obj_unwritable(why) = "no OBJ holds the scene: {why}";
    obj_face_corners(corners) = "a face of {corners} corners";
    obj_missing_number() = "a number is missing";
    obj_no_vertex(corner) = "{corner} names no vertex";
    obj_not_a_number(text) = "{text} is not a number";
    obj_outside(place, corner, count) = "{place} in {corner} is none of {count}";
    scene_malformed(field) = "{field} does not go with the rest";
    scene_not_finite(field) = "{field} contains NaN or infinity";
    texture_unwritable(name, why) = "texture {name}: {why}";
}

/// Why a scene cannot be written.
pub(crate) fn flawed(field: String, not_finite: bool) -> Phrase {
    if not_finite { scene_not_finite(field) } else { scene_malformed(field) }
}
