import type { RequestKey } from '../port.ts'
import { type Entry, isAuthorization, isDispute, type SandboxRecord } from './record.ts'

/** The record of a sandbox that forgets everything when the program ends. */
export function memoryRecord(): SandboxRecord {
  const stories = new Map<RequestKey, Entry[]>()
  const byKey = new Map<RequestKey, Entry>()
  return {
    story: async (authorization) => [...(stories.get(authorization) ?? [])],
    find: async (key) => byKey.get(key),
    append: async (entry) => {
      const story = stories.get(entry.authorization) ?? []
      if (byKey.has(entry.key) || story.length !== entry.step) return false
      stories.set(entry.authorization, [...story, entry])
      byKey.set(entry.key, entry)
      return true
    },
    disputesAfter: async (number, limit) =>
      [...byKey.values()]
        .filter(isDispute)
        .map((entry, index) => ({ ...entry, number: BigInt(index + 1) }))
        .filter((entry) => entry.number > number)
        .slice(0, limit),
    toBeDisputed: async (since) =>
      [...stories.values()].flatMap((story) => {
        const requested = story.find((entry) => isAuthorization(entry) && entry.disputedAs !== undefined)
        const decided = story.some((entry) => isDispute(entry) && entry.result.outcome !== 'opened')
        return requested && !decided && Temporal.Instant.compare(requested.requestedAt, since) >= 0
          ? [requested.authorization]
          : []
      }),
    firstAfter: async (moment) =>
      [...byKey.values()]
        .map(({ requestedAt }) => requestedAt)
        .filter((at) => Temporal.Instant.compare(at, moment) >= 0)
        .toSorted(Temporal.Instant.compare)[0],
    storiesBetween: async (from, before) =>
      [...stories.values()].filter((story) =>
        story.some(
          ({ requestedAt: at }) => Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, before) < 0,
        ),
      ),
    latest: async (limit) =>
      [...stories.values()]
        .toSorted((a, b) => Temporal.Instant.compare(b[0]!.requestedAt, a[0]!.requestedAt))
        .slice(0, limit),
    everything: async () => [...stories.values()].flat(),
  }
}
