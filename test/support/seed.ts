import fc from 'fast-check'

// Properties without their own seed try the same values for the same SEED.
fc.configureGlobal({ seed: Number(process.env.SEED) })
