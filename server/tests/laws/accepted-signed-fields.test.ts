import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { tryRequest } from '#acquiring/requests'
import { isJsonObject, parseJsonExactly } from '#kernel/base/json.ts'
import { Field } from '#kernel/http/form-field.ts'
import { sentSomewhere } from '../world/sent-somewhere.ts'

/**
 * Everything that the signed form of the checkout accepts has an effect, is refused, or is named in the guide as ignored:
 * what is read and sent by no story, no tour and no world may do nothing. Which fields those are is learned from the
 * reader itself, by what it looks for.
 */
const rules = { currencies: ['EUR'], now: Temporal.Instant.from('2031-01-01T00:00Z'), timeZone: 'UTC' } as const

/** With every object and list that a request may have, since what is in one is looked for only where it is. */
const phone = { cc: '40', subscriber: '712345678' }
const threeDSecure = { homePhone: phone, mobilePhone: phone, workPhone: phone }
const whole = {
  customer: { identifier: 'ana-1', country: 'US', state: 'NY' },
  order: {
    orderId: 'bread-1',
    type: 'recurring',
    amount: '10.00',
    currency: 'EUR',
    intervalType: 'month',
    intervalValue: 1,
    items: [{ item: 'Bread', unitPrice: '10.00', units: '1' }],
    level3Type: 'airline',
    level3Airline: { ticketNumber: 'T-1' },
    level3Tourism: { tourNumber: 'T-1' },
  },
  threeDSecureData: Buffer.from(JSON.stringify(threeDSecure)).toString('base64'),
  transactionOption: { splitPayment: { splitSchema: [{ toSite: 10002, amount: '1.00' }] } },
}
/** The older spellings of an agency are looked for where the newer ones are not. */
const touring = { ...whole, order: { ...whole.order, level3Type: 'tourism' } }

function fieldsLookedFor(): string[] {
  using get = vi.spyOn(Field.prototype, 'get')
  for (const request of [whole, touring]) {
    const json = parseJsonExactly(JSON.stringify(request))
    const read = isJsonObject(json) ? tryRequest(json, rules) : { problems: [] }
    expect('problems' in read ? read.problems : undefined).toBeUndefined()
  }
  const names = get.mock.calls.map(([name], nth) => `${(get.mock.contexts[nth] as Field).path}.${name}`)
  return [...new Set(names.map((name) => name.replaceAll(/^\.|\[\d+\]/g, '')))]
}

const sent = sentSomewhere()
const guide = readFileSync(new URL('../../../docs/merchant-guide/hosted-checkout.md', import.meta.url), 'utf8')
const ignored = new Set(
  (/^Ignored, whatever they say: (.*)$/m.exec(guide)?.[1] ?? '').matchAll(/`([\w.]+)`/g).map(([, name]) => name!),
)

test('every field that the signed form accepts is sent by a story or a tour, or the guide says that it is ignored', () => {
  const fields = fieldsLookedFor()
  expect(fields).toEqual(expect.arrayContaining(['order.items.vatPercent', 'threeDSecureData.homePhone.cc', 'custom']))
  const isSent = (path: string) => new RegExp(`\\b${path.split('.').at(-1)}\\b`).test(sent)
  expect(fields.filter((path) => !isSent(path) && !ignored.has(path))).toEqual([])
})

test('the guide calls no field ignored that does not exist', () => {
  const fields = new Set(fieldsLookedFor())
  expect([...ignored].filter((path) => !fields.has(path))).toEqual([])
  expect(ignored.size).toBeGreaterThan(0)
})
