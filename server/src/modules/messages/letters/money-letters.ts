import type { Money } from '#kernel/money.ts'
import type { CardShown } from '#pages'
import { cardInWords, compose, type Fact, type Letter, oneLine, type Paper, tongueOf } from './letter.ts'

/** What a letter tells of a payment. */
export type MoneyFacts = {
  amount: Money
  /** Of the payment; of money given back, the payment it came from. */
  number: bigint
  /** Absent for orders of a payment link, whose number no shopper has seen. */
  orderNumber: string | undefined
  description: string
  items: readonly { name: string; units: string; total: Money }[]
  card: CardShown
  at: Temporal.Instant
}

export type Taken = MoneyFacts & {
  how: 'paid' | 'renewed' | 'charged' | 'partPaid' | 'reserved' | 'captured'
  /** Of what was reserved before and not all of which was taken. */
  reserved: Money | undefined
  /** Of a subscription: what comes next. */
  next: { amount: Money; at: Temporal.Instant } | undefined
  manageUrl: string | undefined
}

/** Money was taken, or is reserved: the receipt. */
export function takenLetter(paper: Paper, taken: Taken): Letter {
  const tongue = tongueOf(paper)
  const { voice, words, say, day } = tongue
  const { how, reserved, next, manageUrl } = taken
  const amount = voice.money(taken.amount)
  const { subject, title, text } = words[how]
  const paragraphs = [say(text, { amount })]
  if (reserved) paragraphs.push(say(words.captured.partly, { reserved: voice.money(reserved) }))
  return compose(paper, tongue, {
    subject: say(subject, { amount }),
    title,
    paragraphs,
    facts: [
      ...itemsOf(paper, taken),
      [voice.words.amount, amount, 'main'],
      ...recordOf(paper, taken),
      [voice.words.onStatement, paper.descriptor],
      next !== undefined && [
        voice.words.nextPayment,
        say(voice.words.nextPaymentOn, { amount: voice.money(next.amount), date: day(next.at) }),
      ],
    ],
    action: manageUrl === undefined ? undefined : { label: words.manage, url: manageUrl },
  })
}

export type GivenBack = MoneyFacts & {
  /** `refunded` after the settlement, `cancelled` before it; `released`: nothing was ever taken. */
  how: 'refunded' | 'cancelled' | 'released'
}

/** Money goes back, or what was reserved is free again. */
export function givenBackLetter(paper: Paper, back: GivenBack): Letter {
  const tongue = tongueOf(paper)
  const { voice, words, say } = tongue
  const amount = voice.money(back.amount)
  const { subject, title, text } = words[back.how]
  return compose(paper, tongue, {
    subject: say(subject, { amount }),
    title,
    paragraphs: [say(text, { amount })],
    facts: [[back.how === 'released' ? voice.words.amount : words.givenBack, amount, 'main'], ...recordOf(paper, back)],
    action: undefined,
  })
}

function itemsOf(paper: Paper, { items }: MoneyFacts): Fact[] {
  const { voice } = tongueOf(paper)
  const shown = items.length > itemsMax ? items.slice(0, itemsMax - 1) : items
  const rows = shown.map(({ name, units, total }): Fact => {
    const times = units === '1' ? '' : `${voice.decimal(units)} × `
    return [`${times}${oneLine(name)}`, voice.money(total)]
  })
  return shown.length < items.length ? [...rows, [`+ ${items.length - shown.length}`, '…']] : rows
}
/** A receipt is kept for good, and is no place for a whole catalogue. */
const itemsMax = 30

/** What somebody needs who asks about it. */
function recordOf(paper: Paper, { card, at, orderNumber, number, items, description }: MoneyFacts): Fact[] {
  const tongue = tongueOf(paper)
  const { voice, words } = tongue
  const { card: cardLabel, date, description: descriptionLabel, order } = voice.words
  return [
    ...(items.length === 0 && description.trim() !== '' ? [[descriptionLabel, oneLine(description)] as const] : []),
    [cardLabel, cardInWords(tongue, card)],
    [date, voice.dateTime(at.toZonedDateTimeISO(paper.timeZone))],
    ...(orderNumber === undefined ? [] : [[order, oneLine(orderNumber)] as const]),
    [words.payment, String(number)],
  ]
}
