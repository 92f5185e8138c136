import { sealLateness } from '#kernel/audit/seal/lateness.ts'
import { rowsNotSealed } from '#kernel/audit/seal/not-sealed.ts'
import { tablesToBind } from '#kernel/db/bound/changed-rows.ts'
import { olderPrograms } from '#kernel/db/program-names.ts'
import { dueByWork } from '#kernel/work/due-list.ts'
import { sealed } from '../../audit/sealed.ts'
import type { App } from '../compose.ts'
import { tasksNotRun } from '../due-tasks.ts'
import { heldApart } from '../hold/held-kinds.ts'
import { heldSinceIn, whyHeld } from '../hold/open-hold.ts'
import { lateAfterSeconds } from '../late-work.ts'
import { isOfNothing, namesOfNothing } from '../names-of-nothing.ts'
import { checkMark } from './check-mark.ts'
import { type Finding, ok, unknown, warning, wrong } from './finding.ts'

/**
 * Findings about the people who can log in, the acquirers, work that has fallen due, scheduled tasks, seals that are late, and
 * rows of an older version that wait for their codes.
 */
export const checkInstallation = async (app: App, databaseUrl: string): Promise<Finding[]> => [
  ...(await namesOfNothing(app)).map((one) =>
    wrong(one.setting, isOfNothing(one), `Correct it, or make the ${one.kind} first.`),
  ),
  ...(await checkHold(app)),
  ...(await checkMark(app)),
  await checkPeople(app),
  await checkMerchants(app),
  await checkWork(app),
  await checkTasks(app),
  await checkSealing(app),
  await checkCodes(app, databaseUrl),
]

async function checkHold({ db }: App): Promise<Finding[]> {
  const held = await whyHeld(db)
  if (held === undefined) return []
  const todo =
    'Compare the time that is lost with your acquirers and your bank, then: florin resume (docs/operating/backup.md#after-a-restore)'
  return [wrong('Restored database', `renewals, payouts and retries are held: ${held}`, todo)]
}

async function checkPeople({ staff, config: { approvalRules } }: App): Promise<Finding> {
  const people = (await staff.list({ kind: 'platform', id: 'platform' })).filter(({ active }) => active)
  const owners = people.filter(({ role }) => role === 'owner')
  if (owners.length === 0)
    return warning(
      'People',
      'the operator has no owner yet',
      'florin staff add you@example.com "Your Name" --role owner, then florin staff invite you@example.com',
    )
  return approvalRules.size > 0 && people.length < 2
    ? warning(
        'People',
        'there is one person alone, and some actions need a second one',
        'florin staff add another one.',
      )
    : ok('People', `${people.length} of the operator, ${owners.length} of them owners`)
}

async function checkMerchants({ directory }: App): Promise<Finding> {
  const [first] = await directory.listMerchants({ limit: 1 })
  const siteIds = await directory.siteIds()
  if (!first)
    return unknown(
      'Merchants',
      'there is none yet',
      'florin merchant add "Name", then florin site add <merchantId> "Web shop" --currencies EUR',
    )
  return siteIds.length === 0
    ? unknown('Merchants', 'none has a site yet', 'florin site add')
    : ok('Merchants', `${siteIds.length} sites can take payments`)
}

/** Due work that waits is the sign of workers that do not run. */
async function checkWork({ db, jobs, clock }: App): Promise<Finding> {
  const now = clock.now()
  const { going } = heldApart(jobs, await heldSinceIn(db))
  const due = (await dueByWork(db, going, now)).filter(({ count }) => count > 0)
  const oldest = due
    .flatMap(({ work, oldestAt }) => (oldestAt ? [{ work, oldestAt }] : []))
    .toSorted((one, other) => Temporal.Instant.compare(one.oldestAt, other.oldestAt))[0]
  if (!oldest) return ok('Due work', 'nothing waits')
  const minutes = Math.floor(now.since(oldest.oldestAt).total('minutes'))
  const says = `${oldest.work} has waited for ${minutes} minutes`
  return minutes * 60 >= lateAfterSeconds
    ? warning('Due work', says, 'Does a process with the role worker run? docs/operating/running.md#several-processes')
    : ok('Due work', minutes === 0 ? 'is done as it falls due' : says)
}

/** Housekeeping that fails or that nobody does is seen nowhere else until what it deletes or fetches is missed. */
async function checkTasks(app: App): Promise<Finding> {
  const notRun = await tasksNotRun(app)
  if (notRun.length === 0) return ok('Scheduled tasks', 'run as they fall due')
  const now = app.clock.now().epochMilliseconds
  const dueOf = (at: Temporal.Instant | null) =>
    at === null ? 'never due' : at.epochMilliseconds > now ? `not due before ${at}` : `due since ${at}`
  const says = notRun.map(({ name, due_at }) => `${name} is ${dueOf(due_at)}`).join('; ')
  const todo =
    'Does a process with the role worker run? Its log says why a task fails; a restart makes it due again. Was the clock of a machine ahead?'
  return warning('Scheduled tasks', says, todo)
}

/** Seals that are late are the sign of a worker that does not run, or whose sealing fails. */
async function checkSealing({ db, clock }: App): Promise<Finding> {
  const { seconds, journals } = await sealLateness(db, { sealed, wall: clock.wall() })
  if (seconds > lateAfterSeconds) {
    const says = `are ${Math.floor(seconds / 60)} minutes behind: ${journals.slice(0, 3).join(', ')}${journals.length > 3 ? ', …' : ''}`
    const todo = 'Does a worker run? Its log says why "sealing failed"; by hand: florin seal now'
    return warning('Seals', says, todo)
  }
  const failed = await rowsNotSealed(db)
  return failed.length > 0
    ? warning('Seals', `leave out ${failed.length} rows that could not be sealed`, 'florin verify names them.')
    : ok('Seals', journals.length === 0 ? 'cover everything' : 'are made as rows are written')
}

/** Until rows of an older version have their codes, a row that was written by hand counts as theirs do. */
async function checkCodes({ db }: App, databaseUrl: string): Promise<Finding> {
  const waiting = await tablesToBind(db)
  if (waiting.length === 0) return ok('Codes of rows', 'are asked for in every table')
  const older = await olderPrograms(db, databaseUrl)
  const says = `${waiting.length} tables wait for the codes of rows of an older version`
  return older.length > 0
    ? warning('Codes of rows', `${says}, which is still connected: ${older.join(', ')}`, 'Replace its processes.')
    : warning('Codes of rows', says, 'A process with the role worker makes them, within minutes. Does one run?')
}
