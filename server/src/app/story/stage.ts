import { createHash } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Author } from '#core/directory'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { openHttp } from '../../surfaces/http.ts'
import type { App } from '../compose.ts'
import type { Seeded } from '../seed-staging.ts'

/** Who has made the story, in the audit. */
export const author: Author = { actor: 'story', fromWhere: 'npm start' }

/** Goes on, and never back. */
export type StoryClock = Clock & { set(at: Instant): void }

/** Something that happens at a time. */
export type Scene = { at: Instant; name: string; play(): Promise<unknown> }

export type Stage = {
  app: App
  clock: StoryClock
  /** The program's time when the story begins to be played, at which it ends. */
  end: Instant
  seeded: Seeded
  publicUrl: string
  /** A wall time on a day of the story; 0 is its first day, and -1 the day before its last. */
  moment(day: number, time: string): Instant
  /** The days from the first to the last, which has begun. */
  days: number
  /** Something follows from a scene, at a time to come. */
  later(scene: Scene): void
  /** What `later` was given and is not taken yet. */
  takeLater(): Scene[]
  /** A request to the interfaces of the program. */
  request(input: InjectOptions): Promise<{ status: number; body: string; headers: Readonly<Record<string, unknown>> }>
  /** Serves the interfaces to the program's own calls; returns the address. */
  listen(): Promise<string>
  close(): Promise<void>
}

export const storyZone = 'Europe/Bucharest'

export function openStage(parts: Pick<Stage, 'app' | 'clock' | 'end' | 'seeded' | 'publicUrl'>): Stage {
  const first = parts.clock.now().toZonedDateTimeISO(storyZone).toPlainDate()
  const last = parts.end.toZonedDateTimeISO(storyZone).toPlainDate()
  let following: Scene[] = []
  let http: Promise<FastifyInstance> | undefined
  const serving = () => (http ??= openHttp(parts.app, undefined))
  return {
    ...parts,
    days: first.until(last).days + 1,
    moment: (day, time) =>
      (day < 0 ? last.add({ days: day }) : first.add({ days: day }))
        .toZonedDateTime({ timeZone: storyZone, plainTime: time })
        .toInstant(),
    later: (scene) => void following.push(scene),
    takeLater: () => {
      const taken = following
      following = []
      return taken
    },
    request: async (input) => {
      const { statusCode, body, headers } = await (await serving()).inject(input)
      return { status: statusCode, body, headers }
    },
    listen: async () => (await serving()).listen({ port: 0, host: '127.0.0.1' }),
    close: async () => void (await (await http)?.close()),
  }
}

/** From 0 up to 1, the same for the same name: every story is alike. */
export const chance = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) / 2 ** 32

/** One of these, by the chance of a name. */
export const oneOf = <T>(all: readonly T[], name: string): T => all[Math.floor(chance(name) * all.length)]!
