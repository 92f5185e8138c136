import { transactionStatuses } from '@florin/client'
import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { publicStatus } from '#acquiring/payments'
import type { AnyMachine } from '#kernel/base/state-machine.ts'
import { machines } from '../../src/docs/generated-docs.ts'
import { copyOfTemplate } from '../world/database.ts'

/** The column that keeps each thing's status; refunds and payouts are rows among the payments. */
const columns: Record<string, readonly (keyof typeof machines)[]> = {
  'payments.payments': ['payment', 'refund', 'reinstatement', 'capture-failure', 'payout', 'dispute', 'representment'],
  'orders.orders': ['order'],
  'ledger.holds': ['hold'],
  'kyc.cases': ['kyc'],
  'cards.cards': ['card'],
  'access.approvals': ['approval'],
  'documents.verifications': ['verification'],
  'disputes.cases': ['dispute-case'],
  'directory.merchant_details': ['merchant'],
  'merchant_payouts.payouts': ['merchant-payout'],
  'merchant_payouts.bank_accounts': ['bank-account'],
  'reconciliation.breaks': ['acquirer-break'],
  'screening.hits': ['hit'],
  'topups.topups': ['topup'],
  'spending.states': ['transaction'],
  'chargebacks.disputes': ['card-dispute'],
  'threeds.challenges': ['challenge'],
  'deposits.deposits': ['deposit'],
  'topups.receipts': ['receipt'],
}

/** A merchant that was closed can be opened again. */
const comesBack = 'merchant'

describe.each(Object.entries(machines))('%s', (name, machine) => {
  test('every status can be reached', () => {
    expect([...reachable(machine)].sort()).toEqual([...machine.statuses].sort())
  })

  test('no list of actions leaves the table', () => {
    const actions = [...new Set(machine.edges.map(({ action }) => action)), 'constructor', '__proto__', 'toString', '']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), (list) => {
        let status = machine.initial
        for (const action of list) status = machine.next(status, action) ?? status
        return machine.statuses.includes(status)
      }),
    )
  })

  test('what is final stays, and nothing else is a dead end', () => {
    for (const status of machine.statuses) {
      const ways = machine.edges.filter(({ from }) => from === status)
      expect(machine.isFinal(status), status).toBe(ways.length === 0)
    }
    expect(machine.statuses.some((status) => machine.isFinal(status))).toBe(name !== comesBack)
  })
})

test('every machine keeps its status in a column that knows exactly its statuses', async () => {
  expect(Object.values(columns).flat().sort()).toEqual(Object.keys(machines).sort())
  const client = new pg.Client(await copyOfTemplate())
  await client.connect()
  onTestFinished(() => client.end())
  for (const [table, names] of Object.entries(columns)) {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    )
    const statuses = names.flatMap((name) => machines[name]!.statuses)
    const rule = rows.map(({ definition }) => definition).find((text) => text.startsWith('CHECK ((status = ANY'))
    const known = [...(rule ?? '').matchAll(/'([^']*)'::text/g)].map(([, status]) => status)
    expect(known.sort(), table).toEqual([...new Set(statuses)].sort())
  }
})

test('every status of a payment, and of what is kept among the payments, has a public name that stores know', () => {
  const statuses = columns['payments.payments']!.flatMap((name) => machines[name]!.statuses)
  expect(Object.keys(publicStatus).sort()).toEqual([...new Set(statuses)].sort())
  const known: readonly string[] = transactionStatuses
  expect(Object.values(publicStatus).filter((name) => !known.includes(name))).toEqual([])
})

function reachable({ initial, edges }: AnyMachine): ReadonlySet<string> {
  const found = new Set([initial])
  // A set that grows while it is walked is walked to its end.
  for (const status of found) for (const { from, to } of edges) if (from === status) found.add(to)
  return found
}
