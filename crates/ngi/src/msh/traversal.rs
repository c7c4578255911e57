//! How the engine goes through a model, for whoever asks without knowing the format.
//!
//! A hit test reads the level that it is told, as a viewer shows any of them; the engine's own reads level 0. Whether it
//! passes over cockpits is told by no source, so they are hit.

mod ground;

use super::draw::{self, Draw, Passed, View, planes};
use super::pick::{self, Shown};
use super::pose::{Moment, Pose, rows};
use super::scene::{FRAMES_PER_SECOND, row};
use super::stream::{BATCHES, Batch, Bounds, Kind, NODES, Node, SLOTS, Slot, TRIANGLES, Triangle};
use super::surfaces::Surfaces;
use super::{Model, Msh};
use glam::{Mat4, Vec3};
use relict_core::prelude::*;
use relict_core::traversal::{
    Camera, Cull, DrawCall, DrawnNode, Filter, Hit, Instance, Matrix, Ray, RecordPlace, Side, Sight,
    Traversal, Unseen, Visit,
};

impl Traversal for Msh<'_> {
    fn draw(
        &self,
        instance: &Instance,
        sight: &Sight,
        context: Context<'_>,
    ) -> Result<Option<Vec<DrawnNode>>> {
        // Of ground it is not known in which order the engine goes through its cells, nor from where the far ones count.
        if self.kind() == Kind::Terrain {
            return Ok(None);
        }
        let model = self.model(instance.strict)?;
        let pose = model.posed(instance)?;
        let planes = sight.camera.map(|camera| sides(&camera));
        let view = View {
            planes: planes.as_ref().map_or(&[], |planes| &planes[..]),
            placement: columns(&instance.placement),
            from_inside: sight.inside,
            cull: cull(sight.cull),
        };
        let (state, level) = (instance.state.into(), instance.level.into());
        let passed: Vec<Passed<'_>> = model.traverse(&pose, view, |_| state, |_| level).collect();
        let slots: Vec<usize> = passed.iter().filter_map(|passed| Some(passed.slot?.0)).collect();
        model.expect_affordable(&slots)?;
        let surfaces = Surfaces::new(&model.rows(&slots), self.worn(context).as_deref(), context);
        Ok(Some(passed.into_iter().map(|passed| self.drawn(&model, passed, &surfaces)).collect()))
    }

    fn walk(&self, instance: &Instance, filter: Filter) -> Result<Vec<Visit>> {
        if self.kind() == Kind::Terrain {
            return self.walk_ground(instance, filter);
        }
        let model = self.model(instance.strict)?;
        let mut visits = vec![];
        for (shown, slot) in model.shown(instance)? {
            visits.extend(model.visit(shown, taken(filter)).map(|visit| model.told(shown.node, slot, visit)));
        }
        Ok(visits)
    }

    fn hits(
        &self,
        instance: &Instance,
        ray: &Ray,
        filter: Filter,
        most: usize,
        context: Context<'_>,
    ) -> Result<Vec<Hit>> {
        if self.kind() == Kind::Terrain {
            return self.hits_on_ground(instance, ray, filter, most, context);
        }
        let model = self.model(instance.strict)?;
        let pose = model.posed(instance)?;
        let placement = columns(&instance.placement);
        let mut met = vec![];
        for (shown, slot) in model.shown(instance)? {
            let matrix = placement * pose.model[shown.node];
            let Some(local) = into_space(ray, matrix) else { continue };
            let hits = model.hits(shown, local, taken(filter));
            met.extend(hits.map(|hit| Met { node: shown.node, slot, matrix, hit }));
        }
        nearest(&mut met, most, |met| met.hit.distance);
        let used: Vec<usize> = met.iter().map(|met| met.slot).collect();
        let surfaces = Surfaces::new(&model.rows(&used), self.worn(context).as_deref(), context);
        Ok(met.iter().filter_map(|met| self.hit(&model, ray, met, &surfaces)).collect())
    }

    fn joined(&self, triangle: usize, filter: Filter) -> Result<Vec<usize>> {
        match self.kind() {
            Kind::Model => Ok(self.model(false)?.joined(triangle, taken(filter))),
            Kind::Terrain => Ok(self.joined_faces(triangle, filter)),
        }
    }

    /// The flags of ground are others, and of none it is known that it lets rounds through.
    fn stops_rounds(&self) -> Option<Filter> {
        let pick::Filter { required, excluded, passed, both_sides } = pick::Filter::ROUND;
        (self.kind() == Kind::Model).then_some(Filter { required, excluded, passed, both_sides })
    }

    fn frames_per_second(&self) -> f32 {
        FRAMES_PER_SECOND
    }
}

