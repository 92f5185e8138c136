import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '#kernel/db/db.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { openApp } from '../../src/app/compose.ts'
import { documentsIn, invoicing } from '../world/invoices.ts'
import { byLength } from '../world/length.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { publicUrl } from '../world/world.ts'

const unseen = { committed: () => {}, stale: () => {}, waited: () => {}, transaction: () => {}, pool: () => {} }

/** Claims and does what is due, as a worker does, until there is nothing that it may claim. */
async function workerOf(work: DueWork): Promise<void> {
  for (let ids = await work.claim(16); ids.length > 0; ids = await work.claim(16)) await Promise.all(ids.map(work.run))
}

const paid = byLength({ short: 48, long: 200 })

test(`of ${paid} orders that are paid at once at a site, two programs invoice each once, in numbers without gaps`, async () => {
  const { world, pays } = await openPaymentsFixture({ invoicing })
  await Promise.all(Array.from({ length: paid }, () => pays()))
  const statements: string[] = []
  const observer = { ...unseen, statement: (text: string) => void statements.push(text) }
  const { config, log } = world.app
  const open = async () => {
    const { databaseUrl, clock } = world
    const app = await openApp({
      ...{ config, log, databaseUrl, publicUrl, clock },
      openDb: (url, options) => openDb(url, { ...options, observer }),
    })
    onTestFinished(() => app.close())
    return app.jobs.find(({ name }) => name === 'issue invoices')!
  }
  const [one, other] = [await open(), await open()]
  statements.length = 0
  await Promise.all([one, other, one, other].map(workerOf))
  const made = statements.filter((text) => text.includes('issue-documents')).length

  const numbers = (await documentsIn(world)).map((text) => Number(/CR-(\d+)/.exec(text)![1]))
  expect(numbers).toEqual(Array.from({ length: paid }, (_, index) => 41 + index))
  expect(made).toBeLessThanOrEqual(2 * Math.ceil(paid / 100))
  expect(statements.length).toBeLessThanOrEqual(30 + 16 * Math.ceil(paid / 100))
})
