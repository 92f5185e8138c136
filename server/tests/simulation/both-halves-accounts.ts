import { formatMoney, money } from '#kernel/base/money.ts'
import type { BothHalves } from './both-halves.ts'
import { centsOf, type Holder, keep, repeated } from './both-halves-holders.ts'
import { newPayment } from './both-halves-messages.ts'
import { authorizationOf, learnApproval, salary, tell } from './both-halves-network.ts'
import type { Random } from './random.ts'

/**
 * A holder spends what is left, closes the card and the account, and comes back with another account. An account that has
 * money, holds, topups or disputes stays open, and gets another card.
 */
export async function leave(scene: BothHalves, random: Random): Promise<string> {
  const holder = random.pick(scene.holders.filter(({ hasLeft }) => !hasLeft))
  const { call, accountId } = holder
  // What is held, and what is being topped up, comes to an end meanwhile.
  if (random.chance(60)) await scene.world.pass({ days: 8 })
  const spent = random.chance(80) ? await spendAll(scene, random, holder) : 'nothing'
  const card = holder.cards.at(-1)!
  const { status: closed } = await repeated(holder, random, ['POST', `/cards/${card.id}/close`])
  card.isLast ||= closed === 200
  const left = await repeated(holder, random, ['POST', `/accounts/${accountId}/close`])
  if (left.status >= 500) throw new Error(`an account is not closed: ${JSON.stringify(left.body)}`)
  const line = `${holder.name} spends all (${spent}), closes the card (${closed}) and the account (${left.body.reason ?? left.status})`
  if (left.body.reason === 'account_closed') return line
  if (left.status !== 200) return `${line}, and stays: ${await issueAgain(scene, holder)}`
  holder.hasLeft = true
  if (left.body.balance !== '0.00') throw new Error(`an account was closed with ${left.body.balance}`)
  const opened = await call('POST', '/accounts', { body: { currency: 'EUR' } })
  if (opened.status !== 201) return line
  const name = `${holder.customerId}-${scene.holders.length}`
  const again: Holder = { ...holder, name, accountId: String(opened.body.id), cards: [], hasLeft: false }
  const issued = await issueAgain(scene, again)
  if (again.cards.length === 0) return `${line}; another is open, without a card (${issued})`
  scene.holders.push(again)
  if (random.chance(60)) await salary(scene.network, again, '150.00')
  return `${line}; as ${name} with another`
}

/** All that the account has, in one message that posts at once. */
async function spendAll({ network }: BothHalves, random: Random, holder: Holder): Promise<string> {
  const { available } = (await holder.call('GET', `/accounts/${holder.accountId}`)).body
  const minor = centsOf(available)
  if (minor <= 0n) return 'nothing'
  const amount = money(minor, 'EUR')
  const made = {
    ...newPayment(network, random, { holder }),
    card: holder.cards.at(-1)!,
    amount,
    isSingle: true,
    convertsItself: false,
  }
  network.payments.push(made)
  const code = await tell(network, authorizationOf(network, made), (response) => learnApproval(network, made, response))
  return `${formatMoney(amount)} ${code}`
}

async function issueAgain({ product }: BothHalves, holder: Holder): Promise<string> {
  const body = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Groceries' }
  const { status, body: issued } = await holder.call('POST', '/cards', { body })
  if (status >= 500) throw new Error(`no card: ${JSON.stringify(issued)}`)
  if (status === 201) await keep(holder, String(issued.id))
  return `card ${status}`
}

/** The statement of each account leads from nothing to its balance, movement by movement. */
export async function withStatements({ holders, world }: BothHalves, since: string): Promise<string[]> {
  const found: string[] = []
  const today = world.clock.now().toString().slice(0, 10)
  for (const { call, accountId, name } of holders) {
    const [{ body: account }, { status, body }] = await Promise.all([
      call('GET', `/accounts/${accountId}`),
      call('GET', `/accounts/${accountId}/statement?from=${since}&to=${today}`),
    ])
    const movements = (body.movements ?? []) as { amount: string; balance: string }[]
    let balance = 0n
    for (const movement of movements) {
      balance += centsOf(movement.amount)
      if (balance !== centsOf(movement.balance))
        found.push(`${name}: ${JSON.stringify(movement)} comes after ${balance}`)
    }
    const closing = String(body.closingBalance)
    if (status !== 200 || balance !== centsOf(account.balance) || closing !== account.balance)
      found.push(`${name} has ${account.balance}, and the statement says ${status} ${balance} and ${closing}`)
  }
  return found
}
