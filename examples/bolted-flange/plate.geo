// A flange around one bolt hole, in mm: from its bearing face (z = 0, under the head or the nut) to its parting face
// (z = thickness). An inner tube as wide as the head makes the bearing face a surface of its own.
SetFactory("OpenCASCADE");
DefineConstant[ thickness = 20, hole = 5.5, bearing = 8.5, outer = 20, size = 4 ];

Cylinder(1) = {0, 0, 0, 0, 0, thickness, outer};
Cylinder(2) = {0, 0, 0, 0, 0, thickness, bearing};
Cylinder(3) = {0, 0, 0, 0, 0, thickness, hole};
inner() = BooleanDifference{ Volume{2}; Delete; }{ Volume{3}; };
rest() = BooleanDifference{ Volume{1}; Delete; }{ Volume{inner()}; Volume{3}; };
Recursive Delete { Volume{3}; }
parts() = BooleanFragments{ Volume{inner(), rest()}; Delete; }{};

eps = 0.01;
bearing_faces() = Surface In BoundingBox{-bearing-eps, -bearing-eps, -eps, bearing+eps, bearing+eps, eps};
parting_faces() = Surface In BoundingBox{-outer-eps, -outer-eps, thickness-eps, outer+eps, outer+eps, thickness+eps};
Physical Surface("BEARING") = bearing_faces();
Physical Surface("PARTING") = parting_faces();
Physical Volume("FLANGE") = parts();

// Finer where the head presses and where the joint carries
Characteristic Length{ PointsOf{ Surface{parting_faces()}; } } = 0.6*size;
Characteristic Length{ PointsOf{ Surface{bearing_faces()}; } } = 0.4*size;
Mesh.CharacteristicLengthMin = 0.3*size;
Mesh.CharacteristicLengthMax = size;
Mesh.CharacteristicLengthFromCurvature = 0;
Mesh.ElementOrder = 2;
Mesh.RandomSeed = 1;
