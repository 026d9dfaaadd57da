#include "fuzz_target.h"
#include "on_disk.h"
#include "trunnion/base/error.h"
#include "trunnion/results/foreign_body_file.h"
#include "trunnion/results/hdf5_file.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("foreign.h5");
  ForeignFiles files;
  files.file = file.hold(fuzz::without_seal(fuzz::text_of(data, size)));
  try {
    read_foreign_model(files, {});
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  const fuzz::OnDisk file("seed.h5");
  {
    Hdf5File out(file.path(), Hdf5File::Mode::create);
    out.write("mass", MatrixXd(MatrixXd::Identity(2, 2)));
    out.write("stiffness", MatrixXd(4 * MatrixXd::Identity(2, 2)));
    out.write("shapes", MatrixXd(MatrixXd::Ones(6, 2)));
    out.write("nodes", MatrixXd((MatrixXd(2, 4) << 1, 0, 0, 0, 2, 1, 0, 0).finished()));
  }
  return {file.text()};
}
