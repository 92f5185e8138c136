import type { Unchecked } from './config.ts'
import { variables } from './variables.ts'

/**
 * Names of the guides for programs that call Florin: people who follow one have them in the shell where commands are typed.
 * None is like a setting, since a mistyped setting would pass.
 */
const ofCallers: ReadonlySet<string> = new Set([
  'FLORIN_CARD_PRODUCT',
  'FLORIN_CHECKOUT_URL',
  'FLORIN_PARTNER_KEY',
  'FLORIN_PRIVATE_KEY',
  'FLORIN_STAFF_TOKEN',
  'FLORIN_STAGING_NETWORK',
  'FLORIN_WEBHOOK_KEYS',
])

/** The variables that Kubernetes makes of the names of services: https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables */
const ofServices = /_SERVICE_HOST$|_SERVICE_PORT(_[A-Z\d_]+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PROTO|PORT))?$/
const isAddressOfService = (name: string, value: string | undefined): boolean =>
  name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value ?? '')

/** The settings as they are meant: what Kubernetes says of a service named `florin` is none. */
export const withoutServices = (given: Unchecked): Unchecked =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => !isAddressOfService(name, value)))

/** Names that look like settings and are none, also those that FLORIN_IGNORE lists. */
export const unknownSettings = (given: Unchecked): string[] =>
  Object.keys(given)
    .filter((name) => name.startsWith('FLORIN_') && !(name in variables))
    .filter((name) => !ofCallers.has(name) && !ofServices.test(name) && !isAddressOfService(name, given[name]))
    .toSorted()

/** A name that is none, and the setting that it is most like, if any is near. */
export type Mistyped = { name: string; nearest: string | undefined }

/** The names that end a start: somebody has meant a setting, and the program would do something else. */
export function mistypedSettings(given: Unchecked): Mistyped[] {
  const ignored = new Set((given.FLORIN_IGNORE ?? '').split(',').map((name) => name.trim()))
  return unknownSettings(given)
    .filter((name) => !ignored.has(name))
    .map((name) => ({ name, nearest: nearestTo(name) }))
}

export const isNone = ({ nearest }: Mistyped): string =>
  `is no setting of Florin, so it does nothing${nearest ? `; ${nearest} is one` : ''}`

function nearestTo(name: string): string | undefined {
  const [nearest] = Object.keys(variables)
    .map((known) => ({ known, apart: editsBetween(name, known) }))
    .toSorted((one, other) => one.apart - other.apart)
  return nearest && nearest.apart <= Math.max(2, (name.length - 'FLORIN_'.length) / 3) ? nearest.known : undefined
}

/** The number of characters that are put in, left out or changed (Levenshtein distance). */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_nothing, at) => at)
  for (const [at, its] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, theirs] of [...other].entries())
      next.push(Math.min(row[to]! + (its === theirs ? 0 : 1), row[to + 1]! + 1, next[to]! + 1))
    row = next
  }
  return row.at(-1)!
}
