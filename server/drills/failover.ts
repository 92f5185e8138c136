import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { rewind, type Server } from './postgres.ts'
import { openSimulation, type Simulation } from './simulation.ts'
import { msSince, step } from './steps.ts'
import { conclude, openTraffic, type Traffic } from './traffic.ts'

/**
 * A drill of the worst hours of a replicated database, with the real programs: the replica falls silent, the primary
 * dies, the network splits. Payments go on all the while; at the end every acknowledged payment must still exist.
 *
 *   npm run drill:failover                     exits with 1 when an acknowledged payment was lost
 *   npm run drill:failover -- --asynchronous   the same without waiting for the replica: payments are lost
 */
const isSynchronous = !process.argv.includes('--asynchronous')

type Drill = { simulation: Simulation; received: Traffic['received']; refused: string[] }

async function drill(simulation: Simulation): Promise<boolean> {
  const { a, b } = simulation
  if (isSynchronous) await waitFor(a, b)
  step(`${(await a.query('show server_version'))[0]!.server_version}; two processes of Florin, clients at each`)
  const traffic = openTraffic()
  const { received } = traffic
  for (let processes = 0; processes < 2; processes++) traffic.at((await simulation.florin()).address, simulation.site)
  const refused: string[] = []
  const all: Drill = { simulation, received, refused }
  await received.more(100)
  if (isSynchronous) await replicaFallsSilent(all)
  await primaryDies(all)
  if (isSynchronous) {
    await comeBack(all, { old: a, leader: b })
    await networkSplits(all)
    await comeBack(all, { old: b, leader: a })
  }
  await traffic.stop()
  const databaseUrl = (await currentLeader(simulation)).url()
  return conclude(simulation, traffic, { databaseUrl, refused })
}

/** No commit on the one is acknowledged before the other one has it on its disk. */
async function waitFor(leader: Server, follower: Server): Promise<void> {
  await leader.query(`alter system set synchronous_standby_names = '${follower.name}'`)
  await leader.query('select pg_reload_conf()')
  const isSync = `select from pg_stat_replication where application_name = '${follower.name}' and sync_state = 'sync'`
  while ((await leader.query(isSync)).length === 0) await pause(50)
}

/**
 * The price of waiting: without the replica nothing is acknowledged. Nothing is lost either, and it goes on by itself.
 */
async function replicaFallsSilent({ simulation, received }: Drill): Promise<void> {
  simulation.lines.replication.cut()
  await pause(1_000)
  const before = received.count()
  await pause(2_000)
  step(`the replica is silent: ${received.count() - before} payments were acknowledged in 2 s (${before} before)`)
  simulation.lines.replication.restore(simulation.a.port)
  await received.more(20)
  step('the replica is back, and payments go on')
}

async function primaryDies({ simulation, received }: Drill): Promise<void> {
  const { a, b, lines } = simulation
  // What is committed in these moments is on one disk only.
  lines.replication.cut()
  if (isSynchronous) await pause(500)
  else await received.more(20)
  await a.die()
  lines.a.drop()
  const at = performance.now()
  step(`the primary is killed; ${received.count()} payments were acknowledged so far`)
  await b.promote()
  await goOnAlone(b)
  step(`the replica was promoted after ${msSince(at)} ms`)
  await received.more(1)
  step(`clients received the next payment ${msSince(at)} ms after the primary's end`)
  await received.more(100)
}

/** Commits would wait for a server that is gone; until it is back, everything is on one disk. */
async function goOnAlone(leader: Server): Promise<void> {
  await leader.query(`alter system set synchronous_standby_names = ''`)
  await leader.query('select pg_reload_conf()')
}

/** The old primary discards what only it has, and follows. */
async function comeBack(
  { simulation, received }: Drill,
  { old, leader }: { old: Server; leader: Server },
): Promise<void> {
  await rewind(simulation.place, old, leader)
  simulation.lines.replication.restore(leader.port)
  await old.start(simulation.lines.replication.port)
  simulation.lines[old.name as 'a' | 'b'].restore(old.port)
  await waitFor(leader, old)
  await received.more(50)
  step(`the old primary was rewound and follows; commits wait for it`)
}

/**
 * The primary is cut off from everybody but one process of Florin, which knows no other server, and it does not know
 * that a successor has been promoted. It must not acknowledge anything.
 */
async function networkSplits({ simulation, received, refused }: Drill): Promise<void> {
  const { a, b, lines } = simulation
  const lonely = await simulation.florin(b.url())
  lines.b.cut()
  lines.replication.cut()
  const at = performance.now()
  step('the network splits: the primary lives on, cut off from its replica and from all but one process')
  const lonelyAnswers = tryTheWrongSide(simulation, lonely.address, refused)
  await a.promote()
  await goOnAlone(a)
  await received.more(1)
  step(`clients received the next payment ${msSince(at)} ms after the split`)
  await received.more(100)
  lines.b.restore(b.port)
  await received.more(50)
  step('the old primary can be reached again, takes itself for the primary, and is left alone')
  step(
    `the cut-off side acknowledged ${await lonelyAnswers} of ${refused.length} customers that a store sent it; its last commit: ${await lastWord(b)}`,
  )
  process.kill(lonely.pid, 'SIGKILL')
  await b.die()
}

/** A store uses the process on the wrong side; returns how many of its new customers were acknowledged. */
async function tryTheWrongSide({ site }: Simulation, address: string, refused: string[]): Promise<number> {
  const answers = Array.from({ length: customersMax }, async (_, index) => {
    const identifier = `lonely${index}`
    refused.push(identifier)
    const answer = await fetch(`${address}/customer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.privateKey}`, 'idempotency-key': identifier },
      body: new URLSearchParams({ identifier, email: `${identifier}@example.com` }),
      signal: AbortSignal.timeout(customersMs),
    }).catch(() => undefined)
    return answer?.ok ? 1 : 0
  })
  return (await Promise.all(answers)).reduce<number>((sum, one) => sum + one, 0)
}
const customersMax = 10
const customersMs = 8_000

/** Whether a commit that is sent to this server at this moment is acknowledged within two seconds. */
async function lastWord(server: Server): Promise<string> {
  const client = new pg.Client({ connectionString: server.url() })
  client.on('error', () => undefined)
  await client.connect()
  const commit = client.query('create table last_word ()').then(
    () => 'ACKNOWLEDGED',
    () => 'refused',
  )
  const word = await Promise.race([commit, pause(2_000, 'waits for its replica')])
  client.connection.stream.destroy()
  return word
}

async function currentLeader({ a, b }: Simulation): Promise<Server> {
  for (const server of [a, b]) {
    const [row] = await server.query('select pg_is_in_recovery() as follows').catch(() => [])
    if (row?.follows === false) return server
  }
  throw new Error('no server leads')
}

const waiting = isSynchronous ? 'each commit waits for the replica' : 'no commit waits for the replica'
step(`two servers of PostgreSQL; ${waiting}`)
const simulation = await openSimulation()
const isKept = await drill(simulation).finally(() => simulation.close())
// Whatever is left belongs to processes that were killed on purpose.
process.exit(isKept ? 0 : 1)
