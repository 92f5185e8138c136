import type { Callers } from '#issuing/api'
import type { BareJson } from '../bare-json/bare-json.ts'

/** Every path of the specification is below it (card-issuing, versioning). */
export const issuingRoot = '/v1'

/** What the document says of the interface itself. */
export const document: BareJson<Callers>['document'] = {
  title: 'Florin card issuing interface',
  description:
    'Customers, identity checks, accounts and cards of a partner. Bodies and replies are JSON; an error is code and message, with a stable reason.',
  securitySchemes: {
    BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    PartnerApiKey: { type: 'apiKey', in: 'header', name: 'x-partner-api-key' },
    PartnerId: { type: 'apiKey', in: 'header', name: 'x-partner-id' },
  },
  schemeOf: {
    partner: 'PartnerApiKey',
    partnerApp: 'PartnerId',
    holder: 'BearerAuth',
    refreshToken: 'BearerAuth',
    loginSession: 'BearerAuth',
  },
}
