import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { BillingRules } from '#acquiring/billing'
import type { ReportTerms } from '#acquiring/reconciliation'
import { readVelocityLimits, type VelocityLimits } from '#acquiring/velocity'
import { isConnectorName } from '#connectors/acquirer/registry.ts'
import type { RpcUrls } from '#connectors/chain/contract-wallets.ts'
import { type ApprovalRules, readApprovalRules } from '#core/access'
import type { RatesAge } from '#core/rates'
import type { ScreeningSettings } from '#issuing/screening'
import { Secret } from '#kernel/base/secret.ts'
import type { RateLimit } from '#kernel/http/rate-limit.ts'
import { type Proxies, readHosts, readProxies, type SurfaceHosts } from './addresses.ts'
import { type BankConfig, readBank } from './bank-variables.ts'
import { readBillingRules } from './billing-variables.ts'
import { type CardNetworks, readCardNetworks } from './card-network.ts'
import { missingBeside, productionProblems } from './config-problems.ts'
import { type Iso8583Connection, readIso8583 } from './iso8583-connections.ts'
import { readLimits } from './limits.ts'
import { readReportTerms } from './report-variables.ts'
import { readRequestsKept } from './request-log.ts'
import { type Role, readRoles } from './roles.ts'
import { readRpcUrls } from './rpc-urls.ts'
import { type Setting, shownSettings } from './settings.ts'
import { readAccess } from './staff-variables.ts'
import { variables } from './variables.ts'

type Unchecked = Readonly<Record<string, string | undefined>>

export type Config = {
  environment: 'staging' | 'production'
  databaseUrl: Secret<string> | undefined
  dataDir: string
  host: string
  port: number
  /**
   * Whether the process serves HTTP, such as its health checks: a worker that shares a machine does so only if
   * configured.
   */
  listens: boolean
  publicUrl: string | undefined
  keys: { text: Secret<string> } | { file: string }
  roles: readonly Role[]
  logLevel: string
  databaseConnections: number
  proxies: Proxies
  surfaceHosts: SurfaceHosts
  bodyBytesMax: number
  connectionsPerAddress: number
  acquirerTimeoutMs: number
  replyWithinMs: number
  /** Whether a first start of staging from the command line plays a story. */
  story: boolean
  /** At least one; the first takes what no rule of routing sends elsewhere. */
  sandboxConnectors: readonly string[]
  /** Payments with our own cards go to their issuer directly. */
  onUs: boolean
  notificationTimeoutMs: number
  workerEveryMs: number
  sealEveryMs: number
  messages: boolean
  smtpUrl: Secret<string> | undefined
  mailFrom: string
  mailTimeoutMs: number
  mailConnections: number
  documentsKept: Temporal.Duration
  evidenceKept: Temporal.Duration
  /** Requests of programs; undefined: none is kept. */
  requestsKept: Temporal.Duration | undefined
  /** The longest list, in entries, that is exported while somebody waits. */
  exportStreamedMax: number
  /** By chain id. */
  rpcUrls: RpcUrls
  iso8583: readonly Iso8583Connection[]
  rates: RatesConfig
  /** `valid`: how long an approval holds. */
  identity: { provider: 'persons' | 'sandbox'; timeoutMs: number; valid: Temporal.Duration }
  /** By name; what is not in it is not limited. */
  rateLimits: Readonly<Record<string, RateLimit>>
  /** What is not in it is not limited. */
  velocityLimits: VelocityLimits
  billingRules: BillingRules
  puzzleBits: number
  /** Which actions of staff another person has to approve. */
  approvalRules: ApprovalRules
  access: ReturnType<typeof readAccess>
  screening: ScreeningSettings
  cardNetworks: CardNetworks
  bank: BankConfig
  reportTerms: ReportTerms
  stopNoticeMs: number
  /** Every setting as people read it, without secrets. */
  settings: readonly Setting[]
  unknownSettings: readonly string[]
}

/**
 * Checks the whole environment at once and throws one error that lists everything that is wrong with it. `options` are
 * those of the command line, which win.
 */
