import { expect, test } from 'vitest'
import { openFiledPayout } from '../world/filed-payout.ts'
import { booksOf } from '../world/merchant-payouts.ts'

const reason = (code: string, kind = 'Cd') => `<StsRsnInf><Rsn><${kind}>${code}</${kind}></Rsn></StsRsnInf>`

test('a bank that refuses a second upload has the first; a payout that failed and was paid all the same is booked by a person', async () => {
  const { world, merchantId, posts, imports, id, endToEndId, messageId } = await openFiledPayout()
  const refuses = (code: string) =>
    imports(
      `<CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><GrpSts>RJCT</GrpSts>${reason(code)}
       </OrgnlGrpInfAndSts></CstmrPmtStsRpt>`,
    )

  for (const code of ['DU01', 'AM05'])
    expect(await refuses(code)).toEqual([
      { endToEndId, reported: 'duplicate', outcome: 'duplicate', payoutId: id, status: 'submitted' },
    ])
  expect(await refuses('AC01')).toMatchObject([{ outcome: 'recorded', status: 'failed' }])
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

test('a refusal is a failure only where the bank says so: it may have the file already, wherever in the message it says this', async () => {
  const { world, merchantId, imports, id, endToEndId, messageId } = await openFiledPayout()
  const file = (inside: string) =>
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>${inside}</OrgnlGrpInfAndSts>`
  const group = (inside: string) =>
    `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}-EUR</OrgnlPmtInfId>${inside}</OrgnlPmtInfAndSts>`
  const transfer = (status: string, more = '') =>
    `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${status}</TxSts>${more}</TxInfAndSts>`
  const fileRefused = '<GrpSts>RJCT</GrpSts>'
  const groupRefused = '<PmtInfSts>RJCT</PmtInfSts>'
  const duplicates = [
    file(fileRefused) + group(groupRefused + reason('DU02')),
    file('') + group(groupRefused + transfer('RJCT', reason('AM05'))),
    file(fileRefused + reason('DU01')) + group(transfer('RJCT')),
    file(reason('DU01', 'Prtry')) + group(groupRefused + reason('AC01')),
    file(fileRefused + reason('AC01')) + group(groupRefused + transfer('RJCT', reason('AM05', 'Prtry'))),
  ]
  const unclear = [
    file(fileRefused),
    file(fileRefused + reason('E-042', 'Prtry')),
    file(fileRefused + reason('E-042', 'Prtry')) + group(transfer('RJCT', reason('AC01'))),
    file(fileRefused + reason('NARR')),
    file('') + group(transfer('RJCT')),
    // The bank contradicts itself: somebody asks it.
    file(fileRefused + reason('AC01')) + group(transfer('ACSP')),
  ]
  for (const [outcome, messages] of [
    ['duplicate', duplicates],
    ['unclear', unclear],
  ] as const)
    for (const message of messages) {
      const imported = (await imports(`<CstmrPmtStsRpt>${message}</CstmrPmtStsRpt>`)) as object[]
      const line = { endToEndId, reported: outcome, outcome, payoutId: id, status: 'submitted' }
      expect([message, ...new Set(imported.map((one) => JSON.stringify(one)))]).toEqual([message, JSON.stringify(line)])
    }
  expect(await booksOf(world, merchantId)).toEqual({ payout: '98.35' })

  const rejected = file(fileRefused) + group(transfer('RJCT', reason('AC01') + reason('NARR')))
  expect(await imports(`<CstmrPmtStsRpt>${rejected}</CstmrPmtStsRpt>`)).toMatchObject([
    { outcome: 'recorded', status: 'failed' },
    { outcome: 'same', status: 'failed' },
  ])
  expect(await booksOf(world, merchantId)).toEqual({ payable: '98.35' })
  expect((await world.verify()).differences).toEqual([])
})

test('what the bank has booked twice, and bookings that name our transfers or files and say nothing of them, are for a person', async () => {
  const { world, merchantId, imports, id, endToEndId, messageId } = await openFiledPayout()
  const statement = async (...entries: string[]) =>
    ((await imports(`<BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt>`)) as { outcome: string }[]).map(
      ({ outcome }) => outcome,
    )
  const entry = (side: 'DBIT' | 'CRDT', refs: string, reference: string, more = '') =>
    `<Ntry><Amt Ccy="EUR">98.35</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>${reference}</AcctSvcrRef>
     ${more}<NtryDtls><TxDtls><Refs>${refs}</Refs></TxDtls></NtryDtls></Ntry>`
  const ours = `<EndToEndId>${endToEndId}</EndToEndId>`
  const returnCode = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>'
  const group = `<PmtInfId>${messageId}-EUR</PmtInfId>`
  // The bank says what they are by a code, by the file, or by its group alone; what is not ours is left out.
  expect(await statement(entry('DBIT', `<MsgId>${messageId}</MsgId>`, 'B-0'), entry('DBIT', group, 'B-0'))).toEqual([
    'unclear',
    'unclear',
  ])
  expect(await statement(entry('CRDT', '<EndToEndId>of a customer</EndToEndId>', 'C-1'))).toEqual([])

  expect(await statement(entry('DBIT', ours, 'B-1'), entry('DBIT', ours, 'B-1'))).toEqual(['recorded', 'unclear'])
  expect(await statement(entry('DBIT', ours, 'B-1'))).toEqual(['same'])
  expect(await statement(entry('DBIT', ours, 'B-2'))).toEqual(['unclear'])
  expect(await imports(`<BkToCstmrStmt>${entry('CRDT', ours, 'B-3', returnCode)}</BkToCstmrStmt>`)).toEqual([
    { endToEndId, reported: 'unclear', outcome: 'unclear', payoutId: id, status: 'paid' },
  ])
  expect(await booksOf(world, merchantId)).toEqual({ 'bank:operating': '98.35' })
})