/// A triangle of a node that a ray meets.
struct Met {
    node: usize,
    slot: usize,
    /// From the node to the world.
    matrix: Mat4,
    hit: pick::Hit,
}

impl Msh<'_> {
    /// The table that a model wears.
    fn worn<'c>(&self, context: Context<'c>) -> Option<std::borrow::Cow<'c, [u8]>> {
        context.library.sibling(&format!("{}.wea", self.stem(context.origin)))
    }

    fn hit(&self, model: &Model<'_>, ray: &Ray, met: &Met, surfaces: &Surfaces) -> Option<Hit> {
        let Met { node, slot, matrix, hit } = *met;
        let batch = model.batches().get(hit.visit.batch)?;
        let corners = model.corner_points(&hit.visit).map(|corner| matrix.transform_point3(corner));
        let records = [
            self.record("node", NODES, node * Node::SIZE, Node::SIZE),
            self.record("slot", SLOTS, Bounds::SIZE + slot * Slot::SIZE, Slot::SIZE),
            self.batch_record(hit.visit.batch),
            self.record("triangle", TRIANGLES, hit.visit.triangle * Triangle::SIZE, Triangle::SIZE),
        ];
        hit_at(
            ray,
            hit.distance,
            corners,
            Hit {
                visit: model.told(node, slot, hit.visit),
                name: model.name(node).map(Into::into),
                from_behind: hit.from_behind,
                surfaces: vec![surfaces.get(row(batch))],
                records: records.into_iter().flatten().collect(),
                ..empty()
            },
        )
    }

    fn drawn(&self, model: &Model<'_>, passed: Passed<'_>, surfaces: &Surfaces) -> DrawnNode {
        DrawnNode {
            node: passed.node,
            name: model.name(passed.node).map(Into::into),
            slot: passed.slot.map(|(slot, _)| slot),
            unseen: passed.unseen.map(unseen),
            matrix: rows(&passed.matrix),
            calls: model.calls(passed).map(|draw| self.call(&draw, surfaces)).collect(),
        }
    }

    fn call(&self, draw: &Draw<'_>, surfaces: &Surfaces) -> DrawCall {
        let batch = draw.triangles;
        DrawCall {
            batch: draw.batch,
            flags: batch.flags,
            index_start: batch.index_start as usize,
            index_count: batch.index_count.into(),
            base_vertex: batch.base_vertex as usize,
            surface: surfaces.get(row(batch)),
            record: self.batch_record(draw.batch),
        }
    }

    fn batch_record(&self, batch: usize) -> Option<RecordPlace> {
        self.record("batch", BATCHES, batch * Batch::SIZE, Batch::SIZE)
    }

    /// Where a record of a stream lies.
    fn record(&self, what: &'static str, number: u32, start: usize, length: usize) -> Option<RecordPlace> {
        let entry = self.directory.iter().position(|record| record.type_id.number() == number)?;
        Some(RecordPlace { what, entry, start, length })
    }
}

/// A hit of which nothing is told yet.
fn empty() -> Hit {
    let visit = Visit {
        node: None,
        slot: 0,
        batch: None,
        triangle: 0,
        vertices: [0; 3],
        flags: 0,
        batch_flags: None,
        normal: [0.0; 3],
        neighbours: [None; 3],
    };
    Hit {
        visit,
        name: None,
        distance: 0.0,
        point: [0.0; 3],
        corners: [[0.0; 3]; 3],
        from_behind: false,
        surfaces: vec![],
        records: vec![],
        is_ground: None,
    }
}

