import type { RatesAge } from '#core/rates'
import type { ScreeningSettings } from '#issuing/screening'
import { readCardNetworks } from './card-network.ts'
import type { Config, Env } from './config.ts'
import { type Iso8583Connection, readIso8583 } from './iso8583-connections.ts'
import { readSetting } from './read-setting.ts'
import { readRpcUrls } from './rpc-urls.ts'

type IssuingSettings = Pick<
  Config,
  'documentsKept' | 'rpcUrls' | 'identity' | 'rates' | 'iso8583' | 'cardNetworks' | 'screening'
>

/** What only the issuing half uses; what is wrong with it is added to the problems. */
export const issuingSettings = (env: Env, problems: string[]): IssuingSettings => ({
  documentsKept: Temporal.Duration.from(env.FLORIN_DOCUMENTS_KEPT),
  rpcUrls: readRpcUrls(env.FLORIN_EVM_RPC_URLS),
  identity: identityOf(env),
  screening: readScreening(env),
  rates: ratesOf(env),
  iso8583: readIso8583Setting(env, problems),
  cardNetworks: readCardNetworks(
    { keys: env.FLORIN_NETWORK_KEYS, pinKeys: env.FLORIN_NETWORK_PIN_KEYS, velocity: env.FLORIN_SPENDING_VELOCITY },
    problems,
  ),
})

export type RatesConfig = { provider: 'sandbox' | 'ecb' | 'json' | 'off'; url: string | undefined; maxAge: RatesAge }

const ratesOf = (env: Env): RatesConfig => ({
  provider: env.FLORIN_RATES ?? (env.FLORIN_ENVIRONMENT === 'staging' ? 'sandbox' : 'off'),
  url: env.FLORIN_RATES_URL,
  maxAge: {
    currencies: Temporal.Duration.from(env.FLORIN_RATES_AGE),
    coins: Temporal.Duration.from(env.FLORIN_COIN_RATES_AGE),
  },
})

/** In production persons decide, unless another provider is named; in staging first names do. */
const identityOf = ({
  FLORIN_ENVIRONMENT,
  FLORIN_IDENTITY_PROVIDER,
  FLORIN_IDENTITY_TIMEOUT_MS,
  FLORIN_KYC_VALID,
}: Env): Config['identity'] => ({
  provider: FLORIN_IDENTITY_PROVIDER ?? (FLORIN_ENVIRONMENT === 'staging' ? 'sandbox' : 'persons'),
  timeoutMs: FLORIN_IDENTITY_TIMEOUT_MS,
  valid: Temporal.Duration.from(FLORIN_KYC_VALID),
})

function readIso8583Setting(
  { FLORIN_ENVIRONMENT, FLORIN_ISO8583: connections, FLORIN_NETWORK_MAC_KEYS: keys }: Env,
  problems: string[],
): readonly Iso8583Connection[] {
  const read = readIso8583({ connections, keys }, { isStaging: FLORIN_ENVIRONMENT === 'staging' })
  return readSetting('FLORIN_ISO8583', read, problems)?.connections ?? []
}

const readScreening = (env: Env): ScreeningSettings => ({
  review: env.FLORIN_SCREENING_REVIEW_SCORE,
  block: env.FLORIN_SCREENING_BLOCK_SCORE,
  shrinkPercent: env.FLORIN_SCREENING_SHRINK_PERCENT,
})
