// A bolt with head and nut in one piece, in mm: the shank from z = 0 (under the nut) to z = grip (under the head).
SetFactory("OpenCASCADE");
DefineConstant[ shank = 5, head = 8.5, grip = 40, height = 7, size = 3 ];

Cylinder(1) = {0, 0, -height, 0, 0, grip + 2*height, shank};
Cylinder(2) = {0, 0, -height, 0, 0, height, head};
Cylinder(3) = {0, 0, grip, 0, 0, height, head};
parts() = BooleanFragments{ Volume{1, 2, 3}; Delete; }{};

eps = 0.01;
below() = Surface In BoundingBox{-head-eps, -head-eps, -eps, head+eps, head+eps, eps};
above() = Surface In BoundingBox{-head-eps, -head-eps, grip-eps, head+eps, head+eps, grip+eps};
// Without the section of the shank itself
shank_below() = Surface In BoundingBox{-shank-eps, -shank-eps, -eps, shank+eps, shank+eps, eps};
shank_above() = Surface In BoundingBox{-shank-eps, -shank-eps, grip-eps, shank+eps, shank+eps, grip+eps};
below() -= shank_below();
above() -= shank_above();
top() = Surface In BoundingBox{-head-eps, -head-eps, grip+height-eps, head+eps, head+eps, grip+height+eps};
Physical Surface("TOP") = top();
Physical Surface("NUT") = below();
Physical Surface("HEAD") = above();
Physical Volume("BOLT") = parts();

Characteristic Length{ PointsOf{ Surface{above(), below()}; } } = 0.4*size;
Mesh.CharacteristicLengthMin = 0.3*size;
Mesh.CharacteristicLengthMax = size;
Mesh.ElementOrder = 2;
Mesh.RandomSeed = 1;
