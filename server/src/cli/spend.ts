import { randomInt } from 'node:crypto'
import { Command, Option } from 'commander'
import {
  type Channel,
  channels,
  isApproval,
  type NetworkCard,
  type NetworkResponse,
  type Original,
} from '#connectors/network/message.ts'
import { type Card, cardById } from '#issuing/cards'
import { type CardId, readUuid, type TransactionId } from '#issuing/ids'
import { productById } from '#issuing/programmes'
import { findAnyTransaction, type Transaction } from '#issuing/spending'
import { isAsset } from '#kernel/base/assets.ts'
import { formatMoney, type Money, money, parseMoney } from '#kernel/base/money.ts'
import { readConfig } from '../app/config.ts'
import { print } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

type Options = {
  currency?: string
  merchant: string
  category: string
  country: string
  channel: Channel
  posts?: true
  partial?: true
  of?: string
  part?: string
  remaining?: string
}

/** Plays a card network, so that partners see each kind of message without one. */
export function spendCommand(): Command {
  const spend = new Command('spend')
  const about = (command: Command) =>
    command
      .option('--currency <code>', "of the merchant; the card's unless set")
      .option('--merchant <name>', 'the name of the merchant', 'Florin Bakery')
      .option('--category <mcc>', 'the merchant category code', '5411')
      .option('--country <code>', 'where the merchant is', 'RO')
  about(spend.command('authorize'))
    .argument('<card>', 'the id of a card')
    .argument('<amount>', 'such as 42.99')
    .addOption(new Option('--channel <channel>', 'how the card is used').choices(channels).default('online'))
    .option('--posts', 'a single message, which is booked at once')
    .option('--partial', 'the merchant takes a part of the amount as well')
    .option('--of <transaction>', 'the transaction to which the amount is added')
    .description('ask whether a payment may be made')
    .action((card: string, amount: string, options: Options) =>
      play(async (app) => authorize(app, await shownCard(app, card), amount, options)),
    )
  about(spend.command('clear'))
    .argument('<card>', 'the id of a card')
    .argument('<amount>', 'such as 42.99')
    .option('--of <transaction>', 'the transaction that is cleared; without it, it has no authorization')
    .option('--part <n/m>', 'one of several clearings, such as 1/2')
    .description('move the money of a payment')
    .action((card: string, amount: string, options: Options) =>
      play(async (app) => clear(app, await shownCard(app, card), amount, options)),
    )
  about(spend.command('refund'))
    .argument('<card>', 'the id of a card')
    .argument('<amount>', 'such as 42.99')
    .option('--of <transaction>', 'the payment that it is for')
    .description('send money back to the card')
    .action((card: string, amount: string, options: Options) =>
      play(async (app) => refund(app, await shownCard(app, card), amount, options)),
    )
  spend
    .command('reverse')
    .argument('<transaction>', 'the id of a transaction')
    .option('--remaining <amount>', 'what stays of it; nothing unless set')
    .description('release what a payment holds')
    .action((transaction: string, { remaining }: { remaining?: string }) =>
      play((app) => reverse(app, transaction, remaining)),
    )
  return spend
}

async function play(send: (app: CommandApp) => Promise<NetworkResponse>): Promise<void> {
  if (readConfig().environment === 'production')
    throw new Error('florin spend plays a card network; in production a real one sends the messages.')
  await withApp(async (app) => {
    await app.by('network:simulate')
    const response = await send(app)
    print(response, answerText(response))
  })
}

const answerText = ({ code, transactionId, authorizationCode, billed }: NetworkResponse): string =>
  [
    `${code} ${isApproval(code) ? 'approved' : 'not approved'}`,
    ...(authorizationCode === undefined ? [] : [`authorization code ${authorizationCode}`]),
    ...(billed ? [`${formatMoney(billed)} ${billed.currency}`] : []),
    ...(transactionId === undefined ? [] : [`transaction ${transactionId}`]),
  ].join(', ')

type Shown = { card: Card; shown: NetworkCard }

