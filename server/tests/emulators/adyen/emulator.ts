import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callDisputes, chargeBack, decideDispute } from './disputes.ts'
import { failCapture, failRefund, modify, technicalCancel } from './modifications.ts'
import { authenticate, completeRedirect, makePayment } from './payments.ts'
import { closeBatch } from './reports.ts'
import { type Answer, type Body, findByReference, type Item, ok, problem, type State } from './state.ts'
import { type Delivery, deliveryOf, itemOf, type SentItem, type Signing } from './webhooks.ts'

/**
 * What may go wrong with one request: the connection is closed before anything is done or after it, the answer is cut off
 * or never comes, the server fails before or after it has acted, or says that the same key is in progress or that there
 * are too many requests.
 */
export type Fault =
  | 'closedBefore'
  | 'closedAfter'
  | 'truncated'
  | 'unanswered'
  | 'failedBefore'
  | 'failedAfter'
  | 'inProgress'
  | 'tooMany'
  | 'refused'

export type Exchange = { path: string; key: string | undefined; body: Body; status: number; answer: unknown }

export type AdyenEmulator = AsyncDisposable & {
  /** Where it listens. */
  url: string
  /** What an operator would enter to connect to it. */
  given: Record<string, string>
  state: State
  /** Every request and its answer, also where the answer was lost. */
  exchanges: Exchange[]
  /** The next request to this path meets the fault. */
  fault(path: RegExp, fault: Fault): void
  /** Each request from now on may meet a fault; undefined: none does, but for those that are planned. */
  faultAtRandom(choose: ((path: string) => Fault | undefined) | undefined): void
  /** How many requests have met one. */
  readonly faultsMet: number
  /** Stops a request to this path before it is looked at; `arrived` is resolved when one has come. */
  hold(path: RegExp): { arrived: Promise<void>; release(): void }
  /** The items that were not delivered yet, oldest first. They are taken. */
  takeItems(): SentItem[]
  deliver(items: readonly SentItem[], signing?: Partial<Signing>): Delivery
  /** An item that no action of the emulator leads to. */
  sign(item: Item): SentItem
  chargeBack(reference: string, value: number): string
  /** The capture of a payment fails after it was done. */
  failCapture(reference: string): void
  /** The last refund of a payment does not arrive. */
  failRefund(reference: string): void
  decideDispute(reference: string, outcome: 'won' | 'lost' | 'secondChargeback'): void
  /** The browser on Adyen's page. Returns the query with which it comes back. */
  passThroughBank(url: string, password: string): Promise<Record<string, string>>
  closeBatch(options?: Parameters<typeof closeBatch>[2]): string
  /** What is held or captured under this reference. */
  balanceOf(reference: string): { status: string; captured: number; refunded: number }
}

const apiKey = 'AQEyhmfxK4PKbRRBw0m/n3Q5qf3VaY9UCJ1+XWZe9W27jmlZ'
const signing: Signing = {
  merchantAccount: 'CrumbECOM',
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  user: 'adyen',
  password: 'a webhook password',
}
const reportUser = { name: 'report@Company.Crumb', password: 'a report password' }

