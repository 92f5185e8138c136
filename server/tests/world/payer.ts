import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'
import { type CardTyped, cardFields, fieldOf, type Landed } from './shopper.ts'

export type Answer = {
  status: number
  body: {
    code: number
    message: string
    // biome-ignore lint/suspicious/noExplicitAny: what a client reads, whatever it is
    data: any
    pagination?: Readonly<Record<string, number>>
    error?: readonly Readonly<Record<string, unknown>>[]
    errors?: readonly Readonly<Record<string, unknown>>[]
  }
}

/** A merchant's own program, which knows its key and the addresses of the office. */
export function officeOf(shop: Shop, key = shop.privateKey) {
  const request = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    fields?: Fields,
    headers = {},
  ): Promise<Answer> => {
    const reply = await shop.world.http.inject({
      method,
      url,
      headers: { authorization: key, ...(fields && { 'content-type': form }), ...headers },
      ...(fields && { payload: new URLSearchParams(fields).toString() }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  return {
    request,
    /** Creates a link, over bread by default; returns its hash. */
    makes: async (fields: Fields = {}): Promise<string> => {
      const { content, ...plain } = breadLink(shop)
      const sold = 'content[0][item]' in fields ? plain : { ...plain, content: content! }
      const { status, body } = await request('POST', '/payment-link', { ...sold, ...fields })
      expect([status, body.message], JSON.stringify(body)).toEqual([201, 'Created'])
      return body.data.hash
    },
    reads: async (hash: string) => (await request('GET', `/payment-link/${hash}`)).body.data,
  }
}
export type Fields = Readonly<Record<string, string>>

export const breadLink = ({ site }: Pick<Shop, 'site'>): Fields => ({
  siteId: String(site.id),
  amount: '9.90',
  currency: 'EUR',
  orderType: 'purchase',
  active: '1',
  contentType: 'Description',
  content: 'Bread',
})

/** A person who received a link and opens it in a browser without script. */
export function payerBy(shop: Pick<Shop, 'world'>, hash: string) {
  const { http } = shop.world
  const load = async (url: string): Promise<Landed> => {
    const { statusCode, headers, body } = await http.inject({ method: 'GET', url })
    return modify(statusCode, url, headers.location, body)
  }
  const post = async (url: string, fields: Fields): Promise<Landed> => {
    const payload = new URLSearchParams(fields).toString()
    const reply = await http.inject({ method: 'POST', url, headers: { 'content-type': form }, payload })
    return modify(reply.statusCode, url, reply.headers.location, reply.body)
  }
  const modify = async (status: number, from: string, location: string | undefined, text: string): Promise<Landed> =>
    status === 303 && location?.startsWith('/') ? load(location) : { status, address: location ?? from, text }
  const opens = () => load(`/l/${hash}`)
  return {
    address: `/l/${hash}`,
    opens,
    /** Presses a button that was shown an hour ago. */
    goesOnBlindly: () => post(`/l/${hash}`, { visit: randomUUID() }),
    post,
    load,
    /** Opens the link, fills in the requested fields, and submits. */
    goesOn: async (facts: Fields = {}): Promise<Landed> =>
      post(`/l/${hash}`, { visit: fieldOf((await opens()).text, 'visit'), ...facts }),
    /** On the pay page: types a card and presses the button. */
    paysAt: ({ address }: Pick<Landed, 'address'>, card: CardTyped = {}, attempt = '1'): Promise<Landed> =>
      post(`${address.replace(/\?.*/, '')}/pay`, { attempt, ...cardFields(card) }),
  }
}
const form = 'application/x-www-form-urlencoded'
