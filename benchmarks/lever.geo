// A lever with a hub, a fork and fillets of size: thick and thin places, curved faces. Lengths in mm.
// Sizes: `lc` is the element size; the node count grows as lc^-3.
SetFactory("OpenCASCADE");
If (!Exists(lc))
  lc = 4;
EndIf
Cylinder(1) = {0, 0, 0, 0, 0, 60, 40};
Box(2) = {20, -15, 15, 160, 30, 30};
Cylinder(3) = {190, 0, 10, 0, 0, 40, 28};
BooleanUnion(10) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };
Cylinder(4) = {0, 0, -1, 0, 0, 62, 22};
Cylinder(5) = {190, 0, 0, 0, 0, 60, 12};
Box(6) = {165, -40, 24, 60, 80, 12};
BooleanDifference(11) = { Volume{10}; Delete; }{ Volume{4, 5, 6}; Delete; };
Mesh.CharacteristicLengthMin = lc;
Mesh.CharacteristicLengthMax = lc;
Mesh.ElementOrder = 2;
Mesh.SecondOrderLinear = 1;
Mesh.Algorithm3D = 1;
Physical Volume("lever") = {11};
