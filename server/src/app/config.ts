import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { BillingRules } from '#acquiring/billing'
import type { ReportTerms } from '#acquiring/reconciliation'
import { readVelocityLimits, type VelocityLimits } from '#acquiring/velocity'
import { isConnectorName } from '#connectors/acquirer/registry.ts'
import type { RpcUrls } from '#connectors/chain/contract-wallets.ts'
import { type ApprovalRules, readApprovalRules } from '#core/access'
import type { GoneKey } from '#core/directory'
import type { ScreeningSettings } from '#issuing/screening'
import { Secret } from '#kernel/base/secret.ts'
import type { Egress } from '#kernel/http/egress.ts'
import type { RateLimit } from '#kernel/http/rate-limit.ts'
import type { LogFormat } from '#kernel/telemetry/log.ts'
import { type Proxies, readHosts, readProxies, type SurfaceHosts } from './addresses.ts'
import { type BankConfig, readBank } from './bank-variables.ts'
import { readBillingRules } from './billing-variables.ts'
import type { CardNetworks } from './card-network.ts'
import { missingBeside, productionProblems } from './config-problems.ts'
import { readEgress } from './egress-variables.ts'
import type { Iso8583Connection } from './iso8583-connections.ts'
import { issuingSettings, type RatesConfig } from './issuing-settings.ts'
import { isNone, mistypedSettings, withoutServices } from './known-names.ts'
import { readLimits } from './limits.ts'
import { readLostKeys } from './lost-keys.ts'
import { readMetricsSettings } from './metrics-variables.ts'
import { readSetting } from './read-setting.ts'
import { readReportTerms } from './report-variables.ts'
import { type Retention, readRetention, unlessOff } from './retention-variables.ts'
import { type Role, readRoles } from './roles.ts'
import { type Setting, shownSettings } from './settings.ts'
import { readAccess } from './staff-variables.ts'
import type { TracingSettings } from './tracing.ts'
import { variables } from './variables.ts'

/** The environment as it is found. */
export type Unchecked = Readonly<Record<string, string | undefined>>

export const givenEnvironment = (): Unchecked => process.env

export type Config = {
  environment: 'staging' | 'production'
  databaseUrl: Secret<string> | undefined
  /** A replica that is read from, and how far it may be behind. */
  readDatabase: { url: Secret<string> | undefined; lagMs: number }
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
  /** Where the last mark is kept outside of the database; undefined: nowhere. */
  markFile: string | undefined
  lostKeys: readonly GoneKey[]
  /** How long a master key seals what is new; undefined: no policy says. */
  keysRotatedWithin: Temporal.Duration | undefined
  roles: readonly Role[]
  logLevel: string
  logFormat: LogFormat
  databaseConnections: number
  proxies: Proxies
  surfaceHosts: SurfaceHosts
  bodyBytesMax: number
  connectionsPerAddress: number
  acquirerTimeoutMs: number
  /** The proxy through which the internet is called; undefined: it is called directly. */
  egress: Egress | undefined
  replyWithinMs: number
  /** Whether a first start of staging from the command line plays a story. */
  story: boolean
  /** Whether the documents are served as a site. */
  docs: boolean
  /** A `mailto:` or `https:` address, for `/.well-known/security.txt`. */
  securityContact: string | undefined
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
  retention: Retention
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
  /** Where the figures of this process are served; undefined: nowhere. */
  metrics: { port: number; host: string } | undefined
  slowStatementMs: number
  /** Where traces are sent; undefined: none are made. */
  tracing: TracingSettings | undefined
  /** Every setting as people read it, without secrets. */
  settings: readonly Setting[]
  unknownSettings: readonly string[]
}

/** `roles` are those of the command line, which win. */
type Options = { roles?: string }

