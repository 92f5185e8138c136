import { expect, test } from 'vitest'
import type { Reader } from '#kernel/db/db.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { verifyMoment } from '../../src/audit/verify.ts'
import { receiptCorruptions } from '../world/corruptions-of-receipts.ts'
import { hundred, openCryptoTopups, stranger } from '../world/crypto-topups.ts'
import { openRolledBack, walked } from '../world/rolled-back.ts'

/** A topup that was credited, one whose deposit is parked, one whose deposit is lost, and one that is not paid. */
async function history() {
  const at = await openCryptoTopups({ topupFees: ['crypto:EUR:1.00:0.10'] })
  const holder = await at.holder()
  const lost = await holder.orders()
  await at.pays(lost, { quantity: hundred })
  await at.chain.reorganise(3, { lost: true })
  await at.look()
  await at.pays(await holder.orders(), { quantity: hundred })
  await at.pays(await holder.orders(), { quantity: hundred, from: stranger })
  await holder.orders()
  await sealAll(at.world.app)
  return at.world
}

test('whatever is done by hand to quotes, orders and receipts, verify names the row', async () => {
  const { app, databaseUrl } = await history()
  const database = await openRolledBack(databaseUrl)
  const verified = (moment: Reader) => verifyMoment(moment, { db: moment, log: app.log, clock: app.clock }, {})
  expect((await database.after('select 1', verified)).differences).toEqual([])
  const unseen: string[] = []
  for (const [sentence, named, pick, corrupt] of receiptCorruptions) {
    const key = await database.value(pick)
    const about = `${named} ${key}`
    // Most are found by their seals; only for the others all is computed again.
    const differences = await database.after(corrupt(key), async (moment) => {
      const bySeals = await walked(moment)
      return bySeals.some((found) => found.about === about) ? bySeals : (await verified(moment)).differences
    })
    if (differences.every((found) => found.about !== about))
      unseen.push(
        `${sentence}: ${about}; found ${differences.map((found) => `${found.about}: ${found.wrong}`).join(', ')}`,
      )
  }
  expect(unseen).toEqual([])
  expect(receiptCorruptions.length).toBeGreaterThanOrEqual(18)
})

test('without seals, verify finds what cannot be true of deposits of topups', async () => {
  const { app, databaseUrl } = await history()
  const database = await openRolledBack(databaseUrl)
  const wrongAfter = async (text: string) =>
    (
      await database.after(`delete from seals.pages; delete from seals.seals; ${text}`, (moment) =>
        verifyMoment(moment, { db: moment, log: app.log, clock: app.clock }, {}),
      )
    ).differences.map(({ wrong }) => wrong)
  const credited = `where status = 'credited'`
  const found = {
    'its deposit is at the address of another order': `update topups.receipts r set topup_id = (select max(topup_id) from topups.crypto_orders where topup_id <> r.topup_id) ${credited}`,
    'it was decided although its deposit is not in the chain, or not although it is': `update topups.receipts set status = 'lost' ${credited}`,
    'a deposit of a topup has no receipt': `delete from topups.receipt_transitions; delete from topups.receipts where status = 'parked'`,
    'it waits, and is never decided': `update topups.receipts set status = 'waiting' where status = 'parked'`,
    'its amount, its fee or its address is not that of its quote and its order':
      'update topups.quotes set fee_minor = fee_minor + 1',
    'it is completed, and nothing was credited, or the other way round': `update topups.topups set status = 'completed', completed_at = now() where status = 'created'`,
    'coinsCredited does not fit the facts of its row': `update topups.receipts set minor = minor + 100 ${credited}`,
    'its history does not end in its status': `update topups.receipts set status = 'returned' where status = 'parked'`,
  }
  for (const [wrong, text] of Object.entries(found)) expect(await wrongAfter(text), wrong).toContain(wrong)
})
