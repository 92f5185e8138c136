import { createHmac } from 'node:crypto'
import { decideDispute, openDispute } from './disputes.ts'
import { ApiError } from './errors.ts'
import { openFaults } from './faults.ts'
import { decide, refuseCard } from './intents.ts'
import { endRefund } from './refunds.ts'
import { type Seen, serve } from './server.ts'
import { showEvent, showPayout } from './show.ts'
import { addTransaction, type Event, get, type Intent, newId, openState, record, type Settings } from './state.ts'

export type StripeEmulator = Awaited<ReturnType<typeof openStripeEmulator>>

const usual: Settings = {
  secretKey: 'sk_test_emulated0000',
  webhookSecret: 'whsec_emulated0000',
  mitExemption: true,
  networkTokens: true,
  rawCards: true,
}

/**
 * A stand-in for Stripe on this machine, written from its documentation: it remembers what it was sent, keeps idempotency
 * keys, refuses unknown parameters, asks cardholders on a page of their bank, and can lose what it is asked and what it
 * answers. It shares no code with the connector.
 */
export async function openStripeEmulator({
  now,
  settings = {},
}: {
  /** Seconds since 1970. */
  now(): number
  settings?: Partial<Settings>
}) {
  let url = ''
  const state = openState({ ...usual, ...settings }, now, () => url)
  const faults = openFaults()
  const seen: Seen[] = []
  const server = await serve(state, faults, seen, (path) => bankPage(path))
  url = server.url

  const intentOf = (id: string): Intent => state.intents.get(id) ?? get(state.setups, id)

  /** The bank's page: what the cardholder does there, and where the browser goes then. */
  function bankPage(path: string) {
    const [, , id = '', does] = path.split('/')
    const intent = intentOf(id)
    const { asked } = intent
    const back = new URL(asked?.returnUrl ?? 'https://shop.example/gone')
    back.searchParams.set(intent.object, intent.id)
    back.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
    if (!does) return { status: 200, body: JSON.stringify({ pass: `${path}/pass`, fail: `${path}/fail` }) }
    if (asked && does === 'pass') passes(intent, asked)
    if (asked && does === 'fail')
      refuseCard(state, intent, { type: 'invalid_request_error', code: `${intent.object}_authentication_failure` })
    return { status: 303, body: '', headers: { location: back.href } }
  }

  function passes(intent: Intent, asked: NonNullable<Intent['asked']>): void {
    try {
      decide(state, intent, asked, { authentication_flow: 'challenge', result: 'authenticated' })
    } catch (error) {
      // A decline is read from the intent.
      if (!(error instanceof ApiError)) throw error
    }
  }

  const intentFor = (request: string): Intent => {
    const found = [...state.intents.values()].find(({ metadata }) => metadata.florin_request === request)
    if (!found) throw new Error(`no payment was made for the request ${request}`)
    return found
  }

  return {
    url,
    state,
    faults,
    seen,
    settings: state.settings,
    close: server.close,
    intentFor,
    /** What a browser brings back from the page of the bank. */
    atTheBank: async (address: string, does: 'pass' | 'fail'): Promise<Record<string, string>> => {
      const page = new URL(address)
      const answer = await fetch(`${page.origin}${page.pathname}/${does}`, { redirect: 'manual' })
      return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams)
    },
    /** The bank disputes a payment, by our key of it. */
    dispute: (request: string, amount: number, reason = 'general') =>
      openDispute(state, get(state.charges, intentFor(request).charge ?? ''), { amount, reason }),
    inquire: (request: string, amount: number) =>
      openDispute(state, get(state.charges, intentFor(request).charge ?? ''), {
        amount,
        reason: 'general',
        isInquiry: true,
      }),
    decide: (request: string, outcome: 'won' | 'lost') => {
      const { id } = intentFor(request)
      const open = [...state.disputes.values()].findLast(
        ({ intent, status }) => intent === id && !['won', 'lost'].includes(status),
      )
      if (!open) throw new Error(`no dispute about ${request} is open`)
      decideDispute(state, open, outcome)
    },
    endRefund: (id: string, status: 'succeeded' | 'failed') => endRefund(state, get(state.refunds, id), status),
    /** Money that is held back or corrected, or a fee of its own. */
    adjust: (line: { amount: number; fee?: number; currency: string; type: string; category: string }) =>
      addTransaction(state, { fee: 0, ...line, reporting_category: line.category, source: newId('adj') }, true),
    /** Pays out everything that is available, one payout for each currency. */
    payOut: () => payOut(),
    /** The events since one of them, as they are delivered to the endpoint. */
    deliveries: (since = 0) => state.events.slice(since).map((event) => delivery(event)),
    delivery,
  }

  function payOut(): void {
    const open = state.transactions.filter(({ payout, available_on }) => payout === null && available_on <= now())
    for (const [currency, lines] of Map.groupBy(open, (line) => line.currency)) {
      const amount = lines.reduce((sum, line) => sum + line.amount - line.fee, 0)
      const payout = { id: newId('po'), amount, currency, status: 'paid', created: now(), arrival_date: now() + 86_400 }
      state.payouts.push(payout)
      for (const line of lines) line.payout = payout.id
      const own = { amount: -amount, fee: 0, currency, type: 'payout', reporting_category: 'payout', source: payout.id }
      addTransaction(state, own, true).payout = payout.id
      record(state, 'payout.paid', showPayout(payout))
    }
  }

  /** The signature of a delivery: HMAC-SHA256 of the moment and the body. */
  function delivery(event: Event, { secrets = [state.settings.webhookSecret], at = now() }: Signing = {}) {
    const body = JSON.stringify(showEvent(event))
    const v1 = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`)
    return { id: event.id, type: event.type, body, headers: { 'stripe-signature': [`t=${at}`, ...v1].join(',') } }
  }
}
type Signing = { secrets?: readonly string[]; at?: number }
