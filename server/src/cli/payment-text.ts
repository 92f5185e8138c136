import type { WholePayment } from '#acquiring/transactions'
import { priceText } from './price-text.ts'
import { doneBySection, section, table } from './printing.ts'

/** A payment as the command line shows it. Parts that are empty are left out. */
export function paymentText(shown: WholePayment): string {
  return [
    headOf(shown),
    ...section(
      'History',
      ['at', 'action', 'status'],
      shown.timeline.map(({ at, action, status }) => [at, action, status]),
    ),
    ...section(
      'Earlier connectors',
      ['at', 'connector', 'declined', 'reference', 'went on at', 'key'],
      shown.fallbacks.map((one) => [one.at, one.connector, one.reason, one.reference ?? '', one.next, one.key]),
    ),
    ...section(
      'What followed',
      ['id', 'type', 'status', 'amount', 'created'],
      shown.followers.map((one) => [one.id, one.type, one.status, `${one.amount} ${one.currency}`, one.createdAt]),
    ),
    ...section(
      'Dispute events',
      ['at', 'dispute', 'event', 'amount', 'reason', 'booked'],
      shown.disputes.map((one) => [
        one.at,
        one.dispute,
        one.kind,
        `${one.amount} ${one.currency}`,
        one.reason,
        one.booked ? 'yes' : 'no',
      ]),
    ),
    ...section(
      'Settled by the acquirer',
      ['report', 'line', 'batch', 'gross', 'fees', 'net', 'booked', 'value'],
      (shown.acquirerSettlements ?? []).map((one) => [
        ...[one.reportId, String(one.line), one.batch, `${one.gross} ${one.currency}`, `${one.fees} ${one.currency}`],
        ...[`${one.net} ${one.currency}`, one.bookedOn, one.valueOn],
      ]),
    ),
    ...section(
      'Booked',
      ['entry', 'at', 'recipe', 'about', 'account', '', 'amount'],
      shown.entries.flatMap(({ id, at, recipe, reference, lines }) =>
        lines.map(({ account, side, amount, currency }, index) => [
          ...(index === 0 ? [id, at, recipe, reference] : ['', '', '', '']),
          account,
          side,
          `${amount} ${currency}`,
        ]),
      ),
    ),
    ...section(
      'Notifications to the store',
      ['id', 'created', 'status', 'attempts', 'to'],
      shown.notifications.map((one) => [one.id, one.at, one.status, String(one.attempts), one.url]),
    ),
    ...doneBySection(shown.audit),
    `What can be done now\n${shown.actions.map(actionText).join('\n')}`,
  ].join('\n\n')
}

function headOf(shown: WholePayment): string {
  const money = (amount: string) => `${amount} ${shown.currency}`
  const facts: [string, string | undefined][] = [
    ['Amount', money(shown.amount)],
    [
      'Captured',
      `${money(shown.captured)}, fee ${shown.fee}${shown.price ? `: ${appliedPriceText(shown.price)}` : ''}`,
    ],
    ['Refunded', shown.refunded && `${shown.refunded}, charged back ${shown.chargedBack}`],
    ['Order', `${shown.orderId}${shown.storeOrderId === undefined ? '' : `, the store's ${shown.storeOrderId}`}`],
    ['Customer', `${shown.customerId}${shown.customerEmail === undefined ? '' : `, ${shown.customerEmail}`}`],
    ['For', shown.description],
    ['Card', [shown.brand, shown.card, shown.cardExpiry, shown.cardHolder].filter(Boolean).join(', ')],
    ['Address', shown.ip],
    ['Initiated', `${shown.initiator}, ${shown.source}`],
    ['Connector', `${shown.connector}, key ${shown.key}`],
    ['Reference', shown.reference],
    ['Authorization', shown.authorizationCode],
    ['3-D Secure', shown.threeDSecure],
    [
      'Checks',
      shown.checks &&
        Object.entries(shown.checks)
          .map((pair) => pair.join(' '))
          .join(', '),
    ],
    ['Declined', shown.declineReason],
    ['Net', shown.net && money(shown.net)],
    ['Batch', shown.batchId],
    ['Paid out by', shown.merchantPayoutId && `merchant payout ${shown.merchantPayoutId}`],
    ['Awaited', shown.pending && pendingText(shown.pending)],
  ]
  const widest = Math.max(...facts.map(([name]) => name.length))
  const lines = facts.flatMap(([name, text]) => (text ? [`${name.padEnd(widest)}  ${text}`] : []))
  const title = `${shown.type} ${shown.id} is ${shown.status} (${shown.publicStatus}), at site ${shown.siteId} of merchant ${shown.merchantId}`
  return [title, ...lines].join('\n')
}

const appliedPriceText = (price: NonNullable<WholePayment['price']>): string => {
  const { ruleId, cardCountry, siteCountry, cardType, volume } = price
  const known = [
    cardType,
    cardCountry && `card of ${cardCountry}`,
    siteCountry && `site in ${siteCountry}`,
    volume && `${volume} in the month before`,
  ].filter(Boolean)
  const by = ruleId === undefined ? 'the standard price' : `price rule ${ruleId}`
  return `${priceText(price)}, by ${by}${known.length > 0 ? ` (${known.join(', ')})` : ''}`
}

const pendingText = ({ kind, key, amount, inquiries, ...times }: NonNullable<WholePayment['pending']>): string => {
  const { since, nextAt, reversedBy } = times
  const next = nextAt === undefined ? 'none to come: a person must ask the acquirer' : `the next at ${nextAt}`
  return [
    `the result of ${kind} of ${amount}, key ${key}${since === undefined ? '' : `, since ${since}`}; ${inquiries} inquiries, ${next}`,
    ...(reversedBy === undefined ? [] : [`reversed at ${reversedBy} if no inquiry has a response until then`]),
  ].join('; ')
}

type Unresolved = Pick<WholePayment, 'id' | 'type' | 'status' | 'amount' | 'currency' | 'connector' | 'pending'>

/** Since when each result is awaited, how often it was inquired about, and what ends it when no inquiry does. */
export const unresolvedTable = (records: readonly Unresolved[]): string =>
  table(
    ['id', 'type', 'status', 'amount', 'connector', 'since', 'inquiries', 'next', 'ends'],
    records.map(({ id, type, status, amount, currency, connector, pending }) => [
      ...[id, type, status, `${amount} ${currency}`, connector, pending?.since ?? '', String(pending?.inquiries ?? 0)],
      ...[pending?.nextAt ?? 'none', pending ? endOf(pending) : ''],
    ]),
  )

const endOf = ({ reversedBy, reportBy }: NonNullable<WholePayment['pending']>): string =>
  reversedBy === undefined ? `a report by ${reportBy ?? 'its day'}, or a person` : `reversed at ${reversedBy}`

const actionText = ({ action, possible, most, whyNot }: WholePayment['actions'][number]): string =>
  possible ? `${action}: yes${most === undefined ? '' : `, at most ${most}`}` : `${action}: no. ${whyNot}`
