/** Partners: companies that issue our cards to their own customers, with their API keys and signing keys. */

export { boundTables } from './bound.ts'
export { type PartnerId, readPartnerId } from './ids.ts'
export { partnerInScope, partnersInScope } from './in-scope.ts'
export { ofEachPartner, ofPartners } from './of-partners.ts'
export { openPartners, type Partners } from './open-partners.ts'
export {
  type ApiKey,
  type DecisionFallback,
  decisionFallbacks,
  type NewPartner,
  type Partner,
  type PartnerInput,
  partnerOwner,
  type SigningKey,
  type WebhookRetries,
  webhookRetries,
} from './partner.ts'
export { rewrapSigningKeys } from './rewrap-signing-keys.ts'
export { partnerStaffRoutes } from './staff-routes.ts'
