import type { Fields } from './wire.ts'

/** One movement that the host has carried out, with the message that asked for it. */
type Movement = { is: 'debit' | 'debitReversal' | 'credit' | 'authorization'; minor: number; message: Fields }

/** What a host adds up of each of its days: written for the emulated host alone, from the fields of the standard. */
export type HostDays = {
  add(movement: Movement): void
  /** The next debit that it carries out is in no sum. */
  overlookDebit(): void
  /** Its answer to totals: whether they are its own, and its own. */
  answer(message: Fields): Fields
}

export function openDays(): HostDays {
  const movements: Movement[] = []
  let overlooked = 0
  return {
    add: (movement) => {
      if (movement.is === 'debit' && overlooked > 0) overlooked--
      else movements.push(movement)
    },
    overlookDebit: () => {
      overlooked++
    },
    answer: (message) => {
      const own = sumsOf(
        movements.filter((one) => one.message[49] === message[50] && localDate(one.message[7]!) === message[15]),
      )
      const isSame = Object.entries(own).every(([field, figure]) => message[Number(field)] === figure)
      return { ...own, 39: isSame ? '00' : '95', 66: isSame ? '1' : '2' }
    },
  }
}

function sumsOf(movements: readonly Movement[]): Record<number, string> {
  const sum = (is: Movement['is']) => {
    const all = movements.filter((one) => one.is === is)
    return { count: all.length, minor: all.reduce((total, { minor }) => total + minor, 0) }
  }
  const [debits, reversals, credits] = [sum('debit'), sum('debitReversal'), sum('credit')]
  const net = debits.minor - reversals.minor - credits.minor
  const digits = (number: number, length: number) => String(Math.abs(number)).padStart(length, '0')
  return {
    ...{ 74: digits(credits.count, 10), 75: digits(0, 10) },
    ...{ 76: digits(debits.count, 10), 77: digits(reversals.count, 10) },
    81: digits(sum('authorization').count, 10),
    ...{ 86: digits(credits.minor, 16), 87: digits(0, 16) },
    ...{ 88: digits(debits.minor, 16), 89: digits(reversals.minor, 16) },
    97: `${net < 0 ? 'D' : 'C'}${digits(net, 16)}`,
  }
}

/** The date in Bucharest of field 7, which is in UTC and has no year. */
function localDate(sent: string): string {
  const [month, day, hour, minute] = [0, 2, 4, 6].map((at) => Number(sent.slice(at, at + 2)))
  const at = Temporal.ZonedDateTime.from({ year: 2026, month: month!, day: day!, hour, minute, timeZone: 'UTC' })
  const local = at.withTimeZone('Europe/Bucharest')
  return [local.month, local.day].map((part) => String(part).padStart(2, '0')).join('')
}
