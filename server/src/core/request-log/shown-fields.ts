import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'

/**
 * What of a request and its reply may be kept, by the name of the field and the shape of its value. Both must fit: a value
 * under a name that is not here is hidden, and so is a value that does not look like what its name says. So a new field is
 * hidden until somebody adds it here, and a card number in the wrong field is no number of an order.
 *
 * Names, addresses, telephone numbers, free texts and whatever opens something are not in the list, and do not belong in it.
 */

/** What a value looks like that may be kept. None of these shapes has room for a card number or for a key. */
const shapes = {
  /** A number that things are counted with, a UUID, or a ULID that says of what it is: `evt_01JD2Z…`. */
  id: /^(?:\d{1,12}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[a-z]{2,8}_[\dA-HJKMNP-TV-Z]{26})$/,
  /** What a store calls a thing of its own. */
  reference: /^(?!(?:sk|pk|fpk)_|eyJ)(?!.*[\da-z]{28}|.*\d{13})[\w.:/#-]{1,64}$/i,
  /** A word of a set: a status, a currency, the name of a rule. */
  word: /^[a-z][a-z_-]{0,39}$/i,
  /** One that is written wrongly too: that is what a developer looks for. */
  amount: /^-?\d{1,10}(?:[.,]\d{0,3})?$/,
  count: /^\d{1,9}$/,
  flag: /^(?:true|false|yes|no|on|off|[01])$/i,
  moment: /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/,
  lastFour: /^\d{4}$/,
  /** Where a field is: `order.items[0].amount`. */
  fieldName: /^[a-z_]{1,30}(?:\d[a-z_]{0,20})?(?:\.[a-z_]{1,30}(?:\d[a-z_]{0,20})?|\[\d{1,3}\]){0,4}$/i,
} as const
type Shape = keyof typeof shapes

const namesOf: { readonly [S in Shape]: readonly string[] } = {
  id: [
    ...['id', 'siteId', 'orderId', 'customerId', 'cardId', 'transactionId', 'parentTransactionId', 'partnerId'],
    ...['relatedTransactionIds', 'initialTransactionId', 'resourceId', 'parentResourceId', 'requestId', 'accountId'],
    ...['eventId', 'subscriptionCardId', 'disputeId', 'topupId', 'transactionAuthId', 'replaces', 'quoteId'],
  ],
  reference: ['externalOrderId'],
  word: [
    ...['currency', 'originalCurrency', 'merchantCurrency', 'fiatCurrency', 'cryptoCurrency', 'country', 'status'],
    ...['orderType', 'orderStatus', 'transactionStatus', 'transactionType', 'transactionMethod', 'transactionSource'],
    ...['cardTransactionMode', 'cardStatus', 'cardType', 'brand', 'level', 'splitStatus', 'type', 'reason', 'kind'],
    ...['resourceType', 'parentResourceType', 'intervalType', 'contentType', 'endReason', 'reissueReason', 'mode'],
    ...['declineReason', 'kycStatus', 'newStatus', 'eventType', 'channel', 'action', 'blockchain', 'decidedBy'],
    ...['fallback', 'transStatus', 'message', 'sort', 'order', 'lang'],
  ],
  amount: [
    ...['amount', 'originalAmount', 'refundedAmount', 'paidAmount', 'amountInEur', 'trialAmount', 'billedAmount'],
    ...['merchantAmount', 'approvedAmount', 'fiatAmount', 'balance', 'available', 'held', 'authorized', 'cleared'],
    ...['refunded', 'fixed', 'percent', 'limit', 'used', 'left', 'openingBalance', 'closingBalance'],
  ],
  count: [
    ...['code', 'page', 'size', 'perPage', 'limit', 'total', 'count', 'totalItemCount', 'pageCount', 'attempts'],
    ...['itemCountPerPage', 'currentPageNumber', 'currentItemCount', 'intervalValue', 'expiryMonth', 'expiryYear'],
    ...['chainId', 'confirmations', 'confirmationsNeeded', 'position', 'failures', 'attempt', 'deadlineMs', 'retries'],
  ],
  flag: [
    ...['isRedirect', 'is3d', 'isWhitelisted', 'isVirtual', 'isDebt', 'isTrial', 'isUnderWay', 'saveCard', 'active'],
    ...['retryPayment', 'retry', 'enabled', 'hasMore', 'approved', 'recurring', 'final', 'forcePosted', 'hasToken'],
    ...['identifierMatchPartial', 'rebill', 'isRebill', 'fullRefund'],
  ],
  moment: [
    ...['createdAt', 'creationDate', 'creationTimestamp', 'changedAt', 'closedAt', 'completedAt', 'expiresAt', 'at'],
    ...['firstBillDate', 'nextDueDate', 'dueDate', 'expireDate', 'startDate', 'endDate', 'from', 'to', 'until'],
    ...['receivedAt', 'requestedAt', 'retryDates', 'networkTransactionDate', 'isWhitelistedUntil', 'timestamp'],
  ],
  lastFour: ['last4', 'lastFour'],
  fieldName: ['field'],
}

const shapesOf = new Map<string, RegExp[]>()
for (const [shape, names] of Object.entries(namesOf) as [Shape, readonly string[]][])
  for (const name of names) shapesOf.set(name, [...(shapesOf.get(name) ?? []), shapes[shape]])

/** Whether a value may be kept under its name. */
export function mayBeKept(name: string, value: string): boolean {
  const fitting = shapesOf.get(name)
  if (fitting === undefined || value.length > keptMax) return false
  for (const shape of fitting) if (shape.test(value)) return value.length < digitsMin || withoutNumbers(value) === value
  return false
}

/** No shape is longer. A body of a megabyte in one field would take its patterns a tenth of a second. */
const keptMax = 300

/** Whether a value may be kept that somebody has sent. */
export const mayBeKeptAsSent = (name: string, value: string): boolean =>
  !repliesAlone.has(name) && mayBeKept(name, value)
/** We say with it how a request went; who sends it means a code of a card or a code by e-mail. */
const repliesAlone: ReadonlySet<string> = new Set(['code'])
/** Of a card number. */
const digitsMin = 12

/** Without what could be a card number, however its digits stand apart. Most texts have no such row of digits. */
export const withoutNumbers = (text: string): string => (rowOfDigits.test(text) ? maskNumbersInText(text) : text)
const rowOfDigits = /\d(?:[^A-Za-z\d]{0,3}\d){12}/

/** Whether the name of a field may be kept: a name that we know, or letters alone; anything else may be a value astray. */
export const isName = (name: string): boolean => shapesOf.has(name) || /^[a-z][a-z_]{0,29}$/i.test(name)

/** Sentences of ours in replies; what they quote of a request is hidden in them. */
export const sentences: ReadonlySet<string> = new Set(['message', 'advice', 'rule'])

/** Of what kind a thing is whose id a field holds. */
export const kindsOfIds: Readonly<Record<string, ConcernedKind>> = {
  orderId: 'order',
  externalOrderId: 'reference',
  transactionId: 'transaction',
  parentTransactionId: 'transaction',
  customerId: 'customer',
  cardId: 'card',
  accountId: 'account',
  eventId: 'event',
  disputeId: 'dispute',
  topupId: 'topup',
}

/** What a request may concern. `reference`: an order, by what the store calls it. */
export const concernedKinds = [
  'order',
  'reference',
  'transaction',
  'customer',
  'card',
  'account',
  'topup',
  'event',
  'dispute',
] as const
export type ConcernedKind = (typeof concernedKinds)[number]

/** What `id` means in a route: `/order-rebill/:id` and `/v1/cards`. */
export function kindOfRoute(route: string): ConcernedKind | undefined {
  const [, noun = ''] = /^\/(?:v\d\/)?([a-z-]+)/.exec(route) ?? []
  return nouns[noun]
}
const nouns: Readonly<Record<string, ConcernedKind>> = {
  order: 'order',
  'order-rebill': 'order',
  'order-update-card': 'order',
  transaction: 'transaction',
  transactions: 'transaction',
  customer: 'customer',
  card: 'card',
  cards: 'card',
  accounts: 'account',
  topups: 'topup',
  events: 'event',
  disputes: 'dispute',
}
