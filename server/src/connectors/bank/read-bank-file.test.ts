import { expect, test } from 'vitest'
import { readBankFile, UnreadableBankFile } from './read-bank-file.ts'

const status = (endToEndId: string, code: string, more = '') =>
  `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${code}</TxSts>${more}</TxInfAndSts>`
const report = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr/>
   <OrgnlPmtInfAndSts>${inside}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`

const entry = (side: 'DBIT' | 'CRDT', details: string, booked = '<Sts><Cd>BOOK</Cd></Sts>') =>
  `<Ntry><CdtDbtInd>${side}</CdtDbtInd>${booked}<AcctSvcrRef>B-1</AcctSvcrRef>
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
  expect(readBankFile(xml)).toEqual([
    { endToEndId: 'E-1', status: 'paid', reason: '', reference: undefined },
    { endToEndId: 'E-2', status: 'rejected', reason: 'AC01: Wrong account', reference: undefined },
  ])
})

test('a statement says what has left the account and what came back to it', () => {
  const xml = statement(
    [
      entry('DBIT', refs('E-1')),
      entry('CRDT', refs('E-2') + returned),
      entry('CRDT', refs('of-a-customer')),
      entry('DBIT', refs('E-3'), '<Sts><Cd>PDNG</Cd></Sts>'),
      entry('DBIT', refs('E-4'), '<Sts>BOOK</Sts>'),
    ].join(''),
  )
  expect(readBankFile(xml)).toEqual([
    { endToEndId: 'E-1', status: 'paid', reason: '', reference: 'B-1' },
    { endToEndId: 'E-2', status: 'returned', reason: 'AC04: Closed', reference: 'B-1' },
    { endToEndId: 'E-4', status: 'paid', reason: '', reference: 'B-1' },
  ])
})

test('what is no file of a bank is refused', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "c">]>${report('')}`
  const others = ['', 'text', '<a>', '<a/>', '<Document/>', '<Document><CstmrCdtTrfInitn/></Document>', '<a></b>', bomb]
  for (const text of [...others, '<a>'.repeat(100)]) expect(() => readBankFile(text), text).toThrow(UnreadableBankFile)
  expect(readBankFile(report(''))).toEqual([])
})
