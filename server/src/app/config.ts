import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readVelocityLimits, type VelocityLimits } from '#acquiring/velocity'
import { isConnectorName } from '#connectors/acquirer/registry.ts'
import { defaultSandbox } from '#connectors/acquirer/sandbox/index.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { RateLimit } from '#kernel/http/rate-limit.ts'
import { isEmailAddress } from '#kernel/http/read.ts'
import { readLimits } from './limits.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const milliseconds = z.coerce.number().int().positive()
const roles = ['api', 'pages', 'worker'] as const
export type Role = (typeof roles)[number]

/**
 * Every environment variable this program reads, and what it means. `docs/operating/configuration.md` is made from it.
 */
export const variables = {
  FLORIN_ENVIRONMENT: z
    .enum(['staging', 'production'])
    .default('staging')
    .describe('staging has the sandbox acquirer, the demo store and a settable clock; production refuses all three'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe(
      'any PostgreSQL from 15, or several servers of which one accepts writes (postgres://user@a:5432,b:5432/florin); without it an embedded PostgreSQL runs in the data folder',
    ),
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
  FLORIN_KEYS: z.string().optional().describe('the master keys as JSON text; overrides FLORIN_KEYS_FILE'),
  FLORIN_KEYS_FILE: z
    .string()
    .optional()
    .describe('path of the master key file; generated in staging, required in production'),
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
    .enum(['yes', 'no'])
    .default('no')
    .describe('yes: trust X-Forwarded-For and X-Forwarded-Proto of the proxy in front'),
  FLORIN_BODY_BYTES_MAX: z.coerce
    .number()
    .int()
    .positive()
    .default(1_048_576)
    .describe('largest request body; each route reads at most what it has a use for, 64 KiB if not more'),
  FLORIN_CONNECTIONS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .positive()
    .default(500)
    .describe('connections that one address may have open to this process; not counted with FLORIN_TRUST_PROXY=yes'),
  FLORIN_ACQUIRER_TIMEOUT_MS: milliseconds
    .default(20_000)
    .describe('how long an acquirer may take before its response counts as lost'),
  FLORIN_SANDBOX_CONNECTORS: z
    .string()
    .default(defaultSandbox)
    .describe(
      'the sandbox connectors of staging by name, such as sandbox,backup; each is an acquirer of its own for `florin routing`, and the first takes what no rule sends elsewhere',
    ),
  FLORIN_NOTIFICATION_TIMEOUT_MS: milliseconds
    .default(30_000)
    .describe('how long a store may take to answer a notification'),
  FLORIN_WORKER_EVERY_MS: milliseconds
    .default(500)
    .describe('how often the worker looks for due work without being woken'),
  FLORIN_MESSAGES: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: no emails to shoppers (receipts, failed payments, expiring cards)'),
  FLORIN_SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'mail server for emails to shoppers, smtp://user:password@host:587 or smtps://…:465; required in production; without it staging stores them in its mailbox',
    ),
  FLORIN_MAIL_FROM: z
    .string()
    .refine((text) => isEmailAddress(text), 'Invalid email address')
    .optional()
    .describe('sender address of emails; required with FLORIN_SMTP_URL'),
  FLORIN_MAIL_TIMEOUT_MS: milliseconds.default(30_000).describe('how long sending one email may take'),
  FLORIN_MAIL_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('emails that this process sends at the same time, each on its own connection'),
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
      'against card testing: on, off, or limits that replace the built-in ones, as attempts that no bank approved and the window in which they fade: address=20/PT6H,site=100/PT10M; the others are card, order, link and bin',
    ),
  FLORIN_PUZZLE_BITS: z.coerce
    .number()
    .int()
    .min(1)
    .max(20)
    .default(12)
    .describe(
      'work of the puzzle that the payment page solves while a card is typed; 12 is less than a second on most telephones, and each one more doubles it',
    ),
  FLORIN_STOP_NOTICE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5_000)
    .describe(
      'how long GET /ready returns 503 after SIGTERM before the process stops listening; load balancers look often enough to see it',
    ),
} as const

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
  trustProxy: boolean
  bodyBytesMax: number
  connectionsPerAddress: number
  acquirerTimeoutMs: number
  /** At least one; the first takes what no rule of routing sends elsewhere. */
  sandboxConnectors: readonly string[]
  notificationTimeoutMs: number
  workerEveryMs: number
  messages: boolean
  smtpUrl: Secret<string> | undefined
  mailFrom: string
  mailTimeoutMs: number
  mailConnections: number
  /** By name; what is not in it is not limited. */
  rateLimits: Readonly<Record<string, RateLimit>>
  /** What is not in it is not limited. */
  velocityLimits: VelocityLimits
  puzzleBits: number
  stopNoticeMs: number
}

