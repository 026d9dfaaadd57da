// A shaft with a hub, in one piece, in mm: radius 25, length 200; the hub reaches to radius 60 over the middle 50.
// Elements of size `fine` where the two meet, growing to `coarse` over 25 mm from there.
SetFactory("OpenCASCADE");
DefineConstant[ fine = 3, coarse = 5.5 ];
Cylinder(1) = {0, 0, 0, 0, 0, 200, 25};
Cylinder(2) = {0, 0, 75, 0, 0, 50, 60};
BooleanUnion{ Volume{1}; Delete; }{ Volume{2}; Delete; }

eps = 0.01;
Physical Surface("A") = Surface In BoundingBox{-25-eps, -25-eps, -eps, 25+eps, 25+eps, eps};
Physical Surface("B") = Surface In BoundingBox{-25-eps, -25-eps, 200-eps, 25+eps, 25+eps, 200+eps};
outside() = {};
all() = Surface{:};
For k In {0 : #all()-1}
  box() = BoundingBox Surface{all(k)};
  If (box(3)-box(0) > 119 && box(5)-box(2) > 49)
    outside() += all(k);
  EndIf
EndFor
Physical Surface("OUTSIDE") = outside();
Physical Volume("BODY") = Volume{:};

Field[1] = MathEval;
Field[1].F = Sprintf("%g + (%g - %g)*min(1, sqrt((sqrt(x*x+y*y)-25)^2 + ((abs(z-100)-25+abs(abs(z-100)-25))/2)^2)/25)", fine, coarse, fine);
Background Field = 1;
Mesh.CharacteristicLengthExtendFromBoundary = 0;
Mesh.CharacteristicLengthFromPoints = 0;
Mesh.CharacteristicLengthFromCurvature = 0;
Mesh.ElementOrder = 2;
Mesh.Algorithm = 6;
Mesh.Algorithm3D = 1;
Mesh.RandomSeed = 1;
