import { isApproval } from '#connectors/network/message.ts'
import { pinBlock0, sealPinBlock } from '#kernel/crypto/cards/pin.ts'
import type { BothHalves } from './both-halves.ts'
import { type Holder, type OwnCard, shownOf } from './both-halves-holders.ts'
import { newPayment } from './both-halves-messages.ts'
import { authorizationOf, learnApproval, tell } from './both-halves-network.ts'
import type { Random } from './random.ts'

const [right, wrong] = ['480217', '000000']

/** Somebody at a cash machine types the PIN of a card: the holder, or one who guesses, several times at once. */
export async function withdrawFar(scene: BothHalves, random: Random): Promise<string> {
  const holder = random.pick(scene.holders)
  const card = holder.cards.at(-1)!
  const line = `at a cash machine with a card of ${holder.name}`
  if (!(await hasPin(holder, card))) return `${line}, which has no PIN`
  const guesses = random.chance(40)
  const times = guesses ? 5 : random.pick([1, 1, 2])
  const codes = await Promise.all(
    Array.from({ length: times }, () => random.fork()).map((own) =>
      withdraw(scene, own, { holder, card, isRight: !guesses && own.chance(80) }),
    ),
  )
  return `${line}: ${codes}`
}

async function hasPin(holder: Holder, card: OwnCard): Promise<boolean> {
  if (card.hasPin) return true
  const { status, body } = await holder.call('POST', `/cards/${card.id}/pin`, { body: { newPin: right } })
  if (status >= 500) throw new Error(`a PIN is not set: ${JSON.stringify(body)}`)
  card.hasPin = status === 200
  return card.hasPin
}

async function withdraw(
  { world, network }: BothHalves,
  random: Random,
  { holder, card, isRight }: { holder: Holder; card: OwnCard; isRight: boolean },
): Promise<string> {
  const made = { ...newPayment(network, random, { holder }), card }
  const zone = 'staging'
  const block = pinBlock0({ pan: card.number, pin: isRight ? right : wrong })
  const pinBlock = {
    zone,
    format: 0 as const,
    bytes: sealPinBlock(world.app.networkPinKeys.get(zone)!.reveal(), block),
  }
  const { number, expiry } = shownOf(card)
  const request = authorizationOf(network, made, {
    purpose: 'cash',
    channel: 'atm',
    card: { number, expiry, pinBlock },
  })
  network.payments.push(made)
  const code = await tell(network, request, (response) => {
    if (!isRight && isApproval(response.code)) throw new Error(`${made.rrn} was paid with a wrong PIN`)
    if (isRight && response.code === '55') throw new Error(`${made.rrn} was declined for the right PIN`)
    learnApproval(network, made, response)
  })
  return `${isRight ? 'right' : 'wrong'} ${code}`
}

/** Who guesses has three tries, and then none until the holder has done something. */
export async function withPins({ sql }: BothHalves): Promise<string[]> {
  const { rows } = await sql.query<{ trouble: string }>(
    `select 'card ' || id || ' is ' || status || ' after ' || pin_tries || ' wrong PINs' as trouble from cards.cards
     where status <> 'closed' and ('pin' = any(suspensions)) <> (pin_tries = 3)
     union all
     select 'card ' || card_id || ' was tried with ' || wrong || ' wrong PINs, and forgiven ' || forgiven || ' times'
     from (
       select card_id, count(*) filter (where code = '55') as wrong,
         count(*) filter (where verdicts @> '[{"rule": "pin", "result": "passed"}]')
           + (select count(*) from cards.card_transitions t where t.card_id = m.card_id and suspension = 'pin' and action not in ('suspend', 'addSuspension')) as forgiven
       from spending.messages m where kind = 'authorization' and card_id is not null group by card_id
     ) as tried where wrong > 3 * (forgiven + 1)`,
  )
  return rows.map(({ trouble }) => trouble)
}
