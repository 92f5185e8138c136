import { expect, test } from 'vitest'
import { systemClock } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { refusals } from '#kernel/base/refusal.ts'
import { announce, commit } from '#kernel/db/commit/commit.ts'
import { type KeyedRequest, oncePerKey } from '#kernel/db/idempotency.ts'
import { takeWarmDatabase } from '../world/warm-database.ts'

const owner: Owner = { kind: 'site', id: '1' }
const asking = (request: string, older = request) => ({ request, older })
const asked: KeyedRequest = { owner, scope: 'POST /order', key: 'k-1', ...asking('{"amount":"9.90"}') }

async function openKeyedContext() {
  const database = await takeWarmDatabase()
  const db = database.open(database.url, { role: 'florin_app', connectionsMax: 30 })
  const ctx = { db, clock: systemClock, react: async () => [] }
  let answers = 0
  const effect = () => announce('orderOpened', { owner, subjectId: 7n, body: {}, subject: undefined })
  return {
    ctx,
    effect,
    effects: async () => (await db.read.selectFrom('outbox.events').selectAll().execute()).length,
    /** Does the effect and answers with a number that counts up. */
    ask: (request: KeyedRequest, { dies = false, recover = async () => 'recovered', patienceMs = 10_000 } = {}) =>
      oncePerKey<string>(ctx, request, {
        work: async (begin) => {
          await commit(ctx, ctx.clock.now(), [begin(7n), effect()])
          if (dies) throw new Error('the process died here')
          return `answer ${++answers}`
        },
        recover,
        patienceMs,
      }),
    [Symbol.asyncDispose]: database.release,
  }
}

test('a hundred clients with one key make one effect, and all are given its answer', async () => {
  await using keyed = await openKeyedContext()

  const all = await Promise.all(Array.from({ length: 100 }, () => keyed.ask(asked)))

  expect(await keyed.effects()).toBe(1)
  expect(new Set(all.map(({ answer }) => answer))).toEqual(new Set(['answer 1']))
  expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1)
})

test('the same key with another request is refused, and has no effect', async () => {
  await using keyed = await openKeyedContext()
  await keyed.ask(asked)

  const other = keyed.ask({ ...asked, request: '{"amount":"99.00"}' })

  await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused', field: 'Idempotency-Key' })
  expect(await keyed.effects()).toBe(1)
})

test('a key that an older version has kept is known by what that kept', async () => {
  await using keyed = await openKeyedContext()
  await keyed.ask(asked)
  await keyed.ctx.db.run('update florin.idempotency_keys set fingerprint = null', [])

  expect(await keyed.ask({ ...asked, request: 'told apart', older: asked.older })).toMatchObject({ answer: 'answer 1' })
  await expect(keyed.ask({ ...asked, older: 'another' })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

test('the same key of another scope, or of another owner, is another key', async () => {
  await using keyed = await openKeyedContext()
  await keyed.ask(asked)

  for (const other of [
    { scope: 'POST /refund' },
    { owner: { ...owner, id: '2' } },
    { owner: { ...owner, kind: 'holder' } },
  ] as const)
    expect((await keyed.ask({ ...asked, ...other })).replayed).toBe(false)
  expect(await keyed.effects()).toBe(4)
})

test('a request that finds the effect of its own key in its way is given the answer of that, and not refused', async () => {
  await using keyed = await openKeyedContext()
  const refuse = refusals({ order_exists: ['conflict', 'There is such an order already.'] })

  const second = await oncePerKey<string>(keyed.ctx, asked, {
    work: async () => {
      // The first one is begun and done between our look for the key and our look for the order.
      await keyed.ask(asked)
      throw refuse('order_exists')
    },
    recover: async () => 'recovered',
  })

  expect(second).toEqual({ answer: 'answer 1', replayed: true })
  expect(await keyed.effects()).toBe(1)
})

test('the refusal of a request after its own effect says why, and the key is used', async () => {
  await using keyed = await openKeyedContext()
  const refuse = refusals({ mail_not_sent: ['conflict', 'The mail server does not take it.'] })

  const first = oncePerKey<string>(keyed.ctx, asked, {
    work: async (begin) => {
      await commit(keyed.ctx, keyed.ctx.clock.now(), [begin(7n)])
      throw refuse('mail_not_sent')
    },
    recover: async () => 'recovered',
  })

  await expect(first).rejects.toMatchObject({ code: 'mail_not_sent' })
  expect(await keyed.ask(asked, { patienceMs: 0 })).toEqual({ answer: 'recovered', replayed: true })
})

test('work that finds nothing to do is answered, and leaves the key free', async () => {
  await using keyed = await openKeyedContext()
  const idle = () =>
    oncePerKey<string>(keyed.ctx, asked, { work: async () => 'nothing to do', recover: async () => 'recovered' })

  expect(await idle()).toEqual({ answer: 'nothing to do', replayed: false })
  expect(await keyed.ask(asked)).toEqual({ answer: 'answer 1', replayed: false })
})

test('work that fails before it has an effect leaves the key free', async () => {
  await using keyed = await openKeyedContext()
  const failing = oncePerKey<string>(keyed.ctx, asked, {
    work: async () => Promise.reject(new Error('refused')),
    recover: async () => 'recovered',
  })

  await expect(failing).rejects.toThrow('refused')

  expect(await keyed.ask(asked)).toEqual({ answer: 'answer 1', replayed: false })
})

test('an answer that died with its process is built again from the recorded effect', async () => {
  await using keyed = await openKeyedContext()
  await expect(keyed.ask(asked, { dies: true })).rejects.toThrow('the process died here')

  expect(await keyed.ask(asked, { patienceMs: 0 })).toEqual({ answer: 'recovered', replayed: true })
  expect(await keyed.ask(asked, { recover: async () => 'recovered twice' })).toMatchObject({ answer: 'recovered' })
  expect(await keyed.effects()).toBe(1)
})

test('an answer that was given to a repeat stays the answer, also for the first request when it ends after that', async () => {
  await using keyed = await openKeyedContext()
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = oncePerKey<string>(keyed.ctx, asked, {
    work: async (begin) => {
      await commit(keyed.ctx, keyed.ctx.clock.now(), [begin(7n)])
      begun.resolve()
      await ending.promise
      return 'approved'
    },
    recover: async () => 'never',
  })
  await begun.promise
  expect((await keyed.ask(asked, { patienceMs: 0, recover: async () => 'under way' })).answer).toBe('under way')
  ending.resolve()
  expect((await first).answer).toBe('under way')
  expect((await keyed.ask(asked)).answer).toBe('under way')
})

test('of repeats that both lose patience one says the answer', async () => {
  await using keyed = await openKeyedContext()
  await expect(keyed.ask(asked, { dies: true })).rejects.toThrow('the process died here')
  const both = Promise.withResolvers<void>()
  let waiting = 0
  const recover = async () => {
    const own = `recovered ${++waiting}`
    if (waiting === 2) both.resolve()
    await both.promise
    return own
  }
  const answers = await Promise.all([1, 2].map(() => keyed.ask(asked, { patienceMs: 0, recover })))
  expect(new Set(answers.map(({ answer }) => answer)).size).toBe(1)
})

test.each(['', ' ', 'ä', 'a'.repeat(256)])('the key %j is refused by name', async (key) => {
  await using keyed = await openKeyedContext()

  await expect(keyed.ask({ ...asked, key })).rejects.toMatchObject({ code: 'idempotency_key_malformed' })
})
