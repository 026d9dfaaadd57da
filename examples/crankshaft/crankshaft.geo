// Single-throw crankshaft of a 90-degree twin, in mm. z: crank axis, the throw along +x.
SetFactory("OpenCASCADE");
DefineConstant[ size = {6, Min 2, Max 20, Name "Element size"} ];
Geometry.OCCUnionUnify = 0;  // keeps the rings of bearings and pinions apart from the rest of their cylinders

throw = 34;
// Rings along the axis: from, to, diameter. Bearings, pinions and flywheel sit on rings of their own.
z_from() = {-150, -137, -133, -121, -105, -66, -60, -48,   42, 48, 60, 66,  88, 102, 110, 120, 133, 137};
z_to()   = {-137, -133, -121, -105,  -66, -60, -48, -42,   48, 60, 66, 88, 102, 110, 120, 133, 137, 150};
d()      = {  30,   30,   30,   30,   35,  45,  45,  45,   45, 45, 45, 35,  35,  35,  30,  30,  30,  30};
For i In {0 : #d()-1}
  Cylinder(100+i) = {0, 0, z_from(i), 0, 0, z_to(i)-z_from(i), d(i)/2};
EndFor
// The crankpin in rings: one for each rod
p_from() = {-23, -18.5, -2.5, 2.5, 18.5};
p_to()   = {-18.5, -2.5, 2.5, 18.5, 23};
For i In {0 : 4}
  Cylinder(200+i) = {throw, 0, p_from(i), 0, 0, p_to(i)-p_from(i), 22.5};
EndFor
Box(300) = {-52, -33, -42, 112, 66, 19};
Box(301) = {-52, -33, 23, 112, 66, 19};
whole() = BooleanUnion{ Volume{300}; Delete; }{ Volume{301, 100:117, 200:204}; Delete; };
Cylinder(400) = {throw, 0, -23, 0, 0, 46, 9};
body() = BooleanDifference{ Volume{whole()}; Delete; }{ Volume{400}; Delete; };

// Names by bounding boxes: the surfaces whose box lies within the ring
e = 0.1;
Macro Ring
  found() = Surface In BoundingBox {cx-r-e, -r-e, za-e, cx+r+e, r+e, zb+e};
Return
cx = 0; r = 15;
za = -150; zb = -137;
Call Ring;
end_face() = Surface In BoundingBox {-r-e, -r-e, -150-e, r+e, r+e, -150+e};
found() -= {end_face()}; Physical Surface("PINION_1") = {found()};
za = -133; zb = -121;
Call Ring;
Physical Surface("MAIN_EXT_1") = {found()};
za = 120; zb = 133;
Call Ring;
Physical Surface("FLYWHEEL") = {found()};
za = 137; zb = 150;
Call Ring;
end_face() = Surface In BoundingBox {-r-e, -r-e, 150-e, r+e, r+e, 150+e};
found() -= {end_face()}; Physical Surface("MAIN_EXT_2") = {found()};
r = 17.5; za = 88; zb = 102;
Call Ring;
Physical Surface("PINION_2") = {found()};
r = 22.5; za = -60; zb = -48;
Call Ring;
Physical Surface("MAIN_1") = {found()};
za = 48; zb = 60;
Call Ring;
Physical Surface("MAIN_2") = {found()};
cx = throw; za = -18.5; zb = -2.5;
Call Ring;
Physical Surface("PIN_1") = {found()}; pins() = {found()};
za = 2.5; zb = 18.5;
Call Ring;
Physical Surface("PIN_2") = {found()}; pins() += {found()};
Physical Surface("PINS") = {pins()};
pad() = Surface In BoundingBox {-52-e, -33-e, -42-e, -52+e, 33+e, -23+e}; Physical Surface("PAD_1") = {pad()};
pad() = Surface In BoundingBox {-52-e, -33-e, 23-e, -52+e, 33+e, 42+e}; Physical Surface("PAD_2") = {pad()};
Physical Volume("CRANK") = {body()};

Mesh.ElementOrder = 2;
Mesh.HighOrderOptimize = 2;  // curved elements stay sound on coarse meshes
Mesh.CharacteristicLengthMin = 0.75*size;
Mesh.CharacteristicLengthMax = size;
