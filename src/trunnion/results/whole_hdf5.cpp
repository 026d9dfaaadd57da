#include "trunnion/results/whole_hdf5.h"

#include "trunnion/results/atomic_file.h"

namespace trunnion {

void write_whole_hdf5(const std::filesystem::path& path, const std::function<void(Hdf5File&)>& fill) {
  make_folder(path.parent_path());
  const std::filesystem::path temporary = temporary_name(path);
  try {
    Hdf5File file(temporary, Hdf5File::Mode::create);
    fill(file);
    file.close();
    publish(temporary, path);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw;
  }
}

}  // namespace trunnion