async function shownCard(app: CommandApp, text: string): Promise<Shown> {
  const id = readUuid<CardId>(text)
  const card = id && (await cardById(app.db, id))
  const product = card && (await productById(app.db, card.productId))
  if (!card || !product) throw new Error(`There is no card ${text}. A card has a UUID: florin cards list.`)
  const { pan, cvv } = await app.issuerVault.secretsOf({ cardId: card.id, expiryOrder: product.expiryOrder })
  return { card, shown: { number: pan, cvv2: cvv, expiry: card.expiry } }
}

const simulator = '999999'
const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

function messageOf(app: CommandApp, { card, shown }: Shown, amount: string, options: Options) {
  const currency = options.currency ?? card.currency
  const sum = isAsset(currency) ? parseMoney(amount, currency) : undefined
  if (!sum) throw new Error(`${amount} ${currency} is no amount; write it as 42.99.`)
  const merchant = { id: 'SIMULATOR', name: options.merchant, country: options.country, category: options.category }
  return { ...aboutOf(app, sum), card: shown, merchant }
}

const aboutOf = ({ clock }: CommandApp, amount: Money) => ({
  key: {
    sender: `simulator/${simulator}`,
    stan: digits(12),
    sentAt: clock.now().toString().replaceAll(/\D/g, '').slice(4, 14),
  },
  amount,
  reference: { acquirerId: simulator, rrn: digits(12) },
})

const authorize = async (app: CommandApp, shown: Shown, amount: string, options: Options) =>
  app.network.send({
    kind: 'authorization',
    ...messageOf(app, shown, amount, options),
    purpose: options.channel === 'atm' ? 'cash' : 'purchase',
    channel: options.channel,
    entry: 'simulator',
    posts: options.posts ?? false,
    partialAllowed: options.partial ?? false,
    incrementOf: await originalOf(app, options.of),
    preauthorization: false,
    recurring: false,
  })

async function clear(app: CommandApp, shown: Shown, amount: string, options: Options) {
  const [, number, of] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(options.part ?? '') ?? []
  if (options.part !== undefined && !number) throw new Error('--part is such as 1/2.')
  return app.network.send({
    kind: 'clearing',
    ...messageOf(app, shown, amount, options),
    presentmentId: `simulator-${digits(12)}`,
    original: await originalOf(app, options.of),
    sequence: number ? { number: Number(number), of: Number(of) } : undefined,
  })
}

const refund = async (app: CommandApp, shown: Shown, amount: string, options: Options) =>
  app.network.send({
    kind: 'refund',
    ...messageOf(app, shown, amount, options),
    presentmentId: `simulator-${digits(12)}`,
    original: await originalOf(app, options.of),
  })

async function reverse(app: CommandApp, transaction: string, remaining: string | undefined) {
  const found = await transactionOf(app, transaction)
  const stays = remaining === undefined ? undefined : parseMoney(remaining, found.merchantCurrency)
  if (remaining !== undefined && !stays) throw new Error(`${remaining} is no amount; write it as 42.99.`)
  const { merchantId: id, merchantName: name, merchantCategory: category } = found
  return app.network.send({
    kind: 'reversal',
    ...aboutOf(app, money(found.merchantMinor, found.merchantCurrency)),
    card: (await shownCard(app, found.cardId)).shown,
    merchant: { id, name, category },
    original: namesOf(found),
    purpose: found.type,
    remaining: stays,
    reason: stays ? '32' : '17',
  })
}

const originalOf = async (app: CommandApp, of: string | undefined): Promise<Original | undefined> =>
  of === undefined ? undefined : namesOf(await transactionOf(app, of))

const namesOf = ({ rrn, networkTransactionId, authorizationCode }: Transaction): Original => ({
  rrn: rrn ?? undefined,
  networkTransactionId: networkTransactionId ?? undefined,
  authorizationCode: authorizationCode ?? undefined,
})

export async function transactionOf({ db }: CommandApp, text: string): Promise<Transaction> {
  const id = readUuid<TransactionId>(text)
  const found = id && (await findAnyTransaction(db, id))
  if (!found) throw new Error(`There is no card transaction ${text}.`)
  return found
}
