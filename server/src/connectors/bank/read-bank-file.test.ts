import { expect, test } from 'vitest'
import { UnreadableBankFile } from './iso20022.ts'
import { readBankFile } from './read-bank-file.ts'

const status = (endToEndId: string, code: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${code}</TxSts>${more}</TxInfAndSts>`
const report = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr/>
   <OrgnlPmtInfAndSts>${inside}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`

const entry = (side: 'DBIT' | 'CRDT', details: string, booked = '<Sts><Cd>BOOK</Cd></Sts>') =>
  `<Ntry><Amt Ccy="EUR">12.50</Amt><CdtDbtInd>${side}</CdtDbtInd>${booked}<AcctSvcrRef>B-1</AcctSvcrRef>
   <NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`
const refs = (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`
const returned = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Closed</AddtlInf></RtrInf>'
const statement = (inside: string) =>
  `<c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><c:BkToCstmrStmt><c:Stmt>
   ${inside.replaceAll(/<(\/?)(?=\w)/g, '<$1c:')}</c:Stmt></c:BkToCstmrStmt></c:Document>`

test('a status report says what was paid and what was refused, and leaves out what may still change', () => {
  const reason = '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn><AddtlInf>Wrong account</AddtlInf></StsRsnInf>'
  const xml = report(
    [status('E-1', 'ACSC'), status('E-2', 'RJCT', reason), status('E-3', 'ACSP'), status('E-4', 'PDNG')].join(''),
  )
  expect(readBankFile(xml)).toEqual({
    transfers: [
      { endToEndId: 'E-1', status: 'paid', reason: '' },
      { endToEndId: 'E-2', status: 'rejected', reason: 'AC01: Wrong account' },
    ],
    rejectedFiles: [],
  })
})

test('a status report may refuse a whole file, or one group of it', () => {
  const reason = '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>'
  const refused = (inside: string, ofGroup: string) =>
    readBankFile(
      `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>M-1</OrgnlMsgId>${inside}</OrgnlGrpInfAndSts>
       <OrgnlPmtInfAndSts><OrgnlPmtInfId>M-1-EUR</OrgnlPmtInfId>${ofGroup}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`,
    ).rejectedFiles
  expect(refused(`<GrpSts>RJCT</GrpSts>${reason}`, '')).toEqual([
    { messageId: 'M-1', status: 'rejected', reason: 'AC01' },
  ])
  expect(refused('<GrpSts>PART</GrpSts>', `<PmtInfSts>RJCT</PmtInfSts>${reason}`)).toEqual([
    { messageId: 'M-1', groupId: 'M-1-EUR', status: 'rejected', reason: 'AC01' },
  ])
  expect(refused('<GrpSts>ACCP</GrpSts>', '<PmtInfSts>ACSP</PmtInfSts>')).toEqual([])
})

test.each(['AM05', 'DU01', 'DU02', 'DU03', 'DU04', 'DU05'])(
  'what the bank refuses as a duplicate (%s) says nothing of the original',
  (code) => {
    const other = '<StsRsnInf><Rsn><Cd>NARR</Cd></Rsn></StsRsnInf>'
    const reason = `${other}<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`
    expect(readBankFile(report(status('E-1', 'RJCT', reason))).transfers).toMatchObject([
      { endToEndId: 'E-1', status: 'duplicate' },
    ])
    const [file] = readBankFile(
      `<Document><CstmrPmtStsRpt><OrgnlGrpInfAndSts><OrgnlMsgId>M-1</OrgnlMsgId><GrpSts>RJCT</GrpSts>${reason}
       </OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`,
    ).rejectedFiles
    expect(file).toMatchObject({ messageId: 'M-1', status: 'duplicate' })
  },
)

test('a payout from an account in another currency is compared by the amount that was instructed', () => {
  const booked = '<Amt Ccy="RON">489.29</Amt>'
  const amounts = `${booked}<AmtDtls><InstdAmt><Amt Ccy="EUR">98.35</Amt></InstdAmt><TxAmt>${booked}</TxAmt></AmtDtls>`
  const amountOf = (xml: string) => readBankFile(statement(xml)).transfers[0]?.amount
  expect(amountOf(entry('DBIT', `${refs('E-1')}${amounts}`))).toEqual({ text: '98.35', currency: 'EUR' })
  const less = amounts.replaceAll('RON">489.29', 'EUR">97.00')
  expect(amountOf(entry('DBIT', `${refs('E-1')}${less}`)), 'less has left').toEqual({ text: '97.00', currency: 'EUR' })
  expect(amountOf(entry('CRDT', `${refs('E-1')}${returned}${amounts}`))).toEqual({ text: '489.29', currency: 'RON' })
})

const charges = (inside: string) => `<Chrgs>${inside}</Chrgs>`
const record = (amount: string, more = '') => `<Rcrd><Amt Ccy="EUR">${amount}</Amt>${more}</Rcrd>`
const cameBack = (inside: string, booked = '9.00') => {
  const xml = entry('CRDT', `${refs('E-1')}${returned}${inside}`).replace('12.50', booked)
  const [{ amount, charges: kept } = {}] = readBankFile(statement(xml)).transfers
  return [amount?.text, kept?.map(({ text, currency }) => `${text} ${currency}`)]
}

test('a return says which charges the bank has kept of it, in whichever version of the message', () => {
  const gross = '<Amt Ccy="EUR">12.50</Amt>'
  expect(cameBack(gross), 'what was booked counts').toEqual(['9.00', undefined])
  expect(cameBack('<Amt Ccy="USD">12.50</Amt>'), 'the currency of the transfer counts').toEqual(['12.50', undefined])
  expect(cameBack(gross + charges(record('2.00') + record('1.50')))).toEqual(['9.00', ['2.00 EUR', '1.50 EUR']])
  const total = '<TtlChrgsAndTaxAmt Ccy="EUR">3.50</TtlChrgsAndTaxAmt>'
  expect(cameBack(charges(total + record('3.00')))).toEqual(['9.00', ['3.50 EUR']])
  expect(cameBack(charges('<Amt Ccy="EUR">3.50</Amt>')), 'version 2').toEqual(['9.00', ['3.50 EUR']])
  const others = record('1.00', '<CdtDbtInd>CRDT</CdtDbtInd>') + record('1.00', '<ChrgInclInd>false</ChrgInclInd>')
  expect(cameBack(charges(total + record('2.50') + others)), 'not kept of it').toEqual(['9.00', ['2.50 EUR']])

  const ofEntry = entry('CRDT', refs('E-1') + returned).replace('<NtryDtls>', `${charges(record('3.50'))}<NtryDtls>`)
  expect(readBankFile(statement(ofEntry)).transfers).toMatchObject([{ charges: [{ text: '3.50' }] }])
  const two = entry(
    'CRDT',
    `${refs('E-1')}${returned}${charges(record('3.50'))}</TxDtls><TxDtls>${refs('E-2')}${returned}`,
  )
  const statuses = readBankFile(statement(two)).transfers.map(({ status }) => status)
  expect(statuses, 'which of several amounts are without charges is not known').toEqual(['unclear', 'returned'])
  const paid = readBankFile(statement(entry('DBIT', `${refs('E-1')}${charges(record('3.50'))}`))).transfers
  expect(paid[0]).not.toHaveProperty('charges')
})

test('a booked reversal of a debit is a return, and what cannot be understood is listed', () => {
  const reversal = '<RvslInd>true</RvslInd><Sts><Cd>BOOK</Cd></Sts>'
  const batch = (details: string) =>
    `<Ntry><Amt Ccy="EUR">98.35</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls>${details}</NtryDtls></Ntry>`
  const xml = statement(
    [
      entry('CRDT', refs('E-1'), reversal),
      // Some banks write the side of the original: it was not paid, and may not have come back.
      entry('DBIT', refs('E-2'), reversal),
      entry('DBIT', refs('<![CDATA[E-3]]>')),
      entry('CRDT', refs('E-4'), '<RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts>'),
      batch('<Btch><MsgId>M-1</MsgId><PmtInfId>M-1-EUR</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>'),
      batch(`<Btch><NbOfTxs>1</NbOfTxs></Btch><TxDtls>${refs('E-5')}</TxDtls>`),
      batch(''),
    ].join(''),
  )
  expect(readBankFile(xml).transfers.map(({ endToEndId, status }) => [endToEndId, status])).toEqual([
    ['E-1', 'returned'],
    ['E-2', 'unclear'],
    ['E-3', 'paid'],
    ['E-4', 'unclear'],
    ['M-1', 'unclear'],
    ['E-5', 'paid'],
  ])
})

test('a statement says what has left the account and what came back to it', () => {
  const xml = statement(
    [
      entry('DBIT', refs('E-1')),
      entry('CRDT', refs('E-2') + returned),
      entry('CRDT', refs('of-a-customer')),
      entry('DBIT', refs('E-3'), '<Sts><Cd>PDNG</Cd></Sts>'),
      entry('DBIT', `${refs('E-4')}<AmtDtls><TxAmt><Amt Ccy="EUR">7</Amt></TxAmt></AmtDtls>`, '<Sts>BOOK</Sts>'),
      entry('DBIT', `${refs('E-5')}</TxDtls><TxDtls>${refs('E-6')}<Amt Ccy="EUR">3.00</Amt>`),
    ].join(''),
  )
  const one = { text: '12.50', currency: 'EUR' }
  expect(readBankFile(xml).transfers).toEqual([
    { endToEndId: 'E-1', status: 'paid', reason: '', reference: 'B-1', amount: one },
    { endToEndId: 'E-2', status: 'returned', reason: 'AC04: Closed', reference: 'B-1', amount: one },
    { endToEndId: 'of-a-customer', names: ['of-a-customer'], status: 'unclear', reason: '', reference: 'B-1' },
    { endToEndId: 'E-4', status: 'paid', reason: '', reference: 'B-1', amount: { text: '7', currency: 'EUR' } },
    // The amount of an entry is that of all its transfers.
    { endToEndId: 'E-5', status: 'paid', reason: '', reference: 'B-1', amount: undefined },
    { endToEndId: 'E-6', status: 'paid', reason: '', reference: 'B-1', amount: { text: '3.00', currency: 'EUR' } },
  ])
})

test('what is no file of a bank is refused', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "c">]>${report('')}`
  const others = ['', 'text', '<a>', '<a/>', '<Document/>', '<Document><CstmrCdtTrfInitn/></Document>', '<a></b>', bomb]
  for (const text of [...others, '<a>'.repeat(100)]) expect(() => readBankFile(text), text).toThrow(UnreadableBankFile)
  expect(readBankFile(report(''))).toEqual({ transfers: [], rejectedFiles: [] })
})