/** Opens an emulator of Adyen's test system on a port of this machine. */
export async function openAdyenEmulator(now: () => Temporal.Instant): Promise<AdyenEmulator> {
  const items: SentItem[] = []
  const exchanges: Exchange[] = []
  const faults: { path: RegExp; fault: Fault }[] = []
  const holds: { path: RegExp; arrive: () => void; released: Promise<void> }[] = []
  const answers = new Map<string, Answer | 'inProgress'>()
  let chance: ((path: string) => Fault | undefined) | undefined
  let [count, faultsMet] = [0, 0]
  const state: State = {
    now,
    merchantAccount: signing.merchantAccount,
    ...{
      payments: new Map(),
      disputes: new Map(),
      redirects: new Map(),
      movements: [],
      reports: new Map(),
      batches: 0,
    },
    notify: (item) => void items.push(itemOf(item, now(), signing)),
    next: (prefix) => {
      count += 1
      return `${prefix}${String(count).padStart(prefix === '' ? 0 : 16 - Math.min(prefix.length, 12), '0')}`
    },
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', url).pathname
    const text = await textOf(request)
    const held = holds.findIndex((each) => each.path.test(path))
    if (held >= 0) {
      const [one] = holds.splice(held, 1)
      one!.arrive()
      await one!.released
    }
    const fault = takeFault(path)
    if (fault === 'closedBefore') return void request.socket.destroy()
    if (fault === 'failedBefore') return write(response, internalError, {})
    if (path.startsWith('/reports/')) return report(request, response, path)
    if (path.startsWith('/threeds/')) return void page(response, path, text)
    const body: Body = JSON.parse(text)
    const key = request.headers['idempotency-key'] as string | undefined
    const answer = answerTo(request, { path, body, key, fault })
    exchanges.push({ path, key, body, status: answer.status, answer: answer.body })
    if (fault === 'closedAfter') return void request.socket.destroy()
    if (fault === 'unanswered') return
    if (fault === 'failedAfter') return write(response, internalError, {})
    const isTruncated = fault === 'truncated'
    write(response, answer, key ? { 'idempotency-key': key } : {}, isTruncated)
  }

  const takeFault = (path: string): Fault | undefined => {
    const index = faults.findIndex((each) => each.path.test(path))
    const fault = index < 0 ? chance?.(path) : faults.splice(index, 1)[0]!.fault
    if (fault) faultsMet++
    return fault
  }

  /** A key is good for one request: what it was answered is answered again. */
  function answerTo(request: IncomingMessage, { path, body, key, fault }: Asked): Answer {
    if (fault === 'inProgress') return problem(422, '704', 'request already processed or in progress')
    if (fault === 'tooMany') return problem(429, '000', 'Too many requests')
    if (fault === 'refused') return problem(422, '167', 'Original pspReference required for this operation')
    if (request.headers['x-api-key'] !== apiKey)
      return problem(401, '000', 'HTTP Status Response - Unauthorized', 'security')
    if (key !== undefined && key.length > 64) return problem(422, '702', 'Idempotency-Key is too long')
    const known = key === undefined ? undefined : answers.get(key)
    if (known) return known === 'inProgress' ? problem(422, '704', 'request already processed or in progress') : known
    const answer = route(path, body)
    if (key !== undefined) answers.set(key, answer)
    return answer
  }

  function route(path: string, body: Body): Answer {
    const [, disputes] = /^\/ca\/services\/DisputeService\/v30\/(\w+)$/.exec(path) ?? []
    const account = disputes ? body.merchantAccountCode : body.merchantAccount
    if (path !== '/v72/payments/details' && account !== signing.merchantAccount)
      return problem(403, '901', 'Invalid Merchant Account', 'security')
    if (disputes) return callDisputes(state, disputes, body)
    const [, psp, kind] = /^\/v72\/payments\/(\w+)\/(captures|refunds|reversals|cancels)$/.exec(path) ?? []
    if (psp) return modify(state, psp, kind as 'captures', body)
    switch (path) {
      case '/v72/paymentMethods':
        return ok({ paymentMethods: [{ name: 'Cards', type: 'scheme' }] })
      case '/v72/payments':
        return makePayment(state, body, url)
      case '/v72/payments/details':
        return completeRedirect(state, body)
      case '/v72/cancels':
        return technicalCancel(state, body)
      default:
        return problem(404, '000', 'Not found')
    }
  }

  function page(response: ServerResponse, path: string, text: string): void {
    const token = decodeURIComponent(path.slice('/threeds/'.length))
    if (text === '') {
      response.writeHead(200, { 'content-type': 'text/html' })
      return void response.end('<form method="post"><input name="password"></form>')
    }
    const password = new URLSearchParams(text).get('password') ?? ''
    response.writeHead(302, { location: authenticate(state, token, password) }).end()
  }

  function report(request: IncomingMessage, response: ServerResponse, path: string): void {
    const expected = `Basic ${Buffer.from(`${reportUser.name}:${reportUser.password}`).toString('base64')}`
    const text = state.reports.get(path.split('/').at(-1)!)
    const status = request.headers.authorization !== expected ? 401 : text === undefined ? 404 : 200
    response.writeHead(status, { 'content-type': 'text/csv' }).end(status === 200 ? text : '')
  }

  return {
    ...{ url, state, exchanges },
    given: {
      apiKey,
      merchantAccount: signing.merchantAccount,
      hmacKey: signing.hmacKey,
      webhookUser: signing.user,
      webhookPassword: signing.password,
      reportUser: reportUser.name,
      reportPassword: reportUser.password,
      apiBase: url,
    },
    fault: (path, fault) => void faults.push({ path, fault }),
    faultAtRandom: (choose) => {
      chance = choose
    },
    get faultsMet() {
      return faultsMet
    },
    hold: (path) => {
      const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      holds.push({ path, arrive: arrival.resolve, released: release.promise })
      return { arrived: arrival.promise, release: release.resolve }
    },
    takeItems: () => items.splice(0),
    deliver: (sent, other = {}) => deliveryOf(sent, { ...signing, ...other }),
    sign: (item) => itemOf(item, now(), signing),
    failCapture: (reference) => failCapture(state, reference),
    failRefund: (reference) => failRefund(state, reference),
    chargeBack: (reference, value) => chargeBack(state, { reference, value }),
    decideDispute: (reference, outcome) => decideDispute(state, reference, outcome),
    passThroughBank: async (address, password) => {
      const answer = await fetch(address, {
        method: 'POST',
        body: new URLSearchParams({ password }),
        redirect: 'manual',
      })
      return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
    },
    closeBatch: (options) => closeBatch(state, url, options),
    balanceOf: (reference) => {
      const { status = 'unknown', captured = 0, refunded = 0 } = findByReference(state, reference) ?? {}
      return { status, captured, refunded }
    },
    [Symbol.asyncDispose]: () => closed(server),
  }
}

const internalError = problem(500, '905', 'Internal error', 'internal')

type Asked = { path: string; body: Body; key: string | undefined; fault: Fault | undefined }

function write(
  response: ServerResponse,
  { status, body }: Answer,
  headers: Record<string, string>,
  isTruncated = false,
) {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (!isTruncated) return void response.end(text)
  response.write(text.slice(0, text.length / 2), () => response.destroy())
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
}
