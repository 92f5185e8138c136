import { afterEach, expect, test } from 'vitest'
import { isoVector } from '#connectors/iso8583/messages-under-test.ts'
import { packagingOf } from '#connectors/iso8583/packaging.ts'
import type { NetworkRequest } from '#connectors/network/message.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { dialSwitch } from './independent-switch-under-test.ts'
import { openIso8583Listener } from './iso8583-listener.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('another implementation of ISO 8583 signs on, authorizes, reverses and clears', async () => {
  const requests: NetworkRequest[] = []
  const network = {
    send: async (request: NetworkRequest) => {
      requests.push(request)
      if (request.kind !== 'authorization') return { code: '00' }
      const isSmall = request.amount.minor <= 5_000n
      return isSmall
        ? { code: '00', authorizationCode: 'A1B2C3', cvv: 'match' as const }
        : { code: '51', available: money(5_000n, 'EUR') }
    },
    declined: async () => undefined,
  }
  const listener = await openIso8583Listener(
    { network, clock: systemClock, log: silentLog },
    {
      name: 'switch',
      host: '127.0.0.1',
      port: 0,
      from: { blocks: [], includes: () => true },
      connectionsMax: 1,
      session: {
        packaging: packagingOf('ascii-binary-bitmap'),
        dialect: { network: 'net', zone: 'zone-1', nameLayout: 'visa', additionalData: 'subelements' },
        macKey: undefined,
        echoAfterMs: 45_000,
        inFlightMax: 100,
        answerWithinMs: 30_000,
        whenLate: 'silent',
      },
    },
  )
  closers.push(listener.close)
  const line = await dialSwitch(listener.port)
  closers.push(line.close)
  const sendVector = (id: string, changes: Record<string, string> = {}) => {
    const { mti, fields } = isoVector(id)
    line.send({ 0: mti, ...fields, ...changes })
  }

  sendVector('D01')
  sendVector('D05')
  sendVector('D05', { 4: '000000990000', 11: '000125' })
  sendVector('D10')
  sendVector('D18')
  await expect.poll(() => line.received.length).toBe(5)

  expect(line.response('000001')).toEqual({ 0: '0810', ...isoVector('D02').fields })
  expect(line.response('000123')).toEqual({ 0: '0110', ...isoVector('D06').fields })
  expect(line.response('000125')).toMatchObject({ 0: '0110', 39: '51', 54: '0002978C000000005000' })
  expect(line.response('000130')).toEqual({ 0: '0410', ...isoVector('D11').fields })
  expect(line.response('000200')).toEqual({ 0: '0230', ...isoVector('D19').fields })
  expect(requests.map(({ kind, amount }) => [kind, amount.minor])).toEqual([
    ['authorization', 4_299n],
    ['authorization', 990_000n],
    ['reversal', 4_299n],
    ['clearing', 4_499n],
  ])
})
