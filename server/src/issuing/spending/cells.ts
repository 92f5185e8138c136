import {
  type AuthorizationRequest,
  isApprovalOfOthers,
  type NetworkRequest,
  type Original,
  type Purpose,
} from '#connectors/network/message.ts'
import { isSpending, type Transaction } from './transaction.ts'

/**
 * What each message does, for each type of transaction and each state of the one that it is about. Every cell is written out,
 * so that a new message, type or status does not compile until somebody has decided what it means. Whether a request is
 * approved is decided by rules (`judge.ts`); other messages are about what has happened already, and are never declined for
 * the state of a card or an account. `docs/operating/network-messages.md` is made of these tables.
 */
export const states = [
  /** There is no such transaction, or none yet. */
  'none',
  'challenged',
  'asking',
  'pending',
  'completed',
  'declined',
  'reversed',
  'expired',
  /** Settled, and a part of it is still held. */
  'partlySettled',
  /** Settled by a single message. */
  'posted',
  'settled',
] as const
type State = (typeof states)[number]

/** One step for each state, in their order. */
type Row<Step> = EachOf<typeof states, Step>
type EachOf<All extends readonly unknown[], Step> = { readonly [Nth in keyof All]: Step }
type Table<Step> = Readonly<Record<Purpose, Row<Step>>>

type Steps = {
  /** 0100 that the rules approve. What has named it before it came is joined. */
  request: 'hold' | 'announce' | 'answer' | 'join' | 'decline'
  /** 0200, or 0100 with `posts`. */
  single: 'post' | 'answer' | 'join' | 'decline'
  /** 0100 that adds to an approval. What a clearing has taken already is joined. */
  increment: 'increase' | 'join' | 'judge'
  /** 0120, or 0220 with a decision that moves no money: it was approved. */
  advice: 'hold' | 'announce' | 'complete' | 'replace' | 'rest' | 'nothing'
  /** The same: it was declined. */
  declineAdvice: 'record'
  /** 0400, 0420. */
  reversal: 'wait' | 'nothing' | 'release' | 'return' | 'debit'
  /** 0220, or a row of a file, that takes money. */
  clearing: 'force' | 'clear' | 'rest' | 'refuse'
  /** 0220, or a row of a file, that brings money. */
  refund: 'open' | 'credit'
}
export type Message = keyof Steps

/** Payments are alike, whatever is paid for; inquiries are, too. */
const alike = <Step>(payment: Row<Step>, inquiry: Row<Step>, refund: Row<Step>): Table<Step> => ({
  purchase: payment,
  cash: payment,
  quasiCash: payment,
  verification: inquiry,
  balance: inquiry,
  refund,
})

// biome-ignore format: a column for each state, as `states` has them
export const cells: { readonly [M in Message]: Table<Steps[M]> } = {
  //              none        challenged  asking      pending     completed   declined    reversed    expired     partly      posted      settled
  request: alike(
    /* payment */ ['hold',    'hold',     'join',     'join',     'hold',     'hold',     'decline',  'hold',     'join',     'join',     'join'],
    /* inquiry */ ['answer',  'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer'],
    /* refund  */ ['announce', 'announce', 'join',    'join',     'announce', 'announce', 'decline',  'announce', 'join',     'join',     'join'],
  ),
  single: alike(
    /* payment */ ['post',    'post',     'join',     'join',     'post',     'post',     'decline',  'post',     'join',     'join',     'join'],
    /* inquiry */ ['answer',  'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer',   'answer'],
    /* refund  */ ['post',    'post',     'join',     'join',     'post',     'post',     'decline',  'post',     'join',     'join',     'join'],
  ),
  increment: alike(
    /* payment */ ['judge',   'judge',    'judge',    'increase', 'judge',    'judge',    'judge',    'judge',    'increase', 'judge',    'join'],
    /* inquiry */ ['judge',   'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge'],
    /* refund  */ ['judge',   'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge',    'judge'],
  ),
  advice: alike(
    /* payment */ ['hold',    'hold',     'replace',  'replace',  'hold',     'hold',     'nothing',  'hold',     'rest',     'nothing',  'rest'],
    /* inquiry */ ['complete', 'complete', 'complete', 'complete', 'complete', 'complete', 'complete', 'complete', 'complete', 'complete', 'complete'],
    /* refund  */ ['announce', 'announce', 'announce', 'replace', 'announce', 'announce', 'nothing',  'announce', 'nothing',  'nothing',  'nothing'],
  ),
  declineAdvice: alike(
    /* payment */ ['record',  'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record'],
    /* inquiry */ ['record',  'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record'],
    /* refund  */ ['record',  'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record',   'record'],
  ),
  reversal: alike(
    /* payment */ ['wait',    'nothing',  'release',  'release',  'nothing',  'nothing',  'nothing',  'nothing',  'release',  'return',   'nothing'],
    /* inquiry */ ['wait',    'nothing',  'nothing',  'nothing',  'nothing',  'nothing',  'nothing',  'nothing',  'nothing',  'nothing',  'nothing'],
    /* refund  */ ['wait',    'nothing',  'nothing',  'release',  'nothing',  'nothing',  'nothing',  'nothing',  'nothing',  'debit',    'nothing'],
  ),
  clearing: alike(
    /* payment */ ['force',   'force',    'clear',    'clear',    'force',    'force',    'clear',    'clear',    'clear',    'rest',     'clear'],
    /* inquiry */ ['refuse',  'refuse',   'refuse',   'refuse',   'refuse',   'refuse',   'refuse',   'refuse',   'refuse',   'refuse',   'refuse'],
    /* refund  */ ['force',   'force',    'force',    'force',    'force',    'force',    'force',    'force',    'force',    'force',    'force'],
  ),
  refund: alike(
    /* payment */ ['open',    'open',     'open',     'open',     'open',     'open',     'open',     'open',     'credit',   'credit',   'credit'],
    /* inquiry */ ['open',    'open',     'open',     'open',     'open',     'open',     'open',     'open',     'open',     'open',     'open'],
    /* refund  */ ['open',    'open',     'open',     'credit',   'open',     'open',     'credit',   'credit',   'credit',   'credit',   'credit'],
  ),
}

