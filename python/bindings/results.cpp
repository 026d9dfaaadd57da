// python/bindings/results.cpp -- what a run found, as arrays that look into the library's memory.
#include "bind.h"
#include "trunnion/run/run_model.h"

namespace trunnion::python {
namespace {

using Run = std::shared_ptr<RunResult>;

/// One body of a scene and all its frames. Holds on to the run.
struct BodyInScene {
  std::shared_ptr<const RunResult> run;
  const Scene* scene;
  std::size_t body;

  const SceneBody& shape() const { return scene->bodies[body]; }
  const BodyFrame& at(std::size_t frame) const {
    if (frame >= scene->frames.size())
      throw py::index_error("frame " + std::to_string(frame) + " of a scene with " +
                            std::to_string(scene->frames.size()));
    return scene->frames[frame].bodies[body];
  }
};

struct SceneInRun {
  std::shared_ptr<const RunResult> run;
  const Scene* scene;
};

py::object cell(const Cell& c) {
  if (const auto* number = std::get_if<double>(&c.content)) return py::float_(*number);
  if (const auto* text = std::get_if<std::string>(&c.content)) return py::str(*text);
  return py::none();
}

py::dict table(const Table& t) {
  py::dict out;
  py::list columns, units, rows;
  for (const Column& column : t.columns) {
    columns.append(column.name);
    units.append(column.unit);
  }
  for (const auto& row : t.rows) {
    py::list cells;
    for (const Cell& c : row) cells.append(cell(c));
    rows.append(cells);
  }
  out["section"] = t.section;
  out["title"] = t.title;
  out["columns"] = columns;
  out["units"] = units;
  out["rows"] = rows;
  return out;
}

py::dict stage(const StageRecord& s) {
  py::dict out;
  out["name"] = s.name;
  out["type"] = s.type;
  out["status"] = std::string(name(s.status));
  out["message"] = s.message;
  out["wall_s"] = s.wall_s;
  out["steps"] = s.steps;
  out["iterations"] = s.iterations;
  out["warnings"] = s.warnings;
  py::list balances;
  for (const Balance& b : s.balances) {
    py::dict balance;
    balance["name"] = b.name;
    balance["where"] = b.where;
    balance["value"] = b.value;
    balance["limit"] = b.limit;
    balance["unit"] = b.unit;
    balance["closes"] = b.closes();
    balances.append(balance);
  }
  out["balances"] = balances;
  return out;
}

py::list verdicts(const RunRecord& record) {
  py::list out;
  for (const Verdict& v : record.verdicts)
    out.append(py::make_tuple(v.level == VerdictLevel::good    ? "good"
                              : v.level == VerdictLevel::watch ? "watch"
                                                               : "bad",
                              v.claim, v.detail));
  return out;
}

py::dict arrays_of(const py::object& self) {
  py::dict groups;
  for (const auto& [group, arrays] : self.cast<Run>()->arrays) {
    py::dict named;
    for (const NamedArray& array : arrays)
      named[py::str(array.name)] = array.values.cols() == 1
                                       ? view(array.values.data(), {array.values.rows()}, {8}, self)
                                       : matrix_view(array.values, self);
    groups[py::str(group)] = named;
  }
  return groups;
}

py::dict units_of(const RunResult& run) {
  py::dict groups;
  for (const auto& [group, arrays] : run.arrays) {
    py::dict named;
    for (const NamedArray& array : arrays) named[py::str(array.name)] = array.unit;
    groups[py::str(group)] = named;
  }
  return groups;
}

py::list diagrams_of(const py::object& self) {
  py::list out;
  for (const Curve& curve : self.cast<Run>()->record.curves) {
    py::dict diagram, series;
    for (const Series& s : curve.series)
      series[py::str(s.name)] = py::make_tuple(vector_view(s.x, self), vector_view(s.y, self));
    diagram["section"] = curve.section;
    diagram["title"] = curve.title;
    diagram["x"] = py::make_tuple(curve.x.label, curve.x.unit);
    diagram["y"] = py::make_tuple(curve.y.label, curve.y.unit);
    diagram["series"] = series;
    out.append(diagram);
  }
  return out;
}

void bind_scenes(py::module_& module) {
  py::class_<BodyInScene>(module, "SceneBody", "One body of a scene: its mesh and how every frame moves and colors it.")
      .def_property_readonly(
          "name", [](const BodyInScene& b) { return b.shape().name; }, "Name of the body.")
      .def_property_readonly(
          "nodes",
          [](const py::object& self) { return transposed_view(self.cast<const BodyInScene&>().shape().mesh->x, self); },
          "Coordinates of the undeformed mesh, nodes x 3 [m].")
      .def_property_readonly(
          "cells",
          [](const py::object& self) {
            py::dict blocks;
            for (const ElementBlock& block : self.cast<const BodyInScene&>().shape().mesh->blocks) {
              std::string key(name(block.type));
              for (int k = 2; blocks.contains(key.c_str()); ++k)
                key = std::string(name(block.type)) + "-" + std::to_string(k);
              blocks[py::str(key)] =
                  view(block.nodes.data(), {block.nodes.cols(), block.nodes.rows()}, {4 * block.nodes.rows(), 4}, self);
            }
            return blocks;
          },
          "Node indices of the cells by type, cells x nodes of the type.")
      .def(
          "displacement",
          [](const py::object& self, std::size_t frame) {
            return transposed_view(self.cast<const BodyInScene&>().at(frame).displacement, self);
          },
          py::arg("frame"), "Displacement in body axes, nodes x 3 [m]; no rows where the body does not deform.")
      .def(
          "rotation",
          [](const py::object& self, std::size_t frame) {
            const Matrix3d& m = self.cast<const BodyInScene&>().at(frame).rotation;
            return view(m.data(), {3, 3}, {8, 24}, self);
          },
          py::arg("frame"), "Rotation of the body's axes, 3 x 3.")
      .def(
          "translation",
          [](const py::object& self, std::size_t frame) {
            return view(self.cast<const BodyInScene&>().at(frame).translation.data(), {3}, {8}, self);
          },
          py::arg("frame"), "Place of the body's origin [m].")
      .def(
          "fields",
          [](const py::object& self, std::size_t frame) {
            py::dict fields;
            for (const NodeField& field : self.cast<const BodyInScene&>().at(frame).fields)
              fields[py::str(field.name)] = field.values.rows() == 1
                                                ? view(field.values.data(), {field.values.cols()}, {8}, self)
                                                : transposed_view(field.values, self);
            return fields;
          },
          py::arg("frame"), "Recorded fields by name: one number, or three or six components, per node; SI.");
  py::class_<SceneInRun>(module, "Scene", "What a stage has to look at: load cases, modes or instants of bodies.")
      .def_property_readonly(
          "name", [](const SceneInRun& s) { return s.scene->name; }, "Name of the stage it belongs to.")
      .def_property_readonly(
          "title", [](const SceneInRun& s) { return s.scene->title; }, "Its caption in the report.")
      .def_property_readonly(
          "kind", [](const SceneInRun& s) { return std::string(name(s.scene->kind)); }, "static, modes or time.")
      .def_property_readonly(
          "labels",
          [](const SceneInRun& s) {
            std::vector<std::string> labels;
            for (const Frame& frame : s.scene->frames) labels.push_back(frame.label);
            return labels;
          },
          "One text per frame.")
      .def_property_readonly(
          "values",
          [](const SceneInRun& s) {
            py::array_t<double> values(static_cast<py::ssize_t>(s.scene->frames.size()));
            for (std::size_t k = 0; k < s.scene->frames.size(); ++k)
              values.mutable_at(static_cast<py::ssize_t>(k)) = s.scene->frames[k].value;
            return values;
          },
          "Time [s] of instants, frequency [Hz] of modes.")
      .def_property_readonly(
          "bodies",
          [](const SceneInRun& s) {
            py::dict bodies;
            for (std::size_t b = 0; b < s.scene->bodies.size(); ++b)
              bodies[py::str(s.scene->bodies[b].name)] = BodyInScene{s.run, s.scene, b};
            return bodies;
          },
          "Its bodies by name.");
}

}  // namespace

void bind_results(py::module_& module) {
  bind_scenes(module);
  py::class_<RunResult, Run>(module, "RunResult", "All that a run found.")
      .def_property_readonly("model_name", [](const RunResult& r) { return r.record.model_name; })
      .def_property_readonly("headline", [](const RunResult& r) { return r.record.headline; })
      .def_property_readonly("out", [](const RunResult& r) { return r.out; })
      .def_property_readonly("cancelled", [](const RunResult& r) { return r.cancelled; })
      .def_property_readonly("success", &RunResult::success)
      .def_property_readonly("status", [](const RunResult& r) { return std::string(name(status(r.record))); })
      .def_property_readonly("input_hash", [](const RunResult& r) { return r.record.provenance.input_hash; })
      .def_property_readonly("findings", [](const RunResult& r) { return r.findings; })
      .def_property_readonly("warnings", [](const RunResult& r) { return r.record.warnings; })
      .def_property_readonly("quantities",
                             [](const RunResult& r) {
                               py::dict out;
                               for (const Quantity& q : r.record.quantities) out[py::str(q.name)] = q.value;
                               return out;
                             })
      .def_property_readonly("reasons",
                             [](const RunResult& r) {
                               py::dict out;
                               for (const Quantity& q : r.record.quantities)
                                 if (!q.value) out[py::str(q.name)] = q.reason;
                               return out;
                             })
      .def_property_readonly("stages",
                             [](const RunResult& r) {
                               py::list out;
                               for (const StageRecord& s : r.record.stages) out.append(stage(s));
                               return out;
                             })
      .def_property_readonly("verdicts", [](const RunResult& r) { return verdicts(r.record); })
      .def_property_readonly("tables",
                             [](const RunResult& r) {
                               py::list out;
                               for (const Table& t : r.record.tables) out.append(table(t));
                               return out;
                             })
      .def_property_readonly("arrays", &arrays_of)
      .def_property_readonly("units", &units_of)
      .def_property_readonly("diagrams", &diagrams_of)
      .def_property_readonly("scenes", [](const Run& r) {
        py::dict scenes;
        for (const Scene& scene : r->record.scenes) scenes[py::str(scene.name)] = SceneInRun{r, &scene};
        return scenes;
      });
}

}  // namespace trunnion::python
