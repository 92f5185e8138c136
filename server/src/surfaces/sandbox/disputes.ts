import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readAllDisputes } from '#acquiring/disputes'
import { getOrder } from '#acquiring/orders'
import { findByRequestKey, type PaymentsContext } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import { type DisputeReason, disputeReasons } from '#connectors/acquirer/port.ts'
import {
  type Disputable,
  decideDispute,
  disputables,
  NoDispute,
  openDispute,
  type SandboxRecord,
} from '#connectors/acquirer/sandbox/index.ts'
import { formatMoney, type Money, parseMoney } from '#kernel/base/money.ts'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import { type Desk, type DeskMessage, type DeskSection, deskRoot, timeOf } from './desk.ts'

export type DisputesParts = PaymentsContext & {
  /** The sandbox acquirers and their records. */
  sandboxes: readonly { connector: string; record: SandboxRecord }[]
}

/** The banks of the sandbox's cardholders: disputes captured payments, and decides the disputes. */
export const disputesSection = (parts: DisputesParts): DeskSection => ({
  path: 'disputes',
  name: 'Disputes',
  about: "Dispute a payment as a cardholder's bank does, and decide the dispute.",
  routes: (http, desk) => {
    http.get('/', async (_request, reply) => show(parts, desk, reply))
    http.post('/', (request, reply) => act(parts, desk, request, reply))
  },
})

const shownMax = 30

/** A payment, and the sandbox that took it where there are several. */
type Shown = Disputable & { connector: string | undefined; payment: Named | undefined }

/** What the payment is called here: by its number, its order and its customer. */
type Named = { id: string; order: string; customer: string | undefined }

/** What the sandboxes took last, newest first. */
async function latest({ sandboxes, clock, db }: DisputesParts): Promise<Shown[]> {
  const found = await Promise.all(
    sandboxes.map(async ({ connector, record }) =>
      (await disputables({ record, clock }, shownMax)).map((payment) => ({
        ...payment,
        connector: sandboxes.length > 1 ? connector : undefined,
      })),
    ),
  )
  const newest = found
    .flat()
    .toSorted((one, other) => Temporal.Instant.compare(other.capturedAt, one.capturedAt))
    .slice(0, shownMax)
  return Promise.all(newest.map(async (each) => ({ ...each, payment: await named(db, each.authorization) })))
}

/** Undefined: the sandbox knows it, and this database does not. */
async function named(db: DisputesParts['db'], authorization: string): Promise<Named | undefined> {
  const payment = await findByRequestKey(db, authorization)
  if (!payment) return undefined
  const order = await getOrder(db, payment.orderId)
  const shopper = await findShopper(db, order.shopperId)
  return {
    id: String(payment.id),
    order: order.externalId ?? String(order.id),
    customer: shopper?.email ?? shopper?.identifier,
  }
}

async function show(parts: DisputesParts, desk: Desk, reply: FastifyReply): Promise<FastifyReply> {
  const payments = await latest(parts)
  const lead =
    "Act as the cardholders' bank. Florin polls for dispute events every five minutes of the clock, and at once after an action here."
  const none = html`<p class="empty">Nothing was captured yet that could be disputed. Pay something in the demo store, and capture it if it is only reserved.</p>`
  const main = payments.length > 0 ? html`<h2>What was captured last</h2>${payments.map(card)}` : none
  return desk.show(reply, { title: 'Disputes', lead, main })
}

function card(payment: Shown): Html {
  const { authorization, amount, refunded, disputed, left, cardTail, descriptor, capturedAt, disputes } = payment
  const name = payment.payment
  const by = payment.connector && html` by the connector <code>${payment.connector}</code>`
  const facts = [
    disputed.minor > 0n && html`<span class="badge bad">${textOf(disputed)} charged back</span>`,
    refunded.minor > 0n && html`<span class="badge wait">${textOf(refunded)} refunded</span>`,
  ]
  return html`<section class="card" aria-labelledby="p-${authorization}">
<h3 id="p-${authorization}">${textOf(amount)} <span class="soft">to</span> <bdi>${descriptor}</bdi> ${facts}</h3>
${name && html`<p>Payment <a href="/dashboard/op/payments/${name.id}">${name.id}</a> of order <code>${name.order}</code>${name.customer && html`, <bdi>${name.customer}</bdi>`}</p>`}
<p class="soft">Card ending in ${cardTail}, captured ${timeOf(capturedAt)}${by}</p>
${disputes.map((dispute) => disputeLine(authorization, dispute))}
${left.minor > 0n && openForm(authorization, left)}
</section>`
}

