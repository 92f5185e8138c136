import type { PaymentId } from '#kernel/ids.ts'
import { money } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusal.ts'
import { capturePayment, type Payment, undoPayment } from '#payments'
import { replayParked } from '#webhooks'
import type { Dice } from './dice.ts'
import type { Process } from './process.ts'
import { answerFrom, by, type Town } from './town.ts'

/** A merchant takes what was reserved: all of it or part, sometimes twice at once, sometimes too much. */
export const capture = (town: Town, dice: Dice, process?: Process): Promise<string> =>
  atOnce(town, dice, { wish: 'capture', from: ['authorized', 'capturing'], process })

/** A merchant takes something back: voids, cancels and refunds, several at once and also too much. */
export const undo = (town: Town, dice: Dice, process?: Process): Promise<string> =>
  atOnce(town, dice, { wish: 'undo', from: ['authorized', 'captured', 'cancelling', 'capturing'], process })

type Wish = { wish: 'capture' | 'undo'; from: readonly Payment['status'][]; process: Process | undefined }

async function atOnce(town: Town, dice: Dice, { wish, from, process }: Wish): Promise<string> {
  const { rows } = await town.sql.query<{ id: PaymentId; minor: bigint; status: string }>(
    `select id, minor, status from payments.payments where parent_id is null and status = any($1) order by id desc limit 15`,
    [from],
  )
  if (rows.length === 0) return `nothing to ${wish}`
  const { id, minor, status } = dice.pick(rows)
  const times = dice.chance(55) ? 1 : dice.between(2, 4)
  const said = await Promise.all(
    Array.from({ length: times }, () => dice.fork()).map(async (own) => {
      const share = own.pick([undefined, undefined, 30n, 50n, 70n, 110n])
      const part = share === undefined ? undefined : (minor * share) / 100n
      const done = await one(town, process ?? own.pick(town.processes), { wish, id, part })
      return `${part ?? 'all'} ${done}`
    }),
  )
  return `${wish} ${status} payment ${id} of ${minor}: ${said.join(', ')}`
}

async function one(
  town: Town,
  { app, isDoomed }: Process,
  { wish, id, part }: { wish: 'capture' | 'undo'; id: PaymentId; part: bigint | undefined },
): Promise<string> {
  const { rows } = await town.sql.query<{ currency: 'EUR'; site_id: Payment['siteId'] }>(
    'select currency, site_id from payments.payments where id = $1',
    [id],
  )
  const { currency, site_id: siteId } = rows[0]!
  const amount = part === undefined ? undefined : money(part, currency)
  const asked = { siteId, paymentId: id, amount }
  try {
    const payment = await (wish === 'capture' ? capturePayment(app, asked) : undoPayment(app, asked))
    return payment.status
  } catch (error) {
    if (error instanceof Refusal) return error.code
    if (isDoomed()) return 'died'
    throw error
  }
}

/** A store's server breaks, or is mended. */
export async function changeManners(town: Town, dice: Dice): Promise<string> {
  const store = dice.pick(town.stores)
  const answers = store.manners.at(-1)?.answers === 'OK' ? 'wrong' : 'OK'
  answerFrom(store, answers, dice)
  return `${store.site.merchantName} answers ${answers} from now on`
}

/** A store gets a new private key; what it signed with the one before stays good for a day. */
export async function rotateKey(town: Town, dice: Dice): Promise<string> {
  const store = dice.pick(town.stores)
  const { directory } = dice.pick(town.processes).app
  const { privateKey } = await directory.rotateSiteKey({ by, siteId: store.site.id })
  store.privateKeys.unshift(privateKey.reveal())
  // Nobody changes over to a new key faster than the other processes hear of it.
  town.clock.pass({ seconds: 6 })
  return `${store.site.merchantName} has a new key`
}

export async function sendParkedAgain(town: Town): Promise<number> {
  const { app } = town.processes[0]!
  const replayed = town.stores.map(({ site }) => replayParked({ ...app, sites: app.directory }, { siteId: site.id }))
  return (await Promise.all(replayed)).reduce((sum, count) => sum + count, 0)
}
