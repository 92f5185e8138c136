import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UnverifiedWebhook, verifyWebhook } from '@florin/client'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gradeReceiver } from '#issuing/webhooks'
import { Secret } from '#kernel/base/secret.ts'
import { type Outbound, openOutbound } from '#kernel/http/outbound.ts'
import { listenToEvents } from '../../src/cli/webhook-listen.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { approveKyc } from '../world/issuing.ts'
import { longTest } from '../world/length.ts'
import { openWebhookPartner, readSigned } from '../world/webhook-receiver.ts'
import { createWorld } from '../world/world.ts'

const [key, other] = ['whsec_'.padEnd(70, 'a'), 'whsec_'.padEnd(70, 'b')]
type Delivery = { body: string; signature: string; headers: Record<string, string> }

/** A receiver of the developer who is graded: what it answers to a delivery. */
async function openGraded(answer: (delivery: Delivery) => number) {
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    const body = Buffer.concat(chunks).toString()
    response.writeHead(answer({ body, headers, signature: headers['x-money-signature'] ?? '' })).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
  return { url, [Symbol.asyncDispose]: async () => void server.close() }
}

function verified({ body, headers }: Delivery, keys: readonly string[] = [key]): number {
  try {
    verifyWebhook({ keys, payload: body, headers })
    return 204
  } catch (error) {
    if (error instanceof UnverifiedWebhook) return 401
    throw error
  }
}