function disputeLine(
  authorization: string,
  { dispute, amount, reason, outcome, at }: Disputable['disputes'][number],
): Html {
  const badges = { opened: 'wait', won: 'good', lost: 'bad' }
  const messages = { opened: 'Open', won: 'Won by the merchant', lost: 'Lost by the merchant' }
  const button = (to: 'won' | 'lost', name: string, look: string): Html =>
    form(
      authorization,
      html`<input type="hidden" name="dispute" value="${dispute}"><button class="${look}" name="do" value="${to}">${name}</button>`,
    )
  return html`<p><span class="badge ${badges[outcome]}">${messages[outcome]}</span> ${textOf(amount)}, ${messagesOf(reason)}, since ${timeOf(at)} <code>${dispute}</code></p>
${outcome !== 'won' && html`<div class="buttons">${button('won', outcome === 'lost' ? 'Won after all, by arbitration' : 'The merchant wins', 'plain')}${outcome === 'opened' && button('lost', 'The merchant loses', 'danger')}</div>`}`
}

const openForm = (authorization: string, left: Money): Html =>
  form(
    authorization,
    html`<div class="fields">
<div><label for="a-${authorization}">Amount in ${left.currency}</label><input${attributes({ id: `a-${authorization}`, name: 'amount', value: formatMoney(left), inputmode: 'decimal', required: true, maxlength: '20', autocomplete: 'off' })}></div>
<div><label for="r-${authorization}">What the cardholder says</label><select id="r-${authorization}" name="reason">${disputeReasons.map(
      (reason) => html`<option value="${reason}">${messagesOf(reason)}</option>`,
    )}</select></div>
<div><button name="do" value="open">Dispute it</button></div></div>`,
  )

const form = (authorization: string, inner: Html): Html =>
  html`<form method="post" action="${deskRoot}/disputes"><input type="hidden" name="authorization" value="${authorization}">${inner}</form>`

const textOf = (amount: Money): string => `${formatMoney(amount)} ${amount.currency}`
const messagesOf = (reason: DisputeReason): string => {
  const messages = reason.replaceAll('_', ' ')
  return messages.charAt(0).toUpperCase() + messages.slice(1)
}

const Input = z.object({
  authorization: z.uuid(),
  do: z.enum(['open', 'won', 'lost']),
  dispute: z.string().max(100).default(''),
  amount: z.string().max(20).default(''),
  reason: z.enum(disputeReasons).default('other'),
})

async function act(parts: DisputesParts, desk: Desk, { body }: FastifyRequest, reply: FastifyReply) {
  const input = Input.safeParse(body)
  const message = input.success
    ? await carryOut(parts, input.data)
    : { good: false, text: 'Nothing was done: use the buttons of this page.' }
  return desk.goTo(reply, 'disputes', message)
}

async function carryOut(parts: DisputesParts, input: z.output<typeof Input>): Promise<DeskMessage> {
  try {
    const bench = await benchOf(parts, input.authorization)
    const text = input.do === 'open' ? await open(bench, input) : await decide(bench, input, input.do)
    await readAllDisputes(parts)
    return { good: true, text }
  } catch (error) {
    if (error instanceof NoDispute) return { good: false, text: error.message }
    throw error
  }
}

type Bench = Pick<DisputesParts, 'clock'> & { record: SandboxRecord }

/** The sandbox that knows the authorization. */
async function benchOf({ sandboxes, clock }: DisputesParts, authorization: string): Promise<Bench> {
  for (const { record } of sandboxes) if ((await record.story(authorization)).length > 0) return { record, clock }
  throw new NoDispute('No sandbox of this installation knows this payment.')
}

async function open(bench: Bench, { authorization, amount, reason }: z.output<typeof Input>): Promise<string> {
  const payment = (await disputables(bench, shownMax)).find((one) => one.authorization === authorization)
  const wanted = payment && parseMoney(amount.trim(), payment.amount.currency)
  if (!wanted) throw new NoDispute('Write the amount as a number with at most two decimals, such as 10.50.')
  const { result } = await openDispute(bench, { authorization, amount: wanted, reason })
  return `${textOf(wanted)} went back to the cardholder. Florin receives the event of dispute ${result.dispute} now.`
}

async function decide(
  bench: Bench,
  { authorization, dispute }: z.output<typeof Input>,
  outcome: 'won' | 'lost',
): Promise<string> {
  const { amount } = await decideDispute(bench, { authorization, dispute, outcome })
  return outcome === 'won'
    ? `The merchant has won: ${textOf(amount)} comes back to them. Florin receives the event now.`
    : `The merchant has lost ${textOf(amount)}. Florin receives the event now.`
}
