#include "trunnion/run/export_model.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/reduction/contact_loads.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/body_export.h"
#include "trunnion/results/reduced_body_file.h"
#include "trunnion/results/static_decks.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/run_files.h"

namespace trunnion {

std::vector<std::string> export_reduced_body(const std::filesystem::path& body, const ResponseLines& lines,
                                             const std::filesystem::path& out) {
  if (!(lines.from_hz > 0 && lines.to_hz > lines.from_hz && lines.count >= 2))
    throw InputError(fmt::format(
        "export: {} lines from {} Hz to {} Hz; at least two are needed, from above 0 Hz to a higher frequency",
        lines.count, lines.from_hz, lines.to_hz));
  return export_body(read_reduced_body(body), VectorXd::LinSpaced(lines.count, lines.from_hz, lines.to_hz), out);
}

std::vector<std::string> export_decks(const RunOptions& options, const std::string& unit, Observer& observer) {
  const Model model = model_of(options);
  const UnitSystem units = unit_system(unit);
  const std::filesystem::path out = out_of(options);
  make_folder(out);
  std::vector<std::string> files;
  for (const FlexibleBodyInput& input : model.flexible_bodies) {
    if (input.from) continue;
    const FeBody fe = prepare_body(model, input.name, cache_of(options), observer);
    const ReductionOptions reduction = body_reduction_options(model, input, fe);
    const HeldInterfaces held = held_interfaces(fe.model, reduction.interfaces);
    const ContactLoads contact = contact_mode_loads(fe.model, reduction, observer);
    const StaticDeck deck{fe.model, held, reduction.load_modes, units, contact.forces, contact.names};
    write_file(out / (input.name + ".inp"), calculix_deck(deck));
    write_file(out / (input.name + ".bdf"), nastran_deck(deck));
    files.push_back(input.name + ".inp");
    files.push_back(input.name + ".bdf");
  }
  if (files.empty())
    throw InputError(fmt::format("{}: there is no [[flexible_body]] with a mesh", options.model_file.string()));
  return files;
}

}  // namespace trunnion