/**
 * How well a transaction fits a message, by what it would do: not at all, as one that refuses it, as one that it leaves alone,
 * or as its own.
 */
const fits: { readonly [Step in Steps[Message]]: 0 | 1 | 2 | 3 } = {
  announce: 0,
  decline: 2,
  answer: 0,
  join: 3,
  post: 0,
  increase: 3,
  judge: 0,
  hold: 0,
  complete: 0,
  replace: 3,
  rest: 3,
  record: 2,
  wait: 0,
  nothing: 2,
  release: 3,
  return: 3,
  debit: 3,
  force: 0,
  clear: 3,
  credit: 3,
  refuse: 1,
  open: 0,
}

export type About<M extends Message = Message> = { message: M; purpose: Purpose | undefined }
type Found = Pick<Transaction, 'type' | 'status' | 'held' | 'posts'>

/** What a message does about the transaction that it names, if there is one. */
export function stepOf<M extends Message>({ message, purpose }: About<M>, found: Found | undefined): Steps[M] {
  const table: Table<Steps[M]> = cells[message]
  const type = found ? found.type : (purpose ?? 'purchase')
  return table[type][states.indexOf(stateOf(found))] as Steps[M]
}

function stateOf(found: Found | undefined): State {
  if (!found) return 'none'
  const { status, held, posts } = found
  if (status !== 'settled') return status
  return held > 0n ? 'partlySettled' : posts ? 'posted' : 'settled'
}

/**
 * How well a message fits a transaction; 0: it is not about this one. One that waits is meant rather than one that is settled,
 * and whatever both would be, one of the direction that the message states rather than another.
 */
export function fitOf(about: About, found: Found, by: 'key' | 'name'): number {
  const direction = directionFit(about, found, by)
  const fit = direction === 0 ? 0 : fits[stepOf(about, found)]
  if (fit === 0) return 0
  const waits = found.held > 0n || found.status === 'pending'
  return (direction === 2 ? ofItsDirection : 0) + (fit >= fits.nothing && waits ? fit + 1 : fit)
}
/** More than any fit without it. */
const ofItsDirection = 10

/** Whether the message would be refused for this transaction, and for no better one. */
export const isRefusedBy = (fit: number): boolean => fit % ofItsDirection === fits.refuse

/** Of these the one that fits best, and of several the newest. */
export const bestOf = (found: readonly Transaction[], fit: (one: Transaction) => number): Transaction | undefined =>
  found
    .map((one) => ({ one, fit: fit(one) }))
    .filter((each) => each.fit > 0)
    .toSorted((a, b) => b.fit - a.fit || (a.one.id < b.one.id ? 1 : -1))[0]?.one

/** Whether the message would do something to it. */
export const wouldChange = (fit: number): boolean => fit % ofItsDirection > fits.nothing

type Direction = 'spending' | 'refund' | 'inquiry'
const directionOf = (type: Purpose): Direction =>
  isSpending(type) ? 'spending' : type === 'refund' ? 'refund' : 'inquiry'

/**
 * Money is taken, brought, or asked about, and every message states which (field 3). What takes money is about no refund; what
 * brings it is about a refund, or about the payment that it returns. A reversal without a purpose is about a payment, if one
 * has its names; a key names its message whatever its purpose is.
 */
function directionFit({ message, purpose = 'purchase' }: About, { type }: Found, by: 'key' | 'name'): 0 | 1 | 2 {
  const [stated, of] = [directionOf(purpose), directionOf(type)]
  switch (message) {
    case 'reversal':
      return stated === of ? 2 : by === 'key' ? 1 : 0
    case 'clearing':
      return stated === of || of === 'inquiry' ? 1 : 0
    case 'refund':
      return of === 'inquiry' ? 0 : 1
    case 'request':
    case 'single':
    case 'increment':
    case 'advice':
    case 'declineAdvice':
      return stated === of ? 1 : 0
  }
}

/** A request by itself, whatever it adds to. */
export const requestOf = ({ posts, purpose }: Pick<AuthorizationRequest, 'posts' | 'purpose'>) => ({
  message: posts ? ('single' as const) : ('request' as const),
  purpose,
})

/** What a message is that follows others, by what it says. */
export function aboutOf(request: NetworkRequest): About {
  switch (request.kind) {
    case 'authorization':
      return { message: 'increment', purpose: request.purpose }
    case 'advice':
      return { message: isApprovalOfOthers(request.decided) ? 'advice' : 'declineAdvice', purpose: request.purpose }
    case 'reversal':
      return { message: 'reversal', purpose: request.purpose }
    case 'clearing':
      return { message: request.purpose === 'refund' ? 'refund' : 'clearing', purpose: request.purpose }
    case 'refund':
      return { message: 'refund', purpose: 'refund' }
  }
}

/** How a message names an earlier one. */
export function originalOf(request: NetworkRequest): Original | undefined {
  switch (request.kind) {
    case 'authorization':
      return request.incrementOf
    case 'advice':
      return request.replaces
    case 'reversal':
    case 'clearing':
    case 'refund':
      return request.original
  }
}
