import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Secret } from '#kernel/base/secret.ts'
import { hs512 } from '#kernel/crypto/jws.ts'
import type { Outbound, OutboundResponse } from '#kernel/http/outbound.ts'

/** What was sent, whether the receiver answered as it should, and what it has to change if not. */
export type Grade = { sent: string; answered: string; right: boolean; advice: string; tookMs: number }

type Signed = { body: string; signature: string | undefined }
type Probe = { sent: string; should: 'accept' | 'reject'; advice: string; deliveries: readonly Signed[] }

/**
 * Sends a receiver what a platform sends on good days and an attacker on others, signed with the partner's keys, and
 * says what the receiver does wrong. The events are about a customer that does not exist. When it does not accept the
 * first, plain event, nothing else can be said, and nothing else is sent.
 */
export async function gradeReceiver(
  outbound: Pick<Outbound, 'post'>,
  { url, signingKeys, timeoutMs }: { url: string; signingKeys: readonly Secret<string>[]; timeoutMs?: number },
): Promise<Grade[]> {
  const grades: Grade[] = []
  for (const probe of probesWith(signingKeys.map((key) => key.reveal()))) {
    const responses = await Promise.all(
      probe.deliveries.map((delivery) => send(outbound, { url, timeoutMs }, delivery)),
    )
    grades.push(gradeOf(probe, responses))
    if (grades.length === 1 && !grades[0]!.right) return grades
  }
  return grades
}

const send = (
  outbound: Pick<Outbound, 'post'>,
  { url, timeoutMs }: { url: string; timeoutMs: number | undefined },
  { body, signature }: Signed,
): Promise<OutboundResponse> =>
  outbound.post(url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Florin',
      ...(signature !== undefined && { 'x-money-signature': signature }),
      'x-money-delivery-id': randomUUID(),
    },
    body,
    ...(timeoutMs !== undefined && { timeoutMs }),
  })

function gradeOf({ sent, should, advice }: Probe, responses: readonly OutboundResponse[]): Grade {
  const isRight = (response: OutboundResponse): boolean => {
    if (response.outcome !== 'answered') return false
    const { status } = response
    return should === 'accept' ? status >= 200 && status < 300 : status === 400 || status === 401
  }
  const tookMs = Math.max(...responses.map((one) => one.tookMs))
  const shown = responses.map((one) => (one.outcome === 'answered' ? String(one.status) : `${one.outcome}: ${one.why}`))
  return { sent, answered: [...new Set(shown)].join(' and '), right: responses.every(isRight), advice, tookMs }
}

function probesWith(signingKeys: readonly string[]): Probe[] {
  const [key = ''] = signingKeys
  const plain = eventText()
  const good = signed(key, plain)
  return [
    {
      sent: 'an event, signed as every event is',
      should: 'accept',
      advice: 'Answer 2xx. If it was refused: the key, or the check of the signature over the raw body, is not right.',
      deliveries: [good],
    },
    ...forgeries(key, plain, good),
    ...repetitions(key, good),
    ...signingKeys.slice(1).map(
      (other): Probe => ({
        sent: 'events signed with two keys, as during a rotation',
        should: 'accept',
        advice: 'While a key is being changed, accept a signature by either key.',
        deliveries: [signed(key, eventText()), signed(other, eventText())],
      }),
    ),
  ]
}

/** What nobody but an attacker sends: 400 or 401, and nothing is processed (card-issuing, errors). */
function forgeries(key: string, plain: string, { signature }: Signed): Probe[] {
  const forged = (sent: string, advice: string, delivery: Signed): Probe => ({
    sent,
    should: 'reject',
    advice: `${advice} Answer 401.`,
    deliveries: [delivery],
  })
  const only = 'Accept HS512 and nothing else, whatever the header of the signature says.'
  return [
    forged('an event without a signature', 'Refuse what is not signed.', { body: plain, signature: undefined }),
    forged('another body than the one that was signed', 'Compare the payload of the signature with the body.', {
      body: plain.replace('frozen', 'active'),
      signature,
    }),
    forged('an event signed with another key', 'Check the signature with your signing key.', {
      body: plain,
      signature: hs512(`whsec_${randomBytes(64).toString('base64url')}`, plain),
    }),
    forged('the algorithm none', only, { body: plain, signature: `${compact('none', plain)}.` }),
    forged('the algorithm HS256, with the right key', only, {
      body: plain,
      signature: hmac('sha256', 'HS256', key, plain),
    }),
    forged('the algorithm HS384, with the right key', only, {
      body: plain,
      signature: hmac('sha384', 'HS384', key, plain),
    }),
    forged('a signature cut short', only, { body: plain, signature: signature?.slice(0, -20) }),
  ]
}

/** What honest days bring: every one of these is accepted (card-issuing, delivery rules). */
function repetitions(key: string, good: Signed): Probe[] {
  const accepted = (sent: string, advice: string, deliveries: readonly Signed[]): Probe => ({
    sent,
    should: 'accept',
    advice,
    deliveries,
  })
  const once = 'Answer 2xx to an event that you have handled already (same eventId), and do nothing more.'
  const cardId = randomUUID()
  const state = (newStatus: string) => signed(key, eventText({ data: { cardId, newStatus } }))
  const fresh = signed(key, eventText())
  return [
    accepted('an event that was delivered before', once, [good]),
    accepted('an event twice at the same moment', once, [fresh, fresh]),
    accepted(
      'a card that is closed, and after it that it is active',
      'Events arrive in any order: accept each, and read the state from the API.',
      [state('closed'), state('active')],
    ),
    accepted('a field in data that is not documented', 'Ignore fields of data that you do not know.', [
      signed(key, eventText({ data: { cardId, newStatus: 'active', colour: 'blue' } })),
    ]),
    accepted('an event of a kind that is not documented', 'Accept kinds that you do not know, and ignore them.', [
      signed(key, eventText({ eventType: 'cardPolished' })),
    ]),
  ]
}

const eventText = (fields: { eventType?: string; data?: object } = {}): string =>
  JSON.stringify({
    eventType: 'cardStatusChanged',
    eventId: `evt_${randomBytes(13).toString('hex').toUpperCase()}`,
    customerId: 'cust_00000000000000000000000000',
    data: { cardId: randomUUID(), newStatus: 'frozen' },
    ...fields,
  })

const signed = (key: string, body: string): Signed => ({ body, signature: hs512(key, body) })

const compact = (alg: string, text: string): string =>
  [JSON.stringify({ alg, typ: 'JWT' }), text].map((part) => Buffer.from(part).toString('base64url')).join('.')

function hmac(digest: 'sha256' | 'sha384', alg: string, key: string, text: string): string {
  const content = compact(alg, text)
  return `${content}.${createHmac(digest, key).update(content).digest('base64url')}`
}
