import { accountRoutes } from '#issuing/accounts'
import type { IssuingRoute } from '#issuing/api'
import { authRoutes } from '#issuing/holders'
import { eventRoutes, openEventCursor } from '#issuing/webhooks'
import type { App } from '../../app/compose.ts'

/** Every route of the issuing interface, below `/v1`, in the order of the specification. */
export const issuingRoutes = (app: App): IssuingRoute[] => [
  ...authRoutes(app),
  // No cards yet.
  ...accountRoutes({ ...app, openCardsOf: async () => 0 }),
  ...eventRoutes({ ...app, eventCursor: openEventCursor(app.db) }),
]
