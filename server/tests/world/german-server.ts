import { openRelay, type Relay } from './relay.ts'

/**
 * A server whose `lc_messages` is German, as Debian makes one on a German machine. The server of the tests has no other
 * language than English, so what it says of errors is translated on its way, field by field as PostgreSQL does.
 */
export const openGermanServer = (port: number): Promise<Relay> => openRelay(port, inGerman)

/** Messages may come in pieces: what is not whole yet waits for the rest. */
function inGerman(): (chunk: Buffer) => Buffer {
  let waiting = Buffer.alloc(0)
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk])
    const whole: Buffer[] = []
    while (waiting.length >= headLength && waiting.length > waiting.readUInt32BE(1)) {
      const length = 1 + waiting.readUInt32BE(1)
      whole.push(translated(waiting.subarray(0, length)))
      waiting = waiting.subarray(length)
    }
    return Buffer.concat(whole)
  }
}
/** The type of a message and its length, which counts itself and not the type. */
const headLength = 5

/** Errors and notices are fields, each a letter and a text that ends with a zero (PostgreSQL manual, 54.8). */
function translated(message: Buffer): Buffer {
  const type = message.toString('latin1', 0, 1)
  if (type !== 'E' && type !== 'N') return message
  const fields = message
    .toString('utf8', headLength)
    .split('\0')
    .filter((field) => field !== '')
    .map((field) => field[0] + (translations[field[0]!]?.(field.slice(1)) ?? field.slice(1)))
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.from(type.padEnd(headLength, '\0'), 'latin1')
  head.writeUInt32BE(body.length + headLength - 1, 1)
  return Buffer.concat([head, body])
}

/** The severity V is there for programs and stays English. */
const translations: Readonly<Record<string, (text: string) => string>> = {
  S: (severity) => severities[severity] ?? severity,
  M: () => 'es ist etwas anders, als es sein sollte',
  D: (detail) => detail.replace(/^Key (.*) already exists\.$/s, 'Schlüssel »$1« existiert bereits.'),
}
const severities: Readonly<Record<string, string>> = {
  ERROR: 'FEHLER',
  FATAL: 'FATAL',
  PANIC: 'PANIK',
  WARNING: 'WARNUNG',
  NOTICE: 'HINWEIS',
}
