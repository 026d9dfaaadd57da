// Connecting rod of a motorcycle engine, in mm. x: from the big end (0) to the small end (120); z: along the crank axis.
SetFactory("OpenCASCADE");
DefineConstant[ size = {2.2, Min 0.5, Max 12, Name "Element size"} ];

length = 120;
big_outer = 33.5;   big_bore = 24;
small_outer = 17;   small_bore = 11;
half_width = 9;

// Eyes and shank in one piece
Cylinder(1) = {0, 0, -half_width, 0, 0, 2*half_width, big_outer};
Cylinder(2) = {length, 0, -half_width, 0, 0, 2*half_width, small_outer};
Box(3) = {20, -13, -8, 92, 26, 16};
BooleanUnion(10) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };

// Pockets that leave an I-section with a web of 5 mm, and the two bores
Box(4) = {38, -9, 2.5, 62, 18, 7};
Box(5) = {38, -9, -9.5, 62, 18, 7};
Cylinder(6) = {0, 0, -12, 0, 0, 24, big_bore};
Cylinder(7) = {length, 0, -12, 0, 0, 24, small_bore};
BooleanDifference(11) = { Volume{10}; Delete; }{ Volume{4, 5, 6, 7}; Delete; };

// The bores by their bounding boxes
eps = 0.1;
big() = Surface In BoundingBox {-big_bore-eps, -big_bore-eps, -half_width-eps, big_bore+eps, big_bore+eps, half_width+eps};
small() = Surface In BoundingBox {length-small_bore-eps, -small_bore-eps, -half_width-eps, length+small_bore+eps, small_bore+eps, half_width+eps};
Physical Surface("BIG_END") = {big()};
Physical Surface("SMALL_END") = {small()};
Physical Volume("ROD") = {11};

Mesh.ElementOrder = 2;
Mesh.CharacteristicLengthMin = 0.75*size;
Mesh.CharacteristicLengthMax = size;