/** The configuration; throws one error that lists everything that is wrong with it. */
export function readConfig(unchecked: Unchecked = givenEnvironment(), options: Options = {}): Config {
  const { config, problems } = checkConfig(unchecked, options)
  if (config) return config
  throw new Error(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`)
}

/** Checks the whole environment at once. Each problem begins with the name of its setting. */
export function checkConfig(
  unchecked: Unchecked,
  options: Options = {},
): { config: Config | undefined; problems: readonly string[] } {
  const mistyped = mistypedSettings(unchecked).map((one) => `${one.name}: ${isNone(one)}`)
  const parsed = environment.safeParse(withoutEmpty(withoutServices(unchecked)))
  if (!parsed.success) {
    const unread = parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`)
    return { config: undefined, problems: [...unread, ...mistyped] }
  }
  const env = parsed.data
  const problems = [...(env.FLORIN_ENVIRONMENT === 'production' ? productionProblems(env) : []), ...mistyped]
  const wanted = readRoles(options.roles ?? env.FLORIN_ROLES)
  if ('problem' in wanted)
    problems.push(`${options.roles === undefined ? 'FLORIN_ROLES' : '--roles'}: ${wanted.problem}`)
  const limited = readSetting('FLORIN_RATE_LIMITS', readLimits(env.FLORIN_RATE_LIMITS), problems)
  const sandboxes = readSandboxes(env.FLORIN_SANDBOX_CONNECTORS)
  if ('problem' in sandboxes) problems.push(`FLORIN_SANDBOX_CONNECTORS: ${sandboxes.problem}`)
  const velocity = readSetting('FLORIN_VELOCITY_LIMITS', readVelocityLimits(env.FLORIN_VELOCITY_LIMITS), problems)
  const billingRules = readBillingRules(env, problems)
  const lost = readSetting('FLORIN_LOST_KEYS', readLostKeys(env.FLORIN_LOST_KEYS), problems)
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
  if (problems.length > 0) return { config: undefined, problems }
  const dataDir = resolve(env.FLORIN_DATA)
  const known = 'known' in wanted ? wanted.known : []
  const keys: Config['keys'] = env.FLORIN_KEYS
    ? { text: new Secret(env.FLORIN_KEYS) }
    : { file: env.FLORIN_KEYS_FILE ?? join(dataDir, 'keys.json') }
  const config: Config = {
    ...plainSettings(env),
    databaseUrl: env.DATABASE_URL ? new Secret(env.DATABASE_URL) : undefined,
    dataDir,
    port: env.FLORIN_PORT ?? portDefault,
    listens: env.FLORIN_PORT !== undefined || known.some((role) => role !== 'worker'),
    publicUrl: env.FLORIN_PUBLIC_URL && new URL(env.FLORIN_PUBLIC_URL).href.replace(/\/+$/, ''),
    keys,
    markFile: env.FLORIN_MARK_FILE ?? ('file' in keys ? `${keys.file}.mark` : undefined),
    lostKeys: lost?.lostKeys ?? [],
    keysRotatedWithin: unlessOff(env.FLORIN_KEYS_ROTATED_WITHIN),
    roles: known,
    proxies,
    surfaceHosts,
    story: env.FLORIN_ENVIRONMENT === 'staging' && env.FLORIN_STORY === 'on',
    sandboxConnectors: 'names' in sandboxes ? sandboxes.names : [],
    onUs: (env.FLORIN_ON_US ?? onUsByDefault[env.FLORIN_ENVIRONMENT]) === 'on',
    ...mailSettings(env),
    ...readMetricsSettings(env),
    ...{ ...banks, ...staff, ...issuing },
    rateLimits: limited?.limits ?? {},
    velocityLimits: velocity?.limits ?? {},
    billingRules,
    approvalRules: approvals?.rules ?? new Map(),
  }
  return { config, problems }
}
/** Made once: a schema compiles its reader when it is used first. */
const environment = z.object(variables)

/** What is used as it is given. */
const plainSettings = (env: Env) => ({
  environment: env.FLORIN_ENVIRONMENT,
  host: env.FLORIN_HOST,
  logLevel: env.FLORIN_LOG_LEVEL,
  databaseConnections: env.FLORIN_DATABASE_CONNECTIONS,
  readDatabase: {
    url: env.FLORIN_READ_DATABASE_URL ? new Secret(env.FLORIN_READ_DATABASE_URL) : undefined,
    lagMs: env.FLORIN_READ_LAG_MS,
  },
  bodyBytesMax: env.FLORIN_BODY_BYTES_MAX,
  connectionsPerAddress: env.FLORIN_CONNECTIONS_PER_ADDRESS,
  acquirerTimeoutMs: env.FLORIN_ACQUIRER_TIMEOUT_MS,
  egress: readEgress(env),
  replyWithinMs: env.FLORIN_REPLY_WITHIN_MS,
  notificationTimeoutMs: env.FLORIN_NOTIFICATION_TIMEOUT_MS,
  workerEveryMs: env.FLORIN_WORKER_EVERY_MS,
  sealEveryMs: env.FLORIN_SEAL_EVERY_MS,
  stopNoticeMs: env.FLORIN_STOP_NOTICE_MS,
  puzzleBits: env.FLORIN_PUZZLE_BITS,
  evidenceKept: Temporal.Duration.from(env.FLORIN_EVIDENCE_KEPT),
  docs: env.FLORIN_DOCS === 'on',
  securityContact: env.FLORIN_SECURITY_CONTACT,
  retention: readRetention(env),
})

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
const portDefault = 8080

/** A first start shows both ends of a card payment; in production an operator decides. */
const onUsByDefault = { staging: 'on', production: 'off' } as const

const noProxies: Proxies = { blocks: [], includes: () => false }

type HostsVariable = `FLORIN_${'CHECKOUT' | 'API' | 'ISSUING' | 'NETWORK' | 'WEBHOOKS' | 'STAFF' | 'STAGING'}_HOSTS`

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
    webhooks: hostsOf('FLORIN_WEBHOOKS_HOSTS'),
    staff: hostsOf('FLORIN_STAFF_HOSTS'),
    staging: hostsOf('FLORIN_STAGING_HOSTS'),
  }
}

function readSandboxes(text: string): { names: readonly string[] } | { problem: string } {
  const names = text.split(',').map((word) => word.trim())
  const wrong = names.filter((name) => !isConnectorName(name))
  if (wrong.length > 0)
    return { problem: `${wrong.join(', ') || 'an empty name'}: a name is small letters, digits and dashes` }
  if (new Set(names).size < names.length) return { problem: 'each name once' }
  return names.length > sandboxesMax ? { problem: `at most ${sandboxesMax} connectors` } : { names }
}
const sandboxesMax = 10
