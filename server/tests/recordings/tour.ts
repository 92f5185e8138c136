import { signCheckoutRequest } from '@florin/client'
import type { LightMyRequestResponse } from 'fastify'
import type { SiteInput } from '#core/directory'
import { openedByHand } from '../world/by-hand.ts'
import { mailOf } from '../world/mail.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { type CheckoutInput, fieldOf, messagesOf, requestOf } from '../world/shopper.ts'
import type { WorldParts } from '../world/world.ts'
import type { WorldHttp } from '../world/world-http.ts'
import { prettyHtml, prettyJson, sharedParts } from './pretty.ts'
import { type Recorder, recorder } from './recorder.ts'

/**
 * A fixed sequence of requests, the reply to each, and what the program sends out meanwhile. The tour controls the
 * clock, and ids are counted from the beginning.
 */
export type Tour = {
  shop: Shop
  /** From here on it is kept in another file. */
  chapter(name: string): void
  /** Sends one request, such as 'POST /checkout/abc/pay', and keeps its answer. */
  sends(title: string, line: string, input?: Input): Promise<Seen>
  /** The same with the key of the site, as a program of the merchant's does. */
  calls(title: string, line: string, input?: Input): Promise<Seen>
  /** Keeps the words of a page alone; for pages that are kept whole in another language. */
  reads(title: string, line: string, input?: Input): Promise<Seen>
  /** The signed form of a store, which leads to the page of a session. */
  opens(title: string, input: CheckoutInput, query?: string): Promise<string>
  /** Advances time, does due work, and records the notifications and emails that were sent. */
  passes(title: string, duration?: Temporal.DurationLike): Promise<void>
  keeps(title: string, text: string): void
}

export type Input = {
  form?: Readonly<Record<string, string>>
  json?: unknown
  /** A body as it is, with whatever Content-Type the headers say. */
  body?: string
  headers?: Readonly<Record<string, string>>
  /** To another server of the same installation. */
  http?: WorldHttp
}

export type Seen = {
  status: number
  headers: LightMyRequestResponse['headers']
  text: string
  /** Where the answer leads, without what is not a path. */
  to: string
  // biome-ignore lint/suspicious/noExplicitAny: what a client reads, whatever it is
  data: any
  field(name: string): string
}

export async function openTour(name: string, input: SiteInput = {}, parts: Omit<WorldParts, 'acquirer'> = {}) {
  const shop = await openShop(input, parts)
  const chapters: Recorder[] = []
  const here = () => chapters.at(-1)!
  const shared = sharedParts()
  const whole = (html: string): string => prettyHtml(shared.name(withRequest(html)))
  const tour: Tour = {
    shop,
    chapter: (name) => void chapters.push(recorder(name)),
    sends: (title, line, input = {}) => send(shop, here(), title, line, input, whole),
    reads: (title, line, input = {}) => send(shop, here(), title, line, input, messagesOf),
    calls: (title, line, input = {}) => {
      const headers = { authorization: `Bearer ${shop.privateKey}`, ...input.headers }
      return tour.sends(title, line, { ...input, headers })
    },
    opens: async (title, input, query = '') => {
      const form = signCheckoutRequest({ privateKey: shop.privateKey, request: requestOf(shop.site, input) })
      const { to, text } = await tour.sends(title, `POST /${query}`, { form: { ...form } })
      if (to === '') throw new Error(`${title}: ${messagesOf(text)}`)
      return to
    },
    passes: async (title, duration = { seconds: 0 }) => {
      await shop.world.pass(duration)
      await keepWhatLeft(shop, here(), title, whole)
    },
    keeps: (title, text) => here().keep(title, text),
  }
  const finish = () => {
    const parts = shared.all()
    if (parts.length > 0) tour.chapter(`${name}-parts-of-pages`)
    for (const [part, text] of parts) tour.keeps(`The ${part}`, text)
    for (const chapter of chapters) chapter.finish()
  }
  return { ...tour, finish }
}

async function send(
  shop: Shop,
  file: Recorder,
  title: string,
  line: string,
  { form, json, body, headers = {}, http = shop.world.http }: Input,
  page: (html: string) => string,
): Promise<Seen> {
  const [method, url] = line.split(' ') as ['GET', string]
  if (!url?.startsWith('/')) throw new Error(`"${title}" has no address to go to: ${line}`)
  const [type, payload] = form
    ? ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()]
    : json
      ? ['application/json', JSON.stringify(json)]
      : [undefined, body]
  const reply = await http.inject({
    method,
    url,
    headers: { ...(type && { 'content-type': type }), ...headers },
    ...(payload !== undefined && { payload }),
  })
  const sent = form ? fieldsOf(form) : payload === undefined ? '' : prettyShort(payload)
  const parts = [`${line}${headersOf(headers)}`, sent, answerOf(shop, reply, page)]
  file.keep(title, parts.filter((part) => part !== '').join('\n'))
  return seenOf(reply)
}

