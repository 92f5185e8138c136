import { measuredNetwork, openNetwork, openQuestions, type SpendingContext, type Velocity } from '#issuing/spending'
import { durationOf } from '#kernel/base/limit-setting.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { Config } from './config.ts'

/** Who sends messages of card networks as JSON: the name of a connection, and its key. */
export type NetworkConnections = ReadonlyMap<string, Secret<string>>

/** What the configuration says of card networks. */
export type CardNetworks = {
  connections: NetworkConnections
  /** Keys of zones, under which PIN blocks come. */
  pinKeys: ReadonlyMap<string, Secret<Buffer>>
  velocity: Velocity | undefined
}

type Unread = { keys: string | undefined; pinKeys: string | undefined; velocity: string }

/** Returns what is wrong as lines; a key is never repeated in one. */
export function readCardNetworks(unread: Unread, problems: string[]): CardNetworks {
  const connections = pairsOf(unread.keys)
  if (connections.some(([name, key]) => !isName(name) || key.length < keyLengthMin))
    problems.push(`FLORIN_NETWORK_KEYS: write name=key, with keys of at least ${keyLengthMin} characters`)
  const pinKeys = pairsOf(unread.pinKeys)
  if (pinKeys.some(([name, key]) => !isName(name) || !/^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i.test(key)))
    problems.push('FLORIN_NETWORK_PIN_KEYS: write name=key, with keys of 32 or 64 hexadecimal digits')
  const velocity = readVelocity(unread.velocity)
  if (velocity === 'wrong') problems.push('FLORIN_SPENDING_VELOCITY: write off, or a number and a time: 30/PT10M')
  return {
    connections: new Map(connections.map(([name, key]) => [name, new Secret(key)])),
    pinKeys: new Map(pinKeys.map(([name, key]) => [name, new Secret(Buffer.from(key, 'hex'))])),
    velocity: velocity === 'wrong' ? undefined : velocity,
  }
}
const keyLengthMin = 32
const isName = (text: string): boolean => /^[a-z][a-z0-9-]{0,30}$/.test(text)

const pairsOf = (text = ''): [string, string][] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
    })

function readVelocity(text: string): Velocity | undefined | 'wrong' {
  if (text === 'off') return undefined
  const [, most, duration = ''] = /^([1-9]\d{0,3})\/(P[\dTDHMSW]+)$/.exec(text) ?? []
  const per = durationOf(duration)
  return most && per ? { most: Number(most), per } : 'wrong'
}

/** The connection that staging has without a setting. Its keys follow from the master keys, so each start can print them. */
export const stagingConnection = 'staging'

const stagingKeys = (keys: KeyRing): CardNetworks => ({
  connections: new Map([
    [
      stagingConnection,
      new Secret(`nk_test_${keys.fingerprint('siteKey', 'key of the staging network').toString('base64url')}`),
    ],
  ]),
  pinKeys: new Map([
    [stagingConnection, new Secret(keys.fingerprint('siteKey', 'PIN key of the staging network').subarray(0, 16))],
  ]),
  velocity: undefined,
})

type Parts = Omit<SpendingContext, 'zoneKeyOf' | 'velocity'> & { config: Config; testMode: boolean; metrics: Metrics }

/** The issuer's side of the card networks, and who may send it messages. */
export function openCardNetwork({ config, testMode, metrics, ...parts }: Parts) {
  const own = testMode ? stagingKeys(parts.keys) : undefined
  const { velocity, ...set } = config.cardNetworks
  const pinKeys = new Map([...(own?.pinKeys ?? []), ...set.pinKeys])
  const ctx: SpendingContext = { ...parts, velocity, zoneKeyOf: (zone) => pinKeys.get(zone) }
  const questions = openQuestions(ctx)
  return {
    networkConnections: new Map([...(own?.connections ?? []), ...set.connections]) as NetworkConnections,
    networkPinKeys: pinKeys,
    network: measuredNetwork(metrics, openNetwork(ctx, questions)),
    /** Payments that wait for what partners say of them. */
    questions,
  }
}

export type CardNetwork = ReturnType<typeof openCardNetwork>
