import { z } from 'zod'
import { languages } from '#core/i18n'
import { exactAmounts, orderKinds } from './catalogue.ts'

/** A field that makes no sense is read as if it had not been filled in: the form shows it again, with what was kept. */
const Draft = z.object({
  /** Product to number of pieces, as typed. */
  quantity: z.record(z.string(), z.string().trim().max(6)).catch({}),
  kind: z.enum(orderKinds).catch('once'),
  exact: z.enum(exactAmounts).catch('0.02'),
  /** Of the payment page; empty: the one that the shop speaks. */
  language: z.enum(['', ...languages]).catch(''),
  /** A saved card, or none for a new one. */
  card: z.string().max(20).catch(''),
  email: z.string().trim().max(150).catch(''),
  name: z.string().trim().max(100).catch(''),
  /** `here`: on a page of the shop. */
  where: z.enum(['', 'here']).catch(''),
})
/** The order form as the visitor left it, not yet judged. */
export type Draft = z.output<typeof Draft>

export const emptyDraft: Draft = {
  quantity: { boule: '1', croissant: '2' },
  kind: 'once',
  exact: '0.02',
  language: '',
  card: '',
  email: 'ada@example.com',
  name: 'Ada Baker',
  where: '',
}

export const readDraft = (unchecked: unknown): Draft =>
  Draft.parse(typeof unchecked === 'object' && unchecked !== null ? unchecked : {})
