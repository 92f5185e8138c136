import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeTerms, importBankFile, listPayouts, makePayoutFile } from '#acquiring/merchant-payouts'
import { formatMoney, money, subtract } from '#kernel/base/money.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { merchantPayoutCorruptions } from '../world/corruptions-of-merchant-payouts.ts'
import { isLong } from '../world/length.ts'
import { addAccount, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import type { World } from '../world/world.ts'

/** A merchant that was paid by file, a payout that came back less a charge, reserves held and released, and a file of the bank. */
async function historyOfPayouts() {
  const environment = {
    FLORIN_BANK: 'file',
    FLORIN_BANK_HOLDER: 'Florin Payments SRL',
    FLORIN_BANK_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
  }
  const { world, site, pays, reverses } = await makePaymentsFixture({}, { environment })
  const { app } = world
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { reserveBasisPoints: 1_000, reserveDays: 2 })
  const paysAndImports = async (transfer: (endToEndId: string) => string) => {
    await pays({ amount: '100.00' })
    await world.pass({ hours: 24 })
    await makePayoutFile(app, { by: operator })
    const [newest] = (
      await listPayouts(app.db, { merchantIds: [merchantId], status: 'submitted' }, { page: 1, size: 1 })
    ).data
    const content = `<Document><CstmrPmtStsRpt>${transfer(newest!.endToEndId)}</CstmrPmtStsRpt></Document>`
    await importBankFile(app, { by: operator, content })
    return newest!
  }
  const reported = (id: string, status: string, more = '') =>
    `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${more}</TxInfAndSts>`
  const first = await paysAndImports((id) => reported(id, 'ACSC'))
  await paysAndImports((id) => reported(id, 'RJCT', '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>'))
  await paysAndImports((id) => reported(id, 'ACSC'))
  const charge = money(2_50n, 'EUR')
  const details = `<Refs><EndToEndId>${first.endToEndId}</EndToEndId></Refs><Amt Ccy="EUR">${formatMoney(subtract(first.amount, charge))}</Amt>
    <Chrgs><Rcrd><Amt Ccy="EUR">${formatMoney(charge)}</Amt></Rcrd></Chrgs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`
  const content = `<Document><BkToCstmrStmt><Ntry><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><TxDtls>${details}</TxDtls></Ntry></BkToCstmrStmt></Document>`
  await importBankFile(app, { by: operator, content })
  await addAccount(world, merchantId, '3001')
  // One that no payout goes to.
  await addAccount(world, merchantId, '3001', 'RON')
  // Money that waits: of a batch, less a refund and a reserve, and of a day that is not closed.
  await changeTerms(app, { by: operator, merchantId, changes: { delayDays: 5 } })
  const refunded = await pays({ amount: '50.00' })
  await world.pass({ hours: 24 })
  await reverses(refunded, '10.00')
  await pays({ amount: '20.00' })
  await changeTerms(app, { by: operator, merchantId, changes: { hold: true } })
  await world.runUntilIdle()
  await sealAll(app)
  return world
}

