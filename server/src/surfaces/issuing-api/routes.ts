import { accountRoutes } from '#issuing/accounts'
import type { IssuingRoute } from '#issuing/api'
import { cardRoutes, openCardsOf } from '#issuing/cards'
import { disputeRoutes, openDisputesOf } from '#issuing/chargebacks'
import { documentRoutes } from '#issuing/documents'
import { authRoutes } from '#issuing/holders'
import { kycRoutes } from '#issuing/kyc'
import { spendingPartnerRoutes, spendingRoutes } from '#issuing/spending'
import { threeDsRoutes } from '#issuing/threeds'
import { openTopupsOf, topupRoutes } from '#issuing/topups'
import { eventRoutes } from '#issuing/webhooks'
import type { App } from '../../app/compose.ts'

/** Every route of the issuing interface, below `/v1`, in the order of the specification. */
export const issuingRoutes = (app: App): IssuingRoute[] => [
  ...authRoutes(app),
  ...kycRoutes(app),
  ...documentRoutes(app),
  ...accountRoutes({
    ...app,
    openCardsOf: (accountId) => openCardsOf(app.db, accountId),
    openTopupsOf: (accountId) => openTopupsOf(app.db, accountId),
    openDisputesOf: (accountId) => openDisputesOf(app.db, accountId),
  }),
  ...cardRoutes(app),
  ...topupRoutes(app),
  ...threeDsRoutes(app),
  ...spendingRoutes(app),
  ...spendingPartnerRoutes(app),
  ...disputeRoutes(app),
  ...eventRoutes(app),
]
