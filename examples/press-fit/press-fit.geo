// Belt pulley shrunk onto a shaft, in mm. z: axis of the shaft; the fit lies around the origin.
// Shaft and pulley are separate bodies: the seat and the bore are two surfaces in the same place, each with its own
// nodes, on grids that coincide. Do not merge coincident nodes: that would weld the fit.
SetFactory("OpenCASCADE");
DefineConstant[ level = {1, Min 0, Max 4, Step 1, Name "Mesh level, 0 coarse to 4 fine"} ];

// Dimensions
seat = 22;         half_fit = 42;         // radius and half width of the fit
half_shaft = 164;
patch_from = 95;   patch_to = 120;        // where the shaft is held: A at -z, B at +z
hub = 30;          half_web = 6;          // outer radius of the hub, half thickness of the web
rim_inner = 80;    rim_outer = 92;        half_rim = 25;

// Elements on a quarter of the fit's circumference and along it; size at the fit, its growth per mm away from the fit,
// and the largest size: one entry a level
arounds() = {4, 7, 12, 16, 24};
alongs() = {4, 8, 12, 18, 25};
sizes() = {12, 7, 4.2, 3.2, 2};
growths() = {0.3, 0.22, 0.14, 0.08, 0.045};
largests() = {18, 12, 8, 6, 4};
If (level < 0 || level > 4)
  Error("mesh level %g: there are 1 (coarse) to 4 (fine), and 0 for a first look", level);
  Abort;
EndIf
around = arounds(level);  along = alongs(level);
size = sizes(level);  growth = growths(level);  largest = largests(level);

// Turns the closed profile (r(), z()) about the axis in four quarters that share their faces; bodies() are the volumes.
Macro Revolve
  n = #r();
  corners() = {};  lines() = {};  bodies() = {};
  For i In {0 : n-1}
    corner = newp;  Point(corner) = {r(i), 0, z(i)};  corners() += corner;
  EndFor
  For i In {0 : n-1}
    line = newl;  Line(line) = {corners(i), corners((i+1) % n)};  lines() += line;
  EndFor
  loop = newll;  Curve Loop(loop) = lines();
  section = news;  Plane Surface(section) = {loop};
  For quarter In {1 : 4}
    swept() = Extrude {{0, 0, 1}, {0, 0, 0}, Pi/2} { Surface{section}; };
    section = swept(0);
    bodies() += swept(1);
  EndFor
  bodies() = BooleanFragments{ Volume{bodies()}; Delete; }{};
Return

r() = {0, seat, seat, seat, seat, seat, seat, seat, seat, 0};
z() = {-half_shaft, -half_shaft, -patch_to, -patch_from, -half_fit, half_fit, patch_from, patch_to, half_shaft, half_shaft};
Call Revolve;
shaft() = bodies();

r() = {seat, seat, hub, hub, rim_inner, rim_inner, rim_outer, rim_outer, rim_inner, rim_inner, hub, hub};
z() = {-half_fit, half_fit, half_fit, half_web, half_web, half_rim, half_rim, -half_rim, -half_rim, -half_web, -half_web, -half_fit};
Call Revolve;
pulley() = bodies();

// The same structured grid on seat and bore
eps = 0.01;
below() = Curve In BoundingBox{-seat-eps, -seat-eps, -half_fit-eps, seat+eps, seat+eps, -half_fit+eps};
above() = Curve In BoundingBox{-seat-eps, -seat-eps, half_fit-eps, seat+eps, seat+eps, half_fit+eps};
Transfinite Curve{below(), above()} = around + 1;
For quarter In {0 : 3}
  x = seat*Cos(quarter*Pi/2);  y = seat*Sin(quarter*Pi/2);
  seams() = Curve In BoundingBox{x-eps, y-eps, -half_fit-eps, x+eps, y+eps, half_fit+eps};
  Transfinite Curve{seams()} = along + 1;
EndFor
fit() = Surface In BoundingBox{-seat-eps, -seat-eps, -half_fit-eps, seat+eps, seat+eps, half_fit+eps};
Transfinite Surface{fit()};

// Names. Seat and bore lie in one place: a face belongs to the part whose boundary it is on.
of_shaft() = Abs(Boundary{ Volume{shaft()}; });
seat_faces() = {};
For k In {0 : #fit()-1}
  For j In {0 : #of_shaft()-1}
    If (fit(k) == of_shaft(j))
      seat_faces() += fit(k);
    EndIf
  EndFor
EndFor
bore_faces() = fit();
bore_faces() -= seat_faces();
a_faces() = Surface In BoundingBox{-seat-eps, -seat-eps, -patch_to-eps, seat+eps, seat+eps, -patch_from+eps};
b_faces() = Surface In BoundingBox{-seat-eps, -seat-eps, patch_from-eps, seat+eps, seat+eps, patch_to+eps};
// Outside of the rim: as wide as the rim, and over a quarter of its circle
rim_faces() = {};
of_pulley() = Abs(Boundary{ Volume{pulley()}; });
For j In {0 : #of_pulley()-1}
  box() = BoundingBox Surface{of_pulley(j)};
  If (Fabs(box(5)-box(2) - 2*half_rim) < eps && Hypot(box(3)-box(0), box(4)-box(1)) > Sqrt(2)*rim_outer-eps)
    rim_faces() += of_pulley(j);
  EndIf
EndFor
Physical Surface("SHAFT_SEAT") = seat_faces();
Physical Surface("HUB_BORE") = bore_faces();
Physical Surface("A") = a_faces();
Physical Surface("B") = b_faces();
Physical Surface("RIM") = rim_faces();
Physical Volume("SHAFT") = shaft();
Physical Volume("PULLEY") = pulley();

// Size: given at the fit, growing with the distance from it
Field[1] = MathEval;
Field[1].F = Sprintf("%g + %g*sqrt((sqrt(x*x+y*y)-%g)^2 + ((abs(z)-%g+abs(abs(z)-%g))/2)^2)", size, growth, seat, half_fit, half_fit);
Background Field = 1;
Mesh.CharacteristicLengthExtendFromBoundary = 0;
Mesh.CharacteristicLengthFromPoints = 0;
Mesh.CharacteristicLengthMin = 0.5*size;
Mesh.CharacteristicLengthMax = largest;
Mesh.ElementOrder = 2;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.RandomSeed = 1;