/// With the place in the world; none where numbers do not go that far.
fn hit_at(ray: &Ray, distance: f32, corners: [Vec3; 3], hit: Hit) -> Option<Hit> {
    let point = Vec3::from_array(ray.origin) + Vec3::from_array(ray.direction) * distance;
    let sound = distance.is_finite() && point.is_finite() && corners.iter().all(|corner| corner.is_finite());
    sound.then(|| Hit { distance, point: point.to_array(), corners: corners.map(Into::into), ..hit })
}

/// Leaves the nearest, in order; of those that are equally far, the first of the traversal comes first.
fn nearest<T>(met: &mut Vec<T>, most: usize, distance: impl Fn(&T) -> f32) {
    met.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    met.truncate(most);
}

impl Model<'_> {
    fn posed(&self, instance: &Instance) -> Result<Pose> {
        let moment = instance.time.map_or(Moment::Rest, Moment::Time);
        if instance.root_motion { self.pose(moment) } else { self.engine_pose(moment) }
    }

    /// What the nodes show, as far as the file is no trap.
    fn shown(&self, instance: &Instance) -> Result<Vec<(Shown, usize)>> {
        let (state, level) = (instance.state.into(), instance.level.into());
        let shown = |&node: &usize| {
            let (slot, _) = self.slot(node, state, level)?;
            Some((Shown { node, state, level }, slot))
        };
        let shown: Vec<(Shown, usize)> = self.parents_first().iter().filter_map(shown).collect();
        self.expect_affordable(&shown.iter().map(|(_, slot)| *slot).collect::<Vec<_>>())?;
        Ok(shown)
    }

    /// A triangle with what its record says.
    fn told(&self, node: usize, slot: usize, visit: pick::Visit) -> Visit {
        let triangle = self.triangles().get(visit.triangle);
        Visit {
            node: Some(node),
            slot,
            batch: Some(visit.batch),
            triangle: visit.triangle,
            vertices: visit.vertices,
            flags: triangle.as_ref().map_or(0, |triangle| triangle.flags),
            batch_flags: self.batches().get(visit.batch).map(|batch| batch.flags),
            normal: triangle.map_or([0.0; 3], |triangle| triangle.normal()),
            neighbours: [0, 1, 2].map(|edge| self.neighbour(visit.triangle, edge)),
        }
    }
}

fn unseen(why: draw::Unseen) -> Unseen {
    match why {
        draw::Unseen::NoSlot => Unseen::NoSlot,
        draw::Unseen::Cockpit => Unseen::Cockpit,
        draw::Unseen::Outside(plane) => Unseen::Outside(Side::ALL.get(plane).copied().unwrap_or(Side::Far)),
    }
}

fn cull(cull: Cull) -> draw::Cull {
    match cull {
        Cull::Box => draw::Cull::Box,
        Cull::Sphere => draw::Cull::Sphere,
        Cull::Nothing => draw::Cull::Nothing,
    }
}

fn taken(filter: Filter) -> pick::Filter {
    let Filter { required, excluded, passed, both_sides } = filter;
    pick::Filter { required, excluded, passed, both_sides }
}

/// A matrix of rows.
fn columns(matrix: &Matrix) -> Mat4 {
    Mat4::from_cols_array(matrix).transpose()
}

/// The sides of what a camera sees. Z is up; who looks along it has y above.
fn sides(camera: &Camera) -> [glam::Vec4; 6] {
    let (eye, target) = (Vec3::from_array(camera.position), Vec3::from_array(camera.target));
    let along = (target - eye).normalize_or(Vec3::Y);
    let up = if along.cross(Vec3::Z).length_squared() > 1e-10 { Vec3::Z } else { Vec3::Y };
    let lens = Mat4::perspective_rh(camera.fov.to_radians(), camera.aspect, camera.near, camera.far);
    planes(lens * Mat4::look_to_rh(eye, along, up))
}

/// A ray of the world in the space of a node; none if the node has no extent. Distances stay those of the world.
fn into_space(ray: &Ray, matrix: Mat4) -> Option<pick::Ray> {
    let back = Some(matrix.determinant()).filter(|size| *size != 0.0).map(|_| matrix.inverse())?;
    let origin = back.transform_point3(Vec3::from_array(ray.origin));
    let direction = back.transform_vector3(Vec3::from_array(ray.direction));
    (origin.is_finite() && direction.is_finite()).then_some(pick::Ray { origin, direction })
}
