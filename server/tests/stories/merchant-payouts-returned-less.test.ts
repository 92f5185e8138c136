import { expect, test, vi } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { bankByFile, openFiledPayout } from '../world/filed-payout.ts'
import { booksOf } from '../world/merchant-payouts.ts'

type Return = { amount: string; charges?: string; reference?: string }

/** What the bank says of the transfer that came back: how much, less which charges. */
const comesBack = (endToEndId: string, { amount, charges = '', reference = 'B-2' }: Return) =>
  `<BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
   <AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs>${charges}
   <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt>`
const charge = (amount: string, currency = 'EUR') =>
  `<Chrgs><Rcrd><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>true</ChrgInclInd></Rcrd></Chrgs>`

async function openPaidPayout() {
  const opened = await openFiledPayout()
  const { posts, id, endToEndId, imports } = opened
  expect(await posts(`/merchant-payouts/${id}/pay`)).toMatchObject({ status: 'paid' })
  return { ...opened, returns: (line: Return) => imports(comesBack(endToEndId, line)) }
}

test('a statement that names the payout and its charge settles a return of less: the merchant is owed all, we bear the charge', async () => {
  const { world, merchantId, reads, returns, id } = await openPaidPayout()

  expect(await returns({ amount: '95.85', charges: charge('2.50') })).toMatchObject([
    { reported: 'returned', outcome: 'recorded', status: 'returned' },
  ])
  expect(await reads(`/merchant-payouts/${id}`)).toMatchObject({ amount: '98.35', bankCharge: '2.50' })
  expect(await booksOf(world, merchantId)).toEqual({
    'bank:operating': '2.50',
    'expense:bank-charges': '-2.50',
    payable: '98.35',
  })
  expect((await world.verify()).differences).toEqual([])

  expect(await returns({ amount: '95.85', charges: charge('2.50') })).toMatchObject([{ outcome: 'same' }])
  expect(await returns({ amount: '98.35' })).toMatchObject([{ outcome: 'differs' }])
})

test('what a statement does not explain is for a person, who names the charge; the statement then says the same', async () => {
  const { world, merchantId, posts, returns, id } = await openPaidPayout()
  const unexplained: Return[] = [
    { amount: '95.85' },
    { amount: '95.85', charges: charge('2.00') },
    { amount: '95.85', charges: charge('2.50', 'RON') },
    { amount: '95.85', charges: charge('2.50').replace('DBIT', 'CRDT') },
    { amount: '95.85', charges: charge('2.50').replace('true', 'false') },
    { amount: '100.85', charges: charge('2.50') },
  ]
  for (const line of unexplained)
    expect([line, await returns(line)]).toMatchObject([line, [{ outcome: 'differs', status: 'paid' }]])
  expect(await booksOf(world, merchantId)).toEqual({ 'bank:operating': '98.35' })

  const refused = ['98.35', '100.00', '-2.50', '2.505', '2,50', '2.50 RON', 'some']
  for (const bankCharge of refused)
    expect([bankCharge, await posts(`/merchant-payouts/${id}/return`, { bankCharge })]).toMatchObject([
      bankCharge,
      { reason: 'invalid_bank_charge', field: 'bankCharge', message: expect.stringContaining('98.35 EUR') },
    ])
  const input = { bankCharge: '2.50', bankReference: 'B-2' }
  expect(await posts(`/merchant-payouts/${id}/return`, input)).toMatchObject({ status: 'returned', bankCharge: '2.50' })
  expect(await returns({ amount: '95.85' })).toMatchObject([{ outcome: 'same' }])
  expect(await booksOf(world, merchantId)).toMatchObject({ 'expense:bank-charges': '-2.50', payable: '98.35' })
  const audited = (await world.query(
    `select after from directory.audit where action = 'merchantPayoutReturnedByHand'`,
  )) as { after: object }[]
  expect(audited).toMatchObject([{ after: { status: 'returned', bankCharge: '2.50' } }])
  expect((await world.verify()).differences).toEqual([])
})

test('a payout comes back less a charge before the bank has said that it was paid, and after it seemed to have failed', async () => {
  const early = await openFiledPayout()
  const line = { amount: '95.85', charges: charge('2.50') }
  expect(await early.imports(comesBack(early.endToEndId, line))).toMatchObject([{ outcome: 'recorded' }])
  const late = await openFiledPayout()
  for (const [action, body] of [
    ['fail', {}],
    ['pay', {}],
    ['return', { bankCharge: '2.50' }],
  ] as const)
    await late.posts(`/merchant-payouts/${late.id}/${action}`, body)
  for (const { world, merchantId } of [early, late]) {
    expect(await booksOf(world, merchantId)).toEqual({
      'bank:operating': '2.50',
      'expense:bank-charges': '-2.50',
      payable: '98.35',
    })
    expect((await world.verify()).differences).toEqual([])
  }
})

test('an operator names the charge on the command line', async () => {
  const { world, merchantId, id } = await openPaidPayout()
  for (const [name, value] of Object.entries(bankByFile)) vi.stubEnv(name, value)
  const { runs } = openCommandLine(world)
  const florin = async (...words: string[]) => {
    const { printed, error } = await runs(['--reason', 'ticket 7', 'merchant-payout', ...words])
    return [printed, error?.message].filter((text) => text).join('\n')
  }
  const returned = (charge: string) => florin('returned', String(id), '--charge', charge)
  expect(await returned('98.35')).toContain('less than the 98.35 EUR of the payout')
  expect(await returned('2.50')).toBe(`Payout ${id} of 98.35 EUR is returned, less a charge of 2.50 EUR.`)
  expect(await florin('show', String(id))).toContain('returned, less a charge of 2.50 EUR.')
  expect(await booksOf(world, merchantId)).toMatchObject({ 'expense:bank-charges': '-2.50', payable: '98.35' })
})

test('a charge of nothing is none, and the whole amount came back', async () => {
  const { world, merchantId, posts, id } = await openPaidPayout()
  const returned = await posts(`/merchant-payouts/${id}/return`, { bankCharge: '0.00' })
  expect(returned).toMatchObject({ status: 'returned' })
  expect(returned).not.toHaveProperty('bankCharge')
  expect(await booksOf(world, merchantId)).toEqual({ payable: '98.35' })
})
