// Half of a block (y > 0), fine where it will touch: at the origin. side = 1: above z = 0, -1: below.
DefineConstant[
  a = 2,      // expected radius of contact [mm]
  n = 12,     // elements along each axis
  side = 1
];
L = 6*a;

Point(1) = {0, 0, 0};
Point(2) = {L, 0, 0};
Point(3) = {L, L, 0};
Point(4) = {0, L, 0};
Point(5) = {-L, L, 0};
Point(6) = {-L, 0, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {4, 3};
Line(4) = {1, 4};
Line(5) = {1, 6};
Line(6) = {6, 5};
Line(7) = {4, 5};
grow = 1.15;
Transfinite Curve {1, 3, 5, 7} = n + 1 Using Progression grow;
Transfinite Curve {2, 4, 6} = n + 1 Using Progression grow;
Curve Loop(1) = {1, 2, -3, -4};
Curve Loop(2) = {4, 7, -6, -5};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
Transfinite Surface {1, 2};
Recombine Surface {1, 2};

// Layers as thick as the elements are long.
first = L*(grow - 1)/(grow^n - 1);
heights[] = {};
ones[] = {};
For k In {1 : n}
  heights[] += {first*(grow^k - 1)/(grow - 1)/L};
  ones[] += {1};
EndFor
out[] = Extrude {0, 0, side*L} { Surface{1, 2}; Layers{ones[], heights[]}; Recombine; };
// Extrude returns for each surface: top, volume, then a side per curve of its loop.
Physical Surface("FACE") = {1, 2};
Physical Surface("END") = {out[0], out[6]};
Physical Surface("MIDDLE") = {out[2], out[11]};
Physical Volume("BLOCK") = {out[1], out[7]};
