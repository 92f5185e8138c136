import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { Clock } from '#kernel/base/clock.ts'
import { parseJsonExactly } from '#kernel/base/json.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { ratesConformance } from './conformance.ts'
import { httpRates } from './http.ts'
import { NoRates } from './port.ts'
import { readEcb, readJsonRates } from './read-rates.ts'
import { sandboxRates } from './sandbox.ts'

/** As the bank publishes it, shortened. */
const ecb = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
  <Cube><Cube time='2026-11-20'>
    <Cube currency='USD' rate='1.0812'/><Cube currency='JPY' rate='162.85'/><Cube currency='XDR' rate='1.2'/>
  </Cube></Cube>
</gesmes:Envelope>`
const json =
  '{"amount": 1.0, "base": "EUR", "date": "2026-11-20", "rates": {"USD": 1.08120, "ETH": "0.000352", "XXX": 1}}'

const at = (instant: string): Clock => ({
  now: () => Temporal.Instant.from(instant),
  wall: () => Temporal.Instant.from(instant),
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
async function served(body: string, status = 200): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily?base=EUR`
}
const options = { log: silentLog, allowPrivate: true, timeoutMs: 5_000 }

ratesConformance('the sandbox', async () => sandboxRates({ clock: at('2026-11-22T08:15:00Z') }))
ratesConformance('the European Central Bank', async () => httpRates(await served(ecb), { ...options, format: 'ecb' }))
ratesConformance('a service with JSON', async () => httpRates(await served(json), { ...options, format: 'json' }))

describe('rates of the sandbox', () => {
  const rateAt = async (instant: string, asset: string) => {
    const rates = await sandboxRates({ clock: at(instant) }).read()
    return rates.find(({ base, quote }) => base === asset || (base === 'EUR' && quote === asset))!
  }

  test('move with the clock by the hour, and stay within two hundredths', async () => {
    const first = await rateAt('2026-11-22T08:00:00Z', 'USD')
    expect(first).toMatchObject({ base: 'EUR', quote: 'USD', at: Temporal.Instant.from('2026-11-22T08:00:00Z') })
    expect(await rateAt('2026-11-22T08:59:59Z', 'USD')).toEqual(first)
    expect((await rateAt('2026-11-22T09:00:00Z', 'USD')).rate).not.toBe(first.rate)
    for (let day = 1; day <= 28; day++) {
      const { rate } = await rateAt(
        `2026-02-${String(day).padStart(2, '0')}T${String(day % 24).padStart(2, '0')}:00:00Z`,
        'ETH',
      )
      expect(Number(rate)).toBeGreaterThanOrEqual(2_840 * 0.98)
      expect(Number(rate)).toBeLessThanOrEqual(2_840 * 1.02)
    }
  })
})

describe('what a source replies', () => {
  test('is read with its own digits; what we do not have is left out', () => {
    const published = Temporal.Instant.from('2026-11-20T15:00:00Z')
    expect(readEcb(ecb)).toEqual([
      { base: 'EUR', quote: 'USD', rate: '1.0812', at: published },
      { base: 'EUR', quote: 'JPY', rate: '162.85', at: published },
    ])
    expect(readJsonRates(parseJsonExactly(json))).toEqual([
      { base: 'EUR', quote: 'USD', rate: '1.08120', at: published },
      { base: 'EUR', quote: 'ETH', rate: '0.000352', at: published },
    ])
    expect(
      readJsonRates(parseJsonExactly('{"base":"EUR","at":"2026-11-20T10:11:12Z","rates":{"USD":1.1}}'))[0]!.at,
    ).toEqual(Temporal.Instant.from('2026-11-20T10:11:12Z'))
  })

  test.each([
    ['no XML', 'rates', 'no XML'],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]><Cube time='2026-11-20'/>`, 'document type'],
    ['no day', `<Cube><Cube currency='USD' rate='1.1'/></Cube>`, 'no day'],
    ['no real day', `<Cube time='2026-13-20'><Cube currency='USD' rate='1.1'/></Cube>`, 'not a day'],
    ['no rates', `<Cube time='2026-11-20'/>`, 'no rate of any currency'],
    ['a rate of zero', `<Cube time='2026-11-20'><Cube currency='USD' rate='0.0'/></Cube>`, 'the rate of USD is 0.0'],
    ['a negative rate', `<Cube time='2026-11-20'><Cube currency='USD' rate='-1'/></Cube>`, 'the rate of USD is -1'],
    [
      'a rate twice',
      `<Cube time='2026-11-20'><Cube currency='USD' rate='1'/><Cube currency='USD' rate='2'/></Cube>`,
      'twice',
    ],
  ])('is refused with %s', (_what, xml, why) => {
    expect(() => readEcb(xml)).toThrow(NoRates)
    expect(() => readEcb(xml)).toThrow(why)
  })

  test.each([
    ['another base', '{"base":"USD","date":"2026-11-20","rates":{"EUR":0.9}}'],
    ['a list', '[]'],
    ['no rates', '{"base":"EUR","date":"2026-11-20"}'],
    ['an exponent', '{"base":"EUR","date":"2026-11-20","rates":{"USD":1e3}}'],
    ['no time', '{"base":"EUR","at":"yesterday","rates":{"USD":1.1}}'],
    ['nothing', 'null'],
  ])('as JSON is refused with %s', (_what, text) => {
    expect(() => readJsonRates(parseJsonExactly(text))).toThrow(NoRates)
  })

  test('is no rate when the status is another, or there is no response', async () => {
    const broken = httpRates(await served('', 503), { ...options, format: 'ecb' })
    await expect(broken.read()).rejects.toThrow('status 503')
    const away = httpRates('http://127.0.0.1:1/', { ...options, format: 'ecb' })
    await expect(away.read()).rejects.toThrow(NoRates)
    await Promise.all([broken.close(), away.close()])
  })
})
