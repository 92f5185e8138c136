import sax from 'sax'
import { expect, test } from 'vitest'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import { type FileTransfer, writePain001 } from './pain001.ts'
import { isSepaReference, toSepaText } from './sepa-text.ts'

const transfer = (amount: string, currency: Currency, changes: Partial<FileTransfer> = {}): FileTransfer => ({
  endToEndId: `FLORIN-${amount}`,
  amount: parseMoney(amount, currency)!,
  to: { holderName: 'Crumb & Co.', iban: 'DE89370400440532013000', accountNumber: undefined, bic: undefined },
  remittance: 'Payout 1001',
  ...changes,
})

const file = (...transfers: FileTransfer[]) =>
  writePain001({
    messageId: 'FLORIN-2026-05-05-1A2B3C4D',
    madeAt: Temporal.Instant.from('2026-05-05T03:00:00.123Z'),
    executeOn: Temporal.PlainDate.from('2026-05-05'),
    debtor: { name: 'Florin Plăți SRL', iban: 'RO49AAAA1B31007593840000', bic: 'AAAAROBU' },
    transfers,
  })

/** Every element with its path and text, in order; throws on what is no XML. */
function elementsOf(xml: string): [path: string, text: string][] {
  const parser = sax.parser(true, { trim: true })
  const path: string[] = []
  const found: [string, string][] = []
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    path.push(name)
    if (name === 'InstdAmt') found.push([`${path.join('/')}@Ccy`, String(attributes.Ccy)])
  }
  parser.ontext = (text) => void found.push([path.join('/'), text])
  parser.onclosetag = () => void path.pop()
  parser.write(xml).close()
  return found
}

/** The elements of a transfer and of its group in the order in which the schema has them; each may be left out but stays in its place. */
const order = {
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  PmtInf: [
    ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct'],
    ...['DbtrAgt', 'UltmtDbtr', 'ChrgBr', 'CdtTrfTxInf'],
  ],
  CdtTrfTxInf: ['PmtId', 'PmtTpInf', 'Amt', 'ChrgBr', 'UltmtDbtr', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'Purp', 'RmtInf'],
} as const

test('a file has one group for each currency, with counts and sums that agree', () => {
  const elements = elementsOf(file(transfer('98.35', 'EUR'), transfer('0.65', 'EUR'), transfer('10.00', 'RON')))
  const all = (name: string) => elements.filter(([path]) => path.endsWith(`/${name}`)).map(([, text]) => text)
  expect(all('NbOfTxs')).toEqual(['3', '2', '1'])
  expect(all('CtrlSum')).toEqual(['109.00', '99.00', '10.00'])
  expect(all('InstdAmt')).toEqual(['98.35', '0.65', '10.00'])
  expect(all('InstdAmt@Ccy')).toEqual(['EUR', 'EUR', 'RON'])
  expect(all('PmtInfId')).toEqual(['FLORIN-2026-05-05-1A2B3C4D-EUR', 'FLORIN-2026-05-05-1A2B3C4D-RON'])
  expect(all('SvcLvl/Cd')).toEqual(['SEPA'])
  expect(all('ChrgBr')).toEqual(['SLEV', 'SHAR'])
  expect(all('CreDtTm')).toEqual(['2026-05-05T03:00:00Z'])
  expect(all('ReqdExctnDt/Dt')).toEqual(['2026-05-05', '2026-05-05'])
  expect(all('DbtrAgt/FinInstnId/BICFI')).toEqual(['AAAAROBU', 'AAAAROBU'])
  expect(elements.filter(([path]) => path === 'Document/CstmrCdtTrfInitn/GrpHdr/MsgId')).toHaveLength(1)
})

test('the elements stand in the order of the schema', () => {
  const account = { holderName: 'Crumb', iban: 'DE89370400440532013000', accountNumber: undefined, bic: 'COBADEFF' }
  const xml = file(transfer('1.00', 'EUR', { to: account }), transfer('2.00', 'EUR'))
  const children = new Map<string, string[][]>()
  const parser = sax.parser(true, {})
  const path: { name: string; inside: string[] }[] = []
  parser.onopentag = ({ name }) => {
    path.at(-1)?.inside.push(name)
    path.push({ name, inside: [] })
  }
  parser.onclosetag = () => {
    const { name, inside } = path.pop()!
    children.set(name, [...(children.get(name) ?? []), inside])
  }
  parser.write(xml).close()
  for (const [name, names] of Object.entries(order))
    for (const inside of children.get(name)!) {
      const places = inside.map((one) => (names as readonly string[]).indexOf(one))
      expect([name, inside, places.includes(-1)]).toEqual([name, inside, false])
      expect(places).toEqual(places.toSorted((one, other) => one - other))
    }
  expect(children.get('CdtTrfTxInf')).toHaveLength(2)
})

test('names are written in the characters that every bank takes', () => {
  expect(toSepaText('Crumb & Co. «Plăcinta» Łódź_7', 70)).toBe('Crumb + Co. Placinta Lodz-7')
  expect(toSepaText('//Хлеб// и сыр//', 70)).toBe('Khleb/ i syr')
  expect(toSepaText('😀', 70)).toBe(':grinning:')
  expect(toSepaText('パン屋', 5)).toBe('panWu')
  expect(toSepaText(`${'a'.repeat(69)} b`, 70)).toHaveLength(69)
  for (const good of ['FLORIN-1001-1A2B3C4D', 'a', "a/b?(c).,'+ d"]) expect(isSepaReference(good), good).toBe(true)
  const wrong = ['', '/a', 'a/', 'a//b', ' a', 'a ', 'ä', 'a&b', 'a'.repeat(36)]
  for (const text of wrong) expect(isSepaReference(text), text).toBe(false)
})
