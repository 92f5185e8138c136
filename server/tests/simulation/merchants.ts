import type { PaymentId } from '#acquiring/ids'
import { replayParked } from '#acquiring/notifications'
import { capturePayment, type Payment, reversePayment } from '#acquiring/payments'
import { money } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import type { Process } from './process.ts'
import type { Random } from './random.ts'
import { answerFrom, by, type Simulation } from './simulation.ts'

/** The merchants of a simulation, and the programs that they call. */
type Merchants = Pick<Simulation, 'sql'> & { processes: readonly Called[] }
type Called = Pick<Process, 'app' | 'isDoomed'>

/** A merchant captures an authorization: in full or in part, sometimes twice at once, sometimes too much. */
export const capture = (simulation: Merchants, random: Random, process?: Called): Promise<string> =>
  atOnce(simulation, random, { input: 'capture', from: ['authorized', 'capturing'], process })

/** A merchant voids, cancels or refunds, several at once and also too much. */
export const reversal = (simulation: Merchants, random: Random, process?: Called): Promise<string> =>
  atOnce(simulation, random, {
    input: 'void or refund',
    from: ['authorized', 'captured', 'cancelling', 'capturing'],
    process,
  })

type Input = { input: 'capture' | 'void or refund'; from: readonly Payment['status'][]; process: Called | undefined }

async function atOnce(simulation: Merchants, random: Random, { input, from, process }: Input): Promise<string> {
  const { rows } = await simulation.sql.query<{ id: PaymentId; minor: bigint; status: string }>(
    `select id, minor, status from payments.payments where parent_id is null and status = any($1) order by id desc limit 15`,
    [from],
  )
  if (rows.length === 0) return `nothing to ${input}`
  const { id, minor, status } = random.pick(rows)
  const times = random.chance(55) ? 1 : random.between(2, 4)
  const replies = await Promise.all(
    Array.from({ length: times }, () => random.fork()).map(async (own) => {
      const share = own.pick([undefined, undefined, 30n, 50n, 70n, 110n])
      const part = share === undefined ? undefined : (minor * share) / 100n
      const done = await one(simulation, process ?? own.pick(simulation.processes), { input, id, part })
      return `${part ?? 'all'} ${done}`
    }),
  )
  return `${input} ${status} payment ${id} of ${minor}: ${replies.join(', ')}`
}

async function one(
  simulation: Merchants,
  { app, isDoomed }: Called,
  { input, id, part }: { input: 'capture' | 'void or refund'; id: PaymentId; part: bigint | undefined },
): Promise<string> {
  const { rows } = await simulation.sql.query<{ currency: 'EUR'; site_id: Payment['siteId'] }>(
    'select currency, site_id from payments.payments where id = $1',
    [id],
  )
  const { currency, site_id: siteId } = rows[0]!
  const amount = part === undefined ? undefined : money(part, currency)
  const requested = { by, siteId, paymentId: id, amount }
  try {
    const payment = await (input === 'capture' ? capturePayment(app, requested) : reversePayment(app, requested))
    return payment.status
  } catch (error) {
    if (error instanceof Refusal) return error.code
    if (isDoomed()) return 'died'
    throw error
  }
}

/** A store's server breaks, or works again. */
export async function changeManners(simulation: Simulation, random: Random): Promise<string> {
  const store = random.pick(simulation.stores)
  const answers = store.manners.at(-1)?.answers === 'OK' ? 'wrong' : 'OK'
  answerFrom(store, answers, random)
  return `${store.site.merchantName} answers ${answers} from now on`
}

/** A store gets a new private key; what it signed with the one before stays good for a day. */
export async function rotateKey(simulation: Simulation, random: Random): Promise<string> {
  const store = random.pick(simulation.stores)
  const { directory } = random.pick(simulation.processes).app
  const { privateKey } = await directory.rotateSiteKey({ by, siteId: store.site.id })
  store.privateKeys.unshift(privateKey.reveal())
  // Keys are not changed faster than the other processes notice.
  simulation.clock.pass({ seconds: 6 })
  return `${store.site.merchantName} has a new key`
}

export async function sendParkedAgain(simulation: Simulation): Promise<number> {
  const { app } = simulation.processes[0]!
  const replayed = simulation.stores.map(({ site }) =>
    replayParked({ ...app, sites: app.directory }, { by, siteId: site.id }),
  )
  return (await Promise.all(replayed)).reduce((sum, count) => sum + count, 0)
}