export function readConfig(unchecked: Unchecked = process.env, options: { roles?: string } = {}): Config {
  const parsed = environment.safeParse(withoutEmpty(unchecked))
  if (!parsed.success) {
    throw new Error(
      `The configuration is not usable:\n${parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`).join('\n')}`,
    )
  }
  const env = parsed.data
  const problems = env.FLORIN_ENVIRONMENT === 'production' ? productionProblems(env) : []
  const wanted = readRoles(options.roles ?? env.FLORIN_ROLES)
  if ('problem' in wanted)
    problems.push(`${options.roles === undefined ? 'FLORIN_ROLES' : '--roles'}: ${wanted.problem}`)
  const limited = readSetting('FLORIN_RATE_LIMITS', readLimits(env.FLORIN_RATE_LIMITS), problems)
  const sandboxes = readSandboxes(env.FLORIN_SANDBOX_CONNECTORS)
  if ('problem' in sandboxes) problems.push(`FLORIN_SANDBOX_CONNECTORS: ${sandboxes.problem}`)
  const velocity = readSetting('FLORIN_VELOCITY_LIMITS', readVelocityLimits(env.FLORIN_VELOCITY_LIMITS), problems)
  const billingRules = readBillingRules(env, problems)
  const proxies = readSetting('FLORIN_TRUST_PROXY', readProxies(env.FLORIN_TRUST_PROXY), problems)?.proxies ?? noProxies
  const approvals = readSetting('FLORIN_APPROVALS', readApprovalRules(env.FLORIN_APPROVALS), problems)
  const surfaceHosts = readSurfaceHosts(env, problems)
  const banks = { bank: readBank(env, problems), reportTerms: readReportTerms(env, problems) }
  const staff = {
    ...{ access: readAccess(env, problems), exportStreamedMax: env.FLORIN_EXPORT_STREAMED_MAX },
    ...shownSettings(unchecked, options),
  }
  const issuing = issuingSettings(env, problems)
  problems.push(...missingBeside(env))
  if (problems.length > 0)
    throw new Error(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  const dataDir = resolve(env.FLORIN_DATA)
  const known = 'known' in wanted ? wanted.known : []
  return {
    environment: env.FLORIN_ENVIRONMENT,
    databaseUrl: env.DATABASE_URL ? new Secret(env.DATABASE_URL) : undefined,
    dataDir,
    host: env.FLORIN_HOST,
    port: env.FLORIN_PORT ?? portDefault,
    listens: env.FLORIN_PORT !== undefined || known.some((role) => role !== 'worker'),
    publicUrl: env.FLORIN_PUBLIC_URL?.replace(/\/+$/, ''),
    keys: env.FLORIN_KEYS
      ? { text: new Secret(env.FLORIN_KEYS) }
      : { file: env.FLORIN_KEYS_FILE ?? join(dataDir, 'keys.json') },
    roles: known,
    logLevel: env.FLORIN_LOG_LEVEL,
    databaseConnections: env.FLORIN_DATABASE_CONNECTIONS,
    proxies,
    surfaceHosts,
    bodyBytesMax: env.FLORIN_BODY_BYTES_MAX,
    connectionsPerAddress: env.FLORIN_CONNECTIONS_PER_ADDRESS,
    acquirerTimeoutMs: env.FLORIN_ACQUIRER_TIMEOUT_MS,
    replyWithinMs: env.FLORIN_REPLY_WITHIN_MS,
    story: env.FLORIN_ENVIRONMENT === 'staging' && env.FLORIN_STORY === 'on',
    sandboxConnectors: 'names' in sandboxes ? sandboxes.names : [],
    onUs: (env.FLORIN_ON_US ?? onUsByDefault[env.FLORIN_ENVIRONMENT]) === 'on',
    notificationTimeoutMs: env.FLORIN_NOTIFICATION_TIMEOUT_MS,
    workerEveryMs: env.FLORIN_WORKER_EVERY_MS,
    sealEveryMs: env.FLORIN_SEAL_EVERY_MS,
    ...{ ...mailSettings(env), requestsKept: readRequestsKept(env) },
    evidenceKept: Temporal.Duration.from(env.FLORIN_EVIDENCE_KEPT),
    ...{ ...banks, ...staff, ...issuing },
    rateLimits: limited?.limits ?? {},
    velocityLimits: velocity?.limits ?? {},
    billingRules,
    puzzleBits: env.FLORIN_PUZZLE_BITS,
    approvalRules: approvals?.rules ?? new Map(),
    screening: readScreening(env),
    stopNoticeMs: env.FLORIN_STOP_NOTICE_MS,
  }
}
/** Made once: a schema compiles its reader when it is used first. */
const environment = z.object(variables)

const mailSettings = (env: Env) => ({
  messages: env.FLORIN_MESSAGES === 'on',
  smtpUrl: env.FLORIN_SMTP_URL ? new Secret(env.FLORIN_SMTP_URL) : undefined,
  mailFrom: env.FLORIN_MAIL_FROM ?? 'payments@florin.example',
  mailTimeoutMs: env.FLORIN_MAIL_TIMEOUT_MS,
  mailConnections: env.FLORIN_MAIL_CONNECTIONS,
})

const withoutEmpty = (unchecked: Unchecked): Unchecked =>
  Object.fromEntries(Object.entries(unchecked).filter(([, value]) => value !== ''))

export type Env = z.output<typeof environment>
type IssuingSettings = Pick<Config, 'documentsKept' | 'rpcUrls' | 'identity' | 'rates' | 'iso8583' | 'cardNetworks'>

const issuingSettings = (env: Env, problems: string[]): IssuingSettings => ({
  documentsKept: Temporal.Duration.from(env.FLORIN_DOCUMENTS_KEPT),
  rpcUrls: readRpcUrls(env.FLORIN_EVM_RPC_URLS),
  identity: identityOf(env),
  rates: ratesOf(env),
  iso8583: readIso8583Setting(env, problems),
  cardNetworks: readCardNetworks(
    { keys: env.FLORIN_NETWORK_KEYS, pinKeys: env.FLORIN_NETWORK_PIN_KEYS, velocity: env.FLORIN_SPENDING_VELOCITY },
    problems,
  ),
})

type RatesConfig = { provider: 'sandbox' | 'ecb' | 'json' | 'off'; url: string | undefined; maxAge: RatesAge }

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

const portDefault = 8080

/** A first start shows both ends of a card payment; in production an operator decides. */
const onUsByDefault = { staging: 'on', production: 'off' } as const

const noProxies: Proxies = { blocks: [], includes: () => false }

type HostsVariable = `FLORIN_${'CHECKOUT' | 'API' | 'ISSUING' | 'NETWORK' | 'STAFF' | 'STAGING'}_HOSTS`

function readSurfaceHosts(
  env: Readonly<{ [Name in HostsVariable]?: string | undefined }>,
  problems: string[],
): SurfaceHosts {
  const hostsOf = (name: HostsVariable) => readSetting(name, readHosts(env[name]), problems)?.hosts ?? []
  return {
    checkout: hostsOf('FLORIN_CHECKOUT_HOSTS'),
    api: hostsOf('FLORIN_API_HOSTS'),
    issuing: hostsOf('FLORIN_ISSUING_HOSTS'),
    network: hostsOf('FLORIN_NETWORK_HOSTS'),
    staff: hostsOf('FLORIN_STAFF_HOSTS'),
    staging: hostsOf('FLORIN_STAGING_HOSTS'),
  }
}

const readScreening = (env: z.output<typeof environment>): ScreeningSettings => ({
  review: env.FLORIN_SCREENING_REVIEW_SCORE,
  block: env.FLORIN_SCREENING_BLOCK_SCORE,
  shrinkPercent: env.FLORIN_SCREENING_SHRINK_PERCENT,
})

/** What was read, or undefined and a line about what is wrong with it. */
function readSetting<T>(name: string, read: T | { problem: string }, problems: string[]): T | undefined {
  if (!isProblem(read)) return read
  problems.push(`${name}: ${read.problem}`)
  return undefined
}
const isProblem = (read: unknown): read is { problem: string } =>
  typeof read === 'object' && read !== null && 'problem' in read

function readSandboxes(text: string): { names: readonly string[] } | { problem: string } {
  const names = text.split(',').map((word) => word.trim())
  const wrong = names.filter((name) => !isConnectorName(name))
  if (wrong.length > 0)
    return { problem: `${wrong.join(', ') || 'an empty name'}: a name is small letters, digits and dashes` }
  if (new Set(names).size < names.length) return { problem: 'each name once' }
  return names.length > sandboxesMax ? { problem: `at most ${sandboxesMax} connectors` } : { names }
}
const sandboxesMax = 10
