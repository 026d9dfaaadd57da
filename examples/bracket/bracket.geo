// L-bracket: two plates of 8 mm with a bolt hole in the foot and an eye in the upright. Lengths in mm.
SetFactory("OpenCASCADE");
DefineConstant[ size = 9 ];
Box(1) = {0, 0, 0, 60, 40, 8};
Box(2) = {0, 0, 8, 8, 40, 52};
Cylinder(3) = {40, 20, -1, 0, 0, 10, 7};
Cylinder(4) = {-1, 20, 40, 10, 0, 0, 9};
BooleanUnion(5) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
BooleanDifference(6) = { Volume{5}; Delete; }{ Volume{3, 4}; Delete; };
hole() = Surface In BoundingBox {32.9, 12.9, -0.1, 47.1, 27.1, 8.1};
eye() = Surface In BoundingBox {-0.1, 10.9, 30.9, 8.1, 29.1, 49.1};
Physical Volume("BRACKET") = {6};
Physical Surface("HOLE") = {hole()};
Physical Surface("EYE") = {eye()};
Mesh.MeshSizeMax = size;
Mesh.MeshSizeMin = size / 2;
Mesh.ElementOrder = 2;
Mesh.MshFileVersion = 4.1;