/**
 * Checks the whole environment at once and throws one error that lists everything that is wrong with it. `options` are
 * those of the command line, which win.
 */
export function readConfig(unchecked: Unchecked = process.env, options: { roles?: string } = {}): Config {
  const parsed = z
    .object(variables)
    .safeParse(Object.fromEntries(Object.entries(unchecked).filter(([, value]) => value !== '')))
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
  const limited = readLimits(env.FLORIN_RATE_LIMITS)
  if ('problem' in limited) problems.push(`FLORIN_RATE_LIMITS: ${limited.problem}`)
  const sandboxes = readSandboxes(env.FLORIN_SANDBOX_CONNECTORS)
  if ('problem' in sandboxes) problems.push(`FLORIN_SANDBOX_CONNECTORS: ${sandboxes.problem}`)
  const velocity = readVelocityLimits(env.FLORIN_VELOCITY_LIMITS)
  if ('problem' in velocity) problems.push(`FLORIN_VELOCITY_LIMITS: ${velocity.problem}`)
  if (env.FLORIN_SMTP_URL && !env.FLORIN_MAIL_FROM)
    problems.push('FLORIN_MAIL_FROM: FLORIN_SMTP_URL needs a sender address')
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
    trustProxy: env.FLORIN_TRUST_PROXY === 'yes',
    bodyBytesMax: env.FLORIN_BODY_BYTES_MAX,
    connectionsPerAddress: env.FLORIN_CONNECTIONS_PER_ADDRESS,
    acquirerTimeoutMs: env.FLORIN_ACQUIRER_TIMEOUT_MS,
    sandboxConnectors: 'names' in sandboxes ? sandboxes.names : [],
    notificationTimeoutMs: env.FLORIN_NOTIFICATION_TIMEOUT_MS,
    workerEveryMs: env.FLORIN_WORKER_EVERY_MS,
    messages: env.FLORIN_MESSAGES === 'on',
    smtpUrl: env.FLORIN_SMTP_URL ? new Secret(env.FLORIN_SMTP_URL) : undefined,
    mailFrom: env.FLORIN_MAIL_FROM ?? 'payments@florin.example',
    mailTimeoutMs: env.FLORIN_MAIL_TIMEOUT_MS,
    mailConnections: env.FLORIN_MAIL_CONNECTIONS,
    rateLimits: 'limits' in limited ? limited.limits : {},
    velocityLimits: 'limits' in velocity ? velocity.limits : {},
    puzzleBits: env.FLORIN_PUZZLE_BITS,
    stopNoticeMs: env.FLORIN_STOP_NOTICE_MS,
  }
}
const portDefault = 8080

function readSandboxes(text: string): { names: readonly string[] } | { problem: string } {
  const names = text.split(',').map((word) => word.trim())
  const wrong = names.filter((name) => !isConnectorName(name))
  if (wrong.length > 0)
    return { problem: `${wrong.join(', ') || 'an empty name'}: a name is small letters, digits and dashes` }
  if (new Set(names).size < names.length) return { problem: 'each name once' }
  return names.length > sandboxesMax ? { problem: `at most ${sandboxesMax} connectors` } : { names }
}
const sandboxesMax = 10

function readRoles(text: string): { known: readonly Role[] } | { problem: string } {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const unknown = words.filter((word) => !(roles as readonly string[]).includes(word))
  if (unknown.length > 0) return { problem: `unknown ${unknown.join(', ')}; known are ${roles.join(', ')}` }
  if (words.length === 0) return { problem: `a process needs at least one of ${roles.join(', ')}` }
  return { known: roles.filter((role) => words.includes(role)) }
}

/** Production starts only when nothing in it is a default that was meant for a laptop. */
function productionProblems(env: z.output<z.ZodObject<typeof variables>>): string[] {
  const problems: string[] = []
  if (!env.DATABASE_URL) problems.push('DATABASE_URL: production needs a PostgreSQL of its own')
  if (!env.FLORIN_KEYS && !env.FLORIN_KEYS_FILE)
    problems.push('FLORIN_KEYS or FLORIN_KEYS_FILE: production needs master keys; make them with: florin keys generate')
  if (!env.FLORIN_PUBLIC_URL?.startsWith('https://'))
    problems.push('FLORIN_PUBLIC_URL: production needs the public https address')
  if (!env.FLORIN_SMTP_URL && env.FLORIN_MESSAGES === 'on')
    problems.push(
      'FLORIN_SMTP_URL: production needs a mail server for emails to shoppers; to send none set FLORIN_MESSAGES=off',
    )
  return problems
}
