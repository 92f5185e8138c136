import { iso8583Processor, type KeptCards } from '#connectors/acquirer/iso8583/index.ts'
import type { Connection, ConnectionParts } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { systemClock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Db } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type Metrics, noMetrics } from '#kernel/telemetry/metrics.ts'
import { read } from '../../tidy/repository.ts'
import type { EmulatedHost } from './emulated-host.ts'

export const macKey = '0123456789ABCDEFFEDCBA9876543210'

/** The profile that comes with the project, at the address of an emulated host. */
export function profileFor(
  hosts: readonly Pick<EmulatedHost, 'port'>[],
  changes: Readonly<Record<string, unknown>> = {},
): string {
  const example = JSON.parse(read('deploy/iso8583/example-host.json').text)
  return JSON.stringify({
    ...example,
    hosts: hosts.map(({ port }) => ({ host: '127.0.0.1', port })),
    session: { ...example.session, respondWithinSeconds: 10 },
    ...changes,
  })
}

export const credentialsFor = (...of: Parameters<typeof profileFor>): Record<string, string> => ({
  profile: profileFor(...of),
  macKey,
})

/** The numbers that a host wants again, and that are not forgotten yet. */
export function cardsInMemory(): KeptCards & { kept: Map<string, Secret<string>> } {
  const kept = new Map<string, Secret<string>>()
  return {
    kept,
    keep: async ({ id, pan }) => void kept.set(id, pan),
    open: async (id) => kept.get(id),
    forget: async (id) => void kept.delete(id),
  }
}

type Kind = ReturnType<typeof iso8583Processor>
export type Process = Connection & {
  processor: Kind
  parts: Parameters<Kind['open']>[0]
  /** Does what is due once; returns how many there were. */
  works(): Promise<number>
}

type Given = Readonly<Record<string, string>>

/** One process with a connection to the host. */
export function openProcess(
  db: Db,
  given: Given | (() => Given),
  {
    cards = cardsInMemory(),
    clock = systemClock,
    connector = 'host',
    log = silentLog,
    metrics = noMetrics,
  }: { cards?: KeptCards; connector?: string; metrics?: Metrics } & Partial<
    Pick<ConnectionParts, 'clock' | 'log'>
  > = {},
): Process {
  const processor = iso8583Processor({ cards, metrics })
  const current = () => processor.readCredentials(typeof given === 'function' ? given() : given)
  const parts: Process['parts'] = {
    db,
    react: async () => [],
    connector: connector as ConnectorId,
    clock,
    log,
    publicUrl: 'https://pay.example.com',
    client: { allowPrivate: true, timeoutMs: 1_000 },
    openClient: () => {
      throw new Error('a host speaks no HTTP')
    },
    credentials: async () => ({ current: current() }),
    opened: current(),
    listGrown: async () => undefined,
  }
  const connection = processor.open(parts)
  return {
    ...connection,
    processor,
    parts,
    works: async () => {
      const ids = await Promise.all(connection.jobs.map(async (job) => ({ job, ids: await job.claim(50) })))
      for (const { job, ids: claimed } of ids) for (const id of claimed) await job.run(id)
      return ids.reduce((sum, { ids: claimed }) => sum + claimed.length, 0)
    },
  }
}

/** A process that dies when it has committed what it is about to send: nothing that it does later reaches anything. */
export function dyingAfterRecord(db: Db): Db {
  let isDead = false
  const alive = () => {
    if (isDead) throw new Error('the process was killed')
  }
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'batches') return undefined
      if (name === 'read') alive()
      if (name !== 'run') return Reflect.get(target, name)
      return async (text: string, values: readonly unknown[]) => {
        alive()
        const rows = await target.run(text, values)
        isDead ||= text.includes('/* record */')
        alive()
        return rows
      }
    },
  })
}
