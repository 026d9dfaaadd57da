# %% [markdown]
# # From your own mesh to a turning shaft
# A mesh file, two ball bearings and a load; then the shaft turns, bends and shows its stress. Every cell runs by itself
# in an editor that knows `# %%` cells (Jupyter through Jupytext, VS Code, Spyder); the whole file runs with
# `python3 own_mesh.py`.

# %%
import subprocess
from pathlib import Path

import trunnion

folder = Path("shaft")
folder.mkdir(exist_ok=True)

# %% [markdown]
# ## The mesh
# Bring your own: Abaqus or CalculiX (`.inp`), Nastran (`.bdf`) or Gmsh (`.msh`). What matters is that the places where
# something will act have names: node sets, surfaces or physical groups. Here Gmsh makes a stepped shaft of 300 mm with
# two bearing seats and a pulley seat.

# %%
(folder / "shaft.geo").write_text("""
SetFactory("OpenCASCADE");
Cylinder(1) = {0, 0,   0, 0, 0,  40, 12.5};
Cylinder(2) = {0, 0,  40, 0, 0, 180, 16};
Cylinder(3) = {0, 0, 220, 0, 0,  40, 12.5};
Cylinder(4) = {0, 0, 260, 0, 0,  40, 10};
BooleanUnion(5) = { Volume{1}; Delete; }{ Volume{2, 3, 4}; Delete; };
e = 0.1;
Physical Volume("shaft") = Volume{:};
Physical Surface("SEAT_A") = Surface In BoundingBox{-13, -13, -e, 13, 13, 40 + e};
Physical Surface("SEAT_B") = Surface In BoundingBox{-13, -13, 220 - e, 13, 13, 260 + e};
Physical Surface("PULLEY") = Surface In BoundingBox{-11, -11, 260 - e, 11, 11, 300 + e};
Mesh.MeshSizeMax = 8;
Mesh.HighOrderOptimize = 2;
Mesh.ElementOrder = 2;
""")
subprocess.run(["gmsh", "-v", "1", "-3", "shaft.geo", "-o", "shaft.msh"], cwd=folder, check=True)

# %% [markdown]
# ## The body
# Three interfaces: each ties the nodes of a surface to one reference node that bearings and loads take hold of.

# %%
steel = {"young": "210 GPa", "poisson": 0.3, "density": "7850 kg/m^3"}
model = trunnion.Model({
    "parameters": {"speed": "3000 rpm", "belt_force": "800 N"},
    "model": {"name": "Shaft in two ball bearings"},
    "flexible_body": [{
        "name": "shaft",
        "mesh": {"file": "shaft.msh", "unit": "mm"},
        "material": steel,
        "interface": [
            {"name": "seat_a", "surface": "SEAT_A", "coupling": "averaged"},
            {"name": "seat_b", "surface": "SEAT_B", "coupling": "averaged"},
            {"name": "pulley", "surface": "PULLEY", "coupling": "averaged"},
        ],
        "reduction": {"band": "4 kHz", "stress": ["surface"]},
    }],
}, name="shaft", folder=folder)
body = model.reduced_body("shaft")
print(f"{body.quality['full_dofs']} unknowns become {len(body.frequency)} coordinates; "
      f"first elastic mode {body.frequency[0]:.0f} Hz, worst response {100 * (body.quality['frf_error_max'] or 0):.2g} %")

# %% [markdown]
# ## Bearings, drive and load
# A marker on the ground for each bearing; the belt pulls at the pulley seat.

# %%
for name, interface in (("bearing a", "seat_a"), ("bearing b", "seat_b")):
    where = [trunnion.Quantity(x, "m") for x in body.interfaces[interface]["position"]]
    model.add("marker", name=f"housing {interface}", body="ground", position=where)
    model.add("bearing", name=name, type="ball", fidelity="five-dof",
              between=[f"shaft.{interface}", f"housing {interface}"], balls=9, ball_diameter="7.9375 mm",
              pitch_diameter="39 mm", contact_angle="0 degree", diametral_clearance="0 um")
model.add("force", name="axial stop", type="bushing", between=["shaft.seat_a", "housing seat_a"],
          translation_stiffness=["0 N/um", "0 N/um", "50 N/um"], translation_damping=["0 N.s/m", "0 N.s/m", "500 N.s/m"])
model.add("motion", name="drive", between=["shaft.seat_a", "housing seat_a"], angular_speed="${speed}")
model.add("load", name="belt", on="shaft.pulley", direction=[1, 0, 0], size="${belt_force}")
model.add("stage", name="rest", type="static")
model.add("stage", name="run", type="transient", duration="40 ms", samples=200)
print(model.check().mechanism)

# %% [markdown]
# ## Run and look
# `report.html` holds the animation: press Space to play, C for the next color, click a point for its curve.

# %%
results = model.run(folder / "out", progress=trunnion.print_progress)
force = results.curves("run")["bearing.bearing b.force"]
print(f"bearing b carries {force[-1]:.0f} N; the page is {results.out / 'report.html'}")
