import { expect, onTestFinished } from 'vitest'
import { answering, openDecidingPartner } from '../world/deciding.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { createWorld } from '../world/world.ts'
import { ended } from './killable-program.ts'
import { startOn } from './program-of-world.ts'

// In small: its time runs out: what is held is released, and an approval that comes later is recorded
longTest(
  'the program that asks a partner is killed: the hold ends, and the message that comes again has its answer',
  async () => {
    const world = await createWorld()
    onTestFinished(() => world[Symbol.asyncDispose]())
    await using nordwind = await openDecidingPartner(world, { decisionFallback: 'approve' })
    const ana = await openSpender(world, nordwind.partner)
    nordwind.receiver.answer('hold')
    const child = startOn(world, ['spend', 'authorize', ana.issued.id, '42.99'])
    const { transactionId } = await nordwind.asked()
    await ended(child)
    nordwind.receiver.release(answering({ decision: 'approve' }))
    const state = async () =>
      (await world.query(`select status, held_minor as held from spending.states where id = '${transactionId}'`))[0]
    expect(await state()).toEqual({ status: 'asking', held: 4299n })
    const [asked] = await world.query(`select q.due_at as due, q.sender, q.stan, m.merchant_id as merchant,
      to_char(q.sent_at at time zone 'UTC', 'MMDDHH24MISS') as sent
    from spending.questions q join spending.transactions m on m.id = q.transaction_id`)
    world.clock.set(asked!.due as Temporal.Instant)
    await world.runUntilIdle()
    expect(await state()).toEqual({ status: 'declined', held: 0n })
    const again = ana.authorization('42.99', {
      key: { sender: String(asked!.sender), stan: String(asked!.stan), sentAt: String(asked!.sent) },
      merchant: { id: String(asked!.merchant), name: 'Florin Bakery', category: '5411' },
    })
    expect(await ana.send(again)).toEqual({ code: '91', transactionId })
    expect(nordwind.receiver.requests).toHaveLength(1)
    expect((await world.verify()).differences).toEqual([])
  },
)
