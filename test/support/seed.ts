import fc from 'fast-check'

// Properties that state no seed of their own try the same values whenever SEED is the same.
fc.configureGlobal({ seed: Number(process.env.SEED) })
