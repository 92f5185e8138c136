import { expect, test } from 'vitest'
import { booksOf, ibanEnding } from '../world/merchant-payouts.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

const environment = {
  FLORIN_BANK: 'file',
  FLORIN_BANK_HOLDER: 'Florin Payments SRL',
  FLORIN_BANK_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
  FLORIN_BANK_BIC: 'AAAAROBU',
}

test('a bank that refuses a second upload has the first; a payout that failed and was paid all the same is booked by a person', async () => {
  const { world, site, pays } = await openPaymentsFixture({}, { environment })
  const { merchantId } = site
  const ana = await (await openPeople(world)).person('finance')
  const posts = async (path: string, body: object = {}) =>
    (await ana.call('POST', path, { body: { reason: 'ticket 7', ...body } })).body
  const imports = async (content: string) =>
    (await posts('/merchant-payout-files/import', { content: `<Document>${content}</Document>` })).transfers
  const refuses = (messageId: string, code: string) =>
    imports(
      `<CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn>
       <Cd>${code}</Cd></Rsn></StsRsnInf></OrgnlGrpInfAndSts></CstmrPmtStsRpt>`,
    )
  const terms = { reason: 'ticket 7', schedule: 'manual', timeZone: 'Europe/Bucharest', delayDays: 1 }
  await ana.call('PATCH', `/merchants/${merchantId}/payout-terms`, { body: terms })
  const account = { currency: 'EUR', holderName: 'Crumb', iban: ibanEnding('3000') }
  await posts(`/merchants/${merchantId}/bank-accounts`, account)
  await pays({ amount: '100.00' })
  for (const hours of [24, 48]) await world.pass({ hours })
  const { id, endToEndId } = await posts(`/merchants/${merchantId}/payouts`, { currency: 'EUR' })
  const { messageId } = await posts('/merchant-payout-files')

  for (const code of ['DU01', 'AM05'])
    expect(await refuses(String(messageId), code)).toEqual([
      { endToEndId, reported: 'duplicate', outcome: 'duplicate', payoutId: id, status: 'submitted' },
    ])
  expect(await refuses(String(messageId), 'AC01')).toMatchObject([{ outcome: 'recorded', status: 'failed' }])
  expect(await booksOf(world, merchantId)).toEqual({ payable: '98.35' })
  const left = await imports(
    `<BkToCstmrStmt><Ntry><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><TxDtls><Refs><EndToEndId>${endToEndId}
     </EndToEndId></Refs></TxDtls></Ntry></BkToCstmrStmt>`,
  )
  expect(left).toMatchObject([{ outcome: 'impossible', status: 'failed' }])

  expect(await posts(`/merchant-payouts/${id}/pay`)).toMatchObject({ status: 'paid', paidAt: expect.any(String) })
  expect(await booksOf(world, merchantId)).toEqual({ 'bank:operating': '98.35' })
  expect((await world.verify()).differences).toEqual([])
  expect(await posts(`/merchant-payouts/${id}/return`)).toMatchObject({ status: 'returned' })
  expect(await booksOf(world, merchantId)).toEqual({ payable: '98.35' })
})
