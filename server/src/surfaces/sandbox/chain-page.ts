import type { FastifyReply, FastifyRequest } from 'fastify'
import { getAddress, isAddress } from 'viem/utils'
import { z } from 'zod'
import type { SandboxChain, SandboxTransfer } from '#connectors/chain/sandbox.ts'
import { sandboxToken } from '#connectors/chain/sandbox.ts'
import { type DepositsContext, formatQuantity, parseQuantity, readAllChains } from '#issuing/deposits'
import { attributes, type Html, html } from '#kernel/http/html.ts'
import { type Desk, type DeskMessage, type DeskSection, deskRoot, deskTable, timeOf } from './desk.ts'

export type ChainParts = DepositsContext & { sandboxChain: SandboxChain }

/** The chain of staging: sends coins as a customer's wallet does, and reorganises. */
export const chainSection = (parts: ChainParts): DeskSection => ({
  path: 'chain',
  name: 'Chain',
  about: 'Send coins to the address of a topup: too few, too many, the wrong ones. Make blocks, and take them back.',
  routes: (http, desk) => {
    http.get('/', (request, reply) => show(parts, desk, request, reply))
    http.post('/', (request, reply) => act(parts, desk, request, reply))
  },
})

/** What can be sent. The last one is a token that no installation takes. */
const coins = {
  ETH: { name: 'ETH, the coin of the chain', contract: undefined, decimals: 18 },
  USDC: { name: 'USDC, a token', contract: sandboxToken, decimals: 6 },
  SPAM: {
    name: 'SPAM, a token that is not taken',
    contract: '0x000000000000000000000000000000000000dEaD',
    decimals: 6,
  },
} as const
type Coin = keyof typeof coins
const coinNames = Object.keys(coins) as [Coin, ...Coin[]]

/** The wallet that the form begins with. */
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const shownMax = 20

async function show({ sandboxChain }: ChainParts, desk: Desk, { query }: FastifyRequest, reply: FastifyReply) {
  const [{ number }, payments] = [await sandboxChain.head(), await sandboxChain.payments(shownMax)]
  return desk.show(reply, {
    title: 'Chain',
    lead: 'A block is made every 12 seconds of the clock, and Florin looks every 5; after an action here it looks at once.',
    main: html`<section class="card"><p class="big">Block ${String(number)}</p></section>
${blockButtons}<h2>Send coins</h2>${sendForm(Prefilled.parse(query ?? {}))}<h2>What was sent last</h2>${paymentsTable(payments)}`,
  })
}

const form = (inner: Html, look = ''): Html =>
  html`<form${attributes({ method: 'post', action: `${deskRoot}/chain`, class: look })}>${inner}</form>`
const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`

const blockButtons = html`<div class="buttons">
${form(html`${hidden('do', 'mine')}${hidden('count', '1')}<button class="plain">Make a block</button>`)}
${form(html`${hidden('do', 'mine')}${hidden('count', '12')}<button class="plain">Make 12 blocks</button>`)}
${form(html`${hidden('do', 'delay')}${hidden('count', '3')}<button class="plain">Reorganise: the last 3 blocks come later</button>`)}
${form(html`${hidden('do', 'lose')}${hidden('count', '3')}<button class="danger">Reorganise: the last 3 blocks are lost</button>`)}
</div>`

/** What a link to this page has filled in already. */
const Prefilled = z.object({
  to: z.string().max(42).optional().catch(undefined),
  from: z.string().max(42).catch(wallet),
  quantity: z.string().max(40).optional().catch(undefined),
  coin: z.enum(coinNames).catch('USDC'),
})

/** Addresses are long: they have a row of their own. */
const sendForm = ({ to, from, quantity, coin: chosen }: z.output<typeof Prefilled>): Html =>
  form(
    html`${hidden('do', 'send')}<div class="fields">
<div><label for="to">To</label><input${attributes({ id: 'to', name: 'to', value: to, required: true, maxlength: '42', autocomplete: 'off', placeholder: '0x…, the address of a topup' })}></div>
<div><label for="from">From</label><input${attributes({ id: 'from', name: 'from', value: from, required: true, maxlength: '42', autocomplete: 'off' })}></div>
</div><div class="fields">
<div><label for="quantity">Quantity</label><input${attributes({ id: 'quantity', name: 'quantity', value: quantity, required: true, maxlength: '40', inputmode: 'decimal', autocomplete: 'off' })}></div>
<div><label for="coin">Coin</label><select id="coin" name="coin">${coinNames
      .toReversed()
      .map(
        (coin) => html`<option${attributes({ value: coin, selected: coin === chosen })}>${coins[coin].name}</option>`,
      )}</select></div>
<div><button>Send</button></div></div>`,
    'card',
  )

const paymentsTable = (payments: readonly SandboxTransfer[]): Html =>
  payments.length === 0
    ? html`<p class="empty">Nothing was sent yet.</p>`
    : deskTable(
        'What was sent last',
        ['When', 'Quantity', 'To', 'Block'],
        payments.map(({ sentAt, contract, quantity, to, blockNumber, lost }) => {
          const name = coinNames.find((coin) => coins[coin].contract === contract) ?? 'SPAM'
          const block = lost ? 'lost' : blockNumber === undefined ? 'waits' : String(blockNumber)
          return [timeOf(sentAt), `${formatQuantity(quantity, coins[name].decimals)} ${name}`, to, block]
        }),
      )

const Input = z.discriminatedUnion('do', [
  z.object({ do: z.enum(['mine', 'delay', 'lose']), count: z.coerce.number().int().min(1).max(100) }),
  z.object({
    do: z.literal('send'),
    to: z.string().max(42),
    from: z.string().max(42),
    quantity: z.string().max(40),
    coin: z.enum(coinNames),
  }),
])

async function act(parts: ChainParts, desk: Desk, { body }: FastifyRequest, reply: FastifyReply) {
  const input = Input.safeParse(body)
  const message = input.success
    ? await carryOut(parts, input.data)
    : { good: false, text: 'Nothing was done: use the buttons of this page.' }
  if (message.good) await readAllChains(parts)
  return desk.goTo(reply, 'chain', message)
}

async function carryOut({ sandboxChain }: ChainParts, input: z.output<typeof Input>): Promise<DeskMessage> {
  if (input.do === 'send') return send(sandboxChain, input)
  const { count } = input
  if (input.do === 'mine') {
    const { number } = await sandboxChain.mine(count)
    return { good: true, text: `The newest block is ${number}.` }
  }
  await sandboxChain.reorganise(count, { lost: input.do === 'lose' })
  const result = input.do === 'lose' ? 'What they moved is lost.' : 'What they moved is part of the next block.'
  return { good: true, text: `The last ${count} blocks were replaced. ${result}` }
}

type Sending = Extract<z.output<typeof Input>, { do: 'send' }>

async function send(chain: SandboxChain, { to, from, quantity, coin }: Sending): Promise<DeskMessage> {
  const { contract, decimals } = coins[coin]
  const units = parseQuantity(quantity.trim(), decimals)
  if (!isAddress(to.trim()) || !isAddress(from.trim()))
    return { good: false, text: 'Nothing was sent: an address is 0x and 40 hexadecimal digits, with a right checksum.' }
  if (units === undefined || units === 0n)
    return {
      good: false,
      text: `Nothing was sent: a quantity of ${coin} is a number with at most ${decimals} decimals.`,
    }
  await chain.send({ contract, from: getAddress(from.trim()), to: getAddress(to.trim()), quantity: units })
  return { good: true, text: `${quantity.trim()} ${coin} are part of the next block.` }
}
