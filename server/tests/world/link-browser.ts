import { createHash, randomUUID } from 'node:crypto'
import { type CardTyped, cardFields, fieldOf, type Landed } from './shopper.ts'
import type { World } from './world.ts'

/** Somebody who pays by a payment link: a browser at an address of its own, with script or without. */
export type LinkBrowser = {
  /** Opens the link and goes on to the card form; returns the form's address and the page. */
  opens(): Promise<Landed>
  /** The same without loading the link's own page: a program knows what its form sends. */
  opensAtOnce(): Promise<Landed>
  /** Loads a page of ours. */
  loads(address: string): Promise<Landed>
  /** Types a card on the form that is shown and presses the button; returns where that led. */
  types(form: Landed, card?: CardTyped): Promise<Landed>
  /** Types the code at the pretend bank and comes back with its word. */
  confirms(challenge: Landed, code?: string): Promise<Landed>
}

export function openLinkBrowser(
  { http }: Pick<World, 'http'>,
  { hash, ip, hasScript }: { hash: string; ip: string; hasScript: boolean },
): LinkBrowser {
  const loads = async (url: string): Promise<Landed> => {
    const { statusCode, headers, body } = await http.inject({ method: 'GET', url, remoteAddress: ip })
    return follow(statusCode, url, headers.location, body)
  }
  const posts = async (url: string, fields: Readonly<Record<string, string>>): Promise<Landed> => {
    const payload = new URLSearchParams(fields).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await http.inject({ method: 'POST', url, headers, payload, remoteAddress: ip })
    return follow(reply.statusCode, url, reply.headers.location, reply.body)
  }
  const follow = async (status: number, from: string, location: string | undefined, text: string): Promise<Landed> =>
    status === 303 && location?.startsWith('/') ? loads(location) : { status, address: location ?? from, text }
  return {
    loads,
    opens: async () => posts(`/l/${hash}`, { visit: fieldOf((await loads(`/l/${hash}`)).text, 'visit') }),
    opensAtOnce: () => posts(`/l/${hash}`, { visit: randomUUID() }),
    types: async ({ address, text }, card = {}) => {
      const puzzle = fieldOf(text, 'puzzle')
      const proof = hasScript ? solve(puzzle, bitsOf(text)) : ''
      const attempt = fieldOf(text, 'attempt')
      return posts(`${address.replace(/\/pay$/, '')}/pay`, { attempt, puzzle, proof, ...cardFields(card) })
    },
    confirms: async ({ address, text }, code = '00000') => {
      const shown = await posts('/sandbox/bank', { PaReq: fieldOf(text, 'PaReq'), decision: 'confirm', code })
      const fields = { PaRes: fieldOf(shown.text, 'PaRes'), MD: fieldOf(shown.text, 'MD') }
      return posts(`${address}/challenge`, fields)
    },
  }
}

const bitsOf = (text: string): number => Number(/data-bits="(\d+)"/.exec(text)![1])

/** What the page's script does. */
export function solve(puzzle: string, bits: number): string {
  const numbers: string[] = []
  for (let number = 0; numbers.length < 32; number++) {
    const name = number.toString(36)
    const hash = createHash('sha256').update(`${puzzle}.${numbers.length}.${name}`).digest()
    if (hash.readUInt32BE(0) >>> (32 - bits) !== 0) continue
    numbers.push(name)
    number = -1
  }
  return numbers.join('.')
}
