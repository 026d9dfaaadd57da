// A spur gear with a web, in mm: involute flanks with tip circle, fillets and bore; pockets from both sides leave a web.
// Axis at the origin along z, tooth 0 along +x, the face from -width/2 to width/2. plane = 1: its section only.
// The fillet touches the involute: needs enough teeth or shift that it does so above the base circle.
SetFactory("OpenCASCADE");
DefineConstant[
  teeth = {32, Name "Number of teeth"}, module = {3, Name "Module"}, pressure_angle = {Pi/9, Name "Pressure angle"},
  shift = {0, Name "Profile shift"}, fillet = {1.2, Name "Fillet radius"}, width = {20, Name "Face width"},
  hub_radius = {15, Name "Radius of the bore"}, boss_radius = {22, Name "Outer radius of the boss"},
  rim = {6, Name "Thickness of the rim below the roots"}, web = {6, Name "Thickness of the web"},
  flank_size = {0.7, Name "Elements of the teeth in mesh"}, bulk_size = {4, Name "Largest elements"},
  fine_teeth = {3, Name "Teeth around tooth 0 that are fine"}, plane = {0, Name "1: section only"}, order = {2, Name "Order of the elements"}
];

r = teeth*module/2;
base = r*Cos(pressure_angle);
tip = r + (1 + shift)*module;
root = r + (shift - 1.25)*module;
pitch = 2*Pi/teeth;
half_base = (Pi/2 + 2*shift*Tan(pressure_angle))/teeth + Tan(pressure_angle) - pressure_angle;  // of a tooth at the base circle

// Tangent lengths of the involute from fillet to tip, and the middle of the fillet on a parallel of the flank
t_low = Sqrt((root + fillet)^2 - base^2) - fillet;
t_tip = Sqrt(tip^2 - base^2);
middle_angle = half_base - t_low/base + Atan((t_low + fillet)/base);
steps = 10;

curves[] = {};
For i In {0:teeth-1}
  For side In {-1:1:2}  // clockwise flank from the root up, then the other one down
    a0 = i*pitch;
    c = newp; Point(c) = {(root+fillet)*Cos(a0 + side*middle_angle), (root+fillet)*Sin(a0 + side*middle_angle), 0};
    f = newp; Point(f) = {root*Cos(a0 + side*middle_angle), root*Sin(a0 + side*middle_angle), 0};
    flank[] = {};
    For k In {0:steps}
      t = t_low + (t_tip - t_low)*k/steps;
      rho = Sqrt(base^2 + t^2);
      a = a0 + side*(half_base - t/base + Atan(t/base));
      p = newp; Point(p) = {rho*Cos(a), rho*Sin(a), 0};
      flank[] += p;
    EndFor
    If (side == -1)
      foot_right = f; right[] = flank[]; center_right = c;
    Else
      foot_left = f; left[] = flank[]; center_left = c;
    EndIf
  EndFor
  If (i == 0)
    first_foot = foot_right;
  Else
    l = newl; Circle(l) = {foot_before, axis, foot_right}; curves[] += l;
  EndIf
  If (i == 0)
    axis = newp; Point(axis) = {0, 0, 0};
  EndIf
  l = newl; Circle(l) = {foot_right, center_right, right[0]}; curves[] += l;
  l = newl; Spline(l) = right[]; curves[] += l;
  l = newl; Circle(l) = {right[steps], axis, left[steps]}; curves[] += l;
  back[] = {};
  For k In {0:steps}
    back[] += left[steps-k];
  EndFor
  l = newl; Spline(l) = back[]; curves[] += l;
  l = newl; Circle(l) = {left[0], center_left, foot_left}; curves[] += l;
  foot_before = foot_left;
EndFor
l = newl; Circle(l) = {foot_before, axis, first_foot}; curves[] += l;
outline = newll; Curve Loop(outline) = curves[];
bore = newl; Circle(bore) = {0, 0, 0, hub_radius};
hole = newll; Curve Loop(hole) = {bore};
section = news; Plane Surface(section) = {outline, hole};

eps = 1e-3;
If (plane == 1)
  Physical Curve("hub") = {bore};
  Physical Surface("gear") = {section};
Else
  Translate {0, 0, -width/2} { Surface{section}; }
  body[] = Extrude {0, 0, width} { Surface{section}; };
  deep = (width - web)/2;
  If (deep > 0)
    pockets[] = {};
    For side In {-1:1:2}
      outer = newv; Cylinder(outer) = {0, 0, side*web/2, 0, 0, side*(deep + 1), root - rim};
      inner = newv; Cylinder(inner) = {0, 0, side*web/2, 0, 0, side*(deep + 1), boss_radius};
      pocket[] = BooleanDifference{ Volume{outer}; Delete; }{ Volume{inner}; Delete; };
      pockets[] += pocket[];
    EndFor
    whole[] = BooleanDifference{ Volume{body[1]}; Delete; }{ Volume{pockets[]}; Delete; };
  Else
    whole[] = {body[1]};
  EndIf
  hub() = Surface In BoundingBox {-hub_radius-eps, -hub_radius-eps, -width/2-eps, hub_radius+eps, hub_radius+eps, width/2+eps};
  Physical Surface("hub") = {hub()};
  Physical Volume("gear") = {whole[]};
EndIf

// Fine around the teeth in mesh
Field[1] = Box;
Field[1].XMin = root - module/4; Field[1].XMax = tip + 1;
Field[1].YMin = -fine_teeth*Pi*module/2; Field[1].YMax = fine_teeth*Pi*module/2;
Field[1].ZMin = -width; Field[1].ZMax = width;
Field[1].VIn = flank_size; Field[1].VOut = bulk_size; Field[1].Thickness = 2*module;
Background Field = 1;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
Mesh.ElementOrder = order;
// Coarse elements at small fillets would fold over: straightened one by one in the section, all straight in space
If (plane == 1)
  Mesh.HighOrderOptimize = 1;
Else
  Mesh.SecondOrderLinear = 1;
EndIf
