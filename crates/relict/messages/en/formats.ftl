# What each format is, in a few words: the first sentence of its declaration.

format-ngi-msh = Model: nodes, geometry and animation; or the ground of a map
format-ngi-nres = Archive of named payloads, the container of the NGI engine
format-ngi-rsli = Archive of packed payloads, the older container of the NGI engine
format-ngi-fxid = Effect: lights, sounds, sprites and particles over time
format-ngi-mat0 = Material: what a surface looks like, and how that changes over time
format-ngi-pal = Palette, with a table of mixtures
format-ngi-texm = Texture
format-ngi-wear = Wear table: the materials of a model, as text
