import { join, resolve } from 'node:path'
import { z } from 'zod'
import { Secret } from '#kernel/secret.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const milliseconds = z.coerce.number().int().positive()
const roles = ['pages', 'worker'] as const
export type Role = (typeof roles)[number]

/** Every environment variable this program reads, and what it means. `docs/operating/configuration.md` is made from it. */
export const variables = {
  FLORIN_ENVIRONMENT: z
    .enum(['staging', 'production'])
    .default('staging')
    .describe('staging has the sandbox acquirer, the demo store and a movable clock; production refuses all three'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('any PostgreSQL from 15; without it an embedded PostgreSQL runs in the data folder'),
  FLORIN_DATA: z.string().default('data').describe('folder of the embedded database and of the generated key file'),
  FLORIN_HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  FLORIN_PORT: port.default(8080).describe('port to listen on; 0 picks a free one'),
  FLORIN_PUBLIC_URL: z
    .url()
    .optional()
    .describe('the address browsers reach this program at, without a path; required in production'),
  FLORIN_KEYS: z.string().optional().describe('the master keys as JSON text; wins over FLORIN_KEYS_FILE'),
  FLORIN_KEYS_FILE: z
    .string()
    .optional()
    .describe('path of the master key file; generated in staging, required in production'),
  FLORIN_ROLES: z
    .string()
    .default('pages,worker')
    .describe('what this process does: pages answers HTTP, worker does what is due'),
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
    .describe('database connections of this process at the most'),
  FLORIN_TRUST_PROXY: z
    .enum(['yes', 'no'])
    .default('no')
    .describe('yes: believe X-Forwarded-For and X-Forwarded-Proto of the proxy in front'),
  FLORIN_BODY_BYTES_MAX: z.coerce.number().int().positive().default(1_048_576).describe('largest request body'),
  FLORIN_ACQUIRER_TIMEOUT_MS: milliseconds
    .default(20_000)
    .describe('how long an acquirer may take before its answer counts as lost'),
  FLORIN_NOTIFICATION_TIMEOUT_MS: milliseconds
    .default(30_000)
    .describe('how long a store may take to answer a notification'),
  FLORIN_WORKER_EVERY_MS: milliseconds
    .default(500)
    .describe('how often the worker looks for due work when nobody calls it'),
} as const

type Unchecked = Readonly<Record<string, string | undefined>>

export type Config = {
  environment: 'staging' | 'production'
  databaseUrl: Secret<string> | undefined
  dataDir: string
  host: string
  port: number
  publicUrl: string | undefined
  keys: { text: Secret<string> } | { file: string }
  roles: readonly Role[]
  logLevel: string
  databaseConnections: number
  trustProxy: boolean
  bodyBytesMax: number
  acquirerTimeoutMs: number
  notificationTimeoutMs: number
  workerEveryMs: number
}

/** Checks the whole environment at once and throws one error that lists everything that is wrong with it. */
export function readConfig(unchecked: Unchecked = process.env): Config {
  const parsed = z
    .object(variables)
    .safeParse(Object.fromEntries(Object.entries(unchecked).filter(([, value]) => value !== '')))
  if (!parsed.success) {
    throw new Error(
      `The configuration is not usable:\n${parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`).join('\n')}`,
    )
  }
  const env = parsed.data
  const troubles = env.FLORIN_ENVIRONMENT === 'production' ? productionTroubles(env) : []
  const wanted = env.FLORIN_ROLES.split(',').map((role) => role.trim())
  const unknown = wanted.filter((role) => !(roles as readonly string[]).includes(role))
  if (unknown.length > 0) troubles.push(`FLORIN_ROLES: unknown ${unknown.join(', ')}; known are ${roles.join(', ')}`)
  if (troubles.length > 0)
    throw new Error(`The configuration is not usable:\n${troubles.map((line) => `  ${line}`).join('\n')}`)
  const dataDir = resolve(env.FLORIN_DATA)
  return {
    environment: env.FLORIN_ENVIRONMENT,
    databaseUrl: env.DATABASE_URL ? new Secret(env.DATABASE_URL) : undefined,
    dataDir,
    host: env.FLORIN_HOST,
    port: env.FLORIN_PORT,
    publicUrl: env.FLORIN_PUBLIC_URL?.replace(/\/+$/, ''),
    keys: env.FLORIN_KEYS
      ? { text: new Secret(env.FLORIN_KEYS) }
      : { file: env.FLORIN_KEYS_FILE ?? join(dataDir, 'keys.json') },
    roles: wanted as Role[],
    logLevel: env.FLORIN_LOG_LEVEL,
    databaseConnections: env.FLORIN_DATABASE_CONNECTIONS,
    trustProxy: env.FLORIN_TRUST_PROXY === 'yes',
    bodyBytesMax: env.FLORIN_BODY_BYTES_MAX,
    acquirerTimeoutMs: env.FLORIN_ACQUIRER_TIMEOUT_MS,
    notificationTimeoutMs: env.FLORIN_NOTIFICATION_TIMEOUT_MS,
    workerEveryMs: env.FLORIN_WORKER_EVERY_MS,
  }
}

/** Production starts only when nothing in it is a default that was meant for a laptop. */
function productionTroubles(env: z.output<z.ZodObject<typeof variables>>): string[] {
  const troubles: string[] = []
  if (!env.DATABASE_URL) troubles.push('DATABASE_URL: production needs a PostgreSQL of its own')
  if (!env.FLORIN_KEYS && !env.FLORIN_KEYS_FILE)
    troubles.push('FLORIN_KEYS or FLORIN_KEYS_FILE: production needs master keys; make them with: florin keys generate')
  if (!env.FLORIN_PUBLIC_URL?.startsWith('https://'))
    troubles.push('FLORIN_PUBLIC_URL: production needs the public https address')
  return troubles
}
