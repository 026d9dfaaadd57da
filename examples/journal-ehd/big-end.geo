// Big end of a connecting rod with half of its shank, in mm. z: crank axis; the shank points to -y.
SetFactory("OpenCASCADE");
DefineConstant[ size = {6, Min 2, Max 12, Name "Element size"} ];

bore = 25;   outer = 33;   half_width = 12.5;   foot = 130;

Cylinder(1) = {0, 0, -half_width, 0, 0, 2*half_width, outer};
Box(2) = {-14, -foot, -9, 28, foot, 18};
BooleanUnion(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Cylinder(4) = {0, 0, -20, 0, 0, 40, bore};
BooleanDifference(5) = { Volume{3}; Delete; }{ Volume{4}; Delete; };

eps = 0.1;
hole() = Surface In BoundingBox {-bore-eps, -bore-eps, -half_width-eps, bore+eps, bore+eps, half_width+eps};
end() = Surface In BoundingBox {-14-eps, -foot-eps, -9-eps, 14+eps, -foot+eps, 9+eps};
Physical Surface("BORE") = {hole()};
Physical Surface("FOOT") = {end()};
Physical Volume("ROD") = {5};

Mesh.ElementOrder = 2;
Mesh.CharacteristicLengthMin = 0.75*size;
Mesh.CharacteristicLengthMax = size;
