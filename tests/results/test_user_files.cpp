// Matrices and bodies that come from users: every form that is read, and what is said of others. Needs the readers
// only.
#include <gtest/gtest.h>

#include <functional>

#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/results/matrix_market.h"
#include "trunnion/results/reduced_body_file.h"

namespace trunnion {
namespace {

TEST(ReducedBodyFile, OtherFilesAreRefusedWithAReason) {
  const auto folder = testing::fresh_folder("reduced_body_refused");
  {
    Hdf5File other(folder / "other.h5", Hdf5File::Mode::create);
    other.write("mass", 1.0);
    other.close();
  }
  EXPECT_THROW(read_reduced_body(folder / "other.h5"), InputError);
  write_file(folder / "text.h5", "no HDF5");
  EXPECT_THROW(read_reduced_body(folder / "text.h5"), InputError);
  EXPECT_FALSE(reduced_body_hash(folder / "text.h5"));
  EXPECT_FALSE(reduced_body_hash(folder / "missing.h5"));
}

TEST(MatrixMarket, ReadsEveryFormAndNamesTheLineOfAMistake) {
  const auto folder = testing::fresh_folder("matrix_market");
  const auto read = [&](const std::string& text) {
    write_file(folder / "m.mtx", text);
    return read_matrix_market(folder / "m.mtx");
  };
  MatrixXd expected(2, 2);
  expected << 1, 2, 2, 5;
  EXPECT_EQ(read("%%MatrixMarket matrix array real symmetric\n% note\n2 2\n1\n2\n5\n"), expected);
  EXPECT_EQ(read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 3\n1 1 1\n2 1 2\n2 2 5\n"), expected);
  EXPECT_EQ(read("%%MatrixMarket matrix array real general\n2 2\n1.0e0\n+2\n2\n5\n"), expected);
  expected << 0, -2, 2, 0;
  EXPECT_EQ(read("%%MatrixMarket matrix array real skew-symmetric\n2 2\n2\n"), expected);
  const auto refused = [&](const std::string& text) {
    try {
      read(text);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(refused("1 2 3\n").find("is not a Matrix Market file"), std::string::npos);
  EXPECT_NE(refused("%%MatrixMarket matrix array complex general\n1 1\n1 0\n").find("known: real"), std::string::npos);
  EXPECT_NE(refused("%%MatrixMarket matrix array real general\n2 2\n1\n2\n").find(":5: the file ends"),
            std::string::npos);
  EXPECT_NE(refused("%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 4\n").find(":3: entry (3, 1)"),
            std::string::npos);
  EXPECT_NE(refused("%%MatrixMarket matrix array real general\n1000000000 1000000000\n").find("not for this reader"),
            std::string::npos);
  const MatrixXd any = MatrixXd::Random(4, 3);
  write_matrix_market(any, folder / "any.mtx");
  EXPECT_EQ(read_matrix_market(folder / "any.mtx"), any);
}

}  // namespace
}  // namespace trunnion
