import { type HostDays, openDays } from './day-totals.ts'
import type { Fields } from './wire.ts'

/** What the emulated host knows of a transaction, by the number, time and terminal of its first message. */
type Transaction = {
  kind: 'authorization' | 'verification' | 'refund' | 'payout'
  minor: number
  code: string
  approval: string | undefined
  status: 'approved' | 'completed' | 'reversed' | 'declined'
}

/** What a host decides, and what it remembers. It sees messages alone. */
export type HostLedger = {
  /** The response code and what goes with it. */
  answer(message: Fields): Fields
  readonly held: number
  readonly captured: number
  readonly refunded: number
  readonly paidOut: number
  /** A number that was used for two different messages on one day. */
  readonly clashes: number
  /** Answers the reversal of what it does not know with 25, and does not remember it. */
  forgets: boolean
  /** Refuses completions (12), and repeats that to each repeat of one, also when it would take another. */
  refusesCompletions: boolean
  /** Refuses reversals (12) in the same way. */
  refusesReversals: boolean
  /** Answers a repeat of what it has taken with 94 instead of its first answer. */
  saysDuplicate: boolean
  readonly days: Pick<HostDays, 'overlookDebit'>
  /** From now on everything is settled: nothing that was captured can be reversed. */
  settle(): void
}

export const declinedCard = '4000020000002006'
export const approvedCard = '4111111111111111'
const day = (message: Fields): string => message[7]!.slice(0, 4)
const keyOf = (message: Fields): string => [message[41], message[7], message[11]].join(' ')
/** Field 90: type, number and time of the original. */
const originalKey = (message: Fields): string =>
  [message[41], message[90]!.slice(10, 20), message[90]!.slice(4, 10)].join(' ')

export function openLedger(): HostLedger {
  const transactions = new Map<string, Transaction>()
  const answered = new Map<string, { message: Fields; reply: Fields }>()
  /** A reversal that came before what it reverses: that is declined when it comes. */
  const reversedBefore = new Set<string>()
  /** Completions, by their own keys: a reversal names the last message. */
  const completions = new Map<string, string>()
  const numbers = new Map<string, string>()
  const days = openDays()
  let [approvals, clashes, isSettled] = [0, 0, false]
  const sum = (of: (one: Transaction) => boolean) =>
    [...transactions.values()].filter(of).reduce((total, { minor }) => total + minor, 0)

  const ledger: HostLedger = {
    days,
    forgets: false,
    refusesCompletions: false,
    refusesReversals: false,
    saysDuplicate: false,
    settle: () => {
      isSettled = true
    },
    get held() {
      return sum(({ kind, status }) => kind === 'authorization' && status === 'approved')
    },
    get captured() {
      return sum(({ kind, status }) => kind === 'authorization' && status === 'completed')
    },
    get refunded() {
      return sum(({ kind, status }) => kind === 'refund' && status === 'approved')
    },
    get paidOut() {
      return sum(({ kind, status }) => kind === 'payout' && status === 'approved')
    },
    get clashes() {
      return clashes
    },
    answer: (message) => {
      const key = keyOf(message)
      const before = answered.get(key)
      if (before && !isSame(before.message, message)) return clash()
      if (before) return ledger.saysDuplicate ? { 39: '94' } : before.reply
      const number = `${message[41]} ${day(message)} ${message[11]}`
      if (numbers.has(number)) return clash()
      numbers.set(number, key)
      const reply = decide(message, key)
      answered.set(key, { message, reply })
      return reply
    },
  }
  return ledger

  function clash(): Fields {
    clashes++
    return { 39: '94' }
  }

  function decide(message: Fields, key: string): Fields {
    const type = `${message[0]!.slice(0, 3)}0`
    if (type === '0100') return authorize(message, key)
    if (type === '0500') return days.answer(message)
    if (type === '0420') return reverse(message)
    if (message[3]!.startsWith('20')) return transfer('refund', message, key)
    if (message[3]!.startsWith('26')) return transfer('payout', message, key)
    return complete(message, key)
  }

  function authorize(message: Fields, key: string): Fields {
    const kind = message[3]!.startsWith('33') ? 'verification' : 'authorization'
    const isGood = message[2] !== declinedCard && !reversedBefore.has(key)
    const code = isGood ? (kind === 'verification' ? '85' : '00') : '51'
    const approval = isGood ? `A${String(++approvals).padStart(5, '0')}` : undefined
    const status = isGood ? 'approved' : 'declined'
    transactions.set(key, { kind, minor: Number(message[4]), code, approval, status })
    if (isGood && kind === 'authorization') days.add({ is: 'authorization', minor: Number(message[4]), message })
    const cvv = partsOf(message[48])['92']
    const checked = cvv === undefined ? ' ' : cvv === '999' ? 'N' : 'M'
    return {
      39: code,
      ...(approval && { 38: approval, 62: `4${message[7]}${message[11]!.slice(2)}` }),
      44: `  ${checked}`,
    }
  }

  function complete(message: Fields, key: string): Fields {
    if (ledger.refusesCompletions) return { 39: '12' }
    const of = originalKey(message)
    const found = transactions.get(of)
    if (found?.status !== 'approved' || found.approval !== message[38]) return { 39: found ? '12' : '25' }
    Object.assign(found, { status: 'completed', minor: Number(message[4]) })
    completions.set(key, of)
    days.add({ is: 'debit', minor: found.minor, message })
    return { 39: '00' }
  }

  function reverse(message: Fields): Fields {
    if (ledger.refusesReversals) return { 39: '12' }
    const named = originalKey(message)
    const of = completions.get(named) ?? named
    const found = transactions.get(of)
    if (!found) {
      if (ledger.forgets) return { 39: '25' }
      reversedBefore.add(of)
      return { 39: '00' }
    }
    if (found.status === 'completed' && isSettled) return { 39: '12' }
    if (found.status === 'completed') days.add({ is: 'debitReversal', minor: found.minor, message })
    if (found.status !== 'declined') found.status = 'reversed'
    return { 39: '00' }
  }

  function transfer(kind: 'refund' | 'payout', message: Fields, key: string): Fields {
    const code = message[2] === declinedCard ? '57' : '00'
    const status = code === '00' ? 'approved' : 'declined'
    transactions.set(key, { kind, minor: Number(message[4]), code, approval: undefined, status })
    if (code === '00') days.add({ is: 'credit', minor: Number(message[4]), message })
    return { 39: code }
  }
}

/** A repeat differs in its type, and its code, alone. */
const isSame = (one: Fields, other: Fields): boolean =>
  Object.keys({ ...one, ...other })
    .filter((field) => !['0', '64', '128'].includes(field))
    .every((field) => one[Number(field)] === other[Number(field)]) && one[0]!.slice(0, 3) === other[0]!.slice(0, 3)

/** Field 48: a letter, then parts with a tag and a length of two digits each. */
function partsOf(text = ''): Readonly<Record<string, string>> {
  const parts: Record<string, string> = {}
  for (let at = 1; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4))
    parts[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length)
    at += 4 + length
  }
  return parts
}
