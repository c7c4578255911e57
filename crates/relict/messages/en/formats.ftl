# What each format is, in a few words: the first sentence of its declaration.

format-ngi-msh = Model: nodes, geometry and animation; or the ground of a map
format-ngi-nres = Archive of named payloads, the container of the NGI engine
format-ngi-rsli = Archive of packed payloads, the older container of the NGI engine
format-ngi-fxid = Effect: lights, sounds, sprites and particles over time
format-ngi-mat0 = Material: what a surface looks like, and how that changes over time
format-ngi-pal = Palette, with a table of mixtures
format-ngi-texm = Texture
format-ngi-wear = Wear table: the materials of a model, as text
format-mw3-zbd = Archive of named payloads, the container of MechWarrior 3
format-mw3-motion = Motion: how the parts of a model move through one loop
format-mw3-zrd = Reader: settings of the game, as values in lists
format-mw3-image = Image of a texture package
format-mw3-textures = Texture package: images by name, and palettes that they share
format-mw3-mechlib = Mechlib: models and the materials they share
format-mw3-materials = Materials of a mechlib
format-mw3-model = Model: a tree of nodes with meshes
