import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { hundred, openCryptoTopups } from '../world/crypto-topups.ts'
import { someone, usdc } from '../world/deposits.ts'
import { longTest } from '../world/length.ts'
import type { World } from '../world/world.ts'
import { openStations, untilTrue } from './program-behind-balancer.ts'

/**
 * Each death is of a worker that has read the blocks and has sent the statement that records them.
 */
const deaths = ['the statement is lost', 'the statement is carried out']

// In small: a worker that dies between reading and recording loses nothing and counts nothing twice
longTest(
  'a worker that is killed between reading blocks and recording them counts each deposit once',
  async () => {
    const at = await openCryptoTopups()
    const { world, chain } = at
    const { topup } = await (await at.holder()).orders()
    const { all, close } = await openStations(['worker'], environmentOf(world))
    onTestFinished(close)
    const worker = all[0]!
    const deposits = () =>
      world.query('select transaction_hash as hash, status from deposits.deposits order by created_at')
    const sent: string[] = []
    const freeTheCursors = () => world.query('update deposits.cursors set leased_until = null')
    for (const death of deaths) {
      await worker.kill()
      await freeTheCursors()
      for (let payments = 0; payments < 3; payments++) {
        const payment = { contract: usdc, from: someone, to: topup.crypto.address, quantity: hundred }
        sent.push((await chain.send(payment)).transactionHash)
      }
      await chain.mine(1)
      const before = (await deposits()).length
      const held = await holdDeposits(world.databaseUrl)
      await worker.start()
      await untilTrue('the worker waits to record what it has read', async () => (await worker.waiting()) > 0)
      await worker.kill()
      if (death === 'the statement is lost') await held.loseWaiting()
      await held.release()
      await untilTrue('nothing of the worker is left', () => held.isQuiet())
      expect(await deposits(), death).toHaveLength(death === 'the statement is lost' ? before : sent.length)
      // The lease of a worker that was killed ends after two minutes.
      await freeTheCursors()
      await worker.start()
      await untilTrue('all are counted', async () => (await deposits()).length === sent.length)
    }
    await chain.mine(3)
    await untilTrue('all are confirmed', async () => (await deposits()).every(({ status }) => status !== 'seen'))
    await worker.stop()
    expect((await deposits()).map(({ hash }) => hash).toSorted()).toEqual(sent.toSorted())
    const [receipts] = await world.query('select count(*)::int as n from topups.receipts')
    expect(receipts).toEqual({ n: sent.length })
  },
  240_000,
)

const environmentOf = ({ databaseUrl, app: { config } }: World) => ({
  DATABASE_URL: databaseUrl,
  FLORIN_ENVIRONMENT: 'staging',
  FLORIN_KEYS: 'text' in config.keys ? config.keys.text.reveal() : '',
  FLORIN_LOG_LEVEL: 'error',
  FLORIN_RATES: 'off',
  FLORIN_WORKER_EVERY_MS: '50',
})

/** Nothing is added to the deposits until `release`: what would add something waits. */
async function holdDeposits(databaseUrl: string) {
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  await sql.query('begin')
  await sql.query('lock table deposits.deposits in share mode')
  const ofWorkers = `from pg_stat_activity where datname = current_database() and application_name like 'station %'`
  return {
    loseWaiting: () => sql.query(`select pg_terminate_backend(pid) ${ofWorkers} and wait_event_type = 'Lock'`),
    release: () => sql.query('commit'),
    isQuiet: async () => {
      const { rows } = await sql.query<{ n: number }>(`select count(*)::int as n ${ofWorkers}`)
      if (rows[0]!.n > 0) return false
      await sql.end()
      return true
    },
  }
}
