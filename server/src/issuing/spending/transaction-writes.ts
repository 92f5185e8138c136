import assert from 'node:assert/strict'
import type { NetworkRequest } from '#connectors/network/message.ts'
import { hold, voidHold } from '#core/ledger'
import { ledgerAccountOf } from '#issuing/accounts'
import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Billed } from './billed.ts'
import type { WithCard } from './incoming.ts'
import type { Change } from './outcome.ts'
import { holdName, type Transaction, type TransactionFacts, type TransactionState } from './transaction.ts'
import { statusAfter, type TransactionAction } from './transaction-states.ts'

type Begun = Pick<TransactionFacts, 'id' | 'type' | 'channel' | 'entry' | 'authorizationCode' | 'forced'> & {
  billed: Billed | undefined
} & Partial<Pick<TransactionFacts, 'recurring' | 'preauthorization' | 'posts' | 'authenticationId'>>

/** The facts of a transaction that begins with this message. */
export function factsOfTransaction(
  now: Instant,
  { request, card }: { request: Pick<NetworkRequest, 'merchant' | 'reference' | 'amount'>; card: WithCard['card'] },
  { recurring = false, preauthorization = false, posts = false, authenticationId = null, billed, ...begun }: Begun,
): TransactionFacts {
  const { merchant, reference, amount } = request
  return {
    ...begun,
    minor: billed?.minor ?? null,
    conversion: billed?.conversion ?? null,
    recurring,
    preauthorization,
    posts,
    authenticationId,
    partnerId: card.partnerId,
    holderId: card.holderId,
    accountId: card.accountId,
    cardId: card.id,
    currency: card.currency,
    merchantMinor: amount.minor,
    merchantCurrency: amount.currency,
    merchantId: merchant.id,
    terminalId: merchant.terminalId ?? null,
    merchantName: merchant.name,
    merchantCity: merchant.city ?? null,
    merchantCountry: merchant.country ?? null,
    merchantCategory: merchant.category,
    acquirerId: reference.acquirerId,
    rrn: reference.rrn ?? null,
    networkTransactionId: reference.networkTransactionId ?? null,
    createdAt: now,
  }
}

/** A new transaction, with its event. While a partner is asked there is none: it says the outcome. */
export const createTransaction = (facts: TransactionFacts, state: Omit<TransactionState, 'version'>): Write[] => [
  insert('spending.transactions', { id: facts.id, created_at: facts.createdAt, ...columnsOf(facts) }),
  insert('spending.states', {
    id: facts.id,
    status: state.status,
    authorized_minor: state.authorized,
    held_minor: state.held,
    holds: state.holds,
    cleared_minor: state.cleared,
    refunded_minor: state.refunded,
    due_at: state.dueAt,
  }),
  ...(state.status === 'asking' ? [] : [createdEvent(facts, state)]),
]

export const createdEvent = (facts: TransactionFacts, { status }: Pick<TransactionState, 'status'>): Write =>
  announce('transactionCreated', { ...about(facts), body: { status } })

/** An authorization is decided that a challenge has announced: the record says what it is about from now on. */
export const joinChallenge = (facts: TransactionFacts): Write =>
  update('spending.transactions', { set: columnsOf(facts), where: { id: facts.id, card_id: facts.cardId } })

const columnsOf = (facts: TransactionFacts) => ({
  partner_id: facts.partnerId,
  holder_id: facts.holderId,
  account_id: facts.accountId,
  card_id: facts.cardId,
  type: facts.type,
  channel: facts.channel,
  entry: facts.entry,
  currency: facts.currency,
  minor: facts.minor,
  rate: facts.conversion?.rate ?? null,
  rate_as_of: facts.conversion?.asOf ?? null,
  markup_minor: facts.conversion?.markup ?? null,
  merchant_minor: facts.merchantMinor,
  merchant_currency: facts.merchantCurrency,
  merchant_id: facts.merchantId,
  terminal_id: facts.terminalId,
  merchant_name: facts.merchantName,
  merchant_city: facts.merchantCity,
  merchant_country: facts.merchantCountry,
  merchant_category: facts.merchantCategory,
  acquirer_id: facts.acquirerId,
  rrn: facts.rrn,
  network_transaction_id: facts.networkTransactionId,
  authorization_code: facts.authorizationCode,
  authentication_id: facts.authenticationId,
  recurring: facts.recurring,
  preauthorization: facts.preauthorization,
  posts: facts.posts,
  forced: facts.forced,
})

/** Money of it was booked: the event for the commit that books it. */
export const settledEvent = (facts: TransactionFacts, { to }: Pick<Change, 'to'>): Write =>
  announce('transactionSettled', { ...about(facts), body: { status: to } })

const about = ({ id, holderId, partnerId }: TransactionFacts) => ({
  owner: holderOwner(holderId),
  subjectId: id,
  subject: { transactionId: id, holderId, partnerId },
})

/** A transaction as a message finds it becomes another: the only way in which one changes. */
export function transitionTransaction(
  transaction: Transaction,
  action: TransactionAction,
  next: Partial<Omit<TransactionState, 'version' | 'status'>>,
): { change: Change; writes: Write[] } {
  const to = statusAfter(transaction.status, action)
  assert(to, `a ${transaction.status} transaction cannot ${action}`)
  const after = { ...transaction, ...next }
  return {
    change: {
      action,
      from: transaction.status,
      to,
      authorized: after.authorized,
      held: after.held,
      hold: after.holds > transaction.holds ? after.holds : null,
    },
    writes: [
      update('spending.states', {
        set: {
          version: transaction.version + 1,
          status: to,
          authorized_minor: after.authorized,
          held_minor: after.held,
          holds: after.holds,
          cleared_minor: after.cleared,
          refunded_minor: after.refunded,
          due_at: after.held > 0n || to === 'pending' ? after.dueAt : null,
          leased_until: null,
        },
        where: { id: transaction.id, version: transaction.version },
      }),
    ],
  }
}

/** The next hold of a transaction. */
export const openHold = (
  now: Instant,
  { id, accountId, currency }: Pick<TransactionFacts, 'id' | 'accountId' | 'currency'>,
  nth: number,
  minor: bigint,
): Write =>
  hold(now, { reference: holdName(id, nth), account: ledgerAccountOf(accountId), amount: money(minor, currency) })

/** Releases what is held of a transaction, if anything is. */
export const releaseHold = (now: Instant, { id, holds, held }: Transaction): Write[] =>
  held > 0n ? [voidHold(now, holdName(id, holds))] : []
