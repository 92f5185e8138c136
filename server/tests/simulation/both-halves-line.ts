import { NoResponse } from '#connectors/acquirer/port.ts'
import type { Network, NetworkResponse } from '#connectors/network/message.ts'
import type { Neighbour } from './both-halves-neighbour.ts'
import { type Random, randomOf } from './random.ts'

/**
 * A line to the processes of the issuer that loses messages and answers, and at times carries a message twice at once: to
 * both of them.
 */
export type Line = Network & {
  /** Continues with another seed, so that each step of a simulation has random faults of its own. */
  reseed(seed: number): void
  /** From now on everything arrives. */
  calmDown(): void
  /** What went wrong so far: a simulation in which nothing was lost has shown nothing. */
  readonly lost: { readonly messages: number; readonly answers: number }
  /** Of messages that came twice, those that were answered in two ways; and those that were answered by an error. */
  readonly clashes: readonly string[]
}

export const lostOnTheLine = 'lost on the line to the issuer'

/** A process that is about to die gets all that comes. */
export function lossyLine(send: Network['send'], neighbour: Pick<Neighbour, 'send' | 'isDoomed'>): Line {
  let random: Random = randomOf(0)
  let calm = false
  const lost = { messages: 0, answers: 0 }
  const clashes: string[] = []
  const sendTo =
    (one: Network['send']): Network['send'] =>
    (request) =>
      one(request).catch((error) => {
        if (!(error instanceof NoResponse)) clashes.push(`${request.kind} ${request.key.stan} was answered ${error}`)
        throw error
      })
  const [first, second] = [sendTo(send), sendTo(neighbour.send)]
  return {
    lost,
    clashes,
    reseed: (seed) => {
      random = randomOf(seed)
    },
    calmDown: () => {
      calm = true
    },
    send: async (request) => {
      const luck = calm ? 100 : random.between(0, 99)
      if (luck < 8) {
        lost.messages++
        throw new NoResponse(`a message was ${lostOnTheLine}`)
      }
      const [one, other] = neighbour.isDoomed || luck % 3 === 0 ? [second, first] : [first, second]
      const [answer, again] = await Promise.all([one(request), luck < 16 ? other(request) : undefined])
      if (again && inWords(answer) !== inWords(again))
        clashes.push(`${request.kind} ${request.key.stan} was answered ${inWords(answer)} and ${inWords(again)}`)
      if (luck >= 16 && luck < 26) {
        lost.answers++
        throw new NoResponse(`an answer was ${lostOnTheLine}`)
      }
      return answer
    },
  }
}

export const inWords = (response: NetworkResponse): string =>
  JSON.stringify(response, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
