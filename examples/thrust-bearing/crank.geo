// Crankshaft of a four-cylinder engine, mm: axis x, throws 1 and 4 towards +z, 2 and 3 towards -z.
// The faces of its thrust collars carry rings of 48 nodes at 35, 40 and 45 mm, the first one at +y.
SetFactory("OpenCASCADE");
DefineConstant[ size = 11 ];       // of elements
DefineConstant[ around = 48 ];     // nodes of a ring
DefineConstant[ angles = 4 ];      // of the collars' nodes those at every fourth angle ...
DefineConstant[ rings = 2 ];       // ... of every second ring are held in the reduction

main[] = {-192, -96, 0, 96, 192};
pin[] = {-144, -48, 48, 144};
side[] = {1, -1, -1, 1};
ring[] = {35, 40, 45};
v[] = {};
For i In {0:4}
  k = newv; Cylinder(k) = {main[i] - 13, 0, 0, 26, 0, 0, 30}; v[] += k;
EndFor
k = newv; Cylinder(k) = {9, 0, 0, 4, 0, 0, 46}; v[] += k;       // thrust collars
k = newv; Cylinder(k) = {-13, 0, 0, 4, 0, 0, 46}; v[] += k;
For i In {0:3}
  k = newv; Cylinder(k) = {pin[i] - 17, 0, 47*side[i], 34, 0, 0, 26}; v[] += k;
  For j In {0:1}
    x = pin[i] + (j == 0 ? -35 : 17);
    top = (side[i] > 0) ? -15 : -75;
    k = newv; Box(k) = {x, -38, top, 18, 76, 90}; v[] += k;       // web
    weight = (side[i] > 0) ? -68 : 15;
    k = newv; Box(k) = {x, -58, weight, 18, 116, 53}; v[] += k;   // counterweight
  EndFor
EndFor
k = newv; Cylinder(k) = {-260, 0, 0, 55, 0, 0, 22.5}; v[] += k;  // nose
k = newv; Cylinder(k) = {205, 0, 0, 20, 0, 0, 55}; v[] += k;     // flange
n = #v[];
BooleanUnion(1000) = { Volume{v[0]}; Delete; }{ Volume{v[{1:n-1}]}; Delete; };

// Rings of arcs on the faces, one element each.
arcs[] = {};
For f In {0:1}
  x = (f == 0) ? -9 : 9;
  center = newp; Point(center) = {x, 0, 0};
  For r In {0:2}
    first = newp;
    For k In {0:around-1}
      Point(first + k) = {x, ring[r]*Cos(2*Pi*k/around), ring[r]*Sin(2*Pi*k/around)};
    EndFor
    For k In {0:around-1}
      a = newc; Circle(a) = {first + k, center, first + (k + 1) % around}; arcs[] += a;
    EndFor
  EndFor
EndFor
b() = BooleanFragments{ Volume{1000}; Delete; }{ Curve{arcs[]}; Delete; };

e = 0.01;
Physical Volume("CRANK") = Volume{:};
For i In {0:4}
  s() = Surface In BoundingBox {main[i] - 13 - e, -30 - e, -30 - e, main[i] + 13 + e, 30 + e, 30 + e};
  s() -= Surface In BoundingBox {main[i] - 13 - e, -31, -31, main[i] - 13 + e, 31, 31};
  s() -= Surface In BoundingBox {main[i] + 13 - e, -31, -31, main[i] + 13 + e, 31, 31};
  Physical Surface(Sprintf("MAIN_%g", i + 1)) = s();
EndFor
For i In {0:3}
  s() = Surface In BoundingBox {pin[i] - 17 - e, -26 - e, 47*side[i] - 26 - e, pin[i] + 17 + e, 26 + e, 47*side[i] + 26 + e};
  Physical Surface(Sprintf("PIN_%g", i + 1)) = s();
EndFor
s() = Surface In BoundingBox {225 - e, -56, -56, 225 + e, 56, 56};
Physical Surface("FLANGE") = s();
s() = Surface In BoundingBox {-260 - e, -23, -23, -205 + e, 23, 23};
s() -= Surface In BoundingBox {-260 - e, -23, -23, -260 + e, 23, 23};
Physical Surface("NOSE") = s();
For f In {0:1}
  x = (f == 0) ? -9 : 9;
  nodes[] = {}; held[] = {};
  For r In {0:2}
    For k In {0:around-1}
      y = ring[r]*Cos(2*Pi*k/around); z = ring[r]*Sin(2*Pi*k/around);
      p() = Point In BoundingBox {x - e, y - e, z - e, x + e, y + e, z + e};
      nodes[] += p();
      If (r % rings == 0 && k % angles == 0)
        held[] += p();
      EndIf
    EndFor
    c() = Curve In BoundingBox {x - e, -ring[r] - e, -ring[r] - e, x + e, ring[r] + e, ring[r] + e};
    c() -= Curve In BoundingBox {x - e, 1 - ring[r], 1 - ring[r], x + e, ring[r] - 1, ring[r] - 1};
    Transfinite Curve {c()} = 2;
  EndFor
  Physical Point(Sprintf("COLLAR_%g", f + 1)) = nodes[];
  Physical Point(Sprintf("COLLAR_HELD_%g", f + 1)) = held[];
EndFor

Mesh.MeshSizeMin = 0.5*size;
Mesh.MeshSizeMax = size;
Mesh.ElementOrder = 2;
Mesh.SecondOrderLinear = 1;   // straight edges: no element turns inside out
