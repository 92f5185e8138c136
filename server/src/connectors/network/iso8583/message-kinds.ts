import type { Purpose } from '../message.ts'

/** A request is authorized, a single message booked with it; an advice tells of a decision, a presentment moves money. */
export type Kind = 'request' | 'single' | 'advice' | 'presentment' | 'reversal'

/** Digits 2 and 3 of the types that are taken. Digit 4 says who began, and whether it is a repeat. */
export const messageTypes = ['10', '12', '20', '22', '40', '42'] as const
export type MessageType = (typeof messageTypes)[number]

/** What a message is, by its type and the purpose in its processing code. What only asks moves no money in any of them. */
export const kindOf: { readonly [Type in MessageType]: Readonly<Record<Purpose, Kind>> } = {
  10: all('request'),
  12: all('advice'),
  20: all('single'),
  22: {
    purchase: 'presentment',
    cash: 'presentment',
    quasiCash: 'presentment',
    verification: 'advice',
    balance: 'advice',
    refund: 'presentment',
  },
  40: all('reversal'),
  42: all('reversal'),
}

function all(kind: Kind): Readonly<Record<Purpose, Kind>> {
  return { purchase: kind, cash: kind, quasiCash: kind, verification: kind, balance: kind, refund: kind }
}