function seenOf({ statusCode: status, headers, body: text }: LightMyRequestResponse): Seen {
  return {
    status,
    headers,
    text,
    to: String(headers.location ?? '').replace(/^http:\/\/florin\.test(?=\/)/, ''),
    data: String(headers['content-type']).includes('json') && text !== '' ? JSON.parse(text).data : undefined,
    field: (name) => fieldOf(text, name),
  }
}

/** A signed request is shown as what it says. */
const fieldsOf = (form: Readonly<Record<string, string>>): string =>
  Object.entries(form)
    .map(([name, value]) =>
      name === 'jsonRequest' && isSigned(value)
        ? `  ${name}: ${short(Buffer.from(value, 'base64').toString(), 5_000)}`
        : `  ${name}: ${short(value)}`,
    )
    .join('\n')
/** A page that leads to the checkout carries a request; it is shown as what it says. */
const withRequest = (html: string): string =>
  html.replace(/(?<=name="jsonRequest" value=")[^"]+/, (value) => Buffer.from(value, 'base64').toString())
const isSigned = (value: string): boolean => Buffer.from(value, 'base64').toString().startsWith('{')

const short = (value: string, max = 300): string =>
  value.length > max ? `${value.slice(0, 40)}… (${value.length})` : value
const prettyShort = (payload: string): string => `  ${short(payload)}`

/** The key, or the access token, is in every call of the interface, and says nothing. */
const headersOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .filter(([name, value]) => name !== 'authorization' || !/^Bearer (?:[0-9a-f]{32}$|eyJ)/.test(value))
    .map(([name, value]) => `\n  (${name}: ${short(withMessage(value))})`)
    .join('')

function answerOf({ privateKey }: Shop, reply: LightMyRequestResponse, page: (html: string) => string): string {
  const { statusCode, headers, body } = reply
  const shownHeaders = Object.entries(headers)
    .filter(([name]) => !ofTransport.includes(name))
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${withMessage(String(value))}`))
    .toSorted()
  const type = String(headers['content-type'] ?? '')
  const shown = type.includes('json') ? prettyJson(body) : /html|svg/.test(type) ? page(body) : body
  const notified = [...new Set(body.match(sealed) ?? [])].flatMap((one) => opened(one, privateKey))
  return [`-> ${statusCode}`, ...shownHeaders, ...notified, '', shown.trimEnd()].join('\n').trimEnd()
}
/** The desk leaves its word for the next page in a cookie. */
const withMessage = (value: string): string =>
  value.replace(/(?<=florin_desk=)[\w-]{4,}/, (message) => Buffer.from(message, 'base64url').toString())
const ofTransport = ['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding']
const sealed = /[A-Za-z0-9+/]{22}==,[A-Za-z0-9+/]+={0,2}/g

/** What a store reads in a sealed result; nothing when it is not for this store. */
function opened(one: string, privateKey: string): string[] {
  try {
    return [`opens to ${openedByHand(one, privateKey)}`]
  } catch {
    return []
  }
}

/** How much of each receiver and mailbox was kept already. */
const kept = new WeakMap<Shop, { notified: number; emails: bigint }>()

/** Notifications and emails are sent in parallel, so those sent at one time are sorted by their text. */
async function keepWhatLeft(shop: Shop, file: Recorder, title: string, page: (html: string) => string): Promise<void> {
  const before = kept.get(shop) ?? { notified: 0, emails: 0n }
  const notified = shop.receiver.requests.slice(before.notified).map(({ method, path, headers, body }) => {
    const form = Object.entries(Object.fromEntries(new URLSearchParams(body)))
    const payload = openedByHand(form[0]![1], shop.privateKey)
    const kept = ['content-type', 'user-agent', 'accept'].flatMap((name) =>
      headers[name] ? `${name}: ${headers[name]}` : [],
    )
    return [
      prettyJson(payload),
      [`${method} ${path}`, ...kept, ...form.map(([name, value]) => `  ${name}: ${value}`)],
    ] as const
  })
  const emails = (await mailOf(shop.world)).filter(({ id }) => id > before.emails)
  kept.set(shop, {
    notified: shop.receiver.requests.length,
    emails: emails.reduce((last, { id }) => (id > last ? id : last), before.emails),
  })
  for (const [index, [payload, head]] of notified.toSorted(([one], [other]) => (one < other ? -1 : 1)).entries())
    file.keep(`${title}: notification ${index + 1}`, `${head.join('\n')}\n${payload}`)
  const written = emails.map(({ from, to, replyTo, subject, text, html }) =>
    [
      `From: ${from.name} <${from.address}>\nTo: ${to}\nReply-To: ${replyTo ?? 'none'}\nSubject: ${subject}`,
      text.trimEnd(),
      page(html),
    ].join('\n\n'),
  )
  for (const [index, email] of written.toSorted().entries()) file.keep(`${title}: email ${index + 1}`, email)
}
