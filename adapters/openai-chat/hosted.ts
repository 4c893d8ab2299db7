import { objectIn } from '../../src/base/json/read-json.js'
import { type HostedForms, readLocation } from '../../src/codec/shape/hosted-forms.js'

/**
 * `WebSearchOptions` of openai 7.55, in completions.d.ts: a field of the request. This wire has no other
 * hosted tools.
 */
export const hosted: HostedForms = {
  web_search: {
    native: { request: { web_search_options: {} } },
    extras: 'request/web_search_options',
    places: {
      userLocation: (place) => ({
        request: {
          web_search_options: { user_location: { type: 'approximate', approximate: { ...place } } },
        },
      }),
      contextSize: 'request/web_search_options/search_context_size',
    },
    read({ request }) {
      const { user_location: place } = objectIn(request?.web_search_options)
      return { userLocation: readLocation(objectIn(place).approximate) }
    },
  },
}