describe('money to merchants', () => {
  let world: World
  beforeAll(async () => {
    world = await historyOfPayouts()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('whatever is done to it by hand, verify names the row', async () => {
    const database = await openRolledBack(world.databaseUrl)
    const verified = verifiedAs(world.app)
    expect((await database.after('select 1', verified)).differences).toEqual([])
    // The seals find most of them alike, so npm test tries every fifth.
    const tried = merchantPayoutCorruptions.filter((_, index) => isLong || index % 5 === 0)
    expect(await unseenCorruptions(database, tried, verified)).toEqual([])
    expect(merchantPayoutCorruptions.length).toBeGreaterThan(60)
  })

  test('without seals, verify finds what cannot be true of it', async () => {
    const database = await openRolledBack(world.databaseUrl)
    expect(await unseenWithoutSeals(database, impossible, verifiedAs(world.app))).toEqual([])
  })
})

/** What verify should say, and what is done. */
const impossible = {
  'its history has an impossible transition': `update merchant_payouts.payout_transitions set action = 'cancel' where action = 'fail'`,
  'its history does not end in its status': `update merchant_payouts.payouts set status = 'paid' where status = 'failed'`,
  'it goes to a bank account of another merchant or currency': `update merchant_payouts.bank_accounts set currency = 'GBP'`,
  'it was made before its bank account could be used': `update merchant_payouts.bank_accounts set usable_at = usable_at + interval '10 days'`,
  'the time of its payment does not fit its history': `update merchant_payouts.payouts set paid_at = null where status = 'paid'`,
  'it was not given to the bank, and nothing will look at it': `update merchant_payouts.payouts set status = 'created', due_at = null where bank_charge_minor is null`,
  'it waits to be sent to a bank account that does not count any more': `update merchant_payouts.payouts set status = 'created' where bank_charge_minor is null; update merchant_payouts.bank_accounts set status = 'removed', hold_reason = null`,
  'it is more than was available': `alter table merchant_payouts.payouts drop constraint covered; update merchant_payouts.payouts set outflows_minor = 1`,
  'it is made of what is not its own': 'update merchant_payouts.payout_items set minor = minor + 1',
  'our bank has received something else of it than is booked': `update ledger.lines set minor = minor + case account when 'bank:operating' then 100 else -100 end
      where entry_id = (select id from ledger.entries where recipe = 'merchantPayoutReturned' and reference like 'merchant payout %'
        and id in (select entry_id from ledger.lines where account = 'expense:bank-charges'))
      and account in ('bank:operating', 'expense:bank-charges')`,
  'what came back of it and the charge of the banks are not its amount':
    'update merchant_payouts.payouts set bank_charge_minor = bank_charge_minor + 1 where bank_charge_minor is not null',
  'its payouts are not as many as it was made with': 'update merchant_payouts.files set payouts = payouts + 1',
  'what a merchant has earned in it is not what its payments say':
    'update merchant_payouts.earnings set minor = minor - 1',
  'it is not the part of what was captured that its terms say':
    'update merchant_payouts.reserves set basis_points = 999',
  'it was released before its time, or before an earlier one': `update merchant_payouts.reserves set release_at = release_at + interval '1 day' where released_at is not null`,
  'it will not be released at its time': `update merchant_payouts.reserves set due_at = due_at + interval '1 day' where released_at is null`,
  'its reserve is not the sum of its reserves': 'delete from merchant_payouts.reserves where released_at is null',
  'its money on its way is not the sum of its payouts': `update merchant_payouts.payouts set status = 'submitted' where status = 'failed'`,
  'merchantPayoutSubmitted does not fit the facts of its row': 'update merchant_payouts.payouts set minor = minor - 1',
  'merchantPayoutPaid is in the ledger, and its history does not require it': `delete from merchant_payouts.payout_transitions where action = 'pay'`,
  'merchantReserveHeld does not fit the facts of its row': 'update merchant_payouts.reserves set minor = minor + 1',
  'it has no cause': 'delete from merchant_payouts.reserves',
  'what still waits of it is not what is left of it':
    'update payments.payments set pending_minor = pending_minor - 1 where pending_minor > 0 and batch_id is null',
  'something of it waits, though nothing can come of it': `update payments.payments set pending_minor = 0 where type = 'refund'`,
  'what waits of it is not what its payments have waiting, less what its reserve has taken':
    'update payments.releases set pending_minor = pending_minor + 1 where released_at is null',
  'its reserve has not taken of what waits what it holds':
    'update payments.releases set reserved_minor = reserved_minor - 1 where released_at is null',
  'it is available at another time than its earnings say': `update payments.releases set due_at = due_at - interval '1 day' where released_at is null`,
  'what it has earned is never released': 'delete from payments.releases',
  'its money that waits is not the sum of what its payments and batches have waiting':
    'update payments.releases set pending_minor = pending_minor - 1 where released_at is null',
  'merchantEarningsReleased does not fit the facts of its row':
    'update payments.releases set pending_minor = pending_minor + 1 where released_at is not null',
  'merchantEarningsTaken does not fit the facts of its row':
    'update payments.releases set reserved_minor = reserved_minor + 1 where reserved_minor > 0',
  'merchantEarningsMovedToPending does not fit the facts of its row': `update ledger.entries set recipe = 'merchantEarningsMovedToPending' where recipe = 'merchantEarningsReleased'`,
}
