// Compiled, never run: a metadata key that no wire declares is a type error.
import { createContext } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'

const context = createContext('some-wire')

wireMetadata(context, { form: 'text', absent: ['input'] })
// @ts-expect-error: `from` is not a key of metadata
wireMetadata(context, { from: 'text' })

metadataOf({}, context)?.form
// @ts-expect-error: `formed` is not a key of metadata
metadataOf({}, context)?.formed
