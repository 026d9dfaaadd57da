// Block of a four-cylinder engine with its bearing walls, mm: crank axis x, cylinders along z.
// Both faces of the middle wall carry rings of 48 nodes at 35 and 45 mm, the first one at +y.
SetFactory("OpenCASCADE");
DefineConstant[ size = 16 ];       // of elements
DefineConstant[ around = 48 ];     // nodes of a ring
DefineConstant[ angles = 4 ];      // of the washers' nodes those at every fourth angle are held in the reduction

main[] = {-192, -96, 0, 96, 192};
half[] = {10, 10, 8.9, 10, 10};
cylinder[] = {-144, -48, 48, 144};
ring[] = {35, 45};
v[] = {};
For i In {0:4}
  k = newv; Box(k) = {main[i] - half[i], -102, -55, 2*half[i], 204, 155}; v[] += k;   // bearing walls
EndFor
For s In {0:1}
  y = (s == 0) ? -110 : 102;
  k = newv; Box(k) = {-202, y, -55, 404, 8, 297}; v[] += k;                            // side walls
  x = (s == 0) ? -202 : 182;
  k = newv; Box(k) = {x, -102, 100, 20, 204, 142}; v[] += k;                           // end walls
EndFor
k = newv; Box(k) = {-202, -102, 95, 404, 204, 10}; v[] += k;                           // lower deck
k = newv; Box(k) = {-202, -102, 228, 404, 204, 14}; v[] += k;                          // top deck
For i In {0:3}
  k = newv; Cylinder(k) = {cylinder[i], 0, 85, 0, 0, 157, 49}; v[] += k;               // liners, grown together
EndFor
n = #v[];
BooleanUnion(1000) = { Volume{v[0]}; Delete; }{ Volume{v[{1:n-1}]}; Delete; };
c[] = {};
For i In {0:3}
  k = newv; Cylinder(k) = {cylinder[i], 0, 60, 0, 0, 200, 44}; c[] += k;
EndFor
k = newv; Cylinder(k) = {-300, 0, 0, 600, 0, 0, 30.03}; c[] += k;
BooleanDifference(2000) = { Volume{1000}; Delete; }{ Volume{c[]}; Delete; };

// Rings of arcs on the thrust faces, one element each, and the seats of the mounts.
arcs[] = {};
For f In {0:1}
  x = (f == 0) ? -8.9 : 8.9;
  center = newp; Point(center) = {x, 0, 0};
  For r In {0:1}
    first = newp;
    For k In {0:around-1}
      Point(first + k) = {x, ring[r]*Cos(2*Pi*k/around), ring[r]*Sin(2*Pi*k/around)};
    EndFor
    For k In {0:around-1}
      a = newc; Circle(a) = {first + k, center, first + (k + 1) % around}; arcs[] += a;
    EndFor
  EndFor
EndFor
For i In {0:1}
  For s In {0:1}
    a = newc; Circle(a) = {(i == 0 ? -190 : 190), 0, 0, 10};
    Rotate { {1, 0, 0}, {0, 0, 0}, Pi/2 } { Curve{a}; }
    Translate {0, (s == 0 ? -110 : 110), 0} { Curve{a}; }
    arcs[] += a;
  EndFor
EndFor
b() = BooleanFragments{ Volume{2000}; Delete; }{ Curve{arcs[]}; Delete; };

e = 0.01;
Physical Volume("BLOCK") = Volume{:};
For i In {0:4}
  s() = Surface In BoundingBox {main[i] - half[i] - e, -30.03 - e, -30.03 - e, main[i] + half[i] + e, 30.03 + e, 30.03 + e};
  Physical Surface(Sprintf("BORE_%g", i + 1)) = s();
EndFor
For i In {0:3}
  s() = Surface In BoundingBox {cylinder[i] - 44 - e, -44 - e, 60 - e, cylinder[i] + 44 + e, 44 + e, 242 + e};
  Physical Surface(Sprintf("LINER_%g", i + 1)) = s();
  c() = Curve In BoundingBox {cylinder[i] - 44 - e, -44 - e, 242 - e, cylinder[i] + 44 + e, 44 + e, 242 + e};
  Physical Curve(Sprintf("DECK_%g", i + 1)) = c();
EndFor
s() = Surface In BoundingBox {-203, -111, 242 - e, 203, 111, 242 + e};
Physical Surface("HEAD") = s();
s() = Surface In BoundingBox {202 - e, -111, -56, 202 + e, 111, 243};
Physical Surface("REAR") = s();
For i In {0:1}
  For s In {0:1}
    x = (i == 0) ? -190 : 190;   y = (s == 0) ? -110 : 110;
    t() = Surface In BoundingBox {x - 10 - e, y - e, -10 - e, x + 10 + e, y + e, 10 + e};
    Physical Surface(Sprintf("MOUNT_%g", 2*i + s + 1)) = t();
  EndFor
EndFor
For f In {0:1}
  x = (f == 0) ? -8.9 : 8.9;
  nodes[] = {}; held[] = {};
  For r In {0:1}
    For k In {0:around-1}
      y = ring[r]*Cos(2*Pi*k/around); z = ring[r]*Sin(2*Pi*k/around);
      p() = Point In BoundingBox {x - e, y - e, z - e, x + e, y + e, z + e};
      nodes[] += p();
      If (k % angles == 0)
        held[] += p();
      EndIf
    EndFor
    c() = Curve In BoundingBox {x - e, -ring[r] - e, -ring[r] - e, x + e, ring[r] + e, ring[r] + e};
    c() -= Curve In BoundingBox {x - e, 1 - ring[r], 1 - ring[r], x + e, ring[r] - 1, ring[r] - 1};
    Transfinite Curve {c()} = 2;
  EndFor
  Physical Point(Sprintf("WASHER_%g", f + 1)) = nodes[];
  Physical Point(Sprintf("WASHER_HELD_%g", f + 1)) = held[];
EndFor

Mesh.MeshSizeMin = 0.5*size;
Mesh.MeshSizeMax = size;
Mesh.ElementOrder = 2;
Mesh.SecondOrderLinear = 1;   // straight edges: no element turns inside out
