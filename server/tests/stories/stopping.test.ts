import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Acquirer } from '#connectors/acquirer/port.ts'
import { databaseRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../../src/app/config.ts'
import { type RunningServer, startServer } from '../../src/app/server.ts'
import { copyOfTemplate } from '../world/database.ts'
import { longTest } from '../world/length.ts'
import { openReceiver } from '../world/receiver.ts'

type Running = {
  server: RunningServer
  /** Comes when the acquirer has been asked, who does not answer before he may. */
  asked: Promise<void>
  answer(): void
  rows(text: string): Promise<Record<string, unknown>[]>
}

async function running(roles: string): Promise<Running> {
  const databaseUrl = await copyOfTemplate()
  const [asked, answers] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    FLORIN_KEYS: generateKeys(),
    FLORIN_PORT: '0',
    FLORIN_ROLES: roles,
    FLORIN_WORKER_EVERY_MS: '50',
  })
  const server = await startServer(config, silentLog, {
    acquirer: ({ db, clock, bankUrl }): Acquirer => {
      const inner = sandboxAcquirer({ record: databaseRecord(db), clock, bankUrl })
      return {
        ...inner,
        authorize: async (ask) => {
          asked.resolve()
          await answers.promise
          return inner.authorize(ask)
        },
      }
    },
  })
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  onTestFinished(async () => {
    answers.resolve()
    await server.stop()
    await sql.end()
  })
  return {
    server,
    asked: asked.promise,
    answer: answers.resolve,
    rows: async (text) => (await sql.query<Record<string, unknown>>(text)).rows,
  }
}

const send = ({ server }: Running, path: string, form: Record<string, string>): Promise<Response> =>
  fetch(server.publicUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.shop!.privateKey.reveal()}` },
    body: new URLSearchParams(form),
  })

async function placeOrder(ctx: Running): Promise<Response> {
  const customer = await send(ctx, '/customer', { identifier: 'ana', email: 'ana@example.com' })
  const { data } = (await customer.json()) as { data: { id: number } }
  return send(ctx, '/order', {
    customerId: String(data.id),
    ...{ amount: '9.90', currency: 'EUR', orderType: 'purchase', ip: '203.0.113.9', description: 'Bread' },
    ...{ transactionMethod: 'card', cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' },
    cardHolderName: 'Ana Pop',
  })
}

const isRefused = ({ server }: Running): Promise<boolean> =>
  fetch(`${server.publicUrl}/health`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return false
    },
    () => true,
  )

// In small: a payment that is under way when a process stops is finished and replied to; no new request is accepted
longTest('a process that is about to stop says so to the load balancer, and serves on meanwhile', async () => {
  const ctx = await running('api,pages')
  const ready = () => fetch(`${ctx.server.publicUrl}/ready`)
  expect((await ready()).status).toBe(200)

  const stopping = ctx.server.stop({ noticeMs: 1_500 })

  const notified = await ready()
  expect({ status: notified.status, body: await notified.json() }).toEqual({
    status: 503,
    body: { status: 'this process is stopping' },
  })
  const served = await send(ctx, '/customer', { identifier: 'ana', email: 'ana@example.com' })
  expect({ status: served.status, connection: served.headers.get('connection') }).toEqual({
    status: 201,
    connection: 'close',
  })
  expect((await fetch(`${ctx.server.publicUrl}/health`)).status).toBe(200)
  await stopping
  expect(await isRefused(ctx)).toBe(true)
})

test('a payment that is under way when a process stops is finished and replied to; no new request is accepted', async () => {
  const ctx = await running('api')
  const paying = placeOrder(ctx)
  await ctx.asked

  const stopping = ctx.server.stop()
  while (!(await isRefused(ctx))) await pause(5)
  ctx.answer()

  const paid = await paying
  expect(paid.status).toBe(200)
  expect(await paid.json()).toMatchObject({ data: { transactionStatus: 'complete-ok' } })
  await stopping
  expect(await ctx.rows('select status from payments.payments')).toEqual([{ status: 'captured' }])
})

test('a worker that stops finishes what it has claimed, claims no more, and holds no lease afterwards', async () => {
  const ctx = await running('api,worker')
  const { server, rows } = ctx
  const receiver = await openReceiver({ privateKey: server.shop!.privateKey.reveal() })
  onTestFinished(() => receiver.close())
  const by = { actor: 'test', fromWhere: 'test' }
  const { id: siteId } = server.shop!.site
  await server.app.directory.changeSite({ by, siteId, changes: { notificationUrl: receiver.url } })
  receiver.answer('hold')
  ctx.answer()
  await placeOrder(ctx)
  await receiver.next()
  expect(await rows('select from notifications.notifications where leased_until > now()')).toHaveLength(1)

  const stopping = server.stop()
  while (!(await isRefused(ctx))) await pause(5)
  // What is under way is waited for, and the database is there for it as long as it takes.
  for (let asks = 0; asks < 100; asks++) await server.app.db.run('select 1 as one', [])
  receiver.release()
  await stopping

  expect(await rows('select status, leased_until from notifications.notifications')).toEqual([
    { status: 'delivered', leased_until: null },
  ])
  for (const table of ['payments.payments', 'settlement.cut_offs', 'checkout.sessions', 'florin.scheduled_tasks'])
    expect({ table, leased: await rows(`select from ${table} where leased_until > now()`) }).toEqual({
      table,
      leased: [],
    })
})
