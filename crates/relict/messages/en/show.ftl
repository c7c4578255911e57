### Tables of what is inside a file: their titles (show-…), the heads of their columns (head-…) and words in them (word-…).

show-animations = Animations
show-cells = Cells
show-colours = Colours
show-levels = Levels
show-lightmaps = Lightmaps
show-materials = Materials
show-phases = Phases

head-alpha = alpha
head-ambient = ambient
head-blends = blends
head-bytes = bytes
head-cell = cell
head-colour = colour
head-diffuse = diffuse
head-du = du
head-dv = dv
head-emissive = emissive
head-height = height
head-id = number in the text
head-index = no.
head-keys = keys: phase → end, ms
head-level = level
head-mode = mode
head-name = name
head-number = no.
head-period = period, ms
head-power = power
head-specular = specular
head-texture = texture
head-u0 = u0
head-v0 = v0
head-width = width
head-x = x
head-y = y

word-loop = loop
word-one-shot = once
word-ping-pong = there and back
word-random = random
word-whole = whole

### Facts that `relict info` tells.

fact-animations = animations
fact-blend = blending
fact-colours = colours
fact-damage = damage per second
fact-flags4 = flags4
fact-flags5 = flags5
fact-height = height
fact-lightmaps = lightmaps
fact-lit-skin = lit skin (textures loaded opaque)
fact-materials = materials
fact-mip-count = levels
fact-palette = palette
fact-phases = phases
fact-pixel-format = pixel format
fact-rects = cells
fact-speed = speed factor
fact-surface = surface
fact-tag = tag
fact-textures = textures
fact-unk18 = unk18
fact-version = version
fact-width = width
