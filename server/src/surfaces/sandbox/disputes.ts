import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readAllDisputes } from '#acquiring/disputes'
import type { PaymentsContext } from '#acquiring/payments'
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
  /** The record of the sandbox acquirer. */
  record: SandboxRecord
}

/** The banks of the sandbox's cardholders: disputes captured payments, and decides the disputes. */
export const disputesSection = (parts: DisputesParts): DeskSection => ({
  path: 'disputes',
  name: 'Disputes',
  about: "Dispute a payment as a cardholder's bank does, and decide the dispute.",
  routes: (http, desk) => {
    http.get('/', async (_request, reply) => show(desk, reply, await disputables(parts, shownMax)))
    http.post('/', (request, reply) => act(parts, desk, request, reply))
  },
})

const shownMax = 30

function show(desk: Desk, reply: FastifyReply, payments: readonly Disputable[]): FastifyReply {
  const lead =
    "Act as the cardholders' bank. Florin polls for dispute events every five minutes of the clock, and at once after an action here."
  const none = html`<p class="empty">Nothing was captured yet that could be disputed. Pay something in the demo store, and capture it if it is only reserved.</p>`
  const main = payments.length > 0 ? html`<h2>What was captured last</h2>${payments.map(card)}` : none
  return desk.show(reply, { title: 'Disputes', lead, main })
}

function card(payment: Disputable): Html {
  const { authorization, amount, refunded, disputed, left, cardTail, descriptor, capturedAt, disputes } = payment
  const facts = [
    disputed.minor > 0n && html`<span class="badge bad">${textOf(disputed)} charged back</span>`,
    refunded.minor > 0n && html`<span class="badge wait">${textOf(refunded)} refunded</span>`,
  ]
  return html`<section class="card" aria-labelledby="p-${authorization}">
<h3 id="p-${authorization}">${textOf(amount)} <span class="soft">to</span> <bdi>${descriptor}</bdi> ${facts}</h3>
<p class="soft">Card ending in ${cardTail}, captured ${timeOf(capturedAt)}</p>
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
    const text = input.do === 'open' ? await open(parts, input) : await decide(parts, input, input.do)
    await readAllDisputes(parts)
    return { good: true, text }
  } catch (error) {
    if (error instanceof NoDispute) return { good: false, text: error.message }
    throw error
  }
}

async function open(parts: DisputesParts, { authorization, amount, reason }: z.output<typeof Input>): Promise<string> {
  const payment = (await disputables(parts, shownMax)).find((one) => one.authorization === authorization)
  const wanted = payment && parseMoney(amount.trim(), payment.amount.currency)
  if (!wanted) throw new NoDispute('Write the amount as a number with at most two decimals, such as 10.50.')
  const { result } = await openDispute(parts, { authorization, amount: wanted, reason })
  return `${textOf(wanted)} went back to the cardholder. Florin receives the event of dispute ${result.dispute} now.`
}

async function decide(
  parts: DisputesParts,
  { authorization, dispute }: z.output<typeof Input>,
  outcome: 'won' | 'lost',
): Promise<string> {
  const { amount } = await decideDispute(parts, { authorization, dispute, outcome })
  return outcome === 'won'
    ? `The merchant has won: ${textOf(amount)} comes back to them. Florin receives the event now.`
    : `The merchant has lost ${textOf(amount)}. Florin receives the event now.`
}
