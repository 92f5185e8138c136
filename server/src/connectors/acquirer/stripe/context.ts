import type { ConnectionParts } from '../processor.ts'
import type { StripeApi } from './api.ts'
import type { StripeCredentials } from './credentials.ts'

/** What the connector's requests need: one account at Stripe. */
export type StripeContext = Pick<
  ConnectionParts<StripeCredentials>,
  'db' | 'react' | 'explain' | 'connector' | 'clock' | 'log' | 'listGrown'
> & {
  api: StripeApi
  /** Of the account: fixed while the connection is open. */
  settings: StripeSettings
}

/** What of the credentials decides what the connector can do. */
export type StripeSettings = Pick<
  StripeCredentials,
  'lineItems' | 'mitExemption' | 'networkTokens' | 'descriptorSuffix'
>
