import assert from 'node:assert/strict'
import type { Reply } from './partner.ts'
import type { Program } from './program.ts'

/** A card network and the shops behind it, which know of a card what is written on it. */
export type CardNetwork = {
  /** May the cardholder spend this? */
  authorize(card: ShownCard, amount: string): Promise<Reply>
  clear(card: ShownCard, amount: string, original: Original): Promise<Reply>
  refund(card: ShownCard, amount: string, original: Original): Promise<Reply>
}
export type ShownCard = { number: string; expiry: string; cvv2: string }
type Original = { rrn: string }

/** A shop that is no customer of ours: its payments come over the network. */
export const farShop = {
  id: 'BRUTARIA0000001',
  name: 'Brutăria Veche',
  city: 'Brașov',
  country: 'RO',
  category: '5462',
}
const acquirerId = '400001'

export function openNetwork({ url, networkKey }: Program): CardNetwork {
  let messages = 0
  const send = async (path: string, message: object): Promise<Reply> => {
    const number = String(++messages).padStart(6, '0')
    const sentAt = Temporal.Now.instant().toString().replaceAll(/\D/g, '').slice(4, 14)
    const response = await fetch(`${url}/network/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${networkKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ key: { stan: number, sentAt, acquirerId }, merchant: farShop, ...message }),
    })
    const text = await response.text()
    assert(response.ok, `POST /network/v1${path} answered ${response.status}: ${text}`)
    return { ...JSON.parse(text), rrn: rrnOf(messages) }
  }
  const euros = (amount: string) => ({ amount, currency: 'EUR' })
  const rrnOf = (message: number) => String(message).padStart(12, '0')
  return {
    authorize: (card, amount) =>
      send('/authorizations', {
        card,
        amount: euros(amount),
        channel: 'online',
        reference: { rrn: rrnOf(messages + 1) },
      }),
    clear: (card, amount, original) =>
      send('/clearings', {
        card: { number: card.number },
        amount: euros(amount),
        original,
        presentmentId: `clearing-${original.rrn}`,
      }),
    refund: (card, amount, original) =>
      send('/refunds', {
        card: { number: card.number },
        amount: euros(amount),
        original,
        presentmentId: `refund-${original.rrn}`,
      }),
  }
}
