// Compiled, never run: a key of stored metadata that no wire knows is a mistake.
import { createContext } from '../../src/base/model/context.js'
import { metadataOf, wireMetadata } from '../../src/base/model/metadata.js'

const context = createContext('some-wire')

wireMetadata(context, { form: 'text', absent: ['input'] })
// @ts-expect-error: `from` is no key of metadata
wireMetadata(context, { from: 'text' })

metadataOf({}, context)?.form
// @ts-expect-error: `formed` is no key of metadata
metadataOf({}, context)?.formed
