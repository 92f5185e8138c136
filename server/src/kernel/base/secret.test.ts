import { format, inspect } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { openLog } from '#kernel/telemetry/log.ts'

const text = fc.stringMatching(/^[0-9a-f]{12,40}$/)

const waysOfWriting: Record<string, (secret: Secret<string>) => string> = {
  'JSON.stringify': (secret) => JSON.stringify(secret),
  'JSON of a thing that holds it': (secret) => JSON.stringify({ card: [{ pan: secret }] }),
  'a template': (secret) => `${secret}`,
  String: (secret) => String(secret),
  concatenation: (secret) => `key=${secret}`,
  'toString and toLocaleString': (secret) => secret.toString() + secret.toLocaleString(),
  join: (secret) => [secret, secret].join(),
  'util.inspect': (secret) => inspect({ secret }, { depth: 9 }),
  'util.inspect with everything hidden shown': (secret) =>
    inspect(secret, { showHidden: true, customInspect: false, getters: true }),
  'util.format': (secret) => format('%s %o %O %j %d', secret, secret, secret, secret, secret),
  'the message of an error': (secret) => new Error(`cannot use ${secret}`).message,
  'an error that holds it': (secret) => inspect(Object.assign(new Error('no', { cause: secret }), { secret })),
  'its keys and a copy': (secret) => JSON.stringify([Object.entries(secret), { ...secret }, structuredClone(secret)]),
  'a log line': (secret) => {
    let lines = ''
    const log = openLog({ level: 'info', to: { write: (line) => (lines += line) } })
    log.info({ secret, deep: { secret } }, `used ${secret}`)
    log.error({ err: Object.assign(new Error(`${secret}`, { cause: secret }), { secret }) })
    return lines
  },
}

test.for(Object.entries(waysOfWriting))('%s never shows what is in a secret', ([, write]) => {
  fc.assert(
    fc.property(text, (plain) => {
      const written = write(new Secret(plain))
      expect(written).not.toContain(plain)
      expect(written).not.toBe('')
    }),
    { numRuns: 20 },
  )
})

test('only reveal returns the value, unchanged', () => {
  fc.assert(
    fc.property(fc.string(), (plain) => {
      expect(new Secret(plain).reveal()).toBe(plain)
    }),
  )
})

test('it says of itself that it is a secret', () => {
  const secret = new Secret('4111111111111111')
  expect([`${secret}`, String(secret), JSON.stringify(secret), inspect(secret)]).toEqual([
    '[secret]',
    '[secret]',
    '"[secret]"',
    '[secret]',
  ])
})
