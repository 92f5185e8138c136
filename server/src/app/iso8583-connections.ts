import { z } from 'zod'
import type { MacKey } from '#connectors/iso8583/mac.ts'
import { type FieldOverride, overrideProblem, packagingNames, packagingOf } from '#connectors/iso8583/packaging.ts'
import type { SessionSettings } from '#connectors/network/iso8583/session.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type Proxies, readProxies } from './addresses.ts'

/** One line to a card network, as it is configured: where it listens, who may connect, how its messages are laid out. */
export type Iso8583Connection = {
  name: string
  host: string
  /** 0 picks a free one. */
  port: number
  from: Proxies
  /** Connections that may be open at the same time. */
  connectionsMax: number
  session: SessionSettings
}

const textEncodings = ['ascii', 'ebcdic-1047', 'ebcdic-500'] as const

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'small letters, digits and dashes, at most 40')
const seconds = z.number().positive().max(3_600)

const fieldOverride = z.strictObject({
  content: z.enum(['text', 'packed', 'bytes', 'hex']).optional(),
  lengthAs: z.enum(['text', 'packed', 'binary']).optional(),
  zeroAt: z.enum(['start', 'end']).optional(),
  text: z.enum(textEncodings).optional(),
  length: z.number().int().min(1).max(999).optional(),
  prefix: z.union([z.literal(0), z.literal(2), z.literal(3)]).optional(),
})

const connection = z.strictObject({
  name,
  host: z.string().min(1).default('127.0.0.1'),
  port: z.number().int().min(0).max(65_535),
  from: z.array(z.string()).min(1).default(['127.0.0.1', '::1']),
  packaging: z.enum(packagingNames).default('bcd'),
  text: z.enum(textEncodings).default('ascii'),
  fields: z.record(z.string().regex(/^\d{1,3}$/, 'the number of a field'), fieldOverride).default({}),
  network: name.optional(),
  pinZone: name.optional(),
  macKey: name.optional(),
  nameLayout: z.enum(['visa', 'mastercard']).default('visa'),
  additionalData: z.enum(['subelements', 'unread']).default('subelements'),
  connections: z.number().int().min(1).max(100).default(4),
  inFlight: z.number().int().min(1).max(10_000).default(1_000),
  echoAfterSeconds: seconds.default(45),
  answerWithinSeconds: seconds.default(2.5),
  whenLate: z.enum(['silent', 'decline']).default('silent'),
})

const connectionList = z.array(connection).min(1).max(50)

/** Text that is no JSON has no shape, and is refused as such. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads FLORIN_ISO8583, a list of connections as JSON, with the keys of FLORIN_NETWORK_MAC_KEYS. In staging there is one
 * connection from this machine alone, if nothing is configured. Returns what is wrong as text.
 */
export function readIso8583(
  env: { connections: string | undefined; keys: string | undefined },
  { isStaging }: { isStaging: boolean },
): { connections: readonly Iso8583Connection[] } | { problem: string } {
  const keys = readKeys(env.keys)
  if ('problem' in keys) return keys
  if (env.connections === 'off' || (env.connections === undefined && !isStaging)) return { connections: [] }
  const unchecked = env.connections === undefined ? stagingConnections : parsed(env.connections)
  const list = connectionList.safeParse(unchecked)
  if (!list.success)
    return {
      problem: list.error.issues.map(({ path, message }) => `${path.join('.') || 'the list'}: ${message}`).join('; '),
    }
  const shared = sharedName(list.data.map((one) => one.name))
  if (shared) return shared
  const connections: Iso8583Connection[] = []
  for (const one of list.data) {
    const made = connectionOf(one, keys.keys)
    if ('problem' in made) return made
    connections.push(made)
  }
  return { connections }
}
const stagingConnections = [{ name: 'staging', port: 0 }]

function sharedName(names: readonly string[]): { problem: string } | undefined {
  const twice = names.find((one, index) => names.indexOf(one) < index)
  return twice === undefined ? undefined : { problem: `${twice}: each connection needs a name of its own` }
}

function connectionOf(
  one: z.output<typeof connection>,
  keys: ReadonlyMap<string, MacKey>,
): Iso8583Connection | { problem: string } {
  const from = readProxies(one.from.join(','))
  if ('problem' in from) return { problem: `${one.name}.from: ${one.from.join(', ')} are not addresses or blocks` }
  const macKey = one.macKey === undefined ? undefined : keys.get(one.macKey)
  if (one.macKey !== undefined && !macKey)
    return { problem: `${one.name}.macKey: there is no key ${one.macKey} in FLORIN_NETWORK_MAC_KEYS` }
  const { nameLayout, additionalData, text, whenLate } = one
  const fields = overridesOf(one.fields)
  const wrong = Object.entries(fields).find(([number, override]) => overrideProblem(Number(number), override))
  if (wrong) return { problem: `${one.name}.fields.${wrong[0]}: ${overrideProblem(Number(wrong[0]), wrong[1])}` }
  return {
    name: one.name,
    host: one.host,
    port: one.port,
    from: from.proxies,
    connectionsMax: one.connections,
    session: {
      packaging: packagingOf(one.packaging, { text, fields }),
      dialect: { network: one.network ?? one.name, zone: one.pinZone ?? one.name, nameLayout, additionalData },
      macKey,
      echoAfterMs: one.echoAfterSeconds * 1_000,
      inFlightMax: one.inFlight,
      answerWithinMs: one.answerWithinSeconds * 1_000,
      whenLate,
    },
  }
}

/** Without the parts that are left out, so that they do not take the place of what the packaging says. */
const overridesOf = (fields: z.output<typeof connection>['fields']): Record<number, FieldOverride> =>
  Object.fromEntries(
    Object.entries(fields).map(([number, parts]) => [
      number,
      Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    ]),
  )

/** Reads `switch-a=32 hexadecimal digits,…`. A problem names the key and never shows it. */
function readKeys(text: string | undefined): { keys: ReadonlyMap<string, MacKey> } | { problem: string } {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '')
  const keys = new Map<string, MacKey>()
  for (const pair of pairs) {
    const [, key, hex] = /^([a-z][a-z0-9-]{0,39})=([0-9a-fA-F]{32})$/.exec(pair.trim()) ?? []
    if (!key || !hex)
      return {
        problem: `the key ${pair.split('=')[0]!.trim().slice(0, 40)}: write a name and 32 hexadecimal digits, name=0123…`,
      }
    keys.set(key, new Secret(Uint8Array.from(Buffer.from(hex, 'hex'))))
  }
  return { keys }
}
