//! What is wrong with files of these formats, in words.

pub(crate) use relict_core::phrases::Phrase;

relict_core::phrases! {
    png_none();
    png_too_large(width, height);
    png_broken(why);
    png_unwritable(width, height, pixels);
    png_no_size();
    png_no_palette();
    gltf_none();
    gltf_broken(why);
    gltf_version(version);
    gltf_too_large();
    gltf_not_triangles(mesh, mode);
    gltf_missing_file(file);
    gltf_file_elsewhere(file);
    gltf_extension(name);
    gltf_unwritable(why);
    gltf_accessor_without_indices(accessor);
    gltf_animation_kind();
    gltf_bad_base64(why);
    gltf_buffer_size(stated, size);
    gltf_buffer_without_bytes();
    gltf_corners();
    gltf_cut();
    gltf_data_not_base64();
    gltf_first_chunk();
    gltf_mesh_kind(mesh);
    gltf_no_accessor(accessor);
    gltf_no_material(material);
    gltf_no_mesh(mesh);
    gltf_no_node(node);
    gltf_no_sampler(sampler);
    gltf_numbers_outside(view);
    gltf_numbers_overlap(view);
    gltf_odd_accessor(accessor);
    gltf_scene_nodes();
    gltf_sparse_kind();
    gltf_sparse_place(place, count);
    gltf_too_many_bytes(size);
    gltf_triangle_vertex(vertex, count);
    gltf_two_parents(node);
    gltf_values_at_times(values, times);
    gltf_vertex_count(accessor, vertices);
    gltf_view_outside(view);
    obj_none();
    obj_broken(line, why);
    obj_too_large();
    obj_not_triangles(object, corners, line);
    obj_unwritable(why);
    obj_face_corners(corners);
    obj_missing_number();
    obj_no_vertex(corner);
    obj_not_a_number(text);
    obj_outside(place, corner, count);
    scene_malformed(field);
    scene_not_finite(field);
    texture_unwritable(name, why);
}

/// Why a scene cannot be written.
pub(crate) fn flawed(field: String, not_finite: bool) -> Phrase {
    if not_finite { scene_not_finite(field) } else { scene_malformed(field) }
}