describe('the tools for receivers', () => {
  let outbound: Outbound
  beforeAll(() => {
    outbound = openOutbound({ allowPrivate: true, timeoutMs: 5_000 })
  })
  afterAll(() => outbound.close())

  const wrongOf = async (url: string, signingKeys: readonly string[] = [key]) =>
    (await gradeReceiver(outbound, { url, signingKeys: signingKeys.map((one) => new Secret(one)) }))
      .filter(({ right }) => !right)
      .map(({ sent }) => sent)

  test('a receiver that verifies with our client does everything right, also during a rotation', async () => {
    await using receiver = await openGraded((delivery) => verified(delivery, [key, other]))
    expect(await wrongOf(receiver.url, [key, other])).toEqual([])
    expect(
      await gradeReceiver(outbound, { url: receiver.url, signingKeys: [new Secret(key), new Secret(other)] }),
    ).toHaveLength(14)
  })

  test('what a receiver does wrong is named', async () => {
    const seen = new Set<string>()
    const receivers: [wrong: string, answer: (delivery: Delivery) => number][] = [
      ['an event without a signature', (one) => (one.signature === '' ? 204 : verified(one))],
      [
        'another body than the one that was signed',
        (one) => (one.signature === '' ? 401 : verified({ ...one, body: JSON.stringify(tryDecode(one) ?? 0) })),
      ],
      ['the algorithm none', (one) => (headerOf(one)?.alg === 'none' ? 204 : verified(one))],
      ['the algorithm HS256, with the right key', (one) => (headerOf(one)?.alg === 'HS256' ? 204 : verified(one))],
      [
        'an event that was delivered before',
        (one) => {
          const isRepeated = seen.has(one.body)
          if (verified(one) === 204) seen.add(one.body)
          return isRepeated && verified(one) === 204 ? 409 : verified(one)
        },
      ],
      ['an event of a kind that is not documented', (one) => (one.body.includes('Polished') ? 400 : verified(one))],
      ['an event without a signature', (one) => (one.signature === '' ? 500 : verified(one))],
    ]
    for (const [wrong, answer] of receivers) {
      await using receiver = await openGraded(answer)
      expect(await wrongOf(receiver.url)).toContain(wrong)
    }
    await using oneKey = await openGraded((one) => verified(one))
    expect(await wrongOf(oneKey.url, [key, other])).toEqual(['events signed with two keys, as during a rotation'])
  })

  // In small: what a receiver does wrong is named
  longTest('a receiver that does not accept a plain event is graded no further', async () => {
    await using receiver = await openGraded((one) => verified(one, [other]))
    const grades = await gradeReceiver(outbound, { url: receiver.url, signingKeys: [new Secret(key)] })
    expect(grades).toMatchObject([{ right: false, answered: '401' }])
  })

  test('the command line adds a partner, and shows, parks and sends again its events', async () => {
    await using world = await createWorld()
    await using nordwind = await openWebhookPartner(world)
    const { prints } = openCommandLine(world)
    expect(await prints('partner add Ostwind')).toMatch(/^Partner \d+ is created\.\nAPI key +fpk_test_/)

    await approveKyc(world, (await nordwind.partner.customer()).customerId)
    nordwind.receiver.answer({ status: 500, body: 'out of order' })
    await world.runUntilIdle()
    const { id } = nordwind.partner.partner
    const [eventId] = (await prints(`webhooks list ${id} --limit 1`)).match(/evt_\w+/) ?? []
    const shown = () => prints(`webhooks show ${id} ${eventId}`)
    expect(await shown()).toMatch(
      /^waiting\n\{"eventType":"kycStatusChanged"[^\n]+\n\n[^\n]+\n1 .* refused .* 500 .*order$/,
    )
    expect(await prints(`webhooks replay ${id} ${eventId}`)).toContain('waiting to be delivered already')
    expect(await prints(`webhooks park ${id} ${eventId}`)).toBe('It is parked.')
    expect(await shown()).toMatch(/^parked/)
    expect(await prints(`webhooks list ${id} --status waiting`)).not.toContain(eventId)
    expect(await prints(`webhooks replay ${id}`)).toBe('1 will be sent again.')
    expect(await shown()).toMatch(/^waiting/)
    expect(await prints(`partner change ${id} --webhook-retries sometimes`)).toContain('documented, long')
  })

  test('listening forwards what happens from now on, signed, with the bytes of the webhook', async () => {
    await using world = await createWorld()
    await using nordwind = await openWebhookPartner(world)
    await using local = await openWebhookPartner(world)
    const { partner } = nordwind
    await approveKyc(world, (await partner.customer()).customerId)
    await world.runUntilIdle()
    const stopping = new AbortController()
    const begun = Promise.withResolvers<void>()
    const lines: string[] = []
    const listening = listenToEvents({
      read: async (query) => {
        const { body } = await partner.asServer('GET', `/events?${query}`)
        if (query !== 'after=newest') begun.resolve()
        return JSON.stringify(body)
      },
      outbound,
      to: local.receiver.url,
      signingKey: partner.signingKey,
      everyMs: 5,
      signal: stopping.signal,
      say: (_delivered, line) => void lines.push(line),
    })
    await begun.promise
    await approveKyc(world, (await partner.customer()).customerId)
    for (let n = 0; n < 3; n++) await local.receiver.next()
    stopping.abort()
    await listening
    await world.runUntilIdle()

    const forwarded = await Promise.all(local.receiver.requests.map((one) => readSigned(one, partner.signingKey)))
    expect(forwarded.map(({ data }) => data.status)).toEqual(['in_progress', 'pending_review', 'approved'])
    const delivered = nordwind.receiver.requests.slice(3).map(({ body }) => body)
    expect(delivered.toSorted()).toEqual(local.receiver.requests.map(({ body }) => body).toSorted())
    expect(lines[0]).toMatch(/^kycStatusChanged {2}evt_\w{26} {2}200 {2}\d+ ms$/)
  })
})

function tryDecode({ signature }: Delivery): unknown {
  try {
    return decodeJwt(signature)
  } catch {
    return undefined
  }
}

function headerOf({ signature }: Delivery): { alg: string } | undefined {
  const [header = ''] = signature.split('.')
  return header === '' ? undefined : JSON.parse(Buffer.from(header, 'base64url').toString())
}
