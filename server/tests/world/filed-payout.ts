import { ibanEnding } from './merchant-payouts.ts'
import { openPaymentsFixture } from './payments-fixture.ts'
import { openPeople } from './staff.ts'

/** An operator without a connection to the bank. */
export const bankByFile = {
  FLORIN_BANK: 'file',
  FLORIN_BANK_HOLDER: 'Florin Payments SRL',
  FLORIN_BANK_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
  FLORIN_BANK_BIC: 'AAAAROBU',
}

/** A merchant with one payout of 98.35, which is in a file that the bank has, and an operator who imports what the bank says. */
export async function openFiledPayout() {
  const { world, site, pays } = await openPaymentsFixture({}, { environment: bankByFile })
  const { merchantId } = site
  const ana = await (await openPeople(world)).person('finance')
  const posts = async (path: string, body: object = {}) =>
    (await ana.call('POST', path, { body: { reason: 'ticket 7', ...body } })).body
  const reads = async (path: string) => (await ana.call('GET', path)).body
  const imports = async (content: string) =>
    (await posts('/merchant-payout-files/import', { content: `<Document>${content}</Document>` })).transfers
  const terms = { reason: 'ticket 7', schedule: 'manual', timeZone: 'Europe/Bucharest', delayDays: 1 }
  await ana.call('PATCH', `/merchants/${merchantId}/payout-terms`, { body: terms })
  const account = { currency: 'EUR', holderName: 'Crumb', iban: ibanEnding('3000') }
  await posts(`/merchants/${merchantId}/bank-accounts`, account)
  await pays({ amount: '100.00' })
  for (const hours of [24, 48]) await world.pass({ hours })
  const { id, endToEndId } = await posts(`/merchants/${merchantId}/payouts`, { currency: 'EUR' })
  const messageId = String((await posts('/merchant-payout-files')).messageId)
  return { world, merchantId, posts, reads, imports, id, endToEndId: String(endToEndId), messageId }
}
