#include "trunnion/lubrication/ring_map.h"

namespace trunnion {

RowMatrixXd RingMap::apply(Order order, const Eigen::Ref<const RowMatrixXd>& ring) const {
  if (lines.size() > 0) {
    const RowMatrixXd places = rings[order] * ring;
    return lines * places;
  }
  const MatrixXd& A = around[order];
  const Index columns = ring.cols(), stations = across.cols(), rows = across.rows();
  // Row-major, so that all stations of an angle lie side by side.
  const RowMatrixXd y = ring;
  RowMatrixXd turned(A.rows(), stations * columns);
  turned.noalias() = A * Eigen::Map<const RowMatrixXd>(y.data(), A.cols(), stations * columns);
  RowMatrixXd out(A.rows() * rows, columns);
  for (Index i = 0; i < A.rows(); ++i)
    out.middleRows(i * rows, rows).noalias() =
        across * Eigen::Map<const RowMatrixXd>(turned.data() + i * stations * columns, stations, columns);
  return out;
}

RowMatrixXd RingMap::transpose(Order order, const Eigen::Ref<const RowMatrixXd>& film) const {
  if (lines.size() > 0) {
    const RowMatrixXd places = lines.transpose() * film;
    return rings[order].transpose() * places;
  }
  const MatrixXd& A = around[order];
  const Index columns = film.cols(), stations = across.cols(), rows = across.rows();
  RowMatrixXd gathered(A.rows() * stations, columns);
  for (Index i = 0; i < A.rows(); ++i)
    gathered.middleRows(i * stations, stations).noalias() = across.transpose() * film.middleRows(i * rows, rows);
  RowMatrixXd out(A.cols() * stations, columns);
  Eigen::Map<RowMatrixXd>(out.data(), A.cols(), stations * columns).noalias() =
      A.transpose() * Eigen::Map<const RowMatrixXd>(gathered.data(), A.rows(), stations * columns);
  return out;
}

}  // namespace trunnion
