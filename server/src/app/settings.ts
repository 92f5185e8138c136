import { unknownSettings } from './known-names.ts'
import { variables } from './variables.ts'

type Name = keyof typeof variables

/** They hold passwords, keys, or addresses that have one in them. */
const secrets: ReadonlySet<Name> = new Set<Name>([
  'DATABASE_URL',
  'FLORIN_READ_DATABASE_URL',
  'FLORIN_KEYS',
  'FLORIN_SMTP_URL',
  'FLORIN_EGRESS_PROXY',
  'FLORIN_EVM_RPC_URLS',
  'FLORIN_RATES_URL',
  'FLORIN_NETWORK_KEYS',
  'FLORIN_NETWORK_MAC_KEYS',
  'FLORIN_NETWORK_PIN_KEYS',
  'OTEL_EXPORTER_OTLP_HEADERS',
])

/** A setting as people read it: never the value of a secret. */
export type Setting = {
  name: string
  about: string
  /** What counts while it is not set. */
  default: string | undefined
  isSet: boolean
  isSecret: boolean
  /** Its value is the path of the file that has what is set. */
  isFile: boolean
  source: 'environment' | 'command-line' | 'default'
  /** What counts now; undefined of a secret, and of what is not set and has no default. */
  value: string | undefined
}

type Given = Readonly<Record<string, string | undefined>>

/** Every setting of the table, with what this process was started with. `options` are those of the command line. */
export const settingsOf = (given: Given, options: { roles?: string | undefined } = {}): Setting[] =>
  Object.entries(variables).map(([key, schema]) => {
    const name = key as Name
    const fallback = defaultOf(schema)
    const byCommand = name === 'FLORIN_ROLES' ? options.roles : undefined
    const set = byCommand ?? (given[name] || undefined)
    const isSecret = secrets.has(name)
    return {
      name,
      about: schema.description ?? '',
      default: fallback,
      isSet: set !== undefined,
      isSecret,
      isFile: name.endsWith('_FILE'),
      source: byCommand !== undefined ? 'command-line' : set !== undefined ? 'environment' : 'default',
      value: isSecret ? undefined : (set ?? fallback),
    }
  })

/** What the configuration keeps for people to read. */
export const shownSettings = (given: Given, options: { roles?: string | undefined }) => ({
  settings: settingsOf(given, options),
  unknownSettings: unknownSettings(given),
})

function defaultOf(schema: (typeof variables)[Name]): string | undefined {
  const initial = schema.safeParse(undefined)
  return initial.success && initial.data !== undefined ? String(initial.data) : undefined
}
