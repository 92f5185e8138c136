import { expect, test } from 'vitest'
import { languages } from '#core/i18n'
import { money } from '#kernel/base/money.ts'
import { textsOfPdf } from '../../../tests/world/read-pdf.ts'
import type { InvoiceDocument } from './document.ts'
import { invoicePdf } from './invoice-pdf.ts'

const line = {
  name: `Pâine 面${' de secară'.repeat(5)}`,
  units: '2.5',
  unitPrice: 400n,
  vatPercent: '9',
  minor: 1_000n,
  vatMinor: 83n,
}
const at = Temporal.Instant.from('2026-05-04T22:30:00Z')
const sample = {
  kind: 'creditNote',
  prefix: 'CRC-',
  number: 7,
  paymentId: 1001n,
  amount: money(1_000n, 'EUR'),
  vat: money(83n, 'EUR'),
  content: {
    seller: { name: 'Brutăria „Dospit”', address: 'Strada Pâinii 7\nBucurești', vatId: 'RO1', registration: 'J40/1' },
    lines: [line, { ...line, minor: 0n, vatMinor: 0n }],
    card: { brand: 'visa', last4: '1111' },
    timeZone: 'Europe/Bucharest',
    live: false,
    movedAt: at.toString(),
    orderNumber: 'bread-7',
    note: 'Ευχαριστούμε',
    credits: { number: 'CR-41', issuedAt: at.toString() },
  },
  buyer: { name: 'דנה כהן', address: ['Пекарская 1'], email: 'dana@example.com' },
  issuedAt: at,
} as unknown as InvoiceDocument

test.each(languages)(
  'a document in %s has all its letters, and what is not credited is not printed',
  async (language) => {
    const file = Buffer.concat(await Array.fromAsync(invoicePdf({ ...sample, language })))
    const texts = textsOfPdf(file).flat()
    const name = texts.findIndex((text) => text.startsWith('Pâine ? de secară'))
    expect(texts.filter((text) => text.includes('?'))).toEqual([texts[name]])
    expect(`${texts[name]} ${texts[name + 1]}`, 'the whole name, in two lines').toBe(`Pâine ?${' de secară'.repeat(5)}`)
    for (const text of ['Brutăria „Dospit”', 'București', 'Пекарская 1', 'ןהכ הנד', 'Ευχαριστούμε'])
      expect(texts).toContain(text)
    expect(texts.filter((text) => text.includes('CRC-7'))).toHaveLength(1)
    expect(texts.filter((text) => text.includes('CR-41'))).toHaveLength(1)
    // The day of the site, and not that of Greenwich.
    expect(texts.some((text) => /\b5\b.*2026|2026.*\b5\b/.test(text))).toBe(true)
    expect(file.length).toBeLessThan(40_000)
  },
)
