# What each format is, in a few words: the first sentence of its declaration.

format-ngi-nres = Archive of named payloads, the container of the NGI engine
format-ngi-rsli = Archive of packed payloads, the older container of the NGI engine
