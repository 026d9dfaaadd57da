#include "support/xdmf_check.h"

#include "support/h5py.h"

namespace trunnion::testing {

std::string check_xdmf(const std::filesystem::path& folder) {
  return run_python(folder, R"(
import h5py, re, sys, os, xml.etree.ElementTree as ET
nodes_per = {'Triangle':3,'Triangle_6':6,'Quadrilateral':4,'Quadrilateral_8':8,'Tetrahedron':4,'Tetrahedron_10':10,
             'Wedge':6,'Wedge_15':15,'Hexahedron':8,'Hexahedron_20':20,'Polyline':2}
root = ET.parse('results.xdmf').getroot()
def dims(e): return tuple(int(v) for v in e.get('Dimensions').split())
def data(e):
    if e.get('ItemType') == 'HyperSlab':
        sel, src = list(e)
        a, v = data(src), [int(t) for t in sel.text.split()]
        n = dims(sel)[1]
        start, stride, count = v[:n], v[n:2*n], v[2*n:]
        assert len(start) == a.ndim, (start, a.shape)
        out = a[tuple(slice(s, s + c * t, t) for s, t, c in zip(start, stride, count))]
        assert list(out.shape) == count
        return out.reshape(dims(e))
    file, path = e.text.split(':', 1)
    assert not os.path.isabs(file)
    with h5py.File(file) as f: a = f[path][()]
    assert a.shape == dims(e), (path, a.shape, dims(e))
    assert a.dtype.kind == {'Float':'f','Int':'i'}[e.get('NumberType')] and a.dtype.itemsize == int(e.get('Precision'))
    return a
for scene in root.find('Domain'):
    times = []
    for frame in scene.findall('Grid'):
        times.append(float(frame.find('Time').get('Value')))
        for grid in frame.findall('Grid'):
            top = grid.find('Topology'); cells = data(top[0])
            assert cells.shape == (int(top.get('NumberOfElements')), nodes_per[top.get('TopologyType')])
            x = data(grid.find('Geometry')[0])
            assert cells.min() >= 0 and cells.max() < len(x)
            for at in grid.findall('Attribute'):
                v = data(at[0])
                assert len(v) == len(x) and (v.ndim == 2) == (at.get('AttributeType') == 'Vector')
        print(frame.get('Name'), [a.get('Name') for a in grid.findall('Attribute')])
    assert times == sorted(set(times))
    print(scene.get('Name'), len(times))
)");
}

}  // namespace trunnion::testing
