import assert from 'node:assert/strict'
import { type Ana, logIn, todayOf } from './becoming-a-customer.ts'
import type { Partner, Reply } from './partner.ts'
import type { Scene } from './scene.ts'

/** Both statements, all events, and whether everything agrees with everything. */
export async function close(scene: Scene, ana: Ana): Promise<void> {
  const { partner, merchant, program, books, printer } = scene
  const { step, tell, block } = printer
  step('What both have in the end')
  const to = await todayOf(scene)
  const call = await logIn(scene, ana.customerId)
  const from = to.subtract({ months: 8 })
  const statement = await call('GET', `/accounts/${ana.accountId}/statement?from=${from}&to=${to}`)
  block('The statement of Ana’s account', [
    `${'opening balance'.padEnd(46)}${statement.openingBalance.padStart(10)}`,
    ...statement.movements.map(movementLine),
    `${'closing balance'.padEnd(46)}${statement.closingBalance.padStart(10)}`,
  ])
  assert.equal(statement.closingBalance, books.owed(`holder:${ana.accountId}:available`))
  const [left, owed, settled] = [
    statement.closingBalance,
    books.owed('network:payable'),
    books.debited('network:payable', 'onUsSettled'),
  ]
  assert.equal(centsOf(left) + centsOf(owed) + centsOf(settled), centsOf('490.00'))
  tell(
    'books',
    `of what she has spent, ${owed} is owed to card networks, and ${settled} was settled with our own merchants`,
  )
  const transactions: Reply[] = await merchant.call('GET', '/transaction', { reverseSorting: '0' })
  block('The transactions of Crumb & Co.', transactions.map(transactionLine))

  step('Every event was delivered, and the books agree with everything')
  const events = await allEvents(partner)
  const ids: string[] = events.map(({ eventId }: Reply) => eventId)
  await partner.hasReceived(ids)
  assert.deepEqual([...partner.faults, ...merchant.faults], [])
  const kinds = Map.groupBy(events, ({ eventType }) => String(eventType))
  tell('partner', `${ids.length} events, each received and its signature verified`)
  for (const [kind, all] of kinds) tell('partner', `  ${kind}: ${all.length}`)
  const report = await program.command('verify')
  assert.match(report, /everything agrees/)
  block('florin verify', report.trim().match(/\S.{0,96}(?=\s|$)/g) ?? [])
}

async function allEvents({ asServer }: Partner): Promise<Reply[]> {
  const events: Reply[] = []
  for (let after = ''; ; ) {
    const { data, hasMore, last } = await asServer('GET', `/events?size=100${after}`)
    events.push(...data)
    if (!hasMore) return events
    after = `&after=${last}`
  }
}

const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

const movementLine = ({ bookedAt, description, amount, balance }: Reply): string =>
  `${String(bookedAt).slice(0, 10)}  ${String(description).slice(0, 32).padEnd(34)}${amount.padStart(10)}${balance.padStart(10)}`

const transactionLine = ({ id, creationDate, transactionType, transactionStatus, amount }: Reply): string =>
  `${String(creationDate).slice(0, 10)}  ${String(id).padEnd(6)}${String(transactionType).padEnd(16)}${String(transactionStatus).padEnd(14)}${String(amount).padStart(8)}`
