import { z } from 'zod'
import { defaultSandbox } from '#connectors/acquirer/sandbox/index.ts'
import { bankVariables } from './bank-variables.ts'
import { billingVariables } from './billing-variables.ts'
import { databaseAddress } from './database-address.ts'
import { egressVariables } from './egress-variables.ts'
import { keyVariables } from './key-variables.ts'
import { mailVariables } from './mail-variables.ts'
import { metricsVariables } from './metrics-variables.ts'
import { replicaVariables } from './replica-variables.ts'
import { reportVariables } from './report-variables.ts'
import { retentionVariables } from './retention-variables.ts'
import { areRpcUrls } from './rpc-urls.ts'
import { lengthOf, milliseconds, port, score } from './setting-shapes.ts'
import { staffVariables } from './staff-variables.ts'

/** Nobody waits longer for another program, and nothing that is looked at again and again rests longer. */
const tenMinutes = 600_000

/**
 * Every environment variable this program reads, and what it means. `docs/operating/configuration.md` is made from it.
 */
export const variables = {
  FLORIN_ENVIRONMENT: z
    .enum(['staging', 'production'])
    .default('staging')
    .describe('staging has the sandbox acquirer, the demo store and a settable clock; production refuses all three'),
  DATABASE_URL: databaseAddress
    .optional()
    .describe(
      'any PostgreSQL from 15, or several servers of which one accepts writes (postgres://user@a:5432,b:5432/florin); without it an embedded PostgreSQL runs in the data folder',
    ),
  ...replicaVariables,
  FLORIN_DATA: z.string().default('data').describe('folder of the embedded database and of the generated key file'),
  FLORIN_HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  FLORIN_PORT: port
    .optional()
    .describe(
      'port to listen on; 0 picks a free one; without it 8080, and a process that is only a worker does not listen',
    ),
  FLORIN_PUBLIC_URL: z
    .url()
    .optional()
    .describe('the address of this program for browsers, without a path; required in production'),
  FLORIN_SECURITY_CONTACT: z
    .url({
      protocol: /^(?:mailto|https)$/,
      normalize: true,
      error: 'an address such as mailto:security@example.com, or an https page',
    })
    .optional()
    .describe(
      'where people report a weakness of this installation, as mailto:security@example.com or an https page: served at /.well-known/security.txt; without it that address is not found',
    ),
  ...keyVariables,
  FLORIN_ROLES: z
    .string()
    .default('api,pages,worker')
    .describe(
      'the roles of this process: api serves the merchant API, pages serves browsers, worker does due work; `--roles` overrides it',
    ),
  FLORIN_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('lowest level written to the log'),
  FLORIN_DATABASE_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(2)
    .max(500)
    .default(16)
    .describe('largest number of database connections of this process'),
  FLORIN_TRUST_PROXY: z
    .string()
    .default('no')
    .describe(
      'the addresses of the proxies in front, as addresses or blocks: 10.0.0.0/8,192.0.2.7; X-Forwarded-For and X-Forwarded-Proto are read from these and from nobody else',
    ),
  FLORIN_CHECKOUT_HOSTS: z
    .string()
    .optional()
    .describe('host names for the checkout, payment links and subscription pages alone, such as pay.example.com'),
  FLORIN_API_HOSTS: z.string().optional().describe('host names for the merchant API alone, such as api.example.com'),
  FLORIN_ISSUING_HOSTS: z
    .string()
    .optional()
    .describe('host names for the card issuing API alone, such as cards.example.com'),
  FLORIN_NETWORK_HOSTS: z
    .string()
    .optional()
    .describe('host names for the messages of card networks alone, such as network.example.com'),
  FLORIN_WEBHOOKS_HOSTS: z
    .string()
    .optional()
    .describe('host names for the webhooks of processors alone, such as hooks.example.com'),
  FLORIN_STAFF_HOSTS: z
    .string()
    .optional()
    .describe('host names for the staff API alone, such as staff.example.com; others do not serve it then'),
  FLORIN_STAGING_HOSTS: z
    .string()
    .optional()
    .describe('host names for the demo store and the staging desk alone; not in production'),
  FLORIN_BODY_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_073_741_824)
    .default(1_048_576)
    .describe('largest request body; each route reads at most what it has a use for, 64 KiB if not more'),
  FLORIN_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(500)
    .describe(
      'connections that one address may have open to this process; those of the proxies in FLORIN_TRUST_PROXY are not counted',
    ),
  ...egressVariables,
  FLORIN_ACQUIRER_TIMEOUT_MS: milliseconds({ from: 1_000, to: tenMinutes })
    .default(20_000)
    .describe('how long an acquirer may take before its response counts as lost'),
  FLORIN_REPLY_WITHIN_MS: milliseconds({ from: 1_000, to: tenMinutes })
    .default(8_000)
    .describe(
      'how long a client or a shopper waits for an acquirer; then the reply says that the result is not known yet, and the request goes on',
    ),
  FLORIN_STORY: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: a new staging installation begins empty, without two months of sample payments and cards'),
  FLORIN_DOCS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: the documents are not served as a site at `/docs`; the API reference stays'),
  FLORIN_SANDBOX_CONNECTORS: z
    .string()
    .default(defaultSandbox)
    .describe(
      'the sandbox connectors of staging by name, such as sandbox,backup; each is an acquirer of its own for `florin routing`, and the first takes what no rule sends elsewhere',
    ),
  FLORIN_ON_US: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'whether payments with cards that this installation issues go to their issuer directly, by the connector `on-us`, before any rule of routing; by default in staging alone',
    ),
  FLORIN_NOTIFICATION_TIMEOUT_MS: milliseconds({ from: 1_000, to: tenMinutes })
    .default(30_000)
    .describe('how long a store may take to answer a notification'),
  FLORIN_WORKER_EVERY_MS: milliseconds({ from: 10, to: tenMinutes })
    .default(500)
    .describe('how often the worker looks for due work without being woken'),
  FLORIN_SEAL_EVERY_MS: milliseconds({ from: 100, to: tenMinutes })
    .default(5_000)
    .describe('how often the worker seals what is new, for florin verify'),
  ...mailVariables,
  ...retentionVariables,
  FLORIN_EXPORT_STREAMED_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(100_000)
    .describe('the longest list, in entries, that is exported while somebody waits; a worker writes longer ones'),
  FLORIN_EVM_RPC_URLS: z
    .string()
    .refine(areRpcUrls, 'write the id of a chain and the address of a node: 1=https://…,8453=https://…')
    .optional()
    .describe(
      'JSON-RPC nodes of EVM chains by chain id, 1=https://…,8453=https://…; wallets that are contracts (EIP-1271) can log in on these chains and on no other, and topups in coins are read from them',
    ),
  FLORIN_ISO8583: z
    .string()
    .optional()
    .describe(
      'lines to card networks that speak ISO 8583, a list as JSON: [{"name":"switch-a","port":8583,"from":["10.0.0.0/8"]}], or off; see network.md; default: one on a free port of this machine in staging, none in production',
    ),
  FLORIN_NETWORK_MAC_KEYS: z
    .string()
    .optional()
    .describe(
      'keys of the authentication codes of FLORIN_ISO8583 by name, as 32 hexadecimal digits each: mac-a=0123…,mac-b=4567…',
    ),
  FLORIN_IDENTITY_PROVIDER: z
    .enum(['persons', 'sandbox'])
    .optional()
    .describe(
      'who says whether a customer of a partner is who they say: persons (florin kyc), or in staging the sandbox, which goes by first names; default: sandbox in staging, persons in production',
    ),
  FLORIN_IDENTITY_TIMEOUT_MS: milliseconds({ from: 1_000, to: tenMinutes })
    .default(30_000)
    .describe('how long an identity provider may take before it is asked again'),
  FLORIN_KYC_VALID: lengthOf('P2Y', Temporal.Duration.from('P30D')).describe(
    'how long the approval of a customer holds, where the programme of the partner says nothing else; then, or when the identity document has expired, the customer is verified again; at least P30D',
  ),
  FLORIN_RATES: z
    .enum(['sandbox', 'ecb', 'json', 'off'])
    .optional()
    .describe(
      'where exchange rates come from: ecb reads the daily file of the European Central Bank, json an address of yours; in staging the sandbox moves them with the clock; off: florin rates set alone; default: sandbox in staging, off in production',
    ),
  FLORIN_RATES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('address of the rates, required with FLORIN_RATES=json; default for ecb: the address of the bank'),
  FLORIN_RATES_AGE: lengthOf('P6D', Temporal.Duration.from('PT1H')).describe(
    'how old the rate of a currency may be; an older one is not used',
  ),
  FLORIN_COIN_RATES_AGE: lengthOf('PT2H', Temporal.Duration.from('PT1M')).describe(
    'how old the rate of a coin may be; an older one is not used',
  ),
  FLORIN_RATE_LIMITS: z
    .string()
    .default('on')
    .describe(
      'on, off, or limits that replace the built-in ones: wrong_api_keys=20/PT1M,sessions_opened=600/PT1M,card_attempts=10/PT1H; limits by address need FLORIN_TRUST_PROXY behind a proxy',
    ),
  FLORIN_VELOCITY_LIMITS: z
    .string()
    .default('on')
    .describe(
      'against card testing: on, off, or limits that replace the built-in ones, as attempts that no bank approved and the window in which they fade: address=20/PT6H,site=100/PT10M; the others are card, order, link, bin, link_day and site_day',
    ),
  ...billingVariables,
  FLORIN_PUZZLE_BITS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(12)
    .describe(
      'work of the puzzle that the payment page solves while a card is typed; 12 is less than a second on most telephones, and each one more doubles it',
    ),
  FLORIN_APPROVALS: z
    .string()
    .default('none')
    .describe(
      'what another member of staff has to approve before it is done: kyc:decide, screening:decide, topups:decide, topups:release, merchant-payouts:create, bank-accounts:change, settlements:adjust, settlements:change, settlements:resolve, refunds:create, pricing:change, fee-invoices:create, fee-invoices:credit, merchants:close, keys:reveal; of one partner only with its id, kyc:decide@501; refunds by hand, fees of acquirers, and invoices and credit notes for fees above an amount, refunds:create>500.00EUR; see `florin approvals`',
    ),
  FLORIN_SCREENING_REVIEW_SCORE: score
    .default(0.85)
    .describe(
      'sanctions screening: from which match score of names, 0 to 1, a person looks at a hit; after a change: florin screening rescreen',
    ),
  FLORIN_SCREENING_BLOCK_SCORE: score
    .default(0.95)
    .describe(
      'sanctions screening: from which match score of names, with the same year of birth, a hit suspends the cards of a customer at once',
    ),
  FLORIN_SCREENING_SHRINK_PERCENT: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe('sanctions screening: a file with more than this share of entries fewer than the list is refused'),
  FLORIN_NETWORK_KEYS: z
    .string()
    .optional()
    .describe(
      'the connections of card networks that send JSON, each with a name and a key of at least 32 characters: acme=…,other=…; staging has one of its own besides',
    ),
  FLORIN_NETWORK_PIN_KEYS: z
    .string()
    .optional()
    .describe(
      'the keys of zones under which PIN blocks of card networks come, by name, as 32 or 64 hexadecimal digits: acme=…',
    ),
  FLORIN_SPENDING_VELOCITY: z
    .string()
    .default('30/PT10M')
    .describe('how many payments of an issued card are approved within a time, such as 30/PT10M; off: any number'),
  ...metricsVariables,
  ...staffVariables,
  ...bankVariables,
  ...reportVariables,
  FLORIN_IGNORE: z
    .string()
    .default('')
    .describe(
      'names that begin with FLORIN_ and belong to other programs, such as FLORIN_TEAM,FLORIN_COST_CENTRE: any other name that is no setting ends a start',
    ),
  FLORIN_STOP_NOTICE_MS: milliseconds({ from: 0, to: tenMinutes })
    .default(5_000)
    .describe(
      'how long GET /ready returns 503 after SIGTERM before the process stops listening; load balancers look often enough to see it',
    ),
} as const
